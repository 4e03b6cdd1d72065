#include "godot/signal_sink.h"

#include "core/base/json_io.h"
#include "godot/agent_body.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"

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
	node.emit_signal(node.signal_names().agent_position_changed, text_of(p_position.agent),
			to_godot(p_position.position));
}

void SignalSink::emit(const GameCall &p_call) {
	if (is_over()) {
		return;
	}
	node.emit_signal(node.signal_names().walk_requested, to_godot(p_call.call.to_string()),
			text_of(p_call.agent), to_godot(p_call.target));
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

void SignalSink::show(ParticipantId p_who, const AgentSpawned &p_event) {
	for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
		body->place(to_godot(p_event.position));
	}
	node.emit_signal(node.signal_names().agent_spawned, text_of(p_who),
			to_godot(p_event.profile->self.name), p_event.restored_from.has_value());
}

void SignalSink::show(ParticipantId p_who, const AgentTerminated &p_event) {
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
								: recipients_of(p_event));
}

void SignalSink::show(ParticipantId p_who, const AgentMoved &p_event) {
	for (AgentBody *body : node.bodies_of(p_who.agent_id())) {
		body->walk_to(to_godot(p_event.position));
	}
	node.emit_signal(node.signal_names().agent_moved, text_of(p_who), to_godot(p_event.from),
			to_godot(p_event.position));
}

void SignalSink::show(ParticipantId p_who, const TransitionRefused &p_event) {
	node.emit_signal(node.signal_names().action_refused, text_of(p_who), to_godot(p_event.wanted),
			to_godot(p_event.reason));
}

void SignalSink::show(ParticipantId p_who, const MindFailed &p_event) {
	node.emit_signal(node.signal_names().agent_mind_failed, text_of(p_who),
			to_godot(status_code_name(p_event.code)), to_godot(p_event.message));
}

void SignalSink::show(ParticipantId, const RuntimeNotice &p_event) {
	if (p_event.type == "runtime_started") {
		node.emit_signal(node.signal_names().runtime_started);
	} else if (p_event.type == "store_degraded") {
		node.emit_signal(node.signal_names().store_degraded, member_of(p_event.data, "reason"));
	} else if (p_event.type == "store_recovered") {
		node.emit_signal(node.signal_names().store_recovered);
	}
}

} // namespace agent_runtime
