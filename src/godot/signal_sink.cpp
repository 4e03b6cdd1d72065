#include "godot/signal_sink.h"

#include "core/base/json_io.h"
#include "godot/agent_body.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/game_actions.h"
#include "godot/json_variant.h"
#include "godot/script_calls.h"

#include <godot_cpp/variant/packed_byte_array.hpp>
#include <godot_cpp/variant/packed_int32_array.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/packed_vector2_array.hpp>

#include <chrono>
#include <cstring>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

String text_of(ParticipantId p_who) {
	return to_godot(p_who.to_string());
}

String member_of(const std::string &p_data, const char *p_name) {
	const Result<nlohmann::json> data = parse_json(p_data);
	return data.ok() && data.value().is_object() ? to_godot(data.value().value(p_name, ""))
												 : String();
}

// A column of changes as an array of the engine, which holds the same values.
template <typename Packed, typename T>
Packed column(const std::vector<T> &p_values) {
	Packed packed;
	static_assert(sizeof(T) == sizeof(*packed.ptrw()), "double precision is not supported");
	packed.resize(static_cast<int64_t>(p_values.size()));
	std::memcpy(static_cast<void *>(packed.ptrw()), p_values.data(), p_values.size() * sizeof(T));
	return packed;
}

} // namespace

SignalSink::SignalSink(AgentRuntime &p_node, std::shared_ptr<RuntimeSession> p_session) :
		node(p_node),
		session(std::move(p_session)) {}

bool SignalSink::is_over() const {
	return session->is_stopped() || node.is_queued_for_deletion();
}

void SignalSink::emit(const MovingPosition &p_position) {
	if (is_over()) {
		return;
	}
	for (AgentBody *body : node.bodies_of(p_position.agent)) {
		body->walk_to(to_godot(p_position.position));
	}
	if (node.has_connections(node.signal_names().agent_position_changed)) {
		node.emit_signal(node.signal_names().agent_position_changed, text_of(p_position.agent),
				to_godot(p_position.position));
	}
}

void SignalSink::emit(const AgentPath &p_path) {
	if (is_over()) {
		return;
	}
	for (AgentBody *body : node.bodies_of(p_path.agent)) {
		body->set_pace(p_path.path.empty() ? 0.0 : p_path.speed);
	}
	if (node.has_connections(node.signal_names().agent_path_changed)) {
		node.emit_signal(node.signal_names().agent_path_changed, text_of(p_path.agent),
				column<PackedVector2Array>(p_path.path), p_path.speed);
	}
}

void SignalSink::emit(const AgentTurn &p_turn) {
	if (is_over()) {
		return;
	}
	for (AgentBody *body : node.bodies_of(p_turn.agent)) {
		body->turn(p_turn.facing);
	}
	if (node.has_connections(node.signal_names().agent_turned)) {
		node.emit_signal(node.signal_names().agent_turned, text_of(p_turn.agent),
				static_cast<int64_t>(p_turn.facing));
	}
}

void SignalSink::emit(const GameCall &p_call) {
	if (is_over()) {
		return;
	}
	switch (p_call.kind) {
		case CallKind::walk:
			ask_to_walk(p_call);
			break;
		case CallKind::action:
			ask_for_action(p_call);
			break;
		case CallKind::context:
			give(node.game_actions().give_context(p_call));
			break;
		case CallKind::tool:
			give(node.game_actions().tools().perform(p_call, node.tool_ending()));
			break;
		case CallKind::mind:
			node.ask_mind(p_call);
			break;
	}
}

void SignalSink::emit(const CancelledWalk &p_walk) {
	if (!is_over()) {
		node.emit_signal(node.signal_names().walk_cancelled, to_godot(p_walk.call.to_string()),
				text_of(p_walk.agent), to_godot(p_walk.reason));
	}
}

void SignalSink::ask_to_walk(const GameCall &p_call) {
	node.emit_signal(node.signal_names().walk_requested, to_godot(p_call.call.to_string()),
			text_of(p_call.agent), to_godot(p_call.target), to_godot(p_call.face));
}

void SignalSink::ask_for_action(const GameCall &p_call) {
	if (!node.game_actions().actions().is_for_signal(p_call)) {
		give(node.game_actions().actions().perform(p_call, node.action_ending()));
		return;
	}
	if (!node.has_connections(node.signal_names().action_requested)) {
		give(CallAnswer{ p_call.call, CallKind::action, CallOutcome::failed,
				"nobody is connected to action_requested", "" });
		return;
	}
	const Result<nlohmann::json> arguments = parse_json(p_call.arguments);
	node.emit_signal(node.signal_names().action_requested, to_godot(p_call.call.to_string()),
			text_of(p_call.agent), to_godot(p_call.action),
			arguments.ok() ? to_variant(arguments.value()) : Variant(Dictionary()));
}

// After a callable of the game, which may have ended the session.
void SignalSink::give(const std::optional<CallAnswer> &p_answer) {
	if (!p_answer || session->is_stopped()) {
		return;
	}
	const Status status = session->runtime().answer_call(*p_answer);
	report_call(p_answer->kind == CallKind::context	   ? "set_context_provider"
					: p_answer->kind == CallKind::tool ? "register_tool"
													   : "register_action",
			status);
	if (status.code() == StatusCode::invalid_argument) {
		// What the callable returned cannot be taken: the call ends here, not at its deadline.
		const Status ended = session->runtime().answer_call(
				{ p_answer->call, p_answer->kind, CallOutcome::failed, status.message(), "" });
		report_call(p_answer->kind == CallKind::tool ? "fail_tool" : "fail_action", ended);
	}
}

void SignalSink::emit(const PublishedEvent &p_event) {
	if (is_over()) {
		return;
	}
	std::visit([&](const auto &data) { show(p_event.event.entity, data); }, p_event.event.data);
}

void SignalSink::emit_prepared(const PublishedEvent &p_event, const PreparedEvent *p_prepared) {
	prepared = p_prepared;
	emit(p_event);
}

void SignalSink::emit(const AgentChanges &p_changes) {
	if (is_over()) {
		return;
	}
	node.emit_signal(node.signal_names().agents_changed,
			column<PackedInt32Array>(p_changes.numbers), column<PackedByteArray>(p_changes.states),
			column<PackedVector2Array>(p_changes.positions));
}

bool SignalSink::wants_state_changes() {
	return !is_over() && node.has_connections(node.signal_names().agent_state_changed);
}

bool SignalSink::wants_changes() {
	return !is_over() && node.has_connections(node.signal_names().agents_changed);
}

// Bodies follow all of it.
bool SignalSink::wants_positions() {
	return !is_over() &&
			(node.has_bodies() || node.has_connections(node.signal_names().agent_position_changed));
}

bool SignalSink::wants_paths() {
	return !is_over() &&
			(node.has_bodies() || node.has_connections(node.signal_names().agent_path_changed));
}

bool SignalSink::wants_turns() {
	return !is_over() &&
			(node.has_bodies() || node.has_connections(node.signal_names().agent_turned));
}

void SignalSink::show(ParticipantId p_who, const AgentSpawned &p_event) {
	node.game_minds().agent_lives(p_who.agent_id(), p_event.profile->mind);
	for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
		body->place(to_godot(p_event.position));
	}
	node.emit_signal(node.signal_names().agent_spawned, text_of(p_who),
			to_godot(p_event.profile->self.name), p_event.restored_from.has_value());
}

void SignalSink::show(ParticipantId p_who, const AgentTerminated &p_event) {
	node.game_minds().forget_agent(p_who.agent_id());
	node.emit_signal(
			node.signal_names().agent_terminated, text_of(p_who), to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const AgentStateChanged &p_event) {
	node.emit_signal(node.signal_names().agent_state_changed, text_of(p_who),
			static_cast<int64_t>(p_event.old_state), static_cast<int64_t>(p_event.state));
}

void SignalSink::show(ParticipantId p_who, const AgentSpoke &p_event) {
	if (!node.has_connections(node.signal_names().agent_spoke)) {
		return;
	}
	node.emit_signal(node.signal_names().agent_spoke, text_of(p_who),
			to_godot(p_event.message->content),
			prepared != nullptr ? static_cast<const PreparedSpeech *>(prepared)->recipients
								: recipients_of(p_event.message->hearers));
}

void SignalSink::show(ParticipantId p_who, const AgentMoved &p_event) {
	for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
		body->walk_to(to_godot(p_event.position));
	}
	if (node.has_connections(node.signal_names().agent_moved)) {
		node.emit_signal(node.signal_names().agent_moved, text_of(p_who), to_godot(p_event.from),
				to_godot(p_event.position));
	}
}

void SignalSink::show(ParticipantId p_who, const AgentArrived &p_event) {
	for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
		body->turn(p_event.facing);
	}
	node.emit_signal(node.signal_names().agent_arrived, text_of(p_who), to_godot(p_event.position),
			static_cast<int64_t>(p_event.facing));
}

void SignalSink::show(ParticipantId p_who, const AgentBlocked &p_event) {
	node.emit_signal(node.signal_names().agent_blocked, text_of(p_who), to_godot(p_event.target),
			to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId, const AutoModeStarted &p_event) {
	PackedStringArray agents;
	for (const Participant &each : p_event.talk->participants) {
		agents.push_back(to_godot(each.agent.to_string()));
	}
	node.emit_signal(node.signal_names().auto_mode_started, to_godot(p_event.talk->id.to_string()),
			agents, to_godot(p_event.talk->topic), to_godot(pattern_name(p_event.talk->pattern)));
}

void SignalSink::show(ParticipantId p_who, const AutoModeTurnChanged &p_event) {
	node.emit_signal(node.signal_names().auto_mode_turn_changed, to_godot(p_event.talk.to_string()),
			text_of(p_who), static_cast<int64_t>(p_event.turn));
}

void SignalSink::show(ParticipantId p_who, const AgentMessaged &p_event) {
	node.emit_signal(node.signal_names().agent_message, text_of(p_who),
			to_godot(p_event.message->content), to_godot(p_event.talk.to_string()));
}

void SignalSink::show(ParticipantId, const AutoModeEnded &p_event) {
	node.emit_signal(node.signal_names().auto_mode_ended, to_godot(p_event.talk.to_string()),
			to_godot(talk_end_name(p_event.reason)));
}

void SignalSink::show(ParticipantId p_who, const TransitionRefused &p_event) {
	node.emit_signal(node.signal_names().action_refused, text_of(p_who), to_godot(p_event.wanted),
			to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const MindFailed &p_event) {
	node.emit_signal(node.signal_names().agent_mind_failed, text_of(p_who),
			to_godot(mind_failure_name(p_event.failure)), to_godot(p_event.message));
}

void SignalSink::show(ParticipantId p_who, const BudgetExhausted &p_event) {
	node.emit_signal(
			node.signal_names().budget_exhausted, text_of(p_who), to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const ToolUsed &p_event) {
	node.emit_signal(node.signal_names().tool_used, text_of(p_who),
			to_godot(p_event.result.call.name), p_event.result.ok, to_godot(p_event.result.result));
}

void SignalSink::emit(const TextPiece &p_piece) {
	if (is_over()) {
		return;
	}
	node.emit_signal(node.signal_names().agent_text_streamed, text_of(ParticipantId(p_piece.agent)),
			to_godot(p_piece.text), p_piece.begins);
}

void SignalSink::show(ParticipantId p_who, const MessagePublished &p_event) {
	const Message &message = *p_event.message;
	node.emit_signal(node.signal_names().message_published, text_of(p_who), to_godot(message.type),
			to_godot(message.content), to_godot(message.channel), recipients_of(message.hearers));
}

void SignalSink::show(ParticipantId p_who, const MessageAcknowledged &p_event) {
	node.emit_signal(
			node.signal_names().message_acknowledged, text_of(p_who), text_of(p_event.from));
}

void SignalSink::show(ParticipantId p_who, const MessagesDropped &p_event) {
	node.emit_signal(node.signal_names().messages_dropped, text_of(p_who),
			static_cast<int64_t>(p_event.count), to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const TaskChanged &p_event) {
	const AgentTask &task = *p_event.task;
	node.emit_signal(node.signal_names().agent_task_changed, text_of(p_who),
			to_godot(task.id.to_string()), to_godot(task.name), static_cast<int64_t>(task.status),
			to_godot(task.result));
}

void SignalSink::show(ParticipantId p_who, const CollaborationInvited &p_event) {
	node.emit_signal(node.signal_names().collaboration_invited, text_of(p_who),
			text_of(p_event.partner), to_godot(p_event.subject), p_event.to_task);
}

void SignalSink::show(ParticipantId p_who, const CollaborationAnswered &p_event) {
	node.emit_signal(node.signal_names().collaboration_answered, text_of(p_who),
			text_of(p_event.partner), to_godot(p_event.subject), p_event.accepted,
			to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const ActionPerformed &p_event) {
	const Result<nlohmann::json> result = p_event.ok && !p_event.result.empty()
			? parse_json(p_event.result)
			: Result(nlohmann::json(p_event.result));
	node.emit_signal(node.signal_names().action_performed, text_of(p_who), to_godot(p_event.action),
			p_event.ok,
			result.ok() ? to_variant(result.value()) : Variant(to_godot(p_event.result)));
}

void SignalSink::show(ParticipantId p_who, const AgentPaused &p_event) {
	node.emit_signal(node.signal_names().agent_paused_changed, text_of(p_who), p_event.paused);
}

void SignalSink::show(ParticipantId p_who, const AgentStuck &p_event) {
	node.emit_signal(node.signal_names().agent_stuck, text_of(p_who),
			static_cast<int64_t>(p_event.state),
			std::chrono::duration<double>(p_event.waited).count(), to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const RuntimeNotice &p_event) {
	if (p_event.type == "runtime_started") {
		node.emit_signal(node.signal_names().runtime_started);
	} else if (p_event.type == "store_degraded") {
		node.emit_signal(node.signal_names().store_degraded, member_of(p_event.data, "reason"));
	} else if (p_event.type == "store_recovered") {
		node.emit_signal(node.signal_names().store_recovered);
	} else if (p_event.type == "memory_changed") {
		node.emit_signal(node.signal_names().memory_changed, text_of(p_who),
				member_of(p_event.data, "what"));
	}
}

} // namespace agent_runtime
