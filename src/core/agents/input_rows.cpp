#include "core/agents/input_rows.h"

#include "core/agents/kept_lines.h"

#include <utility>

namespace agent_runtime {

std::vector<RecordedLine> recorded_lines(const std::vector<MessagePtr> &lines) {
	std::vector<RecordedLine> recorded;
	recorded.reserve(lines.size());
	for (const MessagePtr &line : lines) {
		recorded.push_back({ line->from, line->from_name, line->to, line->content });
	}
	return recorded;
}

std::vector<MessagePtr> lines_from(std::vector<RecordedLine> recorded) {
	std::vector<MessagePtr> lines;
	lines.reserve(recorded.size());
	for (RecordedLine &each : recorded) {
		std::shared_ptr<Message> line = std::make_shared<Message>();
		line->from = each.from;
		line->from_name = std::move(each.from_name);
		line->to = each.to;
		line->content = std::move(each.content);
		lines.push_back(std::move(line));
	}
	return lines;
}

std::vector<RecordedLine> KeptLines::recorded_pinned(const KeptLines &kept) {
	std::vector<RecordedLine> recorded;
	for (const RememberedLine &line : kept.pinned) {
		recorded.push_back({ line.sender, line.sender_name, ParticipantId(), line.content });
	}
	return recorded;
}

void KeptLines::take_pinned(KeptLines &kept, const std::vector<RecordedLine> &recorded) {
	kept.pinned.clear();
	for (const RecordedLine &line : recorded) {
		kept.pinned.push_back({ line.from, line.from_name, line.content });
	}
}

} // namespace agent_runtime
