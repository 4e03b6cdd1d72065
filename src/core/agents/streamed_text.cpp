#include "core/agents/streamed_text.h"

#include "core/agents/event.h"

#include <utility>

namespace agent_runtime {

void StreamedText::append(AgentId agent, std::string_view text, bool begins) {
	const Lock lock(mutex_);
	const auto [place, is_new] = waiting_.try_emplace(agent);
	TextPiece &piece = place->second;
	if (is_new) {
		piece.agent = agent;
		order_.push_back(agent);
	}
	if (begins) {
		piece.text.clear();
		piece.begins = true;
	}
	piece.text += text;
}

void StreamedText::discard_stale(const PublishedEvent &event) {
	const EventData &data = event.event.data;
	if (!data.is<AgentSpoke>() && !data.is<MindFailed>() && !data.is<AgentTerminated>()) {
		return;
	}
	const Lock lock(mutex_);
	waiting_.erase(event.event.subject.agent_id());
}

std::optional<TextPiece> StreamedText::take() {
	const Lock lock(mutex_);
	while (!order_.empty()) {
		const auto found = waiting_.find(order_.front());
		order_.pop_front();
		if (found != waiting_.end()) {
			TextPiece piece = std::move(found->second);
			waiting_.erase(found);
			return piece;
		}
	}
	return std::nullopt;
}

} // namespace agent_runtime
