#include "core/agents/step_pieces.h"

#include "core/agents/event.h"
#include "core/agents/held_bytes.h"
#include "core/agents/step_output.h"

#include <utility>

namespace agent_runtime {

namespace {

// How long the lock is held depends on the rows of a piece; this many take about a millisecond.
constexpr std::size_t ROWS_A_PIECE = 150;
constexpr std::size_t BYTES_PER_ROW = 160;
constexpr std::size_t HEARERS_PER_ROW = 256; // writing out this many takes as long as a row

// What an item costs: rows to write, and bytes in memory.
struct ItemCost {
	std::size_t rows = 1;
	std::size_t bytes = BYTES_PER_ROW;
};

// For an event that carries one.
const Message *message_of(const Event &event) {
	if (const AgentSpoke *spoke = event.data.get_if<AgentSpoke>()) {
		return spoke->message.get();
	}
	if (const AgentMessaged *line = event.data.get_if<AgentMessaged>()) {
		return line->message.get();
	}
	const MessagePublished *published = event.data.get_if<MessagePublished>();
	return published != nullptr ? published->message.get() : nullptr;
}

ItemCost cost_of(const Event &event) {
	ItemCost cost;
	cost.bytes += held_bytes(event);
	if (const Message *message = message_of(event)) {
		cost.rows += message->hearers.size() / HEARERS_PER_ROW;
	} else if (event.data.is<AgentSpawned>()) {
		cost.rows = 3;
	} else if (event.data.is<AgentStateChanged>() || event.data.is<TaskChanged>()) {
		cost.rows = 2;
	} else if (const AgentArrived *arrived = event.data.get_if<AgentArrived>()) {
		cost.rows = arrived->is_move ? 2 : 1;
	}
	return cost;
}

ItemCost cost_of(const Input &input) {
	ItemCost cost;
	cost.bytes += held_bytes(input);
	return cost;
}

// The text belongs to the event, where it is counted.
ItemCost cost_of(const ConversationRow &) {
	return {};
}

// Cuts a step into pieces, item by item.
class StepCutter {
public:
	explicit StepCutter(const StepOutput &output) {
		if (output.recorded) {
			cut(output.inputs, &StepPiece::inputs);
		}
		cut(output.conversations, &StepPiece::conversations);
		cut(output.events, &StepPiece::events);
		pieces_.front().bytes += sizeof(StepOutput);
		pieces_.front().is_first = true;
		pieces_.back().is_last = true;
	}

	std::vector<StepPiece> take() { return std::move(pieces_); }

private:
	template <typename Item>
	void cut(const std::vector<Item> &items, StepRange StepPiece::*part) {
		for (std::size_t i = 0; i < items.size(); i++) {
			const ItemCost cost = cost_of(items[i]);
			if (rows_ >= ROWS_A_PIECE) {
				pieces_.emplace_back();
				rows_ = 0;
			}
			StepPiece &piece = pieces_.back();
			StepRange &range = piece.*part;
			range.begin = range.end == 0 ? i : range.begin;
			range.end = i + 1;
			piece.bytes += cost.bytes;
			rows_ += cost.rows;
		}
	}

	std::vector<StepPiece> pieces_ = std::vector<StepPiece>(1);
	std::size_t rows_ = 0;
};

} // namespace

std::vector<StepPiece> cut_into_pieces(const StepOutput &step) {
	return StepCutter(step).take();
}

} // namespace agent_runtime
