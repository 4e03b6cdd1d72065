#include "core/agents/agent_decisions.h"

#include "core/agents/agent_engagement.h"
#include "core/agents/agent_life.h"
#include "core/agents/agent_listening.h"
#include "core/agents/agent_talk.h"
#include "core/agents/agent_tools.h"
#include "core/base/utf8.h"

#include <cmath>
#include <utility>

namespace agent_runtime::decisions {

namespace {

constexpr std::size_t LONGEST_UTTERANCE = 16'384; // in bytes
constexpr std::size_t LONGEST_SUBJECT = 128; // in characters, as for a task
constexpr std::size_t LONGEST_REASON = 2'048; // in bytes

bool is_text(const std::string &text, std::size_t longest) {
	return !text.empty() && text.size() <= longest && is_valid_utf8(text);
}

std::string problem_with(AgentStep &step, const SpeakAction &action) {
	if (!is_text(action.content, LONGEST_UTTERANCE)) {
		return "the mind's words are empty, longer than 16 KB, or not UTF-8";
	}
	if (step.agent().talk_part() != nullptr) {
		return {}; // its words go to the next speaker, whomever it names
	}
	const AgentId to = action.to.agent_id();
	return to.is_none() || step.view().is_living(to)
			? std::string()
			: "there is no " + to.to_string() + " to speak to";
}

std::string problem_with(AgentStep &, const MoveAction &action) {
	return std::isfinite(action.target.x) && std::isfinite(action.target.y)
			? std::string()
			: "the place to move to is not a pair of finite numbers";
}

std::string problem_with(AgentStep &step, const CollaborateAction &action) {
	const Agent &agent = step.agent();
	if (action.with == agent.id || !step.view().is_living(action.with)) {
		return "there is nobody else of the id \"" + action.with.to_string() + "\" to invite";
	}
	if (!is_text(action.subject, LONGEST_UTTERANCE) || has_control_characters(action.subject) ||
			count_characters(action.subject) > LONGEST_SUBJECT) {
		return "the subject of the invitation is empty, longer than 128 characters, or more than "
			   "one line";
	}
	if (agent.engagement != nullptr && !agent.engagement->invited.is_none()) {
		return agent.engagement->invited.to_string() +
				" has not answered an earlier invitation yet";
	}
	return {};
}

std::string problem_with(AgentStep &step, const AnswerInvitationAction &) {
	const Engagement *const engagement = step.agent().engagement.get();
	return engagement != nullptr && engagement->invitation && engagement->invitation_seen
			? std::string()
			: "there is no such invitation to answer any more";
}

std::string problem_with(AgentStep &step, const CompleteTaskAction &action) {
	if (step.agent().current_task() == nullptr) {
		return "there is no task to complete";
	}
	return action.result.size() <= LONGEST_UTTERANCE && is_valid_utf8(action.result)
			? std::string()
			: "the result of the task is longer than 16 KB, or not UTF-8";
}

std::string problem_with(AgentStep &step, const GameAction &action) {
	const ActionTablePtr actions = step.view().choices(OfferKind::action, step.agent());
	if (actions == nullptr) {
		return "the game has no action \"" + action.name + "\"";
	}
	const Engagement *const engagement = step.agent().engagement.get();
	if (engagement != nullptr && !engagement->action.is_none()) {
		return "the action " + engagement->action_name + " is not done yet";
	}
	return actions->find_problem(action.name, action.arguments).value_or("");
}

std::string problem_with(AgentStep &step, const UseToolsAction &action) {
	return tools::find_problem(step, action);
}

std::string problem_with(AgentStep &, const WaitAction &) {
	return {};
}

void carry_out(AgentStep &step, const SpeakAction &action) {
	Agent &agent = step.agent();
	if (agent.talk_part() != nullptr) {
		led_talk::speak(step, action);
		return;
	}
	if (!step.change(AgentState::speaking)) {
		return;
	}
	Dialogue &dialogue = agent.converse();
	dialogue.interruptions = 0;
	if (dialogue.talk == 0) {
		dialogue.talk = listening::new_talk(agent);
	}
	dialogue.turn++;
	step.wish(Utterance{ action.to, action.content, dialogue.talk });
	set_speaking_time(step, action.content);
}

void carry_out(AgentStep &step, const MoveAction &action) {
	step.wish(MoveWish{ action.target });
	life::rest(step);
}

void carry_out(AgentStep &step, const CollaborateAction &action) {
	step.agent().engage().invited = action.with;
	step.wish(InvitationWish{ action.with, action.subject, action.on_task });
	life::rest(step);
}

void carry_out(AgentStep &step, const AnswerInvitationAction &action) {
	const std::string reason = std::string(shorten(for_display(action.reason), LONGEST_REASON));
	engagement::answer_invitation(step, action.accept, reason);
	life::rest(step);
}

void carry_out(AgentStep &step, const CompleteTaskAction &action) {
	engagement::end_current_task(
			step, action.failed ? TaskStatus::failed : TaskStatus::completed, action.result);
	life::rest(step);
}

void carry_out(AgentStep &step, const GameAction &action) {
	step.wish(GameWish{ action.name, action.arguments });
	life::rest(step);
}

void carry_out(AgentStep &step, const UseToolsAction &action) {
	tools::use(step, action);
}

void carry_out(AgentStep &step, const WaitAction &) {
	life::rest(step);
}

} // namespace

std::string find_problem(AgentStep &step, const MindAction &action) {
	const bool takes_turn = std::holds_alternative<SpeakAction>(action) ||
			std::holds_alternative<UseToolsAction>(action);
	if (step.agent().talk_part() != nullptr && !takes_turn) {
		return "in this conversation it is your turn to speak: answer with what you say, in plain "
			   "words";
	}
	return std::visit([&](const auto &each) { return problem_with(step, each); }, action);
}

void perform(AgentStep &step, const MindAction &action) {
	if (!std::holds_alternative<AnswerInvitationAction>(action) &&
			!std::holds_alternative<UseToolsAction>(action)) {
		engagement::decline_seen_invitation(step, "it did something else");
	}
	std::visit([&](const auto &each) { carry_out(step, each); }, action);
}

void set_speaking_time(AgentStep &step, const std::string &content) {
	const double rate = step.settings().characters_per_second;
	const double length = static_cast<double>(count_characters(content));
	const double seconds = rate > 0.0 ? length / rate : 0.0;
	step.agent().timer =
			step.on_tick(step.now() + Micros{ static_cast<std::int64_t>(seconds * 1e6) });
}

} // namespace agent_runtime::decisions
