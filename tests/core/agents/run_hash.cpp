#include "run_hash.h"

#include "core/log/event_json.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace agent_runtime {

namespace {

std::string line_of(const StepOutput &output, const Event &event) {
	std::string line = std::to_string(output.step.number());
	line += '\t';
	line += event.subject.to_string();
	line += '\t';
	line += event_type(event);
	line += ' ';
	line += event_data_to_json(event).dump();
	return line;
}

std::string_view field(std::string_view line, int index) {
	for (; index > 0; index--) {
		const std::size_t tab = line.find('\t');
		line = tab == std::string_view::npos ? std::string_view() : line.substr(tab + 1);
	}
	return line.substr(0, line.find('\t'));
}

Divergence between(std::size_t position, std::string_view expected, std::string_view got) {
	const std::string_view shown = got.empty() ? expected : got;
	Divergence divergence;
	divergence.step = StepNumber(std::stoull(std::string(field(shown, 0))));
	divergence.event = position;
	divergence.entity = field(shown, 1);
	divergence.expected = field(expected, 2);
	divergence.got = field(got, 2);
	return divergence;
}

} // namespace

void RunHash::add(const StepOutput &output) {
	for (const Event &event : output.events) {
		for (const char each : line_of(output, event)) {
			value_ = (value_ ^ static_cast<unsigned char>(each)) * 1099511628211u;
		}
	}
}

void RunComparison::note(const StepOutput &output, std::vector<std::string> &lines) {
	for (const Event &event : output.events) {
		lines.push_back(line_of(output, event));
	}
}

void RunComparison::add(const StepOutput &output) {
	for (const Event &event : output.events) {
		if (!first_) {
			const std::string got = line_of(output, event);
			const std::string expected =
					position_ < expected_.size() ? expected_[position_] : std::string();
			if (got != expected) {
				first_ = between(position_, expected, got);
			}
		}
		position_++;
	}
}

std::optional<Divergence> RunComparison::finish() {
	if (!first_ && position_ < expected_.size()) {
		first_ = between(position_, expected_[position_], "");
	}
	return first_;
}

} // namespace agent_runtime
