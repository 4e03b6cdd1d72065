#pragma once

#include "core/mind/end_keyword.h"
#include "core/turns/model_turns.h"

namespace agent_runtime {

// One thought on its way, and who listens to its model.
struct ModelTurns::Turn : ModelListener {
	Turn(ModelTurns &owner, TurnRequest what) :
			turns(owner),
			request(std::move(what)) {}

	void connected() override { turns.connected(*this); }
	void progressed() override { turns.progressed(*this); }
	void wrote(std::string_view text) override { turns.wrote(*this, text); }
	void answered(ModelAnswer answer) override { turns.answered(*this, answer); }
	void failed(ModelProblem problem) override { turns.failed(*this, std::move(problem)); }

	ModelTurns &turns;
	TurnRequest request;
	Stage stage = Stage::recalling;
	std::string model;
	std::shared_ptr<const Prompt> prompt;
	int attempt = 0; // how many have failed
	// Of the current attempt.
	GateTicket ticket; // its place in the queue or in flight
	ReservationId reservation;
	std::unique_ptr<ModelCall> call;
	bool is_connected = false;
	bool has_progressed = false;
	std::size_t written = 0; // bytes
	bool is_speech = false; // what is written
	KeywordSieve sieve{ request.request.end_keyword }; // for what is shown of it
	std::string shown; // so far, in a conversation that its keyword ends
	RealTime last_moment; // at which it has to have ended
	std::optional<RealTime> due; // as it stands in due_
};

} // namespace agent_runtime
