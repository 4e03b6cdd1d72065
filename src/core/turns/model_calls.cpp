#include "core/mind/decision.h"
#include "core/turns/backoff.h"
#include "core/turns/turn.h"

#include <algorithm>
#include <chrono>
#include <utility>

// The part of a turn in which its model is called: what is heard of it, its limits of time, and
// what it came to.

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_ANSWER = 262'144; // bytes that are written before it is stopped
constexpr std::int64_t BYTES_PER_TOKEN = 3; // of words, rather too few

// Whether the provider has done nothing yet when it fails so.
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

} // namespace

void ModelTurns::call(Turn &turn) {
	const MindTimeouts &timeouts = settings_of(turn).timeouts;
	turn.stage = Stage::calling;
	turn.has_progressed = false;
	turn.written = 0;
	turn.last_moment = clock_.now() + timeouts.total;
	// A game is always there, and need not write anything on the way.
	const bool is_game = turn.request.kind == MindKind::game;
	turn.is_connected = is_game;
	wait_until(turn,
			is_game ? turn.last_moment
					: std::min(clock_.now() + timeouts.connect, turn.last_moment));
	turn.call = backends_[static_cast<std::size_t>(turn.request.kind)]->start(
			turn.prompt->request, turn);
}

ModelProblem ModelTurns::timeout_of(const Turn &turn, const MindTimeouts &timeouts) {
	const auto problem = [&](MindFailure failure, const char *what, Micros limit) {
		const std::chrono::milliseconds time =
				std::chrono::duration_cast<std::chrono::milliseconds>(limit);
		return ModelProblem{ failure,
			std::string(mind_kind_name(turn.request.kind)) + ": " + what + " within " +
					std::to_string(time.count()) +
					" ms; try again later, or give it more time in the settings",
			{}, {} };
	};
	if (turn.turns.clock_.now() >= turn.last_moment) {
		return problem(MindFailure::total_timeout, "the answer did not end", timeouts.total);
	}
	if (!turn.is_connected) {
		return problem(MindFailure::connect_timeout, "nobody was reached", timeouts.connect);
	}
	return turn.has_progressed
			? problem(MindFailure::idle_timeout, "the answer did not go on", timeouts.idle)
			: problem(MindFailure::first_token_timeout, "no word came", timeouts.first_token);
}

void ModelTurns::connected(Turn &turn) {
	turn.is_connected = true;
	wait_until(turn,
			std::min(clock_.now() + settings_of(turn).timeouts.first_token, turn.last_moment));
}

void ModelTurns::progressed(Turn &turn) {
	turn.is_connected = true;
	turn.has_progressed = true;
	if (turn.request.kind == MindKind::game) {
		return;
	}
	wait_until(turn, std::min(clock_.now() + settings_of(turn).timeouts.idle, turn.last_moment));
}

// What begins like an action in JSON is not speech, and nobody wants to watch it being typed.
void ModelTurns::wrote(Turn &turn, std::string_view text) {
	const bool begins = turn.written == 0;
	turn.written += text.size();
	if (turn.written > LONGEST_ANSWER) {
		failed(turn,
				{ MindFailure::too_long,
						"the answer is longer than " + std::to_string(LONGEST_ANSWER / 1024) +
								" KB and was stopped",
						{}, {} });
		return;
	}
	if (begins) {
		turn.is_speech = !text.starts_with('{') && !text.starts_with('`');
	}
	if (begins) {
		turn.sieve = KeywordSieve(turn.request.request.end_keyword);
		turn.shown.clear();
	}
	if (!turn.is_speech) {
		return;
	}
	const std::string shown = turn.sieve.take(text);
	if (hooks_.wrote) {
		hooks_.wrote(turn.request.key.agent, shown, begins);
	}
	if (!turn.sieve.keyword().empty()) {
		turn.shown += shown;
	}
	if (turn.sieve.is_over()) {
		end_conversation(turn);
	}
}

// The keyword ends it, whatever would come behind: the model is not listened to any longer, and
// what it has cost by now is estimated.
void ModelTurns::end_conversation(Turn &turn) {
	ModelAnswer answer;
	answer.text = turn.shown + turn.sieve.keyword();
	conclude(turn, answer, { {}, turn.request.kind == MindKind::game, false });
}

void ModelTurns::answered(Turn &turn, const ModelAnswer &answer) {
	// A server that says nothing of its usage may have used a lot.
	conclude(turn, answer,
			{ answer.usage, answer.usage != Usage() || turn.request.kind == MindKind::game,
					false });
}

void ModelTurns::conclude(Turn &turn, const ModelAnswer &answer, const Ending &ending) {
	const TurnKey key = turn.request.key;
	hang_up(turn, ending);
	Result<MindAction> action = decide(answer, turn.request.request);
	const bool is_heard = action.ok() && std::holds_alternative<SpeakAction>(action.value());
	if (turn.is_speech && turn.written > 0 && !is_heard && hooks_.wrote) {
		hooks_.wrote(key.agent, "", true); // what was shown is not said after all
	}
	if (action.ok()) {
		end(turn, { key, std::nullopt, {}, std::move(action).value() });
	} else {
		end(turn, { key, MindFailure::bad_answer, action.status().message(), {} });
	}
	reserve_waiting();
	admit();
}

void ModelTurns::failed(Turn &turn, ModelProblem problem) {
	const TurnKey key = turn.request.key;
	const bool is_free = is_refusal(problem.failure) && !turn.has_progressed;
	hang_up(turn,
			{ problem.usage, problem.usage.cost.has_value(), is_free && problem.usage == Usage() });
	if (problem.retry_after) {
		gate_of(turn.request.kind).hold_off(clock_.now(), *problem.retry_after);
	}
	const std::optional<Micros> wait = may_be_retried(problem.failure)
			? backoff(++turn.attempt, settings_of(turn).retry, chance_, problem.retry_after)
			: std::nullopt;
	if (wait) {
		turn.stage = Stage::resting;
		wait_until(turn, clock_.now() + *wait);
	} else {
		end(turn, { key, problem.failure, std::move(problem.message), {} });
	}
	reserve_waiting();
	admit();
}

// Ends the attempt, whatever stage it is in, and closes its books.
void ModelTurns::hang_up(Turn &turn, const Ending &ending) {
	wait_until(turn, std::nullopt);
	std::erase(short_of_budget_, turn.request.key);
	const bool was_called = turn.call != nullptr && turn.is_connected && !ending.is_free;
	turn.call.reset();
	settle(turn, ending);
	std::optional<std::int64_t> tokens;
	if (ending.is_complete) {
		tokens = ending.usage.input_tokens + ending.usage.output_tokens;
	} else if (!was_called) {
		tokens = 0;
	}
	leave_gate(turn, tokens);
}

// What a call came to that ended before anybody said so is estimated, rather too high; programs
// send more than we know of, so theirs count in full.
void ModelTurns::settle(Turn &turn, const Ending &ending) {
	const ReservationId id = std::exchange(turn.reservation, ReservationId());
	if (id.is_none()) {
		return;
	}
	const bool is_program =
			turn.request.kind == MindKind::claude || turn.request.kind == MindKind::codex;
	Status status;
	if (ending.is_complete) {
		status = ledger_.settle(id, prices_.cost_of(source_of(turn), ending.usage));
	} else if (!turn.is_connected || ending.is_free) {
		status = ledger_.release(id);
	} else if (is_program) {
		status = ledger_.settle_in_full(id);
	} else {
		status = ledger_.settle(
				id, prices_.cost_of(source_of(turn), estimate_of(turn, ending.usage)));
	}
	if (!status.ok()) {
		log_.error(status.message());
	}
}

// Of what came, the words are counted; where nothing but thinking or tools came, the most.
Usage ModelTurns::estimate_of(const Turn &turn, Usage reported) {
	if (turn.request.kind == MindKind::game) {
		return reported;
	}
	const std::int64_t most = turn.prompt->request.max_output_tokens;
	const std::int64_t words =
			(static_cast<std::int64_t>(turn.written) + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
	const bool is_unseen = turn.has_progressed && turn.written == 0;
	reported.input_tokens = std::max(reported.input_tokens, turn.prompt->tokens);
	reported.output_tokens = std::max(reported.output_tokens, is_unseen ? most : words);
	return reported;
}

} // namespace agent_runtime
