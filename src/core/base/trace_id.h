#pragma once

// Shows what belongs together. Everything that follows from one request, one line of a player or
// one thought started by a timer has the same id, in the log and in whatever leaves the process.
// The form is that of W3C Trace Context, so that tracing tools can read it directly.
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

// 128 bits without any meaning; all zero is "none". Thread rule: immutable.
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

// Drawn from the system's chance, so each call returns another one. Thread rule: any thread.
std::uint64_t new_trace_seed();

// Makes trace ids. They use up no numbers of any other sequence, so that a world behaves the same
// with and without them. Thread rule: any thread.
class TraceSource {
public:
	// Seeded by the system, so that ids of two processes differ.
	TraceSource();
	// The same seed gives the same ids.
	explicit TraceSource(std::uint64_t seed) :
			chance_(seed) {}

	// Never returns none.
	TraceId make();

private:
	Mutex mutex_;
	Rng chance_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
