#include "core/agents/simulation.h"

#include "core/agents/agent_life.h"
#include "core/agents/agent_listening.h"
#include "core/agents/agent_thinking.h"

#include <algorithm>
#include <functional>

namespace agent_runtime {

Simulation::Simulation(const SimulationOptions &options, MindDesk &minds, SnapshotBoard &board,
		const Logger &log) :
		options_(options),
		minds_(minds),
		board_(board),
		log_(log.named("agents")),
		helpers_(options.helpers, log),
		rng_(options.settings.seed),
		step_(options.after.step),
		time_(options.after.time),
		newest_call_(options.after.call) {
	walkers_.set_may_step_aside([this](AgentId id) {
		const Agent *agent = find_living(id);
		const bool may = agent != nullptr && agent->state != AgentState::speaking;
		return may ? std::optional(agent->standing.facing) : std::nullopt;
	});
}

const Agent *Simulation::find_living(AgentId id) const {
	const std::uint32_t *const place = place_.find(id);
	return place != nullptr ? &(*agents_[*place / BLOCK])[*place % BLOCK] : nullptr;
}

Agent *Simulation::living(AgentId id) {
	return const_cast<Agent *>(find_living(id));
}

SimTime Simulation::next_due() {
	if (!said_.empty() || !ended_walks_.empty()) {
		return time_;
	}
	while (!timers_.empty() && !is_current(timers_.top())) {
		take_timer();
	}
	const SimTime timer = timers_.empty() ? NEVER : timers_.top().due;
	const SimTime thought = thoughts_.empty() ? NEVER : thoughts_.front().due;
	const SimTime talk =
			director_.next_due() != NEVER ? options_.settings.on_tick(director_.next_due()) : NEVER;
	return std::min({ timer, thought, talk, next_settling(), next_tick(), next_routine() });
}

bool Simulation::is_current(const TimerHeap::Entry &entry) {
	const Agent *agent = living(entry.agent);
	return agent != nullptr && agent->timer == entry.due;
}

void Simulation::take_timer() {
	Agent *agent = living(timers_.top().agent);
	if (agent != nullptr && agent->scheduled == timers_.top().due) {
		agent->scheduled = NEVER;
	}
	timers_.pop();
}

std::unique_ptr<StepOutput> Simulation::step(SimTime now) {
	step_ = step_.next();
	time_ = std::max(time_, now);
	output_ = std::make_unique<StepOutput>();
	output_->step = step_;
	output_->time = time_;
	output_->recorded = options_.recording;
	answers_.clear();
	tasks_.clear();
	touched_.clear();
	take_said();
	newest_call_before_ = newest_call_;
	if (!walkers_.is_moving()) {
		last_tick_ = tick_at(time_);
	}
	take_inputs();
	closing_ ? run_last() : run_all();
	publish();
	return std::move(output_);
}

// What more hear than one step has room for is heard by the others in the steps that follow.
void Simulation::take_said() {
	heard_.clear();
	std::size_t room = closing_ ? MOST_LAST_HEARINGS_A_STEP : MOST_HEARINGS;
	while (!said_.empty() && room > 0) {
		Range &rest = said_.front().part;
		note_heard(said_.front(), std::min(rest.end - rest.begin, room));
		if (rest.end - rest.begin > room) {
			heard_.push_back(said_.front());
			rest.begin += room;
			heard_.back().part.end = rest.begin;
			return;
		}
		room -= rest.end - rest.begin;
		heard_.push_back(std::move(said_.front()));
		said_.pop_front();
	}
}

void Simulation::note_heard(const Delivery &delivery, std::size_t hearers) {
	if (delivery.is_asked_for) {
		hearings_.fetch_sub(static_cast<std::int64_t>(hearers), std::memory_order_relaxed);
	}
}

std::span<const ParticipantId> Simulation::hearers_of(const Delivery &delivery) {
	return std::span(delivery.message->hearers)
			.subspan(delivery.part.begin, delivery.part.end - delivery.part.begin);
}

void Simulation::run_all() {
	settle_who_is_due();
	director_.advance(time_);
	follow_cues();
	move_walkers();
	live_idly();
	gather_answers();
	gather_hearings();
	gather_timers();
	sort_tasks();
	run_tasks();
	merge();
	halt_and_resume_walks();
	tell_ended_walks();
	follow_cues();
	schedule_timers();
}

void Simulation::gather_answers() {
	for (std::size_t i = 0; i < answers_.size(); i++) {
		tasks_.push_back({ answers_[i].agent, Task::Kind::answer, static_cast<std::uint32_t>(i) });
	}
}

void Simulation::gather_hearings() {
	for (std::size_t i = 0; i < heard_.size(); i++) {
		for (const ParticipantId hearer : hearers_of(heard_[i])) {
			if (hearer.is_agent()) {
				tasks_.push_back(
						{ hearer.agent_id(), Task::Kind::message, static_cast<std::uint32_t>(i) });
			}
		}
	}
}

void Simulation::gather_timers() {
	std::size_t taken = 0;
	while (taken < MOST_TIMERS && !timers_.empty() && timers_.top().due <= time_) {
		if (is_current(timers_.top())) {
			tasks_.push_back({ timers_.top().agent, Task::Kind::timer, 0 });
			taken++;
		}
		take_timer();
	}
}

void Simulation::sort_tasks() {
	std::erase_if(tasks_, [this](const Task &task) { return living(task.agent) == nullptr; });
	std::sort(tasks_.begin(), tasks_.end());
	for (const Task &task : tasks_) {
		touched_.push_back(task.agent);
	}
}

// Cuts the tasks into parts of about equal size, all of an agent in the same one, and runs them.
void Simulation::run_tasks() {
	const std::size_t most = helpers_.helpers() + 1;
	const std::size_t wanted =
			std::clamp<std::size_t>(tasks_.size() / options_.tasks_per_part, 1, most);
	parts_.clear();
	std::size_t begin = 0;
	for (std::size_t part = 1; part <= wanted; part++) {
		std::size_t end = std::max(begin, tasks_.size() * part / wanted);
		while (end > begin && end < tasks_.size() && tasks_[end].agent == tasks_[end - 1].agent) {
			end++;
		}
		parts_.push_back({ begin, end });
		begin = end;
	}
	outboxes_.resize(parts_.size());
	for (Outbox &out : outboxes_) {
		out.clear();
	}
	helpers_.run(
			parts_.size(), [this](std::size_t part) { run_range(parts_[part], outboxes_[part]); });
}

void Simulation::run_range(Range range, Outbox &out) {
	for (std::size_t i = range.begin; i < range.end; i++) {
		run_task(*living(tasks_[i].agent), tasks_[i], out);
	}
}

void Simulation::run_task(Agent &agent, const Task &task, Outbox &out) {
	AgentStep step(agent, time_, options_.settings, *this, out);
	switch (task.kind) {
		case Task::Kind::answer:
			thinking::answered(step, answers_[task.index]);
			break;
		case Task::Kind::message: {
			const Delivery &delivery = heard_[task.index];
			const bool elected =
					std::binary_search(delivery.elected.begin(), delivery.elected.end(), agent.id);
			listening::hear(step, delivery.message, elected);
			break;
		}
		case Task::Kind::timer:
			// A message or an answer of this step may have moved it.
			if (agent.timer <= time_) {
				life::time_is_up(step);
			}
			break;
	}
}

// Kind by kind over all parts, so that the order does not tell how many parts there were.
void Simulation::merge() {
	const std::size_t first = output_->conversations.size();
	for (Outbox &out : outboxes_) {
		take_from(out);
	}
	put_together(first);
	for (Outbox &out : outboxes_) {
		for (Wish &wish : out.wishes) {
			carry_out(wish);
		}
	}
}

// Rows of the same line stand side by side, so that it is in the search index once.
void Simulation::put_together(std::size_t first) {
	if (heard_.size() < 2) {
		return;
	}
	std::unordered_map<const Message *, std::size_t> places; // 0 is for all else
	for (const Delivery &delivery : heard_) {
		places.emplace(delivery.message.get(), places.size() + 1);
	}
	std::vector<std::vector<ConversationRow>> lines(places.size() + 1);
	std::vector<ConversationRow> &rows = output_->conversations;
	for (std::size_t i = first; i < rows.size(); i++) {
		const auto place = places.find(rows[i].message.get());
		lines[place != places.end() ? place->second : 0].push_back(std::move(rows[i]));
	}
	rows.resize(first);
	for (std::vector<ConversationRow> &line : lines) {
		std::move(line.begin(), line.end(), std::back_inserter(rows));
	}
}

// Of one agent.
void Simulation::merge(Outbox &out) {
	take_from(out);
	for (Wish &wish : out.wishes) {
		carry_out(wish);
	}
}

void Simulation::take_from(Outbox &out) {
	for (Event &event : out.events) {
		const TaskChanged *change = event.data.get_if<TaskChanged>();
		if (change != nullptr && change->task->is_over()) {
			task_owners_.erase(change->task->id);
		}
		if (const TransitionRefused *refused = event.data.get_if<TransitionRefused>()) {
			log_refusal(event.subject.agent_id(), *refused);
		}
		if (bus_.is_told_states() && event.data.is<AgentStateChanged>()) {
			note_state(event);
		}
		output_->events.push_back(std::move(event));
	}
	std::move(out.conversations.begin(), out.conversations.end(),
			std::back_inserter(output_->conversations));
	for (ThoughtRequest &thought : out.thoughts) {
		ask(std::move(thought));
	}
}

// One entry for all who want to know of it.
void Simulation::note_state(const Event &event) {
	if (const Agent *agent = living(event.subject.agent_id())) {
		const AgentStateChanged &changed = *event.data.get_if<AgentStateChanged>();
		bus_.note({ AGENT_STATE_CHANGED, agent->id, changed.position,
				std::shared_ptr<const std::string>(agent->profile, &agent->profile->self.name),
				changed.state });
	}
}

void Simulation::log_refusal(AgentId agent, const TransitionRefused &refused) const {
	log_.error(agent.to_string() + " is " + std::string(agent_state_name(refused.state)) +
			", and may not " + (parse_agent_state(refused.wanted) ? "be " : "") + refused.wanted +
			": " + refused.reason);
}

void Simulation::ask(ThoughtRequest thought) {
	if (closing_) {
		return; // nobody would be there for the answer
	}
	const MindKind mind = thought.profile->mind;
	if (!thinks_in_process(mind)) {
		if (mind == MindKind::game) {
			thought.call = CallId(++newest_call_);
		}
		output_->thoughts.push_back(std::move(thought));
		return;
	}
	if (!options_.replaying) {
		thought.due = options_.settings.on_tick(thought.due + minds_.delay_of(thought.request));
	}
	thoughts_.push_back({ thought.due, thought.agent, thought.thought });
	std::push_heap(thoughts_.begin(), thoughts_.end(), std::greater<>());
	if (!options_.replaying) {
		minds_.ask(std::move(thought));
	}
}

void Simulation::schedule_timers() {
	std::sort(touched_.begin(), touched_.end());
	touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
	for (const AgentId id : touched_) {
		Agent *agent = living(id);
		if (agent != nullptr && agent->timer != NEVER && agent->timer != agent->scheduled) {
			agent->scheduled = agent->timer;
			timers_.push(agent->timer, id);
		}
	}
}

void Simulation::publish() {
	std::vector<AgentView> views;
	views.reserve(touched_.size());
	for (const AgentId id : touched_) {
		AgentView view;
		view.id = id;
		if (const Agent *agent = living(id)) {
			view.profile = agent->profile;
			view.state = agent->state;
			view.position = agent->standing.position;
			view.state_since = agent->state_since;
			view.waiting = static_cast<std::uint32_t>(agent->dialogue().waiting.size());
			view.paused = agent->paused;
			view.facing = agent->standing.facing;
			view.walking = agent->walk().is_going;
			view.target = agent->walk().order.target;
			view.task = agent->current_task();
			view.talk = director_.talk_of(id);
		}
		views.push_back(std::move(view));
	}
	board_.publish(step_, time_, views, output_->positions);
}

} // namespace agent_runtime
