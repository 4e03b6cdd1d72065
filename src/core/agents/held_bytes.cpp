#include "core/agents/held_bytes.h"

#include "core/agents/event.h"
#include "core/world/grid_map.h"

#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_PER_PART = 160; // of a line, a task, an action or a call; without texts
constexpr std::size_t BYTES_PER_HEARER = 16; // in the text of an event
// In the text of a map in which each tile differs from the one before it.
constexpr std::size_t BYTES_PER_TILE = 2;
constexpr std::size_t BYTES_PER_MAP_ROW = 4;
constexpr std::size_t BYTES_PER_NAMED = 64; // a seat or a participant, without its names
constexpr std::size_t BYTES_PER_VALUE = 16; // of JSON, or in a list

std::size_t bytes_of(const std::vector<std::string> &texts) {
	std::size_t bytes = 0;
	for (const std::string &text : texts) {
		bytes += BYTES_PER_VALUE + text.size();
	}
	return bytes;
}

std::size_t bytes_of(const AgentProfile &profile) {
	const Subscription &wants = profile.subscription();
	return profile.self.name.size() + profile.self.role.size() + profile.self.persona.size() +
			profile.key.size() + profile.portrait.size() + profile.model.size() +
			profile.seat().size() + bytes_of(wants.groups) + bytes_of(wants.topics) +
			bytes_of(wants.filter.types) + wants.filter.senders.size() * BYTES_PER_VALUE +
			profile.mind_options.size() + profile.metadata.size();
}

std::size_t bytes_of(const Message &message) {
	return message.from_name.size() + message.content.size() + message.type.size() +
			message.channel.size() + message.hearers.size() * BYTES_PER_HEARER +
			(message.invitation ? message.invitation->subject.size() : 0);
}

std::size_t bytes_of(const std::vector<MessagePtr> &lines) {
	std::size_t bytes = 0;
	for (const MessagePtr &line : lines) {
		bytes += BYTES_PER_PART + bytes_of(*line);
	}
	return bytes;
}

std::size_t bytes_of(const AgentTask &task) {
	return BYTES_PER_PART + task.name.size() + task.description.size() + task.result.size();
}

std::size_t bytes_of(const TalkSettings &talk) {
	std::size_t bytes = BYTES_PER_PART + talk.topic.size() + talk.end_keyword.size();
	for (const Participant &each : talk.participants) {
		bytes += BYTES_PER_NAMED + each.name.size() + each.role.size();
	}
	return bytes;
}

std::size_t bytes_of(const GridMap &map) {
	const std::size_t rows = static_cast<std::size_t>(map.height());
	const std::size_t tiles = rows * static_cast<std::size_t>(map.width());
	std::size_t bytes = tiles * BYTES_PER_TILE + rows * BYTES_PER_MAP_ROW;
	for (const Seat &seat : map.seats()) {
		bytes += BYTES_PER_NAMED + seat.name.size() + seat.table.size();
	}
	return bytes;
}

std::size_t bytes_of(const KeptLines &kept) {
	std::size_t bytes = kept.summary.size();
	for (const RememberedLine &line : kept.pinned) {
		bytes += BYTES_PER_PART + line.sender_name.size() + line.content.size();
	}
	return bytes;
}

std::size_t bytes_of(const PastLife &past) {
	std::size_t bytes = BYTES_PER_PART + bytes_of(past.remembered);
	for (const TaskPtr &task : past.tasks) {
		bytes += bytes_of(*task);
	}
	return bytes + (past.kept != nullptr ? bytes_of(*past.kept) : 0);
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

std::size_t bytes_of(const ActionTable &table) {
	std::size_t bytes = 0;
	for (const auto &[name, action] : table.all()) {
		bytes += BYTES_PER_PART + name.size() + action->description.size() +
				bytes_of(action->schema);
	}
	return bytes;
}

// What may be absent.
template <typename Part>
std::size_t bytes_of(const std::shared_ptr<const Part> &part) {
	return part != nullptr ? bytes_of(*part) : 0;
}

std::size_t bytes_of(const ToolCall &call) {
	return BYTES_PER_PART + call.id.size() + call.name.size() + call.arguments.size();
}

// These name every action, input and event, also those that hold nothing besides themselves, so
// that a new one does not compile before it is said here what it holds.
struct ActionBytes {
	std::size_t operator()(const WaitAction &) const { return 0; }
	std::size_t operator()(const MoveAction &) const { return 0; }
	std::size_t operator()(const SpeakAction &action) const { return action.content.size(); }
	std::size_t operator()(const CollaborateAction &action) const { return action.subject.size(); }
	std::size_t operator()(const AnswerInvitationAction &action) const {
		return action.reason.size();
	}
	std::size_t operator()(const CompleteTaskAction &action) const { return action.result.size(); }
	std::size_t operator()(const GameAction &action) const {
		return action.name.size() + action.arguments.size();
	}
	std::size_t operator()(const UseToolsAction &action) const {
		std::size_t bytes = 0;
		for (const ToolCall &call : action.calls) {
			bytes += bytes_of(call);
		}
		return bytes;
	}
};

struct InputBytes {
	std::size_t operator()(const OwnerInput &) const { return 0; }
	std::size_t operator()(const PositionInput &) const { return 0; }
	std::size_t operator()(const PauseInput &) const { return 0; }
	std::size_t operator()(const AttentionInput &) const { return 0; }
	std::size_t operator()(const CallSlowInput &) const { return 0; }
	std::size_t operator()(const WalkInput &) const { return 0; }
	std::size_t operator()(const StopTalkInput &) const { return 0; }
	std::size_t operator()(const CloseInput &) const { return 0; }
	std::size_t operator()(const SpawnInput &spawn) const {
		return bytes_of(spawn.profile) + bytes_of(spawn.past);
	}
	std::size_t operator()(const TerminateInput &end) const { return end.reason.size(); }
	std::size_t operator()(const ProfileInput &changed) const { return bytes_of(changed.profile); }
	std::size_t operator()(const SayInput &say) const {
		return say.from_name.size() + say.content.size() + say.type.size() + say.channel.size();
	}
	std::size_t operator()(const AssignInput &given) const { return bytes_of(given.task); }
	std::size_t operator()(const FinishInput &ended) const { return ended.result.size(); }
	std::size_t operator()(const GameInput &game) const {
		return bytes_of(game.actions) + bytes_of(game.tools);
	}
	std::size_t operator()(const OfferInput &offer) const {
		return offer.scope.group.size() + bytes_of(offer.tables.actions) +
				bytes_of(offer.tables.tools);
	}
	std::size_t operator()(const CallOutcomeInput &outcome) const {
		return outcome.reason.size() + outcome.result.size();
	}
	std::size_t operator()(const ThoughtAnswer &answer) const {
		return answer.error.size() + std::visit(ActionBytes{}, answer.action);
	}
	std::size_t operator()(const MemoryInput &memory) const {
		const std::size_t changed = memory.change
				? memory.change->content.size() + memory.change->replacement.value_or("").size()
				: 0;
		return changed + bytes_of(memory.kept);
	}
	std::size_t operator()(const MapInput &map) const { return bytes_of(map.map); }
	std::size_t operator()(const StartTalkInput &start) const {
		return bytes_of(start.talk) + bytes_of(start.lines) + start.said.size() * BYTES_PER_VALUE;
	}
};

struct EventBytes {
	std::size_t operator()(const AgentMoved &) const { return 0; }
	std::size_t operator()(const AgentArrived &) const { return 0; }
	std::size_t operator()(const AgentPaused &) const { return 0; }
	std::size_t operator()(const MessageAcknowledged &) const { return 0; }
	std::size_t operator()(const AutoModeTurnChanged &) const { return 0; }
	std::size_t operator()(const AutoModeEnded &) const { return 0; }
	std::size_t operator()(const AgentSpawned &event) const { return bytes_of(event.profile); }
	std::size_t operator()(const AgentTerminated &event) const { return event.reason.size(); }
	// Its task is that of a TaskChanged, and only the name is stored again.
	std::size_t operator()(const AgentStateChanged &event) const {
		return event.task != nullptr ? event.task->name.size() : 0;
	}
	std::size_t operator()(const AgentBlocked &event) const { return event.reason.size(); }
	std::size_t operator()(const TransitionRefused &event) const {
		return event.wanted.size() + event.reason.size();
	}
	std::size_t operator()(const AgentStuck &event) const { return event.reason.size(); }
	std::size_t operator()(const AgentConfigured &event) const { return bytes_of(event.profile); }
	std::size_t operator()(const MindFailed &event) const { return event.message.size(); }
	std::size_t operator()(const BudgetExhausted &event) const { return event.reason.size(); }
	std::size_t operator()(const ToolUsed &event) const {
		return bytes_of(event.result.call) + event.result.result.size();
	}
	std::size_t operator()(const ActionPerformed &event) const {
		return event.action.size() + event.result.size();
	}
	std::size_t operator()(const MemoryChanged &event) const {
		return event.what.size() + event.line_ids.size() * BYTES_PER_VALUE;
	}
	std::size_t operator()(const AgentSpoke &event) const { return bytes_of(event.message); }
	std::size_t operator()(const MessagePublished &event) const { return bytes_of(event.message); }
	std::size_t operator()(const MessagesDropped &event) const { return event.reason.size(); }
	std::size_t operator()(const AutoModeStarted &event) const { return bytes_of(event.talk); }
	std::size_t operator()(const AgentMessaged &event) const { return bytes_of(event.message); }
	std::size_t operator()(const TaskChanged &event) const { return bytes_of(event.task); }
	std::size_t operator()(const CollaborationInvited &event) const { return event.subject.size(); }
	std::size_t operator()(const CollaborationAnswered &event) const {
		return event.subject.size() + event.reason.size();
	}
};

// Zero when it is none of these.
template <typename... Types>
std::size_t bytes_in(const Event &event, const EventList<Types...> &) {
	std::size_t bytes = 0;
	const auto add = [&bytes](const auto *data) {
		bytes += data != nullptr ? EventBytes{}(*data) : 0;
	};
	(add(event.data.get_if<Types>()), ...);
	return bytes;
}

} // namespace

std::size_t held_bytes(const Input &input) {
	return std::visit(InputBytes{}, input);
}

std::size_t held_bytes(const Event &event) {
	return bytes_in(event, LifeEvents()) + bytes_in(event, MindEvents()) +
			bytes_in(event, SpeechEvents()) + bytes_in(event, TalkEvents()) +
			bytes_in(event, TaskEvents());
}

} // namespace agent_runtime
