#include "core/base/trace_id.h"

#include "core/base/hexadecimal.h"
#include "core/base/process.h"
#include "core/base/system_chance.h"

#include <chrono>
#include <span>

namespace agent_runtime {

// Every system that runs this can provide chance. Should one fail to, ids of two processes differ
// by their start times.
std::uint64_t new_trace_seed() {
	std::uint64_t seed = 0;
	if (draw_from_system({ &seed, 1 })) {
		seed = static_cast<std::uint64_t>(
				std::chrono::steady_clock::now().time_since_epoch().count());
		seed ^= static_cast<std::uint64_t>(process_id()) << 32U;
	}
	return seed;
}

std::string TraceId::to_string() const {
	std::string text;
	if (!is_none()) {
		text.reserve(DIGITS);
		append_hexadecimal(text, high_, HEXADECIMAL_DIGITS);
		append_hexadecimal(text, low_, HEXADECIMAL_DIGITS);
	}
	return text;
}

std::optional<TraceId> TraceId::parse(std::string_view text) {
	if (text.size() != DIGITS) {
		return std::nullopt;
	}
	const std::optional<std::uint64_t> high = parse_hexadecimal(text.substr(0, HEXADECIMAL_DIGITS));
	const std::optional<std::uint64_t> low = parse_hexadecimal(text.substr(HEXADECIMAL_DIGITS));
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
