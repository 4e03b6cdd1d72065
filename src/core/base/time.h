#pragma once

// Points in time on three separate timelines that cannot be mixed up. All are in microseconds and
// use the arithmetic of std::chrono.
//
//	SimTime   how long the world has lived. Follows the time scale, stops with a paused game.
//	RealTime  for waits and deadlines: never jumps, and means nothing outside this process.
//	WallTime  the date, since the Unix epoch: for logs and stored rows. May jump when it is set.
//
// Thread rule for all: immutable.

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace agent_runtime {

using Micros = std::chrono::duration<std::int64_t, std::micro>;

// Tags for the timelines. They have no clocks of their own; times come from a Clock.
struct SimTimeline {};
struct RealTimeline {};
struct WallTimeline {};

using SimTime = std::chrono::time_point<SimTimeline, Micros>;
using RealTime = std::chrono::time_point<RealTimeline, Micros>;
using WallTime = std::chrono::time_point<WallTimeline, Micros>;

// "2026-01-31T12:00:00.123Z". Times before the year 0 or after 9999 are shown as that limit.
std::string to_iso8601(WallTime time);

// "20260131T120000Z", for file names.
std::string to_file_stamp(WallTime time);

// The reverse, for texts that other programs write: date and time with seconds, up to nine digits
// after a point or comma (those below a microsecond are cut off), and `Z` or an offset such as
// `+02:00`.
Result<WallTime> parse_iso8601(std::string_view text);

} // namespace agent_runtime
