#include "core/agents/simulation.h"

#include <algorithm>
#include <memory>

namespace agent_runtime {

namespace {

bool is_meant(const Message &message, const LineChange &change) {
	return (change.sender.is_none() || message.from == change.sender) &&
			(change.content.empty() || message.content == change.content);
}

// A line is shared by all who heard it, and changed for this one alone.
MessagePtr changed_line(const Message &message, const std::string &content) {
	std::shared_ptr<Message> changed = std::make_shared<Message>(message);
	changed->content = content;
	return changed;
}

} // namespace

void Simulation::apply(MemoryInput &input) {
	Agent *agent = living(input.agent);
	if (agent == nullptr) {
		return;
	}
	agent->keep(input.kept);
	if (!input.change) {
		return;
	}
	if (agent->dialogues == nullptr) {
		return;
	}
	std::array<MessagePtr, Dialogue::REMEMBERED> &recent = agent->dialogues->recent;
	for (MessagePtr &line : recent) {
		if (line != nullptr && is_meant(*line, *input.change)) {
			line = input.change->replacement ? changed_line(*line, *input.change->replacement)
											 : nullptr;
		}
	}
	// The places that are free come last.
	std::stable_partition(
			recent.begin(), recent.end(), [](const MessagePtr &line) { return line != nullptr; });
}

} // namespace agent_runtime
