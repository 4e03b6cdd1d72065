#include "core/runtime/game_mind.h"

#include "core/base/fields.h"
#include "core/mind/action_json.h"
#include "core/mind/prompt.h"
#include "core/models/text_tools.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

Status unusable(std::string why) {
	return Status(StatusCode::invalid_argument, "the game's own mind " + std::move(why));
}

// An answer to somebody who is no character.
Result<std::string> words_of(const json &answer, bool has_tools) {
	if (answer.is_string()) {
		return answer.get<std::string>();
	}
	const Result<MindAction> action = action_from_json(answer);
	if (!action.ok()) {
		return unusable("gave no answer: " + action.status().message());
	}
	if (const SpeakAction *speech = std::get_if<SpeakAction>(&action.value())) {
		return speech->content;
	}
	if (std::holds_alternative<WaitAction>(action.value())) {
		return std::string();
	}
	const UseToolsAction *use = std::get_if<UseToolsAction>(&action.value());
	if (use == nullptr) {
		return unusable(
				"was asked by nobody in the world, and answered with what only an agent can "
				"do; answer in words or with use_tools");
	}
	return has_tools ? Result(calls_in_words(use->calls))
					 : unusable("wants to use tools, and was offered none");
}

} // namespace

// A call that is open as long as this lives.
class GameMind::Call : public ModelCall {
public:
	Call(GameMind &mind, CallId id, const ModelRequest &request, ModelListener &listener) :
			listener_(listener),
			mind_(mind),
			id_(id),
			agent_(request.agent),
			has_tools_(!request.tools.empty()) {
		mind_.open_[id_] = this;
	}
	~Call() override {
		if (mind_.open_.erase(id_) != 0) {
			mind_.hooks_.withdraw({ id_, agent_, CallKind::mind, {}, {}, {}, true });
		}
	}
	Call(const Call &) = delete;
	Call &operator=(const Call &) = delete;

	ModelListener &listener() const { return listener_; }
	bool has_tools() const { return has_tools_; }

private:
	ModelListener &listener_;
	GameMind &mind_;
	const CallId id_;
	const AgentId agent_;
	const bool has_tools_;
};

CallId GameMind::next_call() {
	return CallId(++newest_);
}

std::unique_ptr<ModelCall> GameMind::start(ModelRequest request, ModelListener &listener) {
	const CallId id = request.call.is_none() ? next_call() : request.call;
	std::unique_ptr<ModelCall> call = std::make_unique<Call>(*this, id, request, listener);
	GameCall asked{ id, request.agent, CallKind::mind };
	asked.arguments = write_fields(shown_request(request)).dump();
	asked.account = std::move(request.account);
	hooks_.ask(asked);
	return call;
}

void GameMind::wrote(CallId call, std::string_view text) {
	if (const auto found = open_.find(call); found != open_.end()) {
		ModelListener &listener = found->second->listener();
		listener.progressed();
		listener.wrote(text);
	}
}

void GameMind::answered(
		CallId call, CallOutcome outcome, const std::string &reason, const std::string &result) {
	const auto found = open_.find(call);
	if (found == open_.end()) {
		return;
	}
	ModelListener &listener = found->second->listener();
	const bool has_tools = found->second->has_tools();
	if (outcome != CallOutcome::unanswered) {
		open_.erase(found); // otherwise the game is told that it need not answer any more
	}
	if (outcome != CallOutcome::done) {
		listener.failed({ outcome == CallOutcome::unanswered ? MindFailure::total_timeout
															 : MindFailure::program_failed,
				outcome == CallOutcome::unanswered ? "the game has not answered in time"
												   : "the game's own mind failed: " + reason,
				{}, {} });
		return;
	}
	ModelAnswer answer;
	const json read = json::parse(result, nullptr, false);
	if (is_of_step(call)) {
		answer.text = read.is_string() ? read.get<std::string>() : result;
	} else {
		Result<std::string> words = words_of(read, has_tools);
		if (!words.ok()) {
			listener.failed({ MindFailure::bad_answer, words.status().message(), {}, {} });
			return;
		}
		answer.text = std::move(words).value();
	}
	listener.answered(std::move(answer));
}

} // namespace agent_runtime
