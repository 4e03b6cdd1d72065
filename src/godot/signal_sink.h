#pragma once

#include "core/agents/event_pump.h"
#include "godot/runtime_session.h"

#include <memory>
#include <optional>

class AgentRuntime;

namespace agent_runtime {

// Turns events into the signals of a node, and moves the bodies of its agents. Lives as long as one
// frame's draining. Main thread only.
class SignalSink : public PumpSink {
public:
	SignalSink(AgentRuntime &p_node, std::shared_ptr<RuntimeSession> p_session);

	// Nothing once the session has been stopped, when the node may be gone, nor while the node
	// waits to be freed.
	void emit(const PublishedEvent &p_event) override;
	void emit(const MovingPosition &p_position) override;
	void emit(const TextPiece &p_piece) override;
	void emit(const AgentPath &p_path) override;
	void emit(const AgentTurn &p_turn) override;
	void emit(const GameCall &p_call) override;
	void emit(const CancelledWalk &p_walk) override;
	void emit_prepared(const PublishedEvent &p_event, const PreparedEvent *p_prepared) override;
	void emit(const AgentChanges &p_changes) override;
	// Nobody connected: not a thing is done for it.
	bool wants_state_changes() override;
	bool wants_changes() override;
	bool wants_positions() override;
	bool wants_paths() override;
	bool wants_turns() override;

private:
	bool is_over() const;
	// What the node does itself about an event, ahead of its signal.
	void follow(ParticipantId p_who, const EventData &p_event);
	bool show_speech(ParticipantId p_who, const EventData &p_event);
	void show_other(const Event &p_event);
	// Calls end in one answer each, for which a callable of the game may care.
	void ask_to_walk(const GameCall &p_call);
	void ask_for_action(const GameCall &p_call);
	void give(const std::optional<CallAnswer> &p_answer);

	AgentRuntime &node;
	const std::shared_ptr<RuntimeSession> session;
	const PreparedEvent *prepared = nullptr; // of the event that is being shown
};

} // namespace agent_runtime
