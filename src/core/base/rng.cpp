#include "core/base/rng.h"

#include <bit>
#include <charconv>
#include <limits>

namespace agent_runtime {

namespace {

constexpr std::size_t DIGITS_OF_WORD = 16;

} // namespace

std::uint64_t splitmix64(std::uint64_t &state) {
	state += 0x9E37'79B9'7F4A'7C15;
	std::uint64_t mixed = state;
	mixed = (mixed ^ (mixed >> 30)) * 0xBF58'476D'1CE4'E5B9;
	mixed = (mixed ^ (mixed >> 27)) * 0x94D0'49BB'1331'11EB;
	return mixed ^ (mixed >> 31);
}

Rng::Rng(std::uint64_t seed) {
	for (std::uint64_t &word : state_) {
		word = splitmix64(seed);
	}
}

Rng Rng::for_agent(std::uint64_t seed, AgentId agent) {
	// The two are mixed one after the other. Mixed together, seed 3 of agent 4 would equal seed 4
	// of agent 3.
	std::uint64_t mixed = splitmix64(seed) + agent.number();
	return Rng(splitmix64(mixed));
}

std::uint64_t Rng::next() {
	const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
	const std::uint64_t shifted = state_[1] << 17;
	state_[2] ^= state_[0];
	state_[3] ^= state_[1];
	state_[1] ^= state_[2];
	state_[0] ^= state_[3];
	state_[2] ^= shifted;
	state_[3] = std::rotl(state_[3], 45);
	return result;
}

std::uint64_t Rng::uniform(std::uint64_t n) {
	if (n == 0) {
		return 0;
	}
	// The numbers below 2^64 mod n are rejected, so that each remainder is equally likely.
	const std::uint64_t refused = (0 - n) % n;
	std::uint64_t number = next();
	while (number < refused) {
		number = next();
	}
	return number % n;
}

std::int64_t Rng::between(std::int64_t lowest, std::int64_t highest) {
	if (lowest >= highest) {
		return lowest;
	}
	// Unsigned, because the distance may exceed the range of signed numbers.
	const std::uint64_t base = static_cast<std::uint64_t>(lowest);
	const std::uint64_t distance = static_cast<std::uint64_t>(highest) - base;
	const bool everything = distance == std::numeric_limits<std::uint64_t>::max();
	return static_cast<std::int64_t>(base + (everything ? next() : uniform(distance + 1)));
}

double Rng::real01() {
	return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

bool Rng::chance(double p) {
	return real01() < p;
}

std::string Rng::to_text() const {
	constexpr std::string_view DIGITS = "0123456789abcdef";
	std::string text;
	text.reserve(state_.size() * DIGITS_OF_WORD);
	for (const std::uint64_t word : state_) {
		for (int shift = 60; shift >= 0; shift -= 4) {
			text += DIGITS[(word >> shift) & 0xF];
		}
	}
	return text;
}

Result<Rng> Rng::from_text(std::string_view text) {
	const Status refused(StatusCode::corrupt,
			"the state of a random generator is not 64 hexadecimal digits of which one is not 0");
	Rng rng;
	if (text.size() != rng.state_.size() * DIGITS_OF_WORD) {
		return refused;
	}
	std::uint64_t all = 0;
	for (std::uint64_t &word : rng.state_) {
		const char *end = text.data() + DIGITS_OF_WORD;
		const std::from_chars_result result = std::from_chars(text.data(), end, word, 16);
		if (result.ec != std::errc() || result.ptr != end) {
			return refused;
		}
		all |= word;
		text.remove_prefix(DIGITS_OF_WORD);
	}
	// From an all-zero state the generator would return zeros for ever.
	if (all == 0) {
		return refused;
	}
	return rng;
}

} // namespace agent_runtime
