#pragma once

// A whole runtime: opens the database, brings its agents back, and runs them until it is stopped.
// It wires the rooms together and is all that the bindings and the gateway see of them.
//
//	Result<std::unique_ptr<Runtime>> runtime = Runtime::start(options, clock, log);
//	Result<AgentId> ada = runtime.value()->spawn_agent({ { "name", "Ada" } });
//	runtime.value()->send_message(ParticipantId::player(0), *ada, "Hello");
//	runtime.value()->pump().drain(sink, 1ms);   // each frame: Ada listens, thinks, answers
//	runtime.value()->stop();                    // in good order; nothing acknowledged is lost

#include "core/agents/call_book.h"
#include "core/agents/directory.h"
#include "core/agents/event_pump.h"
#include "core/agents/settings.h"
#include "core/agents/simulation.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/mutex.h"
#include "core/base/spaced_sum.h"
#include "core/base/vocabulary.h"
#include "core/gateway/gateway.h"
#include "core/io/running_games.h"
#include "core/requests/request_table.h"
#include "core/runtime/agent_requests.h"
#include "core/runtime/built_in_minds.h"
#include "core/runtime/bus_requests.h"
#include "core/runtime/call_requests.h"
#include "core/runtime/log_requests.h"
#include "core/runtime/memory_desk.h"
#include "core/runtime/mind_requests.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/restored_world.h"
#include "core/runtime/runtime_config.h"
#include "core/runtime/runtime_options.h"
#include "core/runtime/sim_driver.h"
#include "core/runtime/slot_desk.h"
#include "core/runtime/slot_requests.h"
#include "core/runtime/talk_book.h"
#include "core/runtime/talk_requests.h"
#include "core/runtime/task_requests.h"
#include "core/runtime/vocabulary.h"
#include "core/runtime/walk_requests.h"
#include "core/runtime/world_parts.h"
#include "core/runtime/world_requests.h"
#include "core/store/id_marks.h"
#include "core/store/open_database.h"
#include "core/store/reader.h"
#include "core/store/retention.h"
#include "core/store/simulation_lock.h"
#include "core/store/writer.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

struct RuntimeStats {
	std::size_t agents = 0;
	std::size_t waiting_events = 0; // in the pump
	Micros lag{};
	bool rests = false; // all is done that is due by its clock
	WriterStats store;
};

// Thread rule: any thread; stop() by its owner. Nothing runs after stop().
class Runtime {
public:
	// `clock` outlives the runtime.
	static Result<std::unique_ptr<Runtime>> start(
			RuntimeOptions options, Clock &clock, Logger log = {});
	~Runtime();
	Runtime(const Runtime &) = delete;
	Runtime &operator=(const Runtime &) = delete;

	// All that was accepted is stored by then; nobody thinks or walks for it. Says what failed: a
	// thread that had ended by an exception, or what was not written.
	const Status &stop();

	// The one door for requests: as structs from callers in this process, as JSON from all others.
	const RequestTable &requests() const { return table_; }

	// `config` as in agent_spawn_request. Answers at once; the agent lives from the next step on.
	// With a key that an agent has, gives that one.
	Result<AgentId> spawn_agent(const nlohmann::json &config);
	// Many of one kind, which share all but their ids and chance. All of them or none.
	Result<std::vector<AgentId>> spawn_agents(const nlohmann::json &config, std::int64_t count);
	Status terminate_agent(AgentId agent, const std::string &reason) {
		return agent_requests_.terminate(agent, reason);
	}
	// As agent_state_request, with `pending` while it does not live yet.
	Result<nlohmann::json> agent_state(AgentId agent) const;
	// Ids of all agents, those that do not live yet included.
	std::vector<AgentId> agents() const;
	Status send_message(ParticipantId from, ParticipantId to, const std::string &content) {
		return table_.call(SayRequest{ from, to, content }).status();
	}
	// Who says where the agent is: the world, or the game, which is then asked to walk it
	// (`walk_requested`), reports where it is, and says how each walk has ended.
	Status set_moved_by_game(AgentId agent, bool moved_by_game) {
		return walk_requests_.set_moved_by_game(agent, moved_by_game);
	}
	// On which the world's own agents stand and walk from now on; null: they are at once where they
	// want to be. May be given anew at any time.
	Status set_map(GridMapPtr map);
	// Lets an agent walk, or stop. How that ends is told by agent_arrived and agent_blocked, and by
	// the outcome of the input's request.
	Status walk(const WalkInput &walk) { return walk_requests_.walk(walk); }
	// The seat that is the agent's own; empty: none any more.
	Status assign_seat(AgentId agent, const std::string &seat) {
		return table_.call(SeatRequest{ agent, seat }).status();
	}
	bool is_moved_by_game(AgentId agent) const { return directory_.is_moved_by_game(agent); }
	Status report_position(AgentId agent, TilePosition position) {
		return table_.call(ReportPositionRequest{ agent, position }).status();
	}
	Status answer_call(const CallAnswer &answer) { return call_requests_.take(answer); }
	// Settles what the agent gets from the bus: `groups`, `topics` and `filter` as in
	// subscribe_request; what is absent stays.
	Status subscribe(AgentId agent, const nlohmann::json &subscription);
	// The task's id; the agent takes the task in with the next step.
	Result<TaskId> assign_task(
			AgentId agent, const std::string &name, const std::string &description = "");
	// Actions of the game that minds may choose from now on (mind/action_table.h). The game is then
	// called (GameCall) and answers with answer_call().
	Status register_action(
			const std::string &name, const std::string &description, const nlohmann::json &schema);
	Status unregister_action(const std::string &name);
	// Tools that minds may use on the way to a decision; called and answered like actions.
	Status register_tool(
			const std::string &name, const std::string &description, const nlohmann::json &schema);
	Status unregister_tool(const std::string &name);
	// Whether the game wants to be called before each thought, to say what the agent perceives.
	void set_gives_context(bool gives_context);

	// A conversation that is led begins (auto mode): options as in startAutoMode. Answers at once,
	// as auto_mode_state does.
	Result<nlohmann::json> start_auto_mode(const nlohmann::json &options);
	// Ends one, or all of them when none is named; the request is answered when that is done,
	// unless this refuses it.
	Status stop_auto_mode(ConversationId talk = {}, RequestId request = {}) {
		return talk_requests_.stop(talk, request);
	}
	// One that has ended goes on from what is stored of it; the request as before.
	Status continue_auto_mode(ConversationId talk, RequestId request = {}) {
		return talk_requests_.go_on(talk, request);
	}
	// Whether this one goes on; any, when none is named.
	bool is_auto_mode_active(ConversationId talk = {}) const { return talks_.is_active(talk); }
	// Empty when there is none of this id.
	nlohmann::json auto_mode_state(ConversationId talk) const;
	// All that are known, newest first, those of earlier runs too.
	nlohmann::json auto_mode_conversations() const;

	// Any request of the vocabulary. The reply (request_completed) comes exactly once: before the
	// call returns where it is known, otherwise later and on another thread, which must not be held
	// up.
	void request(const nlohmann::json &message, const RequestBook::Reply &reply) {
		table_.handle(message, reply);
	}
	// The same for a program outside the process, which outlives it: an answer that says that
	// something was done comes when that is stored, or, with `stored: false`, when it is done and
	// cannot be stored.
	void request_from_outside(const nlohmann::json &message, RequestBook::Reply reply);

	// How much the player sees of an agent: 1 is usual; more goes first, less thinks less often and
	// with a cheaper model, 0 not of its own accord.
	Status set_attention(AgentId agent, float weight) {
		return table_.call(AttentionRequest{ agent, weight }).status();
	}
	// What its mind was asked last, and why that stands there (prompt_to_json).
	Result<nlohmann::json> last_prompt(AgentId agent) const;
	// Steps of scripts that no agent has used, for tests: "agent_001: step 2 of 3, say "Hello"".
	std::vector<std::string> unused_script_steps() const;
	// What the game's own mind has written so far, beyond what it wrote before.
	Status stream_thought(CallId call, std::string text);

	// Whether a world can be saved under this name, or loaded from it; slot_save_request and
	// slot_load_request do it.
	Status check_slot(const std::string &slot) const { return slot_requests_.check_slot(slot); }

	Status set_time_scale(double scale) {
		return world_requests_.answer(TimeScaleRequest{ scale });
	}
	// Two reasons to stand still: the game does, or the world was paused by itself.
	void set_paused(bool paused) { world_requests_.set_paused_by_game(paused); }
	void set_world_paused(bool paused);
	bool is_world_paused() const { return world_requests_.is_world_paused(); }
	// While paused: one step, to the next moment at which something is due.
	Status step_world() { return world_requests_.answer(StepWorldRequest()); }

	EventPump &pump() { return pump_; }
	// Nothing when it is not enabled.
	const Gateway *gateway() const { return gateway_.get(); }
	RuntimeStats stats() const;
	const std::string &database_path() const { return options_.database_path; }
	// The file that holds the secret of the gateway; empty: none.
	std::string token_file() const;

private:
	Runtime(RuntimeOptions options, Clock &clock, Logger log);

	// What the gateway sees of a runtime.
	class OutsideDoor : public GatewayHost {
	public:
		explicit OutsideDoor(Runtime &runtime) :
				runtime_(runtime) {}
		void request(const nlohmann::json &message, RequestBook::Reply reply) override {
			runtime_.request_from_outside(message, std::move(reply));
		}
		void read_log(
				EventFilter filter, std::function<void(const Result<EventPage> &)> done) override {
			runtime_.log_requests_.read_page(std::move(filter), done);
		}

		const Vocabulary &vocabulary() const override { return runtime_.table_.vocabulary(); }

	private:
		Runtime &runtime_;
	};

	Status open_store();
	Status mark_ids(RestoredWorld &world);
	bool store_given_ids();
	void refuse_uncovered_calls(StepOutput &output);
	void answer_reached(std::vector<RequestId> requests);
	Status open_gateway();
	Status start_store(Database database);
	std::vector<std::unique_ptr<IdleTask>> idle_tasks();
	// The moving parts of a world.
	struct World {
		std::unique_ptr<MindDesk> desk;
		std::unique_ptr<Simulation> simulation;
		std::unique_ptr<SimDriver> driver;
	};
	// The same until another world takes its place: for the slots' thread, which does that, and for
	// the owner while that thread does not run.
	struct Parts {
		MindDesk *desk;
		Simulation *simulation;
		SimDriver *driver;
	};
	Parts parts() const;
	// What a world was given by the game.
	struct Furniture {
		GridMapPtr map;
		GameInput game;
	};
	void begin();
	// An empty one, whose numbers go on after those of the one before it.
	World make_world(const SimulationMarks &after);
	Furniture furnish(Simulation &simulation) const;
	void keep_what_was_set(const Furniture &given, const RestoredWorld &world)
			AR_REQUIRES(talk_order_.mutex, settings_.mutex, world_.mutex);
	static void post_to(Simulation &simulation, const RestoredWorld &world);
	void enter(const RestoredWorld &world) AR_REQUIRES(talk_order_.mutex);
	void settle_minds(RestoredWorld &world) const;
	static std::vector<AgentId> who_goes_home(const RestoredWorld &world);
	void send_home() AR_REQUIRES(talk_order_.mutex, settings_.mutex)
			AR_REQUIRES_SHARED(world_.mutex);
	void announce();
	void register_game();
	void take_output(std::unique_ptr<StepOutput> output);
	void take_calls(StepOutput &output);
	void store_or_publish(std::unique_ptr<StepOutput> output);
	void store_step(std::unique_ptr<StepOutput> output);
	void store(std::unique_ptr<WriteJob> job);
	void offer(std::unique_ptr<WriteJob> job);
	void tell_wait(Micros waited);
	void notice(EventData data);
	void tell(EventData data);
	void publish_foreign(const std::vector<StoredEvent> &events);

	HealthReply health() const;
	// Gets what is set already, and the table to change.
	using ChangeTable = std::function<Status(const GameInput &game, ActionTable &table)>;
	Status change_table(ActionTablePtr GameInput::*which, const ChangeTable &change);
	Micros time_for(CallKind kind) const;
	void start_models();
	void report_mind(const Event &event);
	void ask_game(const GameCall &call);
	const Mind &mind() const { return options_.mind != nullptr ? *options_.mind : mind_; }
	// Save games (runtime_slots.cpp).
	void make_slots();
	Status hold_world();
	std::vector<AgentPlace> places() const;
	void open_world(RestoredWorld world, EventId event);
	std::vector<Event> endings_before(const RestoredWorld &world);
	void stop_showing(StepNumber step);

	const RuntimeOptions options_;
	Clock &clock_;
	const Logger log_;
	ScaledClock sim_clock_;
	IdMarks ids_;
	AgentDirectory directory_;
	EventFanout fanout_;
	EventPump pump_;
	RequestBook requests_;
	CallBook calls_;
	SnapshotBoard board_;
	BuiltInMinds mind_{ pump_.texts() };
	OutsideDoor outside_{ *this };
	std::unique_ptr<Gateway> gateway_; // outlives the threads that publish
	LogPlace log_place_; // when the store was opened
	std::optional<SimulationLock> lock_;
	Writer writer_;
	Reader reader_;
	std::atomic<std::int64_t> coming_generation_{ 0 }; // stands alone; see SlotDesk
	bool stores_ = false;
	TalkBook talks_{ [this](std::uint64_t number) {
		return ids_.cover(IdKind::conversations, number);
	} };
	TalkOrder talk_order_;
	GameSettings settings_;
	std::atomic<bool> stands_still_{ false }; // stands alone; while the store takes nothing more
	std::atomic<bool> log_unread_{ false }; // stands alone; the pump could not read the log
	bool announced_ = false; // that it runs, in the log
	std::optional<GameRegistration> registration_; // while other programs can find it
	std::set<std::string> told_minds_; // of sim alone: what is wrong with minds, and was told
	LastPrompts last_prompts_;
	LedgerBooks books_; // of the file, until the models have them
	std::unique_ptr<ModelDesk> models_;
	LiveWorld world_{ requests_ };
	std::unique_ptr<SlotDesk> slots_; // null: nothing is stored
	SpacedSum store_waits_; // of more than is worth a line
	std::atomic<std::uint64_t> unwritten_{ 0 }; // jobs at the stop; stands alone
	bool stopped_ = false;
	Status end_; // what stop() says

	// What answers requests.
	const WorldParts parts_{ options_, clock_, sim_clock_, log_, world_, settings_, directory_,
		board_, talks_, talk_order_, ids_, requests_, stores_ };
	MemoryDesk memory_{ { reader_, fanout_, requests_, clock_, mind(),
			[this](std::unique_ptr<WriteJob> job) { offer(std::move(job)); },
			[this](Input input) { world_.post(std::move(input)); },
			[this](AgentId agent) { return parts_.known(agent); }, stores_ } };
	AgentRequests agent_requests_{ parts_ };
	BusRequests bus_requests_{ parts_ };
	TaskRequests task_requests_{ parts_, reader_ };
	WalkRequests walk_requests_{ parts_ };
	MindRequests mind_requests_{ parts_, last_prompts_, models_ };
	TalkRequests talk_requests_{ parts_, agent_requests_, reader_, writer_ };
	CallRequests call_requests_{ calls_, world_, models_ };
	SlotRequests slot_requests_{ writer_, slots_ };
	LogRequests log_requests_{ reader_, requests_, stores_ };
	WorldRequests world_requests_{ sim_clock_, world_, [this] { return health(); } };
	RequestTable table_{ requests_, runtime_vocabulary(),
		[this] { return world_.is_stopping() ? LiveWorld::has_stopped() : Status(); } };
};

} // namespace agent_runtime
