#include "core/runtime/game_mind.h"

#include "core/base/fields.h"
#include "core/mind/prompt.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

// A call that is open as long as this lives.
class GameMind::Call : public ModelCall {
public:
	Call(GameMind &mind, CallId id, AgentId agent, ModelListener &listener) :
			listener_(listener),
			mind_(mind),
			id_(id),
			agent_(agent) {
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

private:
	ModelListener &listener_;
	GameMind &mind_;
	const CallId id_;
	const AgentId agent_;
};

std::unique_ptr<ModelCall> GameMind::start(ModelRequest request, ModelListener &listener) {
	std::unique_ptr<ModelCall> call =
			std::make_unique<Call>(*this, request.call, request.agent, listener);
	hooks_.ask({ request.call, request.agent, CallKind::mind, {}, {},
			write_fields(shown_request(request)).dump(), false });
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
	answer.text = read.is_string() ? read.get<std::string>() : result;
	listener.answered(std::move(answer));
}

} // namespace agent_runtime
