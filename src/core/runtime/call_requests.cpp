#include "core/runtime/call_requests.h"

#include "core/base/fields.h"
#include "core/base/utf8.h"

#include <string>
#include <utility>

namespace agent_runtime {

namespace {

std::string in_words(CallKind kind) {
	switch (kind) {
		case CallKind::walk:
			return "a walk";
		case CallKind::action:
			return "an action";
		case CallKind::context:
			return "what an agent perceives";
		case CallKind::tool:
			return "the use of a tool";
		case CallKind::mind:
			break;
	}
	return "a thought";
}

// The game gave no result: this is not JSON, and differs from null.
std::string text_of(const nlohmann::json &result) {
	return result.is_discarded() ? std::string() : result.dump();
}

// Checks it against the fields of the message that says the same.
MaybeProblem find_problem(const CallAnswer &answer) {
	if (answer.outcome == CallOutcome::failed) {
		return check_fields(FieldPath(), CallFailure{ answer.call, answer.reason });
	}
	if (answer.kind == CallKind::walk) {
		return std::nullopt;
	}
	if (answer.kind == CallKind::context) {
		return check_fields(FieldPath(), ContextGiven{ answer.call, answer.result });
	}
	const nlohmann::json result = nlohmann::json::parse(answer.result, nullptr, false);
	return answer.kind == CallKind::action
			? check_fields(FieldPath(), ActionCompleted{ answer.call, result })
			: check_fields(FieldPath(), CallResult{ answer.call, result });
}

CallAnswer failure(const CallFailure &answer, CallKind kind) {
	return { answer.call, kind, CallOutcome::failed, answer.reason };
}

} // namespace

Status CallRequests::end(const CallAnswer &answer) {
	if (const CallKind asked = calls_.kind_of(answer.call).value_or(answer.kind);
			asked != answer.kind) {
		return Status(StatusCode::failed_precondition,
				"call_id: " + answer.call.to_string() + " asks for " + in_words(asked) +
						", and this is an answer for " + in_words(answer.kind) +
						"; answer it as what it is");
	}
	const Result<CallBook::Open> open = calls_.close(answer.call);
	if (!open.ok()) {
		// The answer may cross with the news that the walk is over.
		const bool crosses = answer.kind == CallKind::walk && calls_.is_untold(answer.call);
		return crosses ? Status() : open.status();
	}
	const bool told = answer.outcome != CallOutcome::failed || !answer.reason.empty();
	CallOutcomeInput outcome{ open.value().agent, answer.call, answer.outcome,
		told ? answer.reason : std::string(usual_reason(answer.kind)), answer.result };
	if (answer.kind == CallKind::mind) {
		models_->game_answered(std::move(outcome));
	} else {
		world_.post(std::move(outcome));
	}
	return Status();
}

Status CallRequests::take(const CallAnswer &answer) {
	const MaybeProblem problem = find_problem(answer);
	return problem ? problem->to_status() : end(answer);
}

Status CallRequests::stream_thought(CallId call, std::string text) {
	if (calls_.kind_of(call) != CallKind::mind) {
		return Status(StatusCode::not_found,
				"call_id: this thought is not open (any more); nothing more can be written to it");
	}
	if (!is_valid_utf8(text)) {
		return Status(StatusCode::invalid_argument, "text: is not UTF-8");
	}
	models_->game_wrote(call, std::move(text));
	return Status();
}

Status CallRequests::answer(const WalkArrived &answer) {
	return end({ answer.call, CallKind::walk });
}

Status CallRequests::answer(const WalkBlocked &answer) {
	return end(failure(answer, CallKind::walk));
}

Status CallRequests::answer(const ActionCompleted &answer) {
	return end({ answer.call, CallKind::action, CallOutcome::done, "", text_of(answer.result) });
}

Status CallRequests::answer(const ActionFailed &answer) {
	return end(failure(answer, CallKind::action));
}

Status CallRequests::answer(const ContextGiven &answer) {
	return end({ answer.call, CallKind::context, CallOutcome::done, "", answer.context });
}

Status CallRequests::answer(const ToolCompleted &answer) {
	return end({ answer.call, CallKind::tool, CallOutcome::done, "", text_of(answer.result) });
}

Status CallRequests::answer(const ToolFailed &answer) {
	return end(failure(answer, CallKind::tool));
}

Status CallRequests::answer(const ThoughtAnswered &answer) {
	return end({ answer.call, CallKind::mind, CallOutcome::done, "", text_of(answer.result) });
}

Status CallRequests::answer(const ThoughtFailed &answer) {
	return end(failure(answer, CallKind::mind));
}

} // namespace agent_runtime
