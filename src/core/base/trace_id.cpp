#include "core/base/trace_id.h"

#include <chrono>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::string_view HEXADECIMAL = "0123456789abcdef";
constexpr unsigned BITS_A_DIGIT = 4;
constexpr std::size_t DIGITS_A_HALF = TraceId::DIGITS / 2;

void append_half(std::string &text, std::uint64_t half) {
	for (std::size_t i = DIGITS_A_HALF; i > 0; i--) {
		text += HEXADECIMAL[(half >> ((i - 1) * BITS_A_DIGIT)) & 0xFU];
	}
}

std::optional<std::uint64_t> parse_half(std::string_view text) {
	std::uint64_t half = 0;
	for (const char digit : text) {
		const std::size_t value = HEXADECIMAL.find(digit);
		if (value == std::string_view::npos) {
			return std::nullopt;
		}
		half = half << BITS_A_DIGIT | value;
	}
	return half;
}

} // namespace

// Without the system's chance, which every system that runs this has, ids of two processes differ
// by when these were started.
std::uint64_t new_trace_seed() {
	std::uint64_t seed = 0;
	if (getentropy(&seed, sizeof(seed)) != 0) {
		seed = static_cast<std::uint64_t>(
				std::chrono::steady_clock::now().time_since_epoch().count());
		seed ^= static_cast<std::uint64_t>(getpid()) << 32U;
	}
	return seed;
}

std::string TraceId::to_string() const {
	std::string text;
	if (!is_none()) {
		text.reserve(DIGITS);
		append_half(text, high_);
		append_half(text, low_);
	}
	return text;
}

std::optional<TraceId> TraceId::parse(std::string_view text) {
	if (text.size() != DIGITS) {
		return std::nullopt;
	}
	const std::optional<std::uint64_t> high = parse_half(text.substr(0, DIGITS_A_HALF));
	const std::optional<std::uint64_t> low = parse_half(text.substr(DIGITS_A_HALF));
	if (!high || !low || TraceId(*high, *low).is_none()) {
		return std::nullopt;
	}
	return TraceId(*high, *low);
}

TraceSource::TraceSource() :
		chance_(new_trace_seed()) {}

TraceId TraceSource::make() {
	const Lock lock(mutex_);
	TraceId trace;
	while (trace.is_none()) {
		const std::uint64_t high = chance_.next();
		trace = TraceId(high, chance_.next());
	}
	return trace;
}

} // namespace agent_runtime
