#pragma once

// What belongs together: everything that one request, one line of a player or one thought of a
// timer leads to carries the same id, in the log and in whatever leaves the process. The form is
// that of W3C Trace Context, so that tools for traces read it as it is.
//
//	TraceSource source;
//	const TraceId trace = source.make();
//	trace.to_string();  // "4bf92f3577b34da6a3ce929d0e0e4736"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/mutex.h"
#include "core/base/rng.h"

namespace agent_runtime {

// 128 bits, none of them meaningful; all zero is "none". Thread rule: immutable.
class TraceId {
public:
	static constexpr std::size_t DIGITS = 32;

	constexpr TraceId() = default;
	constexpr TraceId(std::uint64_t high, std::uint64_t low) :
			high_(high),
			low_(low) {}

	constexpr bool is_none() const { return high_ == 0 && low_ == 0; }

	// 32 lower-case hexadecimal digits; empty for none.
	std::string to_string() const;
	// Nothing for any other text, and for 32 zeros.
	static std::optional<TraceId> parse(std::string_view text);

	constexpr auto operator<=>(const TraceId &other) const = default;

private:
	std::uint64_t high_ = 0;
	std::uint64_t low_ = 0;
};

// From the system's chance: each call gives another one. Thread rule: any thread.
std::uint64_t new_trace_seed();

// Makes trace ids. They take no number of any other sequence, so that a world does the same with
// and without them. Thread rule: any thread.
class TraceSource {
public:
	// From the system's chance: ids of two processes differ.
	TraceSource();
	// The same ids for the same seed.
	explicit TraceSource(std::uint64_t seed) :
			chance_(seed) {}

	// Never none.
	TraceId make();

private:
	Mutex mutex_;
	Rng chance_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
