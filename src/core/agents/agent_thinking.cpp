#include "core/agents/agent_thinking.h"

#include "core/agents/agent_decisions.h"
#include "core/agents/agent_engagement.h"
#include "core/agents/agent_life.h"
#include "core/agents/agent_talk.h"
#include "core/agents/traces.h"
#include "core/base/counted.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_runtime::thinking {

namespace {

constexpr Micros MINUTE = std::chrono::minutes(1);

// Reports this once, until its mind is asked again.
void tell_exhausted(AgentStep &step, const std::string &reason) {
	if (!std::exchange(step.agent().thinking.told_exhausted, true)) {
		step.emit(MindFailed{ MindFailure::budget_exhausted, reason });
		step.emit(BudgetExhausted{ reason });
	}
}

// It rests for good.
void stop_for_good(AgentStep &step) {
	Agent &agent = step.agent();
	engagement::decline_invitation(step, "it may not think any more");
	led_talk::end_turn(step, TurnFailure::budget);
	tell_exhausted(step,
			"its budget of " + counted(agent.profile->budget.thoughts, "thought") +
					" is spent; give it a larger one");
	if (!agent.dialogue().waiting.empty()) {
		step.emit(MessagesDropped{ agent.dialogue().waiting.size(),
				"its budget of thoughts is spent; they are remembered, but will not be answered" });
		agent.converse().waiting.clear();
	}
	if (agent.state != AgentState::idle) {
		life::rest(step);
	}
	agent.stepping = false;
	agent.timer = NEVER;
}

void wait_for_next_minute(AgentStep &step) {
	Agent &agent = step.agent();
	agent.timer = step.on_tick(agent.thinking.minute_begun + MINUTE);
	if (!std::exchange(agent.thinking.told_stuck, true)) {
		step.emit(AgentStuck{ agent.state,
				std::chrono::duration_cast<Micros>(step.now() - agent.state_since),
				"its budget of " + counted(agent.profile->budget.thoughts_per_minute, "thought") +
						" a minute is spent; it goes on with the next minute" });
	}
}

// If not, it waits for the next minute or, when nothing is left at all, rests for good.
bool may_think(AgentStep &step) {
	Agent &agent = step.agent();
	Thinking &thinking = agent.thinking;
	const ThoughtBudget &budget = agent.profile->budget;
	if (budget.thoughts != 0 && thinking.asked >= budget.thoughts) {
		stop_for_good(step);
		return false;
	}
	if (budget.thoughts_per_minute == 0) {
		return true;
	}
	if (thinking.asked == 0 || step.now() >= thinking.minute_begun + MINUTE) {
		thinking.minute_begun = step.now();
		thinking.asked_in_minute = 0;
	}
	if (thinking.asked_in_minute < budget.thoughts_per_minute) {
		return true;
	}
	wait_for_next_minute(step);
	return false;
}

void describe_engagement(AgentStep &step, MindRequest &request) {
	Agent &agent = step.agent();
	if (agent.engagement == nullptr) {
		return;
	}
	request.surroundings = agent.engagement->surroundings;
	for (const WantedTool &use : agent.engagement->tools) {
		request.tool_results.push_back(use.result);
	}
	if (const TaskPtr task = agent.current_task()) {
		request.task = TaskInHand{ task->id, task->name, task->description, task->partner };
	}
	if (agent.engagement->invitation) {
		request.invitation = agent.engagement->invitation;
		agent.engagement->invitation_seen = true;
	}
}

MindRequest describe(AgentStep &step) {
	Agent &agent = step.agent();
	MindRequest request;
	request.agent = agent.id;
	request.mind = agent.profile->mind;
	request.seed = agent.rng.next();
	request.self = agent.profile->self;
	request.options = agent.profile->mind_options;
	request.position = agent.standing.position;
	request.answer_to = agent.dialogue().answer_to;
	request.talk = agent.dialogue().talk;
	request.turn = agent.dialogue().turn;
	for (const MessagePtr &message : agent.dialogue().recent) {
		if (message != nullptr) {
			request.last_lines.push_back({ message->from, message->from_name, message->content });
		}
	}
	if (agent.kept != nullptr) {
		request.pinned = (*agent.kept)->pinned;
		request.summary = (*agent.kept)->summary;
	}
	describe_engagement(step, request);
	if (agent.talk_part() != nullptr) {
		led_talk::describe(agent, request);
	}
	step.view().look_around(agent, request);
	return request;
}

void ask_for(AgentStep &step, MindRequest request) {
	Agent &agent = step.agent();
	Thinking &thinking = agent.thinking;
	const AgentSettings &settings = step.settings();
	thinking.thought++;
	request.asked = thinking.asked++;
	thinking.asked_in_minute++;
	agent.timer =
			step.on_tick(step.now() + std::min(settings.stuck_after, settings.thought_deadline));
	const Micros spread = step.random_up_to(settings.offline_spread);
	const SimTime due = step.on_tick(step.now() + settings.offline_thought + spread);
	ThoughtRequest thought{
		.id = { agent.id, thinking.thought }, .due = due, .request = std::move(request)
	};
	if (!thinks_in_process(agent.profile->mind)) {
		thought.model = agent.profile->model;
		thought.groups = agent.profile->subscription().groups;
		thought.caps.tokens = agent.profile->budget.tokens;
		thought.caps.money = agent.profile->budget.money;
	}
	step.ask(std::move(thought));
}

// A thought without any other cause begins a trace.
void follow_own_thought(AgentStep &step) {
	const Agent &agent = step.agent();
	if (!agent.trace.is_none()) {
		return;
	}
	step.follow(step.trace().is_none()
					? trace_of(step.settings().trace_seed, TraceRoot::own_thought,
							  agent.id.number(), agent.thinking.thought)
					: step.trace());
}

// If an answer is of no use, asks once more and gives the reason.
void retry_or_fail(AgentStep &step, const std::string &complaint) {
	Thinking &thinking = step.agent().thinking;
	if (std::exchange(thinking.retried, true) || !has_budget_left(step.agent())) {
		fail(step, MindFailure::bad_answer, complaint);
		return;
	}
	thinking.noticed = thinking.noticed_before;
	MindRequest request = describe(step);
	request.complaint = complaint;
	ask_for(step, std::move(request));
}

} // namespace

void ask(AgentStep &step) {
	ask_for(step, describe(step));
}

void begin(AgentStep &step) {
	follow_own_thought(step);
	if (!may_think(step) || !step.change(AgentState::thinking)) {
		return;
	}
	Agent &agent = step.agent();
	if (agent.dialogues != nullptr && agent.dialogues->answer_to.is_none()) {
		agent.dialogues->talk = 0; // what it says on its own initiative begins another talk
		agent.dialogues->turn = 0;
	}
	if (agent.talk_part() == nullptr) {
		engagement::begin_current_task(step);
	}
	agent.thinking.retried = false;
	if (agent.engagement != nullptr) {
		agent.engagement->tool_rounds = 0;
	}
	agent.thinking.noticed_before = agent.thinking.noticed;
	if (step.view().asks_game_for_context()) {
		agent.thinking.thought++;
		agent.timer = step.on_tick(step.now() + step.settings().thought_deadline);
		step.wish(ContextWish{});
		return;
	}
	ask(step);
}

void context_came(AgentStep &step, const std::string &surroundings) {
	if (step.agent().state != AgentState::thinking) {
		return;
	}
	if (!surroundings.empty()) {
		step.agent().engage().surroundings = surroundings;
	}
	ask(step);
}

void wait_on(AgentStep &step) {
	Agent &agent = step.agent();
	const AgentSettings &settings = step.settings();
	const Micros waited = std::chrono::duration_cast<Micros>(step.now() - agent.state_since);
	if (agent.engagement != nullptr && agent.engagement->waits_for_game()) {
		// the mind answers or fails by itself
		agent.timer = step.on_tick(step.now() + settings.stuck_after);
		return;
	}
	const bool in_process = thinks_in_process(agent.profile->mind);
	if (in_process && waited >= settings.thought_deadline) {
		drop(step);
		fail(step, MindFailure::total_timeout, "the mind has not answered in time");
		return;
	}
	agent.timer = in_process ? step.on_tick(agent.state_since + settings.thought_deadline) : NEVER;
	if (!std::exchange(agent.thinking.told_stuck, true)) {
		step.emit(AgentStuck{ agent.state, waited, "its mind has not answered yet" });
	}
}

void drop(AgentStep &step) {
	step.wish(ThoughtCancelled{ step.agent().thinking.thought });
	step.agent().thinking.thought++;
}

void withdraw(AgentStep &step) {
	Agent &agent = step.agent();
	Thinking &thinking = agent.thinking;
	const bool was_asked = agent.engagement == nullptr || !agent.engagement->waits_for_game();
	drop(step);
	if (was_asked && thinking.asked > 0) {
		thinking.asked--;
		thinking.asked_in_minute -= thinking.asked_in_minute > 0 ? 1 : 0;
	}
	thinking.noticed = thinking.noticed_before;
}

// A spent budget is checked again now and then, since it may be refilled.
void fail(AgentStep &step, MindFailure failure, std::string message) {
	const bool is_exhausted = failure == MindFailure::budget_exhausted;
	if (is_exhausted) {
		tell_exhausted(step, message);
	} else {
		step.emit(MindFailed{ failure, std::move(message) });
	}
	engagement::decline_seen_invitation(step, "its mind gave no answer");
	led_talk::end_turn(step, is_exhausted ? TurnFailure::budget : TurnFailure::mind);
	life::rest(step);
	Agent &agent = step.agent();
	if (is_exhausted && agent.state == AgentState::idle && agent.timer != NEVER) {
		agent.timer = std::max(agent.timer, step.on_tick(step.now() + MINUTE));
	}
}

bool has_budget_left(const Agent &agent) {
	const ThoughtBudget &budget = agent.profile->budget;
	return (budget.thoughts == 0 || agent.thinking.asked < budget.thoughts) &&
			(budget.thoughts_per_minute == 0 ||
					agent.thinking.asked_in_minute < budget.thoughts_per_minute);
}

void answered(AgentStep &step, const ThoughtAnswer &answer) {
	Agent &agent = step.agent();
	if (agent.state != AgentState::thinking || answer.id.number != agent.thinking.thought) {
		return;
	}
	if (answer.failure == MindFailure::bad_answer) {
		retry_or_fail(step, answer.error);
		return;
	}
	if (answer.failure) {
		fail(step, *answer.failure, answer.error);
		return;
	}
	agent.thinking.told_exhausted = false;
	const std::string problem = decisions::find_problem(step, answer.action);
	if (!problem.empty()) {
		retry_or_fail(step, problem);
		return;
	}
	decisions::perform(step, answer.action);
}

} // namespace agent_runtime::thinking
