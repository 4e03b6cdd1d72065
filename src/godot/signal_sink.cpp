#include "godot/signal_sink.h"

#include "core/agents/event.h"
#include "core/base/json_io.h"
#include "core/log/event_json.h"
#include "core/runtime/runtime_events.h"
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

#include <cstring>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

String text_of(ParticipantId p_who) {
	return to_godot(p_who.to_string());
}

// A column of changes as an array of the engine with the same values.
template <typename Packed, typename T>
Packed column(const std::vector<T> &p_values) {
	Packed packed;
	static_assert(sizeof(T) == sizeof(*packed.ptrw()), "double precision is not supported");
	packed.resize(static_cast<int64_t>(p_values.size()));
	std::memcpy(static_cast<void *>(packed.ptrw()), p_values.data(), p_values.size() * sizeof(T));
	return packed;
}

} // namespace

SignalSink::SignalSink(AgentRuntime &p_node, std::shared_ptr<LiveRuntime> p_live) :
		node(p_node),
		live(std::move(p_live)) {}

bool SignalSink::is_over() const {
	return live->is_stopped() || node.is_queued_for_deletion();
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

void SignalSink::emit(const AgentFacing &p_turn) {
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

// Runs after a callable of the game, which may have ended the live runtime.
void SignalSink::give(const std::optional<CallAnswer> &p_answer) {
	if (!p_answer || live->is_stopped()) {
		return;
	}
	const Status status = live->runtime().answer_call(*p_answer);
	report_call(p_answer->kind == CallKind::context	   ? "set_context_provider"
					: p_answer->kind == CallKind::tool ? "register_tool"
													   : "register_action",
			status);
	if (status.code() == StatusCode::invalid_argument) {
		// The callable's result cannot be used, so the call ends here, and not at its deadline.
		const Status ended = live->runtime().answer_call(
				{ p_answer->call, p_answer->kind, CallOutcome::failed, status.message(), "" });
		report_call(p_answer->kind == CallKind::tool ? "fail_tool" : "fail_action", ended);
	}
}

void SignalSink::emit(const PublishedEvent &p_event) {
	if (is_over()) {
		return;
	}
	const Event &event = p_event.event;
	const ParticipantId who = event.subject.participant();
	follow(who, event.data);
	if (!is_over() && node.agent_jobs() != nullptr) {
		node.agent_jobs()->follow(event.data);
	}
	if (is_over() || event.data.is<RuntimeStopped>() || show_speech(who, event.data)) {
		return; // the node itself reports when it has stopped
	}
	const StringName *signal = node.signal_names().of_events.find(event.data.form());
	if (signal == nullptr) {
		show_other(event);
	} else if (node.has_connections(*signal)) {
		SignalValues values;
		event.data.form().show(event.data.address(), event.subject, values);
		values.emit(node, *signal);
	}
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

// Bodies follow every position.
bool SignalSink::wants_positions() {
	return !is_over() &&
			(node.has_bodies() || node.has_connections(node.signal_names().agent_position_changed));
}

bool SignalSink::wants_paths() {
	return !is_over() &&
			(node.has_bodies() || node.has_connections(node.signal_names().agent_path_changed));
}

bool SignalSink::wants_facings() {
	return !is_over() &&
			(node.has_bodies() || node.has_connections(node.signal_names().agent_turned));
}

void SignalSink::follow(ParticipantId p_who, const EventData &p_event) {
	if (const AgentSpawned *spawned = p_event.get_if<AgentSpawned>()) {
		node.game_minds().agent_lives(p_who.agent_id(), spawned->profile->mind);
		node.agent_handles().begin(
				ObjectID(node.get_instance_id()), p_who.agent_id(), *spawned->profile);
		for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
			body->place(to_godot(spawned->position));
		}
	} else if (const AgentTerminated *terminated = p_event.get_if<AgentTerminated>()) {
		node.game_minds().forget_agent(p_who.agent_id());
		node.game_actions().forget_agent(p_who.agent_id());
		node.agent_handles().terminate(p_who.agent_id(), terminated->reason);
	} else if (const AgentMoved *moved = p_event.get_if<AgentMoved>()) {
		for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
			body->walk_to(to_godot(moved->position));
		}
	} else if (const AgentArrived *arrived = p_event.get_if<AgentArrived>()) {
		for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
			body->turn(arrived->facing);
		}
	}
}

// The lists of hearers may have been prepared. False for any other event.
bool SignalSink::show_speech(ParticipantId p_who, const EventData &p_event) {
	const AgentSpoke *speech = p_event.get_if<AgentSpoke>();
	if (speech == nullptr) {
		return false;
	}
	if (node.has_connections(node.signal_names().agent_spoke)) {
		node.emit_signal(node.signal_names().agent_spoke, text_of(p_who),
				to_godot(speech->message->content),
				prepared != nullptr ? static_cast<const PreparedSpeech *>(prepared)->recipients
									: recipients_of(speech->message->hearers));
	}
	return true;
}

// For a type that has no signal of its own, such as one that only a newer program knows.
void SignalSink::show_other(const Event &p_event) {
	if (!node.has_connections(node.signal_names().event_received)) {
		return;
	}
	nlohmann::json data = event_data_to_json(p_event);
	if (!p_event.trace.is_none()) {
		data["trace_id"] = p_event.trace.to_string();
	}
	node.emit_signal(node.signal_names().event_received, to_godot(event_type(p_event)),
			to_godot(p_event.subject.to_string()), to_variant(data));
}

void SignalSink::emit(const TextPiece &p_piece) {
	if (is_over()) {
		return;
	}
	node.emit_signal(node.signal_names().agent_text_streamed, text_of(ParticipantId(p_piece.agent)),
			to_godot(p_piece.text), p_piece.begins);
}

} // namespace agent_runtime
