#include "core/agents/input.h"

#include "core/base/fields.h"
#include "core/mind/position_field.h"

#include <algorithm>
#include <array>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

template <typename T>
concept HasProfile = requires(T input) {
	input.profile;
};

// What a profile has stands among the fields of the input, and so does a past life.
template <typename T>
json recorded(const T &input) {
	json result = json::object();
	if constexpr (HasProfile<T>) {
		result = profile_to_json(*input.profile);
	}
	write_fields(input, result);
	if constexpr (std::is_same_v<T, SpawnInput>) {
		if (input.past != nullptr) {
			write_fields(*input.past, result);
		}
	}
	result["kind"] = T::KIND;
	return result;
}

template <typename T>
Input input_from(const json &from) {
	T input = load_fields<T>(from);
	if constexpr (HasProfile<T>) {
		input.profile = profile_from_json(from);
	}
	if constexpr (std::is_same_v<T, SpawnInput>) {
		if (from.contains("restored_from")) {
			input.past = std::make_shared<const PastLife>(load_fields<PastLife>(from));
		}
	}
	if constexpr (std::is_same_v<T, StartTalkInput>) {
		input.talk = std::make_shared<const TalkSettings>(without_nobody(*input.talk));
	}
	return input;
}

// From recordings made before a walk could also lead to any place.
Input move_from(const json &from) {
	WalkInput input = load_fields<WalkInput>(from);
	input.way = WalkInput::Way::nearby;
	return input;
}

struct InputReader {
	std::string_view kind;
	Input (*read)(const json &from);
};

template <typename... T>
constexpr auto readers_of(const std::variant<T...> *) {
	return std::array<InputReader, sizeof...(T) + 1>{ InputReader{ T::KIND, input_from<T> }...,
		InputReader{ "move", move_from } };
}

constexpr auto READERS = readers_of(static_cast<const Input *>(nullptr));

} // namespace

std::optional<std::vector<AgentTask>> PastLife::recorded_tasks(const PastLife &past) {
	if (past.tasks.empty()) {
		return std::nullopt;
	}
	std::vector<AgentTask> tasks;
	for (const TaskPtr &task : past.tasks) {
		tasks.push_back(*task);
	}
	return tasks;
}

void PastLife::take_tasks(PastLife &past, const std::vector<AgentTask> &tasks) {
	for (const AgentTask &task : tasks) {
		past.tasks.push_back(std::make_shared<const AgentTask>(task));
	}
}

json recorded_table(const ActionTablePtr &table) {
	return table != nullptr ? table->to_json() : json::object();
}

ActionTablePtr table_from(const json &recorded) {
	return recorded.is_object() && !recorded.empty()
			? std::make_shared<const ActionTable>(ActionTable::from_json(recorded))
			: nullptr;
}

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
	const auto reader = std::find_if(READERS.begin(), READERS.end(),
			[&](const InputReader &each) { return each.kind == kind; });
	if (reader == READERS.end()) {
		return Status(
				StatusCode::corrupt, "a recorded input has the unknown kind \"" + kind + "\"");
	}
	Input input = reader->read(from);
	set_input_trace(input, TraceId::parse(text_of(from, "trace_id")).value_or(TraceId()));
	return input;
}

} // namespace agent_runtime
