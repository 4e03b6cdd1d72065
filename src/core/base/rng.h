#pragma once

// Chance that can be repeated: the same seed gives the same numbers on every platform, compiler and
// version of ours (the standard library's distributions promise neither).
//
//	Rng chance = Rng::for_agent(seed, agent);
//	if (chance.chance(0.25)) {
//		say(chance.pick(std::span(GREETINGS)));
//	}

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/ids.h"
#include "core/base/status.h"

namespace agent_runtime {

// The next number of the sequence of `state`. Spreads seeds that lie close together.
std::uint64_t splitmix64(std::uint64_t &state);

// xoshiro256**, seeded through splitmix64. Each agent owns one.
// Thread rule: any thread, one at a time.
class Rng {
public:
	explicit Rng(std::uint64_t seed = 0);

	// Does not depend on what other agents do, or on how many there are.
	static Rng for_agent(std::uint64_t seed, AgentId agent);

	std::uint64_t next();

	// From 0 to n - 1, each equally likely; 0 when n is 0.
	std::uint64_t uniform(std::uint64_t n);

	// From `lowest` to `highest`, both included; `lowest` when they are the wrong way round.
	std::int64_t between(std::int64_t lowest, std::int64_t highest);

	// From 0 to just below 1.
	double real01();

	// True with probability p: never at 0 and below, always at 1 and above, never for NaN. Uses up
	// one number whatever p is, so that what follows does not depend on it.
	bool chance(double p);

	// Picks from a list, which must not be empty.
	template <typename T, std::size_t EXTENT>
	T &pick(std::span<T, EXTENT> items) {
		assert(!items.empty());
		return items[static_cast<std::size_t>(uniform(items.size()))];
	}

	// The state as 64 hexadecimal digits. The reverse returns a generator that goes on from there.
	std::string to_text() const;
	static Result<Rng> from_text(std::string_view text);

	bool operator==(const Rng &other) const = default;

private:
	std::array<std::uint64_t, 4> state_;
};

} // namespace agent_runtime
