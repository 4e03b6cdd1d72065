#include "core/models/open_call.h"

#include "core/models/backoff.h"

#include <algorithm>
#include <chrono>
#include <utility>

// The part of a call in which its model is called: what the model sends, the time limits, and the
// cost.

namespace agent_runtime {

namespace {

// how many bytes are accepted before the call is stopped
constexpr std::size_t LONGEST_ANSWER = 262'144;
constexpr std::int64_t BYTES_PER_TOKEN = 3; // for words; a low estimate

// Whether this failure means that the provider has done nothing yet.
bool is_refusal(MindFailure failure) {
	switch (failure) {
		case MindFailure::refused:
		case MindFailure::unknown_model:
		case MindFailure::rate_limited:
		case MindFailure::overloaded:
		case MindFailure::unreachable:
		case MindFailure::insecure:
		case MindFailure::misconfigured:
		case MindFailure::not_allowed:
			return true;
		default:
			return false;
	}
}

// Counts the words that came. If only thoughts or tool calls came, assumes the most.
Usage estimate_of(MindKind kind, Usage reported, Cost most, std::size_t written, bool is_unseen) {
	if (!is_outside(kind)) {
		return reported;
	}
	const std::int64_t words =
			(static_cast<std::int64_t>(written) + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
	if (reported.input_tokens == 0 && writes_caches(kind)) {
		reported.cache_write_tokens = most.input_tokens;
	}
	reported.input_tokens = std::max(reported.input_tokens, most.input_tokens);
	reported.output_tokens =
			std::max(reported.output_tokens, is_unseen ? most.output_tokens : words);
	return reported;
}

ModelProblem timeout_of(MindKind kind, MindFailure failure, const char *what, Micros limit) {
	const std::chrono::milliseconds time =
			std::chrono::duration_cast<std::chrono::milliseconds>(limit);
	return { failure,
		std::string(mind_kind_name(kind)) + ": " + what + " within " +
				std::to_string(time.count()) +
				" ms; try again later, or give it more time in the settings",
		{}, {} };
}

} // namespace

void ModelCalls::start(Call &call) {
	const MindTimeouts &timeouts = call.settings().timeouts;
	call.stage = Stage::calling;
	call.has_progressed = false;
	call.written = 0;
	call.last_moment = clock_.now() + timeouts.total;
	// Minds of this process are always there, and need not write anything before their answer.
	call.is_connected = !is_outside(call.order.kind);
	wait_until(call,
			call.is_connected ? call.last_moment
							  : std::min(clock_.now() + timeouts.connect, call.last_moment));
	ModelRequest request = call.request();
	request.account = call.order.spender.queues_as();
	if (call.order.kind == MindKind::game) {
		request.tools = call.order.request->tools; // a script has more use for them than for words
	}
	call.in_flight =
			backends_[static_cast<std::size_t>(call.order.kind)]->start(std::move(request), call);
}

void ModelCalls::time_is_up(Call &call) {
	const MindKind kind = call.order.kind;
	const MindTimeouts &timeouts = call.settings().timeouts;
	if (call.stage == Stage::resting) {
		enter(call);
	} else if (clock_.now() >= call.last_moment) {
		failed(call,
				timeout_of(kind, MindFailure::total_timeout, "the answer did not end",
						timeouts.total));
	} else if (!call.is_connected) {
		failed(call,
				timeout_of(kind, MindFailure::connect_timeout, "nobody was reached",
						timeouts.connect));
	} else if (call.has_progressed) {
		failed(call,
				timeout_of(kind, MindFailure::idle_timeout, "the answer did not go on",
						timeouts.idle));
	} else {
		failed(call,
				timeout_of(kind, MindFailure::first_token_timeout, "no word came",
						timeouts.first_token));
	}
}

void ModelCalls::connected(Call &call) {
	call.is_connected = true;
	if (!is_outside(call.order.kind)) {
		return;
	}
	wait_until(
			call, std::min(clock_.now() + call.settings().timeouts.first_token, call.last_moment));
}

void ModelCalls::progressed(Call &call) {
	call.is_connected = true;
	call.has_progressed = true;
	if (!is_outside(call.order.kind)) {
		return;
	}
	wait_until(call, std::min(clock_.now() + call.settings().timeouts.idle, call.last_moment));
}

void ModelCalls::wrote(Call &call, std::string_view text) {
	const bool begins = call.written == 0;
	call.written += text.size();
	if (call.written > LONGEST_ANSWER) {
		failed(call,
				{ MindFailure::too_long,
						"the answer is longer than " + std::to_string(LONGEST_ANSWER / 1024) +
								" KB and was stopped",
						{}, {} });
		return;
	}
	if (!call.text_tools) { // what is written may be a call
		call.listener.wrote(text, begins);
	}
}

void ModelCalls::answered(Call &call, ModelAnswer answer) {
	const Status read = call.text_tools ? call.text_tools->read(answer) : Status();
	// A server that does not report its usage may have used a lot.
	const bool is_complete = answer.usage != Usage() || !is_outside(call.order.kind);
	hang_up(call, { answer.usage, is_complete, false });
	if (!read.ok() && call.complain(answer, read)) {
		enter(call);
	} else {
		const std::unique_ptr<Call> ended = std::move(calls_[call.id]);
		calls_.erase(ended->id);
		if (!read.ok()) {
			ended->listener.failed({ MindFailure::bad_answer,
					std::string(mind_kind_name(ended->order.kind)) +
							" does not call tools as it was told: " + read.message(),
					{}, {} });
		} else {
			ended->listener.answered(answer);
		}
	}
	reserve_waiting();
	admit();
}

void ModelCalls::failed(Call &call, const ModelProblem &problem) {
	const bool is_free = is_refusal(problem.failure) && !call.has_progressed;
	hang_up(call,
			{ problem.usage, problem.usage.cost.has_value(), is_free && problem.usage == Usage() });
	if (problem.retry_after) {
		gate_of(call.order.kind).hold_off(clock_.now(), *problem.retry_after);
	}
	const bool may_help = may_be_retried(problem.failure) && is_outside(call.order.kind);
	const std::optional<Micros> wait = may_help
			? backoff(++call.attempt, call.settings().retry, chance_, problem.retry_after)
			: std::nullopt;
	if (wait) {
		call.stage = Stage::resting;
		wait_until(call, clock_.now() + *wait);
	} else {
		end_failed(call, problem);
	}
	reserve_waiting();
	admit();
}

void ModelCalls::end_failed(Call &call, const ModelProblem &problem) {
	CallListener &listener = call.listener;
	hang_up(call, {});
	calls_.erase(call.id);
	listener.failed(problem);
}

// Ends the attempt at any stage, and closes its books.
void ModelCalls::hang_up(Call &call, const Ending &ending) {
	wait_until(call, std::nullopt);
	std::erase(short_of_budget_, call.id);
	const bool was_called = call.in_flight != nullptr && call.is_connected && !ending.is_free;
	call.in_flight.reset();
	settle(call, ending);
	std::optional<std::int64_t> tokens;
	if (ending.is_complete) {
		tokens = ending.usage.input_tokens + ending.usage.output_tokens;
	} else if (!was_called) {
		tokens = 0;
	}
	leave_gate(call, tokens);
}

// When a call ended before its cost was reported, the cost is estimated, rather too high. Programs
// send more than we know of, so theirs counts in full.
void ModelCalls::settle(Call &call, const Ending &ending) {
	const ReservationId id = std::exchange(call.reservation, ReservationId());
	if (id.is_none()) {
		return;
	}
	Status status;
	if (ending.is_complete) {
		status = ledger_.settle(id, prices_.cost_of(call.source(), ending.usage));
	} else if (!call.is_connected || ending.is_free) {
		status = ledger_.release(id);
	} else if (is_program(call.order.kind)) {
		status = ledger_.settle_in_full(id);
	} else {
		const bool is_unseen = call.has_progressed && call.written == 0;
		const Cost most{ call.input_tokens, call.request().max_output_tokens };
		const Usage usage =
				estimate_of(call.order.kind, ending.usage, most, call.written, is_unseen);
		status = ledger_.settle(id, prices_.cost_of(call.source(), usage));
	}
	if (!status.ok()) {
		log_.error(status.message());
	}
}

} // namespace agent_runtime
