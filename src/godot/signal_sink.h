#pragma once

#include "core/agents/event_pump.h"
#include "godot/live_runtime.h"

#include <memory>
#include <optional>

class AgentRuntime;

namespace agent_runtime {

// Turns events into the signals of a node, and moves the bodies of its agents. Lives for one
// frame's draining. Main thread only.
class SignalSink : public PumpSink {
public:
	SignalSink(AgentRuntime &p_node, std::shared_ptr<LiveRuntime> p_live);

	// Does nothing once the live runtime was stopped, when the node may be gone, or while the node
	// waits to be freed.
	void emit(const PublishedEvent &p_event) override;
	void emit(const MovingPosition &p_position) override;
	void emit(const TextPiece &p_piece) override;
	void emit(const AgentPath &p_path) override;
	void emit(const AgentFacing &p_turn) override;
	void emit(const GameCall &p_call) override;
	void emit(const CancelledWalk &p_walk) override;
	void emit_prepared(const PublishedEvent &p_event, const PreparedEvent *p_prepared) override;
	void emit(const AgentChanges &p_changes) override;
	// When nothing is connected, nothing is done for it.
	bool wants_state_changes() override;
	bool wants_changes() override;
	bool wants_positions() override;
	bool wants_paths() override;
	bool wants_facings() override;

private:
	bool is_over() const;
	// What the node itself does about an event before its signal. A handler may end the live
	// runtime.
	void follow(ParticipantId p_who, const EventData &p_event);
	bool show_speech(ParticipantId p_who, const EventData &p_event);
	void show_other(const Event &p_event);
	// Each call ends in one answer, which a callable of the game may provide.
	void ask_to_walk(const GameCall &p_call);
	void ask_for_action(const GameCall &p_call);
	void give(const std::optional<CallAnswer> &p_answer);

	AgentRuntime &node;
	const std::shared_ptr<LiveRuntime> live;
	const PreparedEvent *prepared = nullptr; // of the event being shown
};

} // namespace agent_runtime
