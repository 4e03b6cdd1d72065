#include "core/agents/input.h"

#include "core/agents/json_fields.h"
#include "core/base/fields.h"
#include "core/mind/action_json.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace agent_runtime {

using nlohmann::json;

namespace {

json recorded(const MessagePtr &message) {
	return { { "from", message->from.to_string() }, { "from_name", message->from_name },
		{ "to", message->to.to_string() }, { "content", message->content } };
}

MessagePtr line_from(const json &from) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = participant_of(from, "from");
	message->from_name = text_of(from, "from_name");
	message->to = participant_of(from, "to");
	message->content = text_of(from, "content");
	return message;
}

json recorded(const SpawnInput &input) {
	json result = profile_to_json(*input.profile);
	result["kind"] = "spawn";
	result["agent"] = input.agent.to_string();
	result["position"] = to_json(input.position);
	if (input.run != 0) {
		result["run"] = input.run;
	}
	if (input.past == nullptr) {
		return result;
	}
	result["restored_from"] = agent_state_name(input.past->state);
	result["paused"] = input.past->paused;
	for (const MessagePtr &message : input.past->remembered) {
		result["remembered"].push_back(recorded(message));
	}
	for (const TaskPtr &task : input.past->tasks) {
		result["tasks"].push_back(write_fields(*task));
	}
	if (input.past->kept != nullptr) {
		result["kept"] = to_json(*input.past->kept);
	}
	if (input.past->home) {
		result["home"] = to_json(*input.past->home);
	}
	return result;
}

json recorded(const ProfileInput &input) {
	json result = profile_to_json(*input.profile);
	result["kind"] = "profile";
	result["agent"] = input.agent.to_string();
	return result;
}

json recorded(const TerminateInput &input) {
	return { { "kind", "terminate" }, { "agent", input.agent.to_string() },
		{ "reason", input.reason } };
}

json recorded(const SayInput &input) {
	return { { "kind", "say" }, { "from", input.from.to_string() },
		{ "from_name", input.from_name }, { "to", input.to.to_string() },
		{ "position", to_json(input.position) }, { "content", input.content },
		{ "type", input.type }, { "reach", static_cast<int>(input.reach) },
		{ "channel", input.channel } };
}

json recorded(const PositionInput &input) {
	return { { "kind", "position" }, { "agent", input.agent.to_string() },
		{ "position", to_json(input.position) } };
}

json recorded(const OwnerInput &input) {
	return { { "kind", "owner" }, { "agent", input.agent.to_string() },
		{ "moved_by_game", input.moved_by_game } };
}

json recorded(const PauseInput &input) {
	return { { "kind", "pause" }, { "agent", input.agent.to_string() },
		{ "change", static_cast<int>(input.change) }, { "request", input.request.number() } };
}

json recorded(const AssignInput &input) {
	return { { "kind", "assign" }, { "agent", input.agent.to_string() },
		{ "task", write_fields(*input.task) } };
}

json recorded(const FinishInput &input) {
	return { { "kind", "finish" }, { "task", input.task.to_string() },
		{ "completed", input.completed }, { "result", input.result },
		{ "request", input.request.number() } };
}

json recorded(const GameInput &input) {
	return { { "kind", "game" }, { "gives_context", input.gives_context },
		{ "actions", input.actions != nullptr ? input.actions->to_json() : json::object() },
		{ "tools", input.tools != nullptr ? input.tools->to_json() : json::object() } };
}

json recorded(const AttentionInput &input) {
	return { { "kind", "attention" }, { "agent", input.agent.to_string() },
		{ "weight", input.weight } };
}

json recorded(const CallOutcomeInput &input) {
	return { { "kind", "call_outcome" }, { "agent", input.agent.to_string() },
		{ "call", input.call.number() }, { "outcome", call_outcome_name(input.outcome) },
		{ "reason", input.reason }, { "result", input.result } };
}

json recorded(const CallSlowInput &input) {
	return { { "kind", "call_slow" }, { "agent", input.agent.to_string() },
		{ "call", input.call.number() }, { "waited", input.waited.count() } };
}

json recorded(const ThoughtAnswer &input) {
	json result{ { "kind", "answer" }, { "agent", input.id.agent.to_string() },
		{ "thought", input.id.number } };
	if (input.failure) {
		result["failure"] = mind_failure_name(*input.failure);
		result["error"] = input.error;
	} else {
		result["answer"] = action_to_json(input.action);
	}
	return result;
}

json recorded(const MemoryInput &input) {
	return to_json(input);
}

// The names of the ways to ask for a walk.
constexpr std::array<std::string_view, 5> WAYS = { "to_tile", "beside", "to_seat", "stop",
	"nearby" };

json recorded(const WalkInput &input) {
	json result{ { "kind", "walk" }, { "agent", input.agent.to_string() },
		{ "way", WAYS[static_cast<std::size_t>(input.way)] },
		{ "tile", { input.tile.x, input.tile.y } }, { "partner", input.partner.to_string() },
		{ "request", input.request.number() } };
	if (input.face) {
		result["face"] = facing_name(*input.face);
	}
	if (input.way == WalkInput::Way::nearby) {
		result["target"] = to_json(input.place);
	}
	return result;
}

json recorded(const MapInput &input) {
	return { { "kind", "map" },
		{ "map", input.map != nullptr ? input.map->to_json() : json(nullptr) } };
}

json recorded(const StartTalkInput &input) {
	json result = write_fields(*input.talk);
	result["kind"] = "start_talk";
	result["turns"] = input.turns;
	result["said"] = input.said;
	for (const MessagePtr &line : input.lines) {
		result["lines"].push_back(recorded(line));
	}
	return result;
}

json recorded(const StopTalkInput &input) {
	return { { "kind", "stop_talk" }, { "conversation_id", input.talk.to_string() },
		{ "end", talk_end_name(input.end) }, { "turns", input.turns },
		{ "request", input.request.number() } };
}

std::shared_ptr<const PastLife> past_from(const json &from) {
	const std::optional<AgentState> state = parse_agent_state(text_of(from, "restored_from"));
	if (!state) {
		return nullptr;
	}
	std::shared_ptr<PastLife> past = std::make_shared<PastLife>();
	past->state = *state;
	past->paused = flag_of(from, "paused");
	if (const auto lines = from.find("remembered"); lines != from.end()) {
		for (const json &line : *lines) {
			past->remembered.push_back(line_from(line));
		}
	}
	if (const auto tasks = from.find("tasks"); tasks != from.end()) {
		for (const json &task : *tasks) {
			past->tasks.push_back(std::make_shared<AgentTask>(load_fields<AgentTask>(task)));
		}
	}
	if (const auto kept = from.find("kept"); kept != from.end()) {
		past->kept = kept_lines_from(*kept);
	}
	if (from.contains("home")) {
		past->home = position_of(from, "home");
	}
	return past;
}

Input answer_from(const json &from) {
	ThoughtAnswer answer;
	answer.id.agent = agent_of(from, "agent");
	answer.id.number = number_of<std::uint32_t>(from, "thought");
	if (from.contains("failure")) {
		answer.failure = parse_mind_failure(text_of(from, "failure"));
		answer.error = text_of(from, "error");
		return answer;
	}
	Result<MindAction> action = action_from_json(from.value("answer", json::object()));
	if (action.ok()) {
		answer.action = std::move(action).value();
	} else {
		answer.failure = MindFailure::bad_answer;
		answer.error = action.status().message();
	}
	return answer;
}

ActionTablePtr table_from(const json &from, const char *field) {
	const json table = from.value(field, json::object());
	return table.empty() ? nullptr
						 : std::make_shared<const ActionTable>(ActionTable::from_json(table));
}

Input game_from(const json &from) {
	return GameInput{ table_from(from, "actions"), table_from(from, "tools"),
		flag_of(from, "gives_context") };
}

Input attention_from(const json &from) {
	return AttentionInput{ agent_of(from, "agent"), number_of<float>(from, "weight") };
}

Input say_from(const json &from) {
	return SayInput{ participant_of(from, "from"), text_of(from, "from_name"),
		participant_of(from, "to"), position_of(from, "position"), text_of(from, "content"),
		text_of(from, "type"), static_cast<Reach>(number_of<int>(from, "reach")),
		text_of(from, "channel") };
}

Input outcome_from(const json &from) {
	return CallOutcomeInput{ agent_of(from, "agent"),
		CallId(number_of<std::uint64_t>(from, "call")),
		parse_call_outcome(text_of(from, "outcome")).value_or(CallOutcome::unanswered),
		text_of(from, "reason"), text_of(from, "result") };
}

RequestId request_of(const json &from) {
	return RequestId(number_of<std::uint64_t>(from, "request"));
}

Input walk_from(const json &from) {
	WalkInput input;
	input.agent = agent_of(from, "agent");
	const auto way = std::find(WAYS.begin(), WAYS.end(), text_of(from, "way"));
	input.way = way != WAYS.end() ? static_cast<WalkInput::Way>(way - WAYS.begin())
								  : WalkInput::Way::stop;
	const std::vector<std::int32_t> tile = from.value("tile", std::vector<std::int32_t>{ 0, 0 });
	if (tile.size() == 2) {
		input.tile = { tile[0], tile[1] };
	}
	input.face = parse_facing(text_of(from, "face"));
	input.partner = agent_of(from, "partner");
	input.request = request_of(from);
	if (input.way == WalkInput::Way::nearby) {
		input.place = position_of(from, "target");
	}
	return input;
}

// A map that cannot be read becomes none; the run will then differ, and the comparison will show
// it.
Input map_from(const json &from) {
	const auto map = from.find("map");
	const Result<GridMapPtr> read =
			map != from.end() && map->is_object() ? GridMap::from_json(*map) : GridMapPtr();
	return MapInput{ read.ok() ? read.value() : nullptr };
}

Input start_talk_from(const json &from) {
	StartTalkInput input{ std::make_shared<const TalkSettings>(
								  without_nobody(load_fields<TalkSettings>(from))),
		number_of<std::uint32_t>(from, "turns") };
	if (const auto lines = from.find("lines"); lines != from.end()) {
		for (const json &line : *lines) {
			input.lines.push_back(line_from(line));
		}
	}
	if (const auto said = from.find("said"); said != from.end() && said->is_array()) {
		for (const json &count : *said) {
			input.said.push_back(count.is_number() ? count.get<std::uint32_t>() : 0);
		}
	}
	return input;
}

Input stop_talk_from(const json &from) {
	return StopTalkInput{
		ConversationId::parse(text_of(from, "conversation_id")).value_or(ConversationId()),
		parse_talk_end(text_of(from, "end")).value_or(TalkEnd::stopped),
		number_of<std::uint32_t>(from, "turns"), request_of(from)
	};
}

json recorded(const CloseInput &) {
	return { { "kind", "close" } };
}

struct InputReader {
	std::string_view kind;
	Input (*read)(const json &from);
};

constexpr InputReader READERS[] = {
	{ "spawn",
			[](const json &from) -> Input {
				return SpawnInput{ agent_of(from, "agent"), profile_from_json(from),
					position_of(from, "position"), past_from(from),
					number_of<std::uint64_t>(from, "run") };
			} },
	{ "terminate",
			[](const json &from) -> Input {
				return TerminateInput{ agent_of(from, "agent"), text_of(from, "reason") };
			} },
	{ "profile",
			[](const json &from) -> Input {
				return ProfileInput{ agent_of(from, "agent"), profile_from_json(from) };
			} },
	{ "say", say_from },
	{ "move", // from recordings made before "walk" could also go to places
			[](const json &from) -> Input {
				return walk_to(
						agent_of(from, "agent"), position_of(from, "target"), request_of(from));
			} },
	{ "position",
			[](const json &from) -> Input {
				return PositionInput{ agent_of(from, "agent"), position_of(from, "position") };
			} },
	{ "owner",
			[](const json &from) -> Input {
				return OwnerInput{ agent_of(from, "agent"), flag_of(from, "moved_by_game") };
			} },
	{ "pause",
			[](const json &from) -> Input {
				return PauseInput{ agent_of(from, "agent"),
					static_cast<PauseChange>(number_of<int>(from, "change")), request_of(from) };
			} },
	{ "assign",
			[](const json &from) -> Input {
				return AssignInput{ agent_of(from, "agent"),
					std::make_shared<AgentTask>(
							load_fields<AgentTask>(from.value("task", json::object()))) };
			} },
	{ "finish",
			[](const json &from) -> Input {
				return FinishInput{ TaskId::parse(text_of(from, "task")).value_or(TaskId()),
					flag_of(from, "completed"), text_of(from, "result"), request_of(from) };
			} },
	{ "game", game_from },
	{ "attention", attention_from },
	{ "call_outcome", outcome_from },
	{ "call_slow",
			[](const json &from) -> Input {
				return CallSlowInput{ agent_of(from, "agent"),
					CallId(number_of<std::uint64_t>(from, "call")),
					Micros{ number_of<std::int64_t>(from, "waited") } };
			} },
	{ "memory", [](const json &from) -> Input { return memory_input_from(from); } },
	{ "answer", answer_from },
	{ "walk", walk_from },
	{ "map", map_from },
	{ "start_talk", start_talk_from },
	{ "stop_talk", stop_talk_from },
	{ "close", [](const json &) -> Input { return CloseInput{}; } },
};

} // namespace

TraceId input_trace(const Input &input) {
	return std::visit(
			[](const auto &value) {
				if constexpr (requires { value.trace; }) {
					return value.trace;
				} else {
					return TraceId();
				}
			},
			input);
}

void set_input_trace(Input &input, TraceId trace) {
	std::visit(
			[trace](auto &value) {
				if constexpr (requires { value.trace; }) {
					value.trace = trace;
				}
			},
			input);
}

json input_to_json(const Input &input) {
	json written = std::visit([](const auto &value) { return recorded(value); }, input);
	if (const TraceId trace = input_trace(input); !trace.is_none()) {
		written["trace_id"] = trace.to_string();
	}
	return written;
}

Result<Input> input_from_json(const json &from) {
	const std::string kind = from.is_object() ? text_of(from, "kind") : std::string();
	const InputReader *reader = std::find_if(std::begin(READERS), std::end(READERS),
			[&](const InputReader &each) { return each.kind == kind; });
	if (reader == std::end(READERS)) {
		return Status(
				StatusCode::corrupt, "a recorded input has the unknown kind \"" + kind + "\"");
	}
	Input input = reader->read(from);
	set_input_trace(input, TraceId::parse(text_of(from, "trace_id")).value_or(TraceId()));
	return input;
}

} // namespace agent_runtime
