#include "core/agents/agent_logic.h"

#include "core/base/counted.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

// How an agent asks its mind, and does what that decided.

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_UTTERANCE = 16'384; // bytes
constexpr std::size_t LONGEST_SUBJECT = 128; // characters, as of a task
constexpr std::size_t LONGEST_REASON = 2'048; // bytes
constexpr Micros MINUTE = std::chrono::minutes(1);

bool is_text(const std::string &text, std::size_t longest) {
	return !text.empty() && text.size() <= longest && is_valid_utf8(text);
}

} // namespace

// Otherwise it waits for the next minute, or, when nothing is left at all, rests for good.
bool AgentLogic::may_think(Agent &agent, SimTime now, Outbox &out) const {
	const ThoughtBudget &budget = agent.profile->budget;
	if (budget.thoughts != 0 && agent.thoughts >= budget.thoughts) {
		decline_invitation(agent, "it may not think any more", out);
		end_turn(agent, TurnFailure::budget, out);
		tell_exhausted(agent,
				"its budget of " + counted(budget.thoughts, "thought") +
						" is spent; give it a larger one",
				out);
		if (!agent.waiting.empty()) {
			out.events.push_back(event(agent,
					MessagesDropped{ agent.waiting.size(),
							"its budget of thoughts is spent; they are remembered, but will not "
							"be answered" }));
			agent.waiting.clear();
		}
		if (agent.state != AgentState::idle) {
			rest(agent, now, out);
		}
		agent.stepping = false;
		agent.timer = NEVER;
		return false;
	}
	if (budget.thoughts_per_minute == 0) {
		return true;
	}
	if (agent.thoughts == 0 || now >= agent.minute_begun + MINUTE) {
		agent.minute_begun = now;
		agent.thoughts_in_minute = 0;
	}
	if (agent.thoughts_in_minute < budget.thoughts_per_minute) {
		return true;
	}
	agent.timer = on_tick(agent.minute_begun + MINUTE);
	if (!std::exchange(agent.told_stuck, true)) {
		out.events.push_back(event(agent,
				AgentStuck{ agent.state,
						std::chrono::duration_cast<Micros>(now - agent.state_since),
						"its budget of " + counted(budget.thoughts_per_minute, "thought") +
								" a minute is spent; it goes on with the next minute" }));
	}
	return false;
}

void AgentLogic::think(Agent &agent, SimTime now, Outbox &out) const {
	if (!may_think(agent, now, out) || !change(agent, AgentState::thinking, now, out)) {
		return;
	}
	if (agent.answer_to.is_none()) {
		agent.talk = 0; // what it says of its own accord begins another one
		agent.turn = 0;
	}
	if (agent.talk_part() == nullptr) {
		begin_task(agent, out);
	}
	agent.retried = false;
	if (agent.engagement != nullptr) {
		agent.engagement->tool_rounds = 0;
	}
	agent.noticed_before = agent.noticed;
	if (view_.asks_game_for_context()) {
		agent.thought++;
		agent.timer = on_tick(now + settings_.thought_deadline);
		out.wishes.push_back({ agent.id, ContextWish{} });
		return;
	}
	ask(agent, describe(agent), now, out);
}

void AgentLogic::context_came(
		Agent &agent, const std::string &surroundings, SimTime now, Outbox &out) const {
	if (agent.state != AgentState::thinking) {
		return;
	}
	if (!surroundings.empty()) {
		agent.engage().surroundings = surroundings;
	}
	ask(agent, describe(agent), now, out);
}

void AgentLogic::ask(Agent &agent, MindRequest request, SimTime now, Outbox &out) const {
	agent.thought++;
	request.asked = agent.thoughts++;
	agent.thoughts_in_minute++;
	agent.timer = on_tick(now + std::min(settings_.stuck_after, settings_.thought_deadline));
	const Micros spread = random_up_to(agent.rng, settings_.offline_spread);
	const SimTime due = on_tick(now + settings_.offline_thought + spread);
	out.thoughts.push_back({ agent.id, agent.thought, due, agent.profile, agent.attention, CallId(),
			std::move(request) });
}

MindRequest AgentLogic::describe(Agent &agent) const {
	MindRequest request;
	request.agent = agent.id;
	request.mind = agent.profile->mind;
	request.seed = agent.rng.next();
	request.self = agent.profile->self;
	request.options = agent.profile->mind_options;
	request.position = agent.position;
	request.answer_to = agent.answer_to;
	request.talk = agent.talk;
	request.turn = agent.turn;
	request.asked = agent.thoughts;
	for (const MessagePtr &message : agent.recent) {
		if (message != nullptr) {
			request.last_lines.push_back({ message->from, message->from_name, message->content });
		}
	}
	if (agent.kept != nullptr) {
		request.pinned = (*agent.kept)->pinned;
		request.summary = (*agent.kept)->summary;
	}
	if (agent.engagement != nullptr) {
		request.surroundings = agent.engagement->surroundings;
		for (const ToolUse &use : agent.engagement->tools) {
			request.tool_results.push_back(use.result);
		}
	}
	if (const TaskPtr task = agent.current_task()) {
		request.task = TaskInHand{ task->id, task->name, task->description, task->partner };
	}
	if (agent.engagement != nullptr && agent.engagement->invitation) {
		request.invitation = agent.engagement->invitation;
		agent.engagement->invitation_seen = true;
	}
	if (agent.talk_part() != nullptr) {
		describe_talk(agent, request);
	}
	view_.look_around(agent, request);
	return request;
}

// Reports a mind that takes long. One in this process is given up when it takes too long; others
// have limits of real time, and always answer.
void AgentLogic::still_thinking(Agent &agent, SimTime now, Outbox &out) const {
	const Micros waited = std::chrono::duration_cast<Micros>(now - agent.state_since);
	if (agent.engagement != nullptr && agent.engagement->waits_for_game()) {
		agent.timer = on_tick(now + settings_.stuck_after); // that ends by itself
		return;
	}
	const bool in_process = thinks_in_process(agent.profile->mind);
	if (in_process && waited >= settings_.thought_deadline) {
		drop_thought(agent, out);
		fail(agent, MindFailure::total_timeout, "the mind has not answered in time", now, out);
		return;
	}
	agent.timer = in_process ? on_tick(agent.state_since + settings_.thought_deadline) : NEVER;
	if (!std::exchange(agent.told_stuck, true)) {
		out.events.push_back(
				event(agent, AgentStuck{ agent.state, waited, "its mind has not answered yet" }));
	}
}

// Once, until its mind is asked again.
void AgentLogic::tell_exhausted(Agent &agent, const std::string &reason, Outbox &out) {
	if (!std::exchange(agent.told_exhausted, true)) {
		out.events.push_back(event(agent, MindFailed{ MindFailure::budget_exhausted, reason }));
		out.events.push_back(event(agent, BudgetExhausted{ reason }));
	}
}

// A budget that is spent is looked at again now and then: it may be filled up.
void AgentLogic::fail(
		Agent &agent, MindFailure failure, std::string message, SimTime now, Outbox &out) const {
	const bool is_exhausted = failure == MindFailure::budget_exhausted;
	if (is_exhausted) {
		tell_exhausted(agent, message, out);
	} else {
		out.events.push_back(event(agent, MindFailed{ failure, std::move(message) }));
	}
	decline_seen_invitation(agent, "its mind gave no answer", out);
	end_turn(agent, is_exhausted ? TurnFailure::budget : TurnFailure::mind, out);
	rest(agent, now, out);
	if (is_exhausted && agent.state == AgentState::idle && agent.timer != NEVER) {
		agent.timer = std::max(agent.timer, on_tick(now + MINUTE));
	}
}

bool AgentLogic::has_budget_left(const Agent &agent) {
	const ThoughtBudget &budget = agent.profile->budget;
	return (budget.thoughts == 0 || agent.thoughts < budget.thoughts) &&
			(budget.thoughts_per_minute == 0 ||
					agent.thoughts_in_minute < budget.thoughts_per_minute);
}

// An answer that is no use is asked for once more, with the reason.
void AgentLogic::retry_or_fail(
		Agent &agent, const std::string &complaint, SimTime now, Outbox &out) const {
	if (std::exchange(agent.retried, true) || !has_budget_left(agent)) {
		fail(agent, MindFailure::bad_answer, complaint, now, out);
		return;
	}
	agent.noticed = agent.noticed_before;
	MindRequest request = describe(agent);
	request.complaint = complaint;
	ask(agent, std::move(request), now, out);
}

void AgentLogic::answered(
		Agent &agent, const MindAnswerInput &answer, SimTime now, Outbox &out) const {
	if (agent.state != AgentState::thinking || answer.thought != agent.thought) {
		return;
	}
	if (answer.failure == MindFailure::bad_answer) {
		retry_or_fail(agent, answer.error, now, out);
		return;
	}
	if (answer.failure) {
		fail(agent, *answer.failure, answer.error, now, out);
		return;
	}
	agent.told_exhausted = false;
	const std::string problem = find_any_problem(agent, answer.action);
	if (!problem.empty()) {
		retry_or_fail(agent, problem, now, out);
		return;
	}
	if (!std::holds_alternative<AnswerInvitationAction>(answer.action) &&
			!std::holds_alternative<UseToolsAction>(answer.action)) {
		decline_seen_invitation(agent, "it did something else", out);
	}
	std::visit([&](const auto &action) { perform(agent, action, now, out); }, answer.action);
}

std::string AgentLogic::find_any_problem(const Agent &agent, const MindAction &action) const {
	const bool takes_turn = std::holds_alternative<SpeakAction>(action) ||
			std::holds_alternative<UseToolsAction>(action);
	if (agent.talk_part() != nullptr && !takes_turn) {
		return "in this conversation it is your turn to speak: answer with what you say, in plain "
			   "words";
	}
	return std::visit([&](const auto &each) { return find_problem(agent, each); }, action);
}

std::string AgentLogic::find_problem(const Agent &agent, const SpeakAction &action) const {
	if (!is_text(action.content, LONGEST_UTTERANCE)) {
		return "the mind's words are empty, longer than 16 KB, or not UTF-8";
	}
	if (agent.talk_part() != nullptr) {
		return {}; // it goes to who is next, whomever it names
	}
	const AgentId to = action.to.agent_id();
	return to.is_none() || view_.is_living(to) ? std::string()
											   : "there is no " + to.to_string() + " to speak to";
}

std::string AgentLogic::find_problem(const Agent &, const MoveAction &action) const {
	return std::isfinite(action.target.x) && std::isfinite(action.target.y)
			? std::string()
			: "the place to move to is not a pair of finite numbers";
}

std::string AgentLogic::find_problem(const Agent &agent, const CollaborateAction &action) const {
	if (action.with == agent.id || !view_.is_living(action.with)) {
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

std::string AgentLogic::find_problem(const Agent &agent, const AnswerInvitationAction &) const {
	return agent.engagement != nullptr && agent.engagement->invitation &&
					agent.engagement->invitation_seen
			? std::string()
			: "there is no such invitation to answer any more";
}

std::string AgentLogic::find_problem(const Agent &agent, const CompleteTaskAction &action) const {
	if (agent.current_task() == nullptr) {
		return "there is no task to complete";
	}
	return action.result.size() <= LONGEST_UTTERANCE && is_valid_utf8(action.result)
			? std::string()
			: "the result of the task is longer than 16 KB, or not UTF-8";
}

std::string AgentLogic::find_problem(const Agent &agent, const GameAction &action) const {
	if (view_.actions() == nullptr) {
		return "the game has no action \"" + action.name + "\"";
	}
	if (agent.engagement != nullptr && !agent.engagement->action.is_none()) {
		return "the action " + agent.engagement->action_name + " is not done yet";
	}
	return view_.actions()->find_problem(action.name, action.arguments).value_or("");
}

void AgentLogic::perform(Agent &agent, const SpeakAction &action, SimTime now, Outbox &out) const {
	if (agent.talk_part() != nullptr) {
		perform_turn(agent, action, now, out);
		return;
	}
	if (!change(agent, AgentState::speaking, now, out)) {
		return;
	}
	agent.interruptions = 0;
	if (agent.talk == 0) {
		agent.talk = new_talk(agent);
	}
	agent.turn++;
	out.wishes.push_back({ agent.id, Utterance{ action.to, action.content, agent.talk } });
	speak_for(agent, action.content, now);
}

void AgentLogic::speak_for(Agent &agent, const std::string &content, SimTime now) const {
	const double rate = settings_.characters_per_second;
	const double length = static_cast<double>(count_characters(content));
	const double seconds = rate > 0.0 ? length / rate : 0.0;
	agent.timer = on_tick(now + Micros{ static_cast<std::int64_t>(seconds * 1e6) });
}

void AgentLogic::perform(Agent &agent, const MoveAction &action, SimTime now, Outbox &out) const {
	out.wishes.push_back({ agent.id, MoveWish{ action.target } });
	rest(agent, now, out);
}

void AgentLogic::perform(
		Agent &agent, const CollaborateAction &action, SimTime now, Outbox &out) const {
	agent.engage().invited = action.with;
	out.wishes.push_back(
			{ agent.id, InvitationWish{ action.with, action.subject, action.on_task } });
	rest(agent, now, out);
}

void AgentLogic::perform(
		Agent &agent, const AnswerInvitationAction &action, SimTime now, Outbox &out) const {
	const std::string reason = std::string(shorten(for_display(action.reason), LONGEST_REASON));
	answer_invitation(agent, action.accept, reason, out);
	rest(agent, now, out);
}

void AgentLogic::perform(
		Agent &agent, const CompleteTaskAction &action, SimTime now, Outbox &out) const {
	change_task(agent, 0, action.failed ? TaskStatus::failed : TaskStatus::completed, action.result,
			out);
	rest(agent, now, out);
}

void AgentLogic::perform(Agent &agent, const GameAction &action, SimTime now, Outbox &out) const {
	out.wishes.push_back({ agent.id, GameWish{ action.name, action.arguments } });
	rest(agent, now, out);
}

void AgentLogic::perform(Agent &agent, const WaitAction &, SimTime now, Outbox &out) const {
	rest(agent, now, out);
}

} // namespace agent_runtime
