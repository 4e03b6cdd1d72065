#include "core/agents/simulation.h"

#include "core/agents/traces.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace agent_runtime {

namespace {

// A moving node reports its position every frame; within a step only the newest counts.
void keep_latest_positions(std::vector<Input> &inputs) {
	std::unordered_map<AgentId, std::size_t> latest;
	for (std::size_t i = 0; i < inputs.size(); i++) {
		if (const PositionInput *report = std::get_if<PositionInput>(&inputs[i])) {
			latest[report->agent] = i;
		}
	}
	if (latest.empty()) {
		return;
	}
	std::size_t kept = 0;
	for (std::size_t i = 0; i < inputs.size(); i++) {
		const PositionInput *report = std::get_if<PositionInput>(&inputs[i]);
		if (report != nullptr && latest[report->agent] != i) {
			continue;
		}
		if (kept != i) {
			inputs[kept] = std::move(inputs[i]);
		}
		kept++;
	}
	inputs.resize(kept);
}

// Moves the whole vector if `all` was empty.
template <typename T>
void append(std::vector<T> &all, std::vector<T> &added) {
	if (all.empty()) {
		all.swap(added);
	} else {
		std::move(added.begin(), added.end(), std::back_inserter(all));
	}
}

// Leaves pointers that stay the same alone, because copying one is counted.
template <typename T>
void put(std::shared_ptr<T> &place, const std::shared_ptr<T> &value) {
	if (place != value) {
		place = value;
	}
}

void fill(AgentRow &row, const Agent &agent, ConversationId talk) {
	put(row.profile, agent.profile);
	put(row.task, agent.current_task());
	row.state_since = agent.state_since;
	row.talk = talk;
	row.target = agent.walk().order.target;
	row.id = agent.id;
	row.waiting = static_cast<std::uint32_t>(agent.dialogue().waiting.size());
	row.state = agent.state;
	row.facing = agent.standing.facing;
	row.paused = agent.paused;
	row.walking = agent.walk().is_going;
}

} // namespace

Simulation::Simulation(const SimulationOptions &options, MindDesk &minds, SnapshotBoard &board,
		const Logger &log) :
		options_(options),
		log_(log.named("agents")),
		board_(board),
		ingress_(board),
		step_(options.after.step, options.after.time),
		hearers_(options_.settings, agents_, near_),
		speech_(agents_, hearers_, ingress_, step_),
		places_(agents_, near_, walkers_, hearers_, ingress_.audience(), step_),
		calls_(agents_, speech_, acting_, step_, options.after.call),
		perception_(agents_, near_, hearers_, calls_),
		acting_(options_.settings, perception_, *this, step_),
		thoughts_(options_.settings, agents_, minds, calls_, step_, options.replaying),
		ended_walks_(agents_,
				[this](Agent &agent, const Status &status) {
					routines_.stroll_ended(agent, status);
					talks_.walk_ended(agent);
				}),
		walks_(options_.settings, agents_, walkers_, places_, calls_, ended_walks_, step_, log_),
		routines_(options_.settings, agents_, walkers_, places_, walks_, step_),
		crowd_(options_.settings, agents_, walkers_, places_, walks_, routines_, step_,
				options.shows_paths),
		talks_(agents_, walkers_, speech_, walks_, acting_, step_),
		agreements_(agents_, speech_, acting_, step_),
		lives_({ options_.settings, agents_, ingress_.audience(), hearers_, places_, crowd_, walks_,
				ended_walks_, calls_, talks_, agreements_, acting_, step_ }),
		runs_(options_.settings, agents_, perception_, step_, options.helpers,
				options.tasks_per_part, log) {}

SimTime Simulation::next_due() {
	if (speech_.has_more() || !ended_walks_.empty()) {
		return step_.time();
	}
	const SimTime talk = talks_.next_due() != NEVER ? settings().on_tick(talks_.next_due()) : NEVER;
	return std::min({ runs_.next_due(), thoughts_.next_due(), talk, places_.next_due(),
			crowd_.next_tick(), routines_.next_due() });
}

std::unique_ptr<StepOutput> Simulation::step(SimTime now) {
	step_.begin(now, options_.recording);
	runs_.begin_step();
	speech_.begin_step(
			is_closing_ ? SpeechQueue::MOST_LAST_HEARINGS_A_STEP : SpeechQueue::MOST_HEARINGS);
	calls_.begin_step();
	crowd_.begin_step();
	take_inputs();
	is_closing_ ? run_last() : run_all();
	publish();
	return step_.end();
}

void Simulation::take_inputs() {
	inputs_.clear();
	if (std::exchange(close_asked_, false)) {
		inputs_.emplace_back(CloseInput{});
	}
	// In a replay each step takes what it took before.
	const std::size_t most = options_.replaying ? SIZE_MAX : MOST_INPUTS;
	ingress_.take(most, inputs_, step_.output().reached);
	if (!inputs_.empty() && std::holds_alternative<CloseInput>(inputs_.front())) {
		is_closing_ = true;
		walks_.close();
		talks_.close();
	}
	keep_latest_positions(inputs_);
	if (!is_closing_) {
		thoughts_.take_due(inputs_);
	}
	if (options_.recording) {
		step_.output().inputs = inputs_;
	}
	speech_.set_asked_for(true);
	for (const Input &each : inputs_) {
		const TraceId begun = trace_of(settings().trace_seed, TraceRoot::input, 0, inputs_taken_++);
		const TraceId brought = input_trace(each);
		const TraceScope scope(step_, brought.is_none() ? begun : brought);
		apply(each);
	}
	speech_.set_asked_for(false);
}

void Simulation::apply(const Input &input) {
	const Overloaded to_its_part{
		[this](const SpawnInput &each) { lives_.apply(each); },
		[this](const TerminateInput &each) { lives_.apply(each); },
		[this](const ProfileInput &each) { lives_.apply(each); },
		[this](const PauseInput &each) { lives_.apply(each); },
		[this](const AttentionInput &each) { lives_.apply(each); },
		[this](const MemoryInput &each) { lives_.apply(each); },
		[this](const SayInput &each) {
			speech_.say(each);
			ingress_.remove_hearings(each.most_hearers);
		},
		[this](const WalkInput &each) { walks_.apply(each); },
		[this](const MapInput &each) { crowd_.apply(each); },
		[this](const OwnerInput &each) { crowd_.apply(each); },
		[this](const PositionInput &each) { places_.report(each); },
		[this](const AssignInput &each) { agreements_.apply(each); },
		[this](const FinishInput &each) { agreements_.apply(each); },
		[this](const GameInput &each) { calls_.offer(each); },
		[this](const OfferInput &each) { calls_.offer(each); },
		[this](const CallOutcomeInput &each) { end_call(each); },
		[this](const CallSlowInput &each) { calls_.report_slow(each); },
		[this](const ThoughtAnswer &each) { runs_.add_answer(each); },
		[this](const StartTalkInput &each) { talks_.apply(each); },
		[this](const StopTalkInput &each) { talks_.apply(each); },
		[](const CloseInput &) {},
	};
	std::visit(to_its_part, input);
}

void Simulation::end_call(const CallOutcomeInput &outcome) {
	Agent *const agent = agents_.find(outcome.agent);
	if (agent == nullptr || outcome.call.is_none() || calls_.end(*agent, outcome)) {
		return;
	}
	if (agent->walk().call == outcome.call) {
		walks_.game_answered(*agent, outcome);
	}
}

void Simulation::run_all() {
	places_.settle_who_is_due();
	talks_.advance();
	talks_.follow_cues();
	crowd_.tick();
	routines_.live_idly();
	runs_.add_answers();
	runs_.add_hearings(speech_.heard());
	runs_.add_timers();
	run_agents();
	halt_and_resume_walks();
	ended_walks_.deliver_all();
	talks_.follow_cues();
	runs_.set_timers();
}

// The last steps of an ending world only take what was accepted, so that it is stored.
void Simulation::run_last() {
	talks_.follow_cues();
	speech_.hear_whole();
	speech_.store_last_hearings();
	runs_.add_answers();
	run_agents();
	talks_.follow_cues();
	step_.output().calls.clear(); // nobody is there to answer
}

// Merges kind by kind over all parts, so that the order does not depend on how many parts there
// were.
void Simulation::run_agents() {
	std::vector<Outbox> &outboxes = runs_.run(speech_.heard());
	const std::size_t first = step_.output().conversations.size();
	for (Outbox &out : outboxes) {
		take_from(out);
	}
	put_together(first);
	for (const Outbox &out : outboxes) {
		for (const Wish &wish : out.wishes) {
			carry_out(wish);
		}
	}
}

void Simulation::halt_and_resume_walks() {
	for (std::size_t i = 0, count = step_.touched().size(); i < count; i++) {
		Agent *const agent = agents_.find(step_.touched()[i]);
		const bool may_be_walking = agent != nullptr &&
				(agent->travels != nullptr || agent->state == AgentState::speaking);
		if (may_be_walking) {
			walks_.halt_or_resume(*agent);
		}
	}
}

// Puts rows of the same line together, so that the search index has it once.
void Simulation::put_together(std::size_t first) {
	const std::vector<Delivery> &heard = speech_.heard();
	if (heard.size() < 2) {
		return;
	}
	std::unordered_map<const Message *, std::size_t> places; // 0 is for everything else
	for (const Delivery &delivery : heard) {
		places.emplace(delivery.message.get(), places.size() + 1);
	}
	std::vector<std::vector<ConversationRow>> lines(places.size() + 1);
	std::vector<ConversationRow> &rows = step_.output().conversations;
	for (std::size_t i = first; i < rows.size(); i++) {
		const auto place = places.find(rows[i].message.get());
		lines[place != places.end() ? place->second : 0].push_back(std::move(rows[i]));
	}
	rows.resize(first);
	for (std::vector<ConversationRow> &line : lines) {
		std::move(line.begin(), line.end(), std::back_inserter(rows));
	}
}

void Simulation::merge(Outbox &out) {
	take_from(out);
	for (const Wish &wish : out.wishes) {
		carry_out(wish);
	}
}

void Simulation::take_from(Outbox &out) {
	StepOutput &output = step_.output();
	for (const Event &event : out.events) {
		take_event(event);
	}
	append(output.events, out.events);
	append(output.conversations, out.conversations);
	for (ThoughtRequest &thought : out.thoughts) {
		if (!is_closing_) { // nobody would be there for the answer
			thoughts_.ask(std::move(thought));
		}
	}
}

void Simulation::take_event(const Event &event) {
	if (const TaskChanged *change = event.data.get_if<TaskChanged>()) {
		agreements_.task_changed(*change->task);
	} else if (const TransitionRefused *refused = event.data.get_if<TransitionRefused>()) {
		log_refusal(log_, event.subject.agent_id(), *refused);
	} else if (const AgentStateChanged *state = event.data.get_if<AgentStateChanged>()) {
		const Agent *const agent =
				hearers_.bus().is_told_states() ? agents_.find(event.subject.agent_id()) : nullptr;
		if (agent != nullptr) {
			hearers_.note_state(*agent, *state);
		}
	}
}

// Carries out what agents want done that concerns others, too, one after another, in the order of
// their numbers.
void Simulation::carry_out(const Wish &wish) {
	Agent *const found = agents_.find(wish.agent);
	if (found == nullptr) {
		return;
	}
	Agent &agent = *found;
	const TraceScope scope(step_, wish.trace);
	const Overloaded by_its_part{
		[&](const Utterance &what) {
			if (!what.is_turn || !talks_.speak_turn(agent, what)) {
				speech_.say(agent, what);
			}
		},
		[&](const MoveWish &what) {
			walks_.begin(
					agent, { .goal = WalkGoal::nearby, .target = what.target, .is_move = true });
		},
		[&](const InvitationWish &what) { agreements_.invite(agent, what); },
		[&](const InvitationAnswer &what) { agreements_.settle(agent.id, what); },
		[&](const GameWish &what) { calls_.ask(agent, what); },
		[&](const ContextWish &what) { calls_.ask(agent, what); },
		[&](const ToolsWish &what) { calls_.ask(agent, what); },
		[&](const ThoughtCancelled &what) {
			thoughts_.cancel(agent, what.thought);
			calls_.give_up_thought(agent);
		},
		[&](const TurnFailed &what) { talks_.turn_failed(agent, what); },
		[&](const SpeechEnded &) { talks_.speech_ended(agent); },
		[&](const SeatWish &) { walks_.begin_to_seat(agent); },
	};
	std::visit(by_its_part, wish.what);
}

void Simulation::publish() {
	const auto write = [this](AgentId id, AgentRow &row) {
		const Agent *const agent = agents_.find(id);
		if (agent == nullptr) {
			row = AgentRow();
			return TilePosition();
		}
		fill(row, *agent, talks_.talk_of(id));
		return agent->standing.position;
	};
	board_.publish(step_.time(), step_.touched_in_order(), write, step_.output().positions);
}

} // namespace agent_runtime
