#include "core/base/utf8.h"
#include "core/runtime/runtime.h"

#include <utility>

// Minds outside the process: the desk at which they are asked, and what the game does for them.

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_TOLD_MINDS = 100;

} // namespace

void Runtime::start_models() {
	ModelDesk::Rooms rooms{ .clock = clock_,
		.last_prompts = last_prompts_,
		.texts = pump_.texts(),
		.writer = stores_ ? &writer_ : nullptr,
		.reader = stores_ ? &reader_ : nullptr,
		.answered = [this](MindAnswerInput answer) { world_.post(std::move(answer)); },
		.game = { .ask = [this](const GameCall &call) { ask_game(call); },
				.withdraw =
						[this](const GameCall &call) {
							calls_.forget(call.call);
							pump_.call(call);
						} } };
	models_ =
			std::make_unique<ModelDesk>(options_.minds, options_.make_http, std::move(rooms), log_);
}

// What only its owner can mend is an error for whoever looks at no event; each once.
void Runtime::report_mind(const Event &event) {
	const MindFailed *const failed = event.data.get_if<MindFailed>();
	const bool is_for_owner = failed != nullptr &&
			(failed->failure == MindFailure::misconfigured ||
					failed->failure == MindFailure::not_allowed);
	if (is_for_owner && told_minds_.size() < MOST_TOLD_MINDS &&
			told_minds_.insert(failed->message).second) {
		log_.error(
				"the mind of " + event.subject.to_string() + " cannot think: " + failed->message);
	}
}

std::vector<std::string> Runtime::unused_script_steps() const {
	directory_.for_each([this](AgentId id, const ProfilePtr &profile) {
		if (profile->mind == MindKind::scripted) {
			mind_.scripted().expect(id, profile->mind_options);
		}
	});
	return mind_.scripted().unused_steps();
}

void Runtime::ask_game(const GameCall &call) {
	const RealTime now = clock_.now();
	calls_.open({ call.call, call.agent, call.kind }, now, now + time_for(call.kind));
	pump_.call(call);
}

Status Runtime::stream_thought(CallId call, std::string text) {
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

} // namespace agent_runtime
