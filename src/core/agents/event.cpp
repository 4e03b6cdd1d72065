#include "core/agents/event.h"

#include "core/agents/json_fields.h"
#include "core/log/event_forms.h"

namespace agent_runtime {

template <>
struct ValueForm<TilePosition> {
	static constexpr FieldKind KIND = FieldKind::position;
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::position;
	static nlohmann::json write(TilePosition value) { return to_json(value); }
	static TilePosition read(const nlohmann::json &value) {
		return value.is_object()
				? TilePosition{ number_of<float>(value, "x"), number_of<float>(value, "y") }
				: TilePosition();
	}
	static void show(TilePosition value, ArgumentVisitor &visitor) {
		visitor.position(value.x, value.y);
	}
};

template <>
struct ValueForm<AgentState> : ChoiceForm<AgentState, ValueForm<AgentState>> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::choice;
	static constexpr std::string_view OF = "AgentState";
	static std::string_view name(AgentState value) { return agent_state_name(value); }
	static AgentState parse(std::string_view name) {
		return parse_agent_state(name).value_or(AgentState::idle);
	}
};

template <>
struct ValueForm<Facing> : ChoiceForm<Facing, ValueForm<Facing>> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::choice;
	static constexpr std::string_view OF = "Facing";
	static std::string_view name(Facing value) { return facing_name(value); }
	static Facing parse(std::string_view name) { return parse_facing(name).value_or(Facing::down); }
};

template <>
struct ValueForm<TaskStatus> : ChoiceForm<TaskStatus, ValueForm<TaskStatus>> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::choice;
	static constexpr std::string_view OF = "TaskStatus";
	static std::string_view name(TaskStatus value) { return task_status_name(value); }
	static TaskStatus parse(std::string_view name) {
		return parse_task_status(name).value_or(TaskStatus::assigned);
	}
};

template <>
struct ValueForm<MindFailure> : ChoiceForm<MindFailure, ValueForm<MindFailure>> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static std::string_view name(MindFailure value) { return mind_failure_name(value); }
	static MindFailure parse(std::string_view name) { return parse_mind_failure(name); }
};

template <>
struct ValueForm<TalkEnd> : ChoiceForm<TalkEnd, ValueForm<TalkEnd>> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static std::string_view name(TalkEnd value) { return talk_end_name(value); }
	static TalkEnd parse(std::string_view name) {
		return parse_talk_end(name).value_or(TalkEnd::stopped);
	}
};

template <>
struct ValueForm<InteractionPattern>
		: ChoiceForm<InteractionPattern, ValueForm<InteractionPattern>> {
	static constexpr ArgumentKind ARGUMENT = ArgumentKind::text;
	static std::string_view name(InteractionPattern value) { return pattern_name(value); }
	static InteractionPattern parse(std::string_view name) {
		return parse_pattern(name).value_or(DEFAULT_PATTERN);
	}
};

template struct EventTable<LifeEvents>;
template struct EventTable<SpeechEvents>;
template struct EventTable<MindEvents>;
template struct EventTable<TaskEvents>;
template struct EventTable<TalkEvents>;

EventBook::Tables agent_event_tables() {
	static const std::array<std::span<const EventForm>, 5> tables = {
		EventTable<LifeEvents>::FORMS,
		EventTable<SpeechEvents>::FORMS,
		EventTable<MindEvents>::FORMS,
		EventTable<TaskEvents>::FORMS,
		EventTable<TalkEvents>::FORMS,
	};
	return tables;
}

const EventBook &agent_events() {
	static const EventBook book(agent_event_tables());
	return book;
}

} // namespace agent_runtime
