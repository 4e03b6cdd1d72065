#pragma once

// Points in time, each on a line of its own so that they cannot be mixed up; all in microseconds,
// and all with the arithmetic of std::chrono.
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

// Name the lines; have no clock of their own: times come from a Clock.
struct SimTimeline {};
struct RealTimeline {};
struct WallTimeline {};

using SimTime = std::chrono::time_point<SimTimeline, Micros>;
using RealTime = std::chrono::time_point<RealTimeline, Micros>;
using WallTime = std::chrono::time_point<WallTimeline, Micros>;

// "2026-01-31T12:00:00.123Z". What is before the year 0 or after 9999 is shown as that bound.
std::string to_iso8601(WallTime time);

// "20260131T120000Z": for names of files.
std::string to_file_stamp(WallTime time);

// The reverse, for what other programs write: date and time with seconds, up to nine digits behind
// a point or comma (those below a microsecond are cut), and `Z` or an offset such as `+02:00`.
Result<WallTime> parse_iso8601(std::string_view text);

} // namespace agent_runtime
