#pragma once

// The step engine: all agents of a world, advanced in steps (DESIGN §4). It has no thread and no
// clock of its own: whoever drives it says when a step happens and gets back what came of it.
//
//	simulation.post(SayInput{ ... });                       // any thread
//	std::unique_ptr<StepOutput> output = simulation.step(now);   // the one sim thread
//
// A step takes the inputs that have arrived, runs the agents that have something to do, and merges
// what they emitted in the order of their numbers. What a run puts out depends on its inputs and on
// the times of its steps alone, not on the number of helper threads.

#include "core/agents/agent_step.h"
#include "core/agents/audience.h"
#include "core/agents/bus.h"
#include "core/agents/game_call.h"
#include "core/agents/helper_pool.h"
#include "core/agents/mind_desk.h"
#include "core/agents/moving_positions.h"
#include "core/agents/outbox.h"
#include "core/agents/shown_walks.h"
#include "core/agents/snapshot_board.h"
#include "core/agents/timer_heap.h"
#include "core/agents/world_view.h"
#include "core/auto_mode/director.h"
#include "core/base/agent_table.h"
#include "core/world/grid_map.h"
#include "core/world/neighbourhood.h"
#include "core/world/walkers.h"

#include <concurrentqueue/concurrentqueue.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

// How a request that an input carried has ended.
struct RequestOutcome {
	RequestId request;
	Status status;
};

// A task that agents have agreed upon: it is given to both with an id of its own.
struct AgreedTask {
	AgentId agent;
	AgentId partner;
	std::string name;
	AgentId proposed_by;
};

struct ConfiguredAgent {
	AgentId agent;
	ProfilePtr profile;
};

struct StepOutput {
	StepNumber step;
	SimTime time;
	std::vector<Event> events;
	std::vector<ConversationRow> conversations;
	std::vector<RequestOutcome> outcomes;
	std::vector<RequestId> reached; // whose inputs were all taken by now (post_end_of)
	std::vector<MovingPosition> positions; // of agents that are on their way
	std::vector<AgentPath> paths; // that are new, for who shows them
	std::vector<AgentTurn> turns; // where agents look now
	std::vector<GameCall> calls;
	std::vector<CallId> given_up; // calls whose outcome no longer matters
	std::vector<CancelledWalk> cancelled_walks; // of earlier steps, before the calls of this one
	// Thoughts of minds that answer when they do (MindAnswerInput), and those of them whose answer
	// is not wanted any more.
	std::vector<ThoughtRequest> thoughts;
	std::vector<ThoughtId> withdrawn;
	std::vector<AgreedTask> agreed;
	std::vector<ConfiguredAgent> configured; // anew, to be kept
	std::vector<Input> inputs; // in the order taken; only while recording
	bool recorded = false; // it belongs to a recording, even when nothing happened in it

	// Whether there is anything to be written or shown.
	bool is_empty() const {
		return events.empty() && conversations.empty() && configured.empty() && !recorded;
	}
};

// How far a world before this one has counted: what it has numbered is never taken for this one's.
struct SimulationMarks {
	StepNumber step;
	SimTime time;
	std::uint64_t call = 0;
};

struct SimulationOptions {
	AgentSettings settings;
	std::size_t helpers = 0;
	// Below this many tasks a part of a step is not worth the wake-up of a helper.
	std::size_t tasks_per_part = 256;
	bool recording = false;
	// Minds are not asked: their answers are among the recorded inputs.
	bool replaying = false;
	SimulationMarks after = {};
	// Whether somebody shows paths, which are not made otherwise; null: yes.
	const std::atomic<bool> *shows_paths = nullptr;
};

class Simulation : private WorldView {
public:
	// `minds` and `board` outlive the simulation.
	Simulation(const SimulationOptions &options, MindDesk &minds, SnapshotBoard &board,
			const Logger &log);

	// How much one step takes of what waits; the rest is for the next one, at the same time. Counts
	// and no times, so that a run does not depend on the machine.
	static constexpr std::size_t MOST_INPUTS = 8192;
	static constexpr std::size_t MOST_HEARINGS = 4096; // of one message, too
	static constexpr std::size_t MOST_TIMERS = 2048;
	static constexpr std::size_t MOST_ANSWERS = 128; // any of which may be heard by a crowd
	// The last steps only put out what is heard, and an agent's lines together are written sooner.
	static constexpr std::size_t MOST_LAST_HEARINGS_A_STEP = 32 * MOST_HEARINGS;
	// What agents said by themselves in the last moment is stored for so many hearers.
	static constexpr std::size_t MOST_LAST_HEARINGS = 8192;

	// Any thread. Inputs of one thread keep their order.
	void post(Input input);
	// Behind the inputs that this thread has posted for a request.
	void post_end_of(RequestId request);
	bool has_inputs() const { return waiting_inputs() > 0; }
	std::int64_t waiting_inputs() const { return posted_.load(std::memory_order_acquire); }
	// What was posted to be said and is not heard yet, once for each who may hear it. A stop stores
	// all of it, so whoever posts sees that it does not become too much.
	std::int64_t waiting_hearings() const { return hearings_.load(std::memory_order_relaxed); }

	// The rest: sim thread only.

	// The earliest time at which a step has something to do of itself; NEVER when there is none.
	SimTime next_due();
	std::unique_ptr<StepOutput> step(SimTime now);

	// The world is about to end: from now on steps only take what was accepted, so that it is
	// stored. Agents come to live, what was said is stored for its hearers, and nobody thinks,
	// walks, or does what would be due. They are wanted until has_rest() is false.
	void close() { close_asked_ = true; }
	bool has_rest() const { return has_inputs() || !said_.empty(); }

	const AgentSettings &settings() const { return options_.settings; }
	StepNumber last_step() const { return step_; }
	SimTime time() const { return time_; }
	std::size_t living_agents() const { return living_; }
	SimulationMarks marks() const { return { step_, time_, newest_call_ }; }
	// Calls up to here were given by earlier runtimes. Before the first step.
	void skip_calls_to(std::uint64_t number) { newest_call_ = std::max(newest_call_, number); }

private:
	struct Range {
		std::size_t begin = 0;
		std::size_t end = 0;
	};
	// Something said, on its way to those who hear it.
	struct Delivery {
		MessagePtr message;
		std::vector<AgentId> elected;
		bool is_asked_for = false; // by an input
		Range part = {}; // of the hearers, whose turn it is
	};
	// One reason for one agent to run in this step.
	struct Task {
		enum class Kind : unsigned char { answer, message, timer };
		AgentId agent;
		Kind kind = Kind::timer;
		std::uint32_t index = 0; // of the answer or the delivery

		auto operator<=>(const Task &other) const = default;
	};
	struct DueThought {
		SimTime due;
		AgentId agent;
		std::uint32_t thought = 0;

		auto operator<=>(const DueThought &other) const = default;
	};
	struct Posted {
		Input input;
		RequestId end_of; // none: it is an input
	};
	struct EndedWalk {
		AgentId agent;
		Status status;
		bool is_told = false;
	};

	Agent *living(AgentId id);
	const Agent *find_living(AgentId id) const;
	Event event_of(AgentId id, EventData data) const {
		return { ParticipantId(id), std::move(data) };
	}

	// Phase 1: what has arrived (simulation_inputs.cpp).
	void take_inputs();
	void keep_latest_positions();
	void take_due_answers();
	void apply(SpawnInput &input);
	void apply(TerminateInput &input);
	void apply(ProfileInput &input);
	void apply(SayInput &input);
	std::size_t most_hearers(const SayInput &input) const;
	void say(const SayInput &input);
	void apply(MoveInput &input);
	void apply(WalkInput &input);
	void apply(MapInput &input);
	void apply(OwnerInput &input);
	void apply(PositionInput &input);
	void apply(PauseInput &input);
	void apply(AssignInput &input);
	void apply(FinishInput &input);
	void apply(GameInput &input);
	void apply(AttentionInput &input);
	void apply(CallOutcomeInput &input);
	void apply(CallSlowInput &input);
	void apply(MindAnswerInput &input);
	void apply(MemoryInput &input); // simulation_memory.cpp
	void apply(CloseInput &) {}
	Agent &new_place(AgentId id);
	void restore(Agent &agent, const PastLife &past);

	// Phase 2: who runs, and running them.
	bool is_current(const TimerHeap::Entry &entry);
	void take_timer();
	void take_said();
	void note_heard(const Delivery &delivery, std::size_t hearers);
	static std::span<const ParticipantId> hearers_of(const Delivery &delivery);
	void run_all();
	void gather_answers();
	void gather_hearings();
	void gather_timers();
	void sort_tasks();
	void run_tasks();
	void run_range(Range range, Outbox &out);
	void run_task(Agent &agent, const Task &task, Outbox &out);

	// Phase 3: what comes of it, in the order of the agents' numbers.
	void merge();
	void put_together(std::size_t first);
	// The agent does something at once, in the midst of the step; what comes of it is merged.
	template <typename What>
	auto act(Agent &agent, const What &what);
	void merge(Outbox &out);
	void take_from(Outbox &out);
	void note_state(const Event &event);
	void log_refusal(AgentId agent, const TransitionRefused &refused) const;
	void ask(ThoughtRequest thought);
	void schedule_timers();
	void publish();

	// The last steps of a world (simulation_closing.cpp).
	void run_last();
	void hear_whole();
	void store_last_hearings();

	// Wishes of agents (simulation_wishes.cpp).
	void carry_out(Wish &wish);
	void carry_out(Agent &agent, const Utterance &wish);
	void carry_out(Agent &agent, const MoveWish &wish);
	void carry_out(Agent &agent, const InvitationWish &wish);
	void carry_out(Agent &agent, const InvitationAnswer &wish);
	void carry_out(Agent &agent, const ThoughtCancelled &wish);
	void tell(const Agent &from, AgentId to, std::string_view type, std::string content,
			std::optional<Invitation> invitation = std::nullopt);
	void settle_invitation(AgentId who, const InvitationAnswer &answer);

	// Conversations that are led (simulation_talks.cpp): the director says what is to be done, and
	// is told what has happened.
	struct LedTalk {
		TalkSettingsPtr settings;
		std::vector<MessagePtr> lines; // the newest ones, oldest first
		std::map<AgentId, std::uint32_t> said; // how often each has spoken
		std::uint32_t turn = 0; // that is spoken next, or was begun
		std::string table; // at which they meet; empty: none
	};
	void apply(StartTalkInput &input);
	void apply(StopTalkInput &input);
	void follow_cues();
	void carry_out(const ErrandCue &cue);
	void carry_out(const TurnCue &cue);
	void carry_out(const ThinkCue &cue);
	void carry_out(const EndCue &cue);
	void carry_out(Agent &agent, const TurnFailed &wish);
	void carry_out(Agent &agent, const SpeechEnded &wish);
	void carry_out(Agent &agent, const SeatWish &wish);
	void run_errand(Agent &agent, Errand errand, AgentId to);
	void walk_to_table(Agent &agent, LedTalk &talk);
	std::string free_table(const LedTalk &talk) const;
	void speak_turn(Agent &agent, LedTalk &talk, const Utterance &wish);
	void errand_ended(Agent &agent);

	// Calls to the game (simulation_calls.cpp).
	void carry_out(Agent &agent, const GameWish &wish);
	void carry_out(Agent &agent, const ContextWish &wish);
	void carry_out(Agent &agent, const ToolsWish &wish);
	bool end_tool(Agent &agent, const CallOutcomeInput &outcome);
	void end_action(Agent &agent, const CallOutcomeInput &outcome);
	void end_walk(Agent &agent, const CallOutcomeInput &outcome);
	void give_up_calls(Agent &agent);

	// What agents know of the world (simulation_view.cpp).
	void look_around(Agent &agent, MindRequest &request) const override;
	bool is_living(AgentId agent) const override { return find_living(agent) != nullptr; }
	const ActionTable *actions() const override { return actions_.get(); }
	const ActionTable *tools() const override { return tools_.get(); }
	bool asks_game_for_context() const override { return gives_context_; }
	void see_neighbours(const Agent &agent, MindRequest &request) const;
	void see_notices(Agent &agent, MindRequest &request) const;
	void see_states(const Agent &agent, MindRequest &request) const;
	std::uint32_t see(const Agent &agent, NoticeKind kind, MindRequest &request) const;
	void note(std::string_view type, const Agent &agent);

	// Walks (simulation_walks.cpp), of all agents, whoever moves them. A walk that is asked for
	// takes the place of the one before, and each ends exactly once, in walk_ended():
	//  - never while the call that asks for it is still running;
	//  - before the agent's next walk begins, also when it is the next one that ends it.
	// So who waits for a walk asks for it first, and then begins to wait.
	void walk_to(Agent &agent, Tile target, std::optional<Facing> face, RequestId request = {});
	// On arrival it looks at the other, and stands where that is by then.
	void walk_beside(Agent &agent, const Agent &other, RequestId request = {});
	// Or to where it belongs that has no seat.
	void walk_to_seat(Agent &agent, RequestId request = {});
	void turn(Agent &agent, Facing facing);
	// The way on which it is ends here, with this outcome; nothing when it is on none.
	void stop_walk(Agent &agent, const Status &why);
	void walk_ended(Agent &agent, const Status &status);
	// Whether it is part of a talk that somebody leads, and so does nothing of its own accord.
	bool is_directed(const Agent &agent) const { return agent.talk_part() != nullptr; }

	void begin_walk(Agent &agent, const WalkOrder &order);
	void set_out(Agent &agent);
	void ask_to_walk(Agent &agent);
	void give_up_walk(const Agent &agent, const std::string &reason);
	void walk_at_once(Agent &agent);
	void look_on_arrival(Agent &agent);
	void arrive(Agent &agent);
	void block_walk(Agent &agent, const Status &why);
	void end_walk(Agent &agent, const Status &status);
	void note_ended_walk(Agent &agent, const Status &status);
	void tell_ended_walk(Agent &agent);
	void tell_ended_walks();
	WalkOrder order_to_seat(const Agent &agent) const;
	TilePosition place_beside(const Agent &agent, const Agent &other);
	bool is_taken(TilePosition place, AgentId by);

	// Those whom the world walks (simulation_walkers.cpp).
	bool is_on_map(const Agent &agent) const {
		return map_ != nullptr && !agent.standing.moved_by_game;
	}
	void enter_map(Agent &agent);
	void enter_map_all();
	void leave_map(Agent &agent);
	void send_walker(Agent &agent);
	// Ticks of the walkers, a whole number of them in each second.
	static std::int64_t tick_at(SimTime time);
	SimTime next_tick();
	void move_walkers();
	void take_walkers_news();
	void take_moved();
	void take_redirected();
	void take_ended();

	// What agents do when nobody needs them (simulation_routine.cpp).
	void begin_routine(Agent &agent);
	void rest_for(Agent &agent, Micros span);
	SimTime next_routine();
	void live_idly();
	void do_next_thing(Agent &agent);
	std::optional<Tile> choose_stroll(Agent &agent);
	void stroll(Agent &agent, const WalkOrder &order);
	void stroll_ended(Agent &agent, const Status &status);

	// Who speaks stands still (simulation_halts.cpp).
	void halt_and_resume_walks();
	void halt_walk(Agent &agent);
	void stand_still(Agent &agent);

	// Movement (simulation_movement.cpp).
	void put(Agent &agent, TilePosition position);
	void tell_position(Agent &agent);
	void settle(Agent &agent);
	void drop_stale_settling();
	SimTime next_settling();
	void settle_who_is_due();

	// Speech (simulation_speech.cpp).
	void deliver(const std::shared_ptr<Message> &message, TilePosition from);
	void announce(const MessagePtr &message);
	void learn_hearing(const Agent &agent);
	void forget_hearing(const Agent &agent);
	void find_hearers(Message &message, TilePosition from);
	void find_near_hearers(Message &message, TilePosition from);
	std::vector<AgentId> elect(const Message &message, TilePosition from);
	std::size_t draw_candidate(TilePosition from);

	const SimulationOptions options_;
	MindDesk &minds_;
	SnapshotBoard &board_;
	const Logger log_;
	HelperPool helpers_;
	Rng rng_; // chance that belongs to no agent: the election of those who answer

	moodycamel::ConcurrentQueue<Posted> queue_;
	std::atomic<std::int64_t> posted_{ 0 }; // partner of queue_: counts what it holds
	std::atomic<std::int64_t> hearings_{ 0 }; // stands alone
	Audience audience_;

	StepNumber step_;
	SimTime time_;
	// Living agents and free places, in blocks that stay where they are.
	static constexpr std::size_t BLOCK = 256;
	std::vector<std::unique_ptr<std::array<Agent, BLOCK>>> agents_;
	std::size_t places_ = 0; // taken or free
	AgentTable<std::uint32_t> place_; // of who is alive
	std::vector<std::uint32_t> free_places_;
	std::size_t living_ = 0;
	GridMapPtr map_; // null: nobody takes time to be somewhere else
	Walkers walkers_; // all that are on it
	std::int64_t last_tick_ = 0; // of them
	std::vector<EndedWalk> ended_walks_; // in the order of their ends
	Neighbourhood near_;
	float near_radius_ = 0.0f; // how far any of those hears who do not hear from afar
	std::vector<AgentId> far_hearers_; // in the order of their numbers
	TimerHeap timers_;
	TimerHeap routines_; // of those who wander, by what they do next
	TimerHeap settling_; // agents in motion, by when they will have stood still long enough
	std::uint64_t newest_call_ = 0;
	std::uint64_t newest_call_before_ = 0; // the same before the current step
	Bus bus_;
	ActionTablePtr actions_;
	ActionTablePtr tools_;
	bool gives_context_ = false;
	std::unordered_map<TaskId, AgentId> task_owners_; // of tasks that are not over
	std::vector<DueThought> thoughts_; // a heap, earliest on top
	std::deque<Delivery> said_; // heard in the steps to come
	bool takes_inputs_ = false; // just now
	bool close_asked_ = false;
	bool closing_ = false;
	std::size_t last_hearings_ = 0; // of what agents said by themselves
	Director director_;
	std::map<ConversationId, LedTalk> led_talks_;
	bool follows_cues_ = false;

	// Of the current step.
	std::unique_ptr<StepOutput> output_;
	std::vector<Input> inputs_;
	std::vector<MindAnswerInput> answers_;
	std::vector<Delivery> heard_;
	std::vector<Task> tasks_;
	std::vector<Range> parts_;
	std::vector<Outbox> outboxes_; // one a part
	std::vector<AgentId> touched_;
	std::vector<AgentId> candidates_;
};

template <typename What>
auto Simulation::act(Agent &agent, const What &what) {
	touched_.push_back(agent.id);
	Outbox out;
	AgentStep step(agent, time_, options_.settings, *this, out);
	if constexpr (std::is_void_v<decltype(what(step))>) {
		what(step);
		merge(out);
	} else {
		const auto result = what(step);
		merge(out);
		return result;
	}
}

} // namespace agent_runtime
