#include "core/agents/step_pieces.h"

#include "core/agents/event.h"
#include "core/agents/step_output.h"
#include "core/world/grid_map.h"

#include <utility>

namespace agent_runtime {

namespace {

// How long the lock is held depends on the rows of a piece; this many take about a millisecond.
constexpr std::size_t ROWS_A_PIECE = 150;
constexpr std::size_t BYTES_PER_ROW = 160;
constexpr std::size_t BYTES_PER_HEARER = 16; // in the text of an event
constexpr std::size_t HEARERS_PER_ROW = 256; // writing out this many takes as long as a row
// In the text of a map in which each tile differs from the one before it.
constexpr std::size_t BYTES_PER_TILE = 2;
constexpr std::size_t BYTES_PER_MAP_ROW = 4;
constexpr std::size_t BYTES_PER_SEAT = 64; // without its names
constexpr std::size_t BYTES_PER_VALUE = 16; // of JSON

// What an item costs: rows to write, and bytes in memory.
struct ItemCost {
	std::size_t rows = 1;
	std::size_t bytes = BYTES_PER_ROW;
};

std::size_t bytes_of(const AgentProfile &profile) {
	return profile.self.name.size() + profile.self.role.size() + profile.self.persona.size() +
			profile.metadata.size();
}

std::size_t bytes_of(const std::vector<MessagePtr> &lines) {
	std::size_t bytes = 0;
	for (const MessagePtr &line : lines) {
		bytes += BYTES_PER_ROW + line->content.size();
	}
	return bytes;
}

std::size_t bytes_of(const GridMap &map) {
	const std::size_t rows = static_cast<std::size_t>(map.height());
	const std::size_t tiles = rows * static_cast<std::size_t>(map.width());
	std::size_t bytes = tiles * BYTES_PER_TILE + rows * BYTES_PER_MAP_ROW;
	for (const Seat &seat : map.seats()) {
		bytes += BYTES_PER_SEAT + seat.name.size() + seat.table.size();
	}
	return bytes;
}

std::size_t bytes_of(const KeptLines &kept) {
	std::size_t bytes = kept.summary.size();
	for (const RememberedLine &line : kept.pinned) {
		bytes += BYTES_PER_ROW + line.sender_name.size() + line.content.size();
	}
	return bytes;
}

std::size_t bytes_of(const nlohmann::json &value) {
	std::size_t bytes = BYTES_PER_VALUE;
	if (value.is_string()) {
		return bytes + value.get_ref<const std::string &>().size();
	}
	if (value.is_object()) {
		for (const auto &[key, each] : value.items()) {
			bytes += key.size() + bytes_of(each);
		}
	} else if (value.is_array()) {
		for (const nlohmann::json &each : value) {
			bytes += bytes_of(each);
		}
	}
	return bytes;
}

std::size_t bytes_of(const ActionTablePtr &table) {
	std::size_t bytes = 0;
	if (table != nullptr) {
		for (const auto &[name, action] : table->all()) {
			bytes += BYTES_PER_ROW + name.size() + action->description.size() +
					bytes_of(action->schema);
		}
	}
	return bytes;
}

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
	if (const Message *message = message_of(event)) {
		const std::size_t hearers = message->hearers.size();
		cost.rows += hearers / HEARERS_PER_ROW;
		cost.bytes += message->content.size() + hearers * BYTES_PER_HEARER;
	} else if (const AgentSpawned *spawned = event.data.get_if<AgentSpawned>()) {
		cost.rows = 3;
		cost.bytes += bytes_of(*spawned->profile);
	} else if (event.data.is<AgentStateChanged>() || event.data.is<TaskChanged>()) {
		cost.rows = 2;
	} else if (const AgentArrived *arrived = event.data.get_if<AgentArrived>()) {
		cost.rows = arrived->is_move ? 2 : 1;
	}
	return cost;
}

// What an input holds besides itself.
struct HeldBytes {
	std::size_t operator()(const SpawnInput &spawn) const {
		return bytes_of(*spawn.profile) +
				(spawn.past != nullptr ? bytes_of(spawn.past->remembered) : 0);
	}
	std::size_t operator()(const SayInput &say) const { return say.content.size(); }
	std::size_t operator()(const ThoughtAnswer &answer) const {
		const SpeakAction *words = std::get_if<SpeakAction>(&answer.action);
		return words != nullptr ? words->content.size() : 0;
	}
	std::size_t operator()(const MapInput &map) const {
		return map.map != nullptr ? bytes_of(*map.map) : 0;
	}
	std::size_t operator()(const StartTalkInput &talk) const { return bytes_of(talk.lines); }
	std::size_t operator()(const MemoryInput &memory) const {
		const std::size_t changed = memory.change
				? memory.change->content.size() + memory.change->replacement.value_or("").size()
				: 0;
		return changed + (memory.kept != nullptr ? bytes_of(*memory.kept) : 0);
	}
	std::size_t operator()(const GameInput &game) const {
		return bytes_of(game.actions) + bytes_of(game.tools);
	}
	std::size_t operator()(const OfferInput &offer) const {
		return bytes_of(offer.tables.actions) + bytes_of(offer.tables.tools);
	}
	std::size_t operator()(const CallOutcomeInput &outcome) const {
		return outcome.reason.size() + outcome.result.size();
	}
	template <typename Other>
	std::size_t operator()(const Other &) const {
		return 0;
	}
};

ItemCost cost_of(const Input &input) {
	ItemCost cost;
	cost.bytes += std::visit(HeldBytes{}, input);
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
