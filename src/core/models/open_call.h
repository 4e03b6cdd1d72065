#pragma once

#include "core/mind/token_estimate.h"
#include "core/models/model_calls.h"
#include "core/models/text_tools.h"

namespace agent_runtime {

// A call that has not ended, which listens to its model.
struct ModelCalls::Call : ModelListener {
	Call(ModelCalls &owner, ModelCallId number, CallOrder what, CallListener &who) :
			calls(owner),
			id(number),
			order(std::move(what)),
			listener(who),
			input_tokens(order.input_tokens) {
		if (!takes_tools(order.kind) && !order.request->tools.empty()) {
			text_tools.emplace(*order.request);
			input_tokens = estimate_tokens(request());
		}
	}

	void connected() override { calls.connected(*this); }
	void progressed() override { calls.progressed(*this); }
	void wrote(std::string_view text) override { calls.wrote(*this, text); }
	void answered(ModelAnswer answer) override { calls.answered(*this, std::move(answer)); }
	void failed(ModelProblem problem) override { calls.failed(*this, problem); }

	// What the model is asked.
	const ModelRequest &request() const {
		return text_tools ? *text_tools->request() : *order.request;
	}
	const ProviderSettings &settings() const { return calls.settings_.of(order.kind); }
	ModelSource source() const {
		return { order.kind, settings().base_url, request().model, settings().free };
	}
	std::optional<ModelProblem> find_problem() const;
	// Asks again, and says what was wrong with a call of a tool. False: that was done before.
	bool complain(const ModelAnswer &answer, const Status &wrong) {
		const bool is_new = text_tools->complain(answer, wrong);
		input_tokens = estimate_tokens(request());
		return is_new;
	}

	ModelCalls &calls;
	const ModelCallId id;
	const CallOrder order;
	CallListener &listener;
	std::optional<TextTools> text_tools; // for a model that takes no tools
	std::int64_t input_tokens = 0; // approximate size of the request
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

inline std::optional<ModelProblem> ModelCalls::Call::find_problem() const {
	std::optional<ModelProblem> problem = calls.find_problem(order.kind);
	if (!problem) {
		problem = calls.find_problem(order.kind, request().model);
	}
	return problem;
}

} // namespace agent_runtime
