#pragma once

#include "core/models/model_calls.h"

namespace agent_runtime {

// A call that has not ended, which listens to its model.
struct ModelCalls::Call : ModelListener {
	Call(ModelCalls &owner, ModelCallId number, CallOrder what, CallListener &who) :
			calls(owner),
			id(number),
			order(std::move(what)),
			listener(who) {}

	void connected() override { calls.connected(*this); }
	void progressed() override { calls.progressed(*this); }
	void wrote(std::string_view text) override { calls.wrote(*this, text); }
	void answered(ModelAnswer answer) override { calls.answered(*this, answer); }
	void failed(ModelProblem problem) override { calls.failed(*this, problem); }

	ModelCalls &calls;
	const ModelCallId id;
	const CallOrder order;
	CallListener &listener;
	Stage stage = Stage::waiting;
	int attempt = 0; // how many attempts have failed
	// Of the current attempt.
	GateTicket ticket; // its place in the queue or in flight
	ReservationId reservation;
	std::unique_ptr<ModelCall> in_flight;
	bool is_connected = false;
	bool has_progressed = false;
	std::size_t written = 0; // in bytes
	RealTime last_moment; // by which it has to end
	std::optional<RealTime> due; // the same as in due_
};

} // namespace agent_runtime
