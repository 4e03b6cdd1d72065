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
#include "core/runtime/built_in_minds.h"
#include "core/runtime/call_answer.h"
#include "core/runtime/memory_desk.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/request_book.h"
#include "core/runtime/restored_world.h"
#include "core/runtime/runtime_config.h"
#include "core/runtime/sim_driver.h"
#include "core/runtime/slot_desk.h"
#include "core/runtime/talk_book.h"
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

// What waits to be written is what a stop waits for: about a tenth of a second's work, not more. A
// world that has more to store is slowed down.
inline WriterOptions writer_of_a_world() {
	WriterOptions options;
	options.queue.queue_bytes = 2U << 20U;
	return options;
}

struct RuntimeOptions {
	RuntimeConfig config;
	// An absolute path; empty, as it is when storage is not enabled: nothing is stored.
	std::string database_path;
	AgentSettings settings;
	MindSettings minds;
	MakeHttpTransport make_http; // empty: there are no HTTP minds here
	WriterOptions writer = writer_of_a_world();
	RetentionPolicy retention;
	// How long a conversation that is led lasts at the most, unless it is started with another
	// duration, or PIXEL_AGENTS_AUTO_MODE_DURATION_MS says otherwise.
	Micros auto_mode_duration = DEFAULT_TALK_DURATION;
	bool recording = false; // see recording.h
	// Limits and secret of the port for programs outside; whether and where it opens stands in the
	// configuration. The token file is that of gateway_token_file(), unless one is given.
	GatewayOptions gateway;
	std::size_t most_agents = 200'000;
	// What is to be said is refused while so much waits to be heard, once for each who may hear it:
	// a stop stores all of it, in about a second.
	std::int64_t most_waiting_hearings = 100'000;
	// Thinks for all agents instead of the offline mind; outlives the runtime.
	const Mind *mind = nullptr;
};

// The file that holds the secret of a runtime's port.
std::string gateway_token_file(const std::string &database_path);

struct ConversationPersona;

// The milliseconds that a variable of the environment gives; invalid_argument says what is allowed.
// Thread rule: any thread.
Result<Micros> parse_talk_duration(std::string_view text);

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

	// `config` as in agent_spawn_request. Answers at once; the agent lives from the next step on.
	// With a key that an agent has, gives that one.
	Result<AgentId> spawn_agent(const nlohmann::json &config);
	// Many of one kind, which share all but their ids and chance. All of them or none.
	Result<std::vector<AgentId>> spawn_agents(const nlohmann::json &config, std::int64_t count);
	Status terminate_agent(AgentId agent, const std::string &reason);
	// As agent_state_update, with name, role and `pending` while it does not live yet.
	Result<nlohmann::json> agent_state(AgentId agent) const;
	// Ids of all agents, those that do not live yet included.
	std::vector<AgentId> agents() const;
	Status send_message(ParticipantId from, ParticipantId to, const std::string &content);
	// Who says where the agent is: the world, or the game, which is then asked to walk it
	// (`walk_requested`), reports where it is, and says how each walk has ended.
	Status set_moved_by_game(AgentId agent, bool moved_by_game);
	// On which the world's own agents stand and walk from now on; null: they are at once where they
	// want to be. May be given anew at any time.
	Status set_map(GridMapPtr map);
	GridMapPtr map() const;
	// Lets an agent walk, or stop. How that ends is told by agent_arrived and agent_blocked, and by
	// the outcome of the input's request.
	Status walk(const WalkInput &walk);
	// The seat that is the agent's own; empty: none any more.
	Status assign_seat(AgentId agent, const std::string &seat);
	bool is_moved_by_game(AgentId agent) const { return directory_.is_moved_by_game(agent); }
	Status report_position(AgentId agent, TilePosition position);
	Status answer_call(const CallAnswer &answer);
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
	Status stop_auto_mode(ConversationId talk = {}, RequestId request = {});
	// One that has ended goes on from what is stored of it; the request as before.
	Status continue_auto_mode(ConversationId talk, RequestId request = {});
	// Whether this one goes on; any, when none is named.
	bool is_auto_mode_active(ConversationId talk = {}) const;
	// As TalkBook has it; empty when there is none of this id.
	nlohmann::json auto_mode_state(ConversationId talk) const;
	// All that are known, newest first, those of earlier runs too.
	nlohmann::json auto_mode_conversations() const;

	// Any request of the vocabulary. The reply (request_completed) comes exactly once: before the
	// call returns where it is known, otherwise later and on another thread, which must not be held
	// up.
	void request(const nlohmann::json &message, const RequestBook::Reply &reply);
	// The same for a program outside the process, which outlives it: an answer that says that
	// something was done comes when that is stored, or, with `stored: false`, when it is done and
	// cannot be stored.
	void request_from_outside(const nlohmann::json &message, RequestBook::Reply reply);

	// How much the player sees of an agent: 1 is usual; more goes first, less thinks less often and
	// with a cheaper model, 0 not of its own accord.
	Status set_attention(AgentId agent, float weight);
	// What its mind was asked last, and why that stands there (prompt_to_json).
	Result<nlohmann::json> last_prompt(AgentId agent) const;
	// Steps of scripts that no agent has used, for tests: "agent_001: step 2 of 3, say "Hello"".
	std::vector<std::string> unused_script_steps() const;
	// What the game's own mind has written so far, beyond what it wrote before.
	Status stream_thought(CallId call, std::string text);

	// Whether a world can be saved under this name, or loaded from it; slot_save_request and
	// slot_load_request do it.
	Status check_slot(const std::string &slot) const;

	Status set_time_scale(double scale);
	// Two reasons to stand still: the game does, or the world was paused by itself.
	void set_paused(bool paused);
	void set_world_paused(bool paused);
	bool is_world_paused() const { return world_paused_.load(std::memory_order_relaxed); }
	// While paused: one step, to the next moment at which something is due.
	Status step_world();

	EventPump &pump() { return pump_; }
	// Nothing when it is not enabled.
	const Gateway *gateway() const { return gateway_.get(); }
	RuntimeStats stats() const;
	const std::string &database_path() const { return options_.database_path; }
	// The file that holds the secret of the gateway.
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
			runtime_.read_log(std::move(filter), done);
		}

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
			AR_REQUIRES(talk_mutex_, game_mutex_, world_mutex_);
	static void post_to(Simulation &simulation, const RestoredWorld &world);
	void enter(const RestoredWorld &world) AR_REQUIRES(talk_mutex_);
	void settle_minds(RestoredWorld &world) const;
	static std::vector<AgentId> who_goes_home(const RestoredWorld &world);
	void send_home() AR_REQUIRES(talk_mutex_, game_mutex_) AR_REQUIRES_SHARED(world_mutex_);
	void announce();
	void take_output(std::unique_ptr<StepOutput> output);
	void take_calls(StepOutput &output);
	void store_or_publish(std::unique_ptr<StepOutput> output);
	void store_step(std::unique_ptr<StepOutput> output);
	void store(std::unique_ptr<WriteJob> job);
	void offer(std::unique_ptr<WriteJob> job);
	void tell_wait(Micros waited);
	void notice(std::string type, const nlohmann::json &data);
	void tell(std::string type, const nlohmann::json &data);
	void post(Input input);
	void read_log(EventFilter filter, const std::function<void(const Result<EventPage> &)> &done);
	void publish_foreign(const std::vector<StoredEvent> &events);

	void answer(const nlohmann::json &message, const RequestBook::Reply &reply);
	nlohmann::json health() const;
	nlohmann::json list_agents(const nlohmann::json &filter) const;
	ProfilePtr profile_from(const nlohmann::json &config) const;
	Result<ProfilePtr> checked_profile(const nlohmann::json &request) const;
	Status publish_message(const nlohmann::json &message);
	// Gets what is set already, and the table to change.
	using ChangeTable = std::function<Status(const GameInput &game, ActionTable &table)>;
	Status change_table(ActionTablePtr GameInput::*which, const ChangeTable &change);
	Status check_seat(const nlohmann::json &config) const;
	void report_place(const nlohmann::json &config) const;
	TilePosition first_place(const nlohmann::json &config) const;
	void walk(const nlohmann::json &message, const RequestBook::Reply &reply);
	Result<TaskPtr> new_task(const std::string &name, const std::string &description,
			ParticipantId by, AgentId partner);
	Micros time_for(CallKind kind) const;
	void start_models();
	void report_mind(const Event &event);
	void ask_game(const GameCall &call);
	void settle_talk_duration();
	Status check_talk(const nlohmann::json &options) const;
	Status may_talk(AgentId agent) const;
	Result<std::vector<AgentId>> chosen_for_talk(const nlohmann::json &options) const;
	Status require_places(const std::vector<AgentId> &chosen, std::size_t count) const;
	Result<AgentId> bring_in(const std::vector<AgentId> &others);
	Result<AgentId> spawn_for_talk(std::string_view name, const ConversationPersona &kind,
			const std::string &key, const std::vector<AgentId> &others);
	std::string free_seat() const;
	Result<nlohmann::json> begin_talk(const nlohmann::json &options,
			const std::vector<AgentId> &agents) AR_REQUIRES(talk_mutex_);
	Status begin_again(ConversationId talk, RequestId request);
	Status go_on(const TalkSettingsPtr &talk, std::uint32_t turns, RequestId request);
	Status read_on(Database &database, StartTalkInput &start, std::uint32_t turns);
	void read_transcript_for(ConversationId talk, RequestId request);
	// False when the message is about something else.
	bool answer_about_talks(const std::string &type, const nlohmann::json &message,
			const RequestBook::Reply &reply);
	// The same.
	bool answer_about_minds(const std::string &type, const nlohmann::json &message,
			const RequestBook::Reply &reply);
	const Mind &mind() const { return options_.mind != nullptr ? *options_.mind : mind_; }
	// Save games (runtime_slots.cpp).
	bool answer_about_slots(const std::string &type, const nlohmann::json &message,
			const RequestBook::Reply &reply);
	void make_slots();
	Status hold_world();
	std::vector<AgentPlace> places() const;
	void open_world(RestoredWorld world, EventId event);
	std::vector<Event> endings_before(const RestoredWorld &world);
	void stop_showing(StepNumber step);
	void read_tasks(const nlohmann::json &message, RequestId request);
	void copy_database(const nlohmann::json &message, const RequestBook::Reply &reply);
	void follow_pauses() AR_REQUIRES(pause_mutex_);
	void spawn(const nlohmann::json &message, const RequestBook::Reply &reply);
	void answer_about_agent(const std::string &type, const nlohmann::json &message,
			const RequestBook::Reply &reply);
	void answer_from_store(const std::string &type, const nlohmann::json &message,
			const RequestBook::Reply &reply);
	Status known(AgentId agent) const;
	Status require_room() const;
	Status require_hearers() const;
	static Status has_stopped();

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
	MemoryDesk memory_{ { reader_, fanout_, requests_, clock_, mind(),
			[this](std::unique_ptr<WriteJob> job) { offer(std::move(job)); },
			[this](Input input) { post(std::move(input)); },
			[this](AgentId agent) { return known(agent); } } };
	std::atomic<std::int64_t> coming_generation_{ 0 }; // stands alone; see SlotDesk
	bool stores_ = false;
	Mutex pause_mutex_; // comes before the world's
	bool tree_paused_ AR_GUARDED_BY(pause_mutex_) = false;
	std::atomic<bool> world_paused_{ false }; // set under pause_mutex_, read alone
	std::atomic<std::uint64_t> newest_task_{ 0 }; // stands alone
	TalkBook talks_{ [this](std::uint64_t number) {
		return ids_.cover(IdKind::conversations, number);
	} };
	// Conversations are started and stopped one by one. It comes before the game's.
	Mutex talk_mutex_;
	std::uint64_t topics_drawn_ AR_GUARDED_BY(talk_mutex_) = 0;
	std::uint64_t topic_seed_ = 0; // another one in each life, unless the configuration has one
	std::uint64_t run_ AR_GUARDED_BY(talk_mutex_) = 0; // differs between the lives of a world
	Micros talk_duration_ = DEFAULT_TALK_DURATION;
	// Also held while agents are configured, so that sim hears of it in the order of the directory.
	// It comes before the world's.
	mutable Mutex game_mutex_;
	GameInput game_ AR_GUARDED_BY(game_mutex_); // as it was last told to sim
	GridMapPtr map_ AR_GUARDED_BY(game_mutex_); // likewise
	// Likewise, of those for whom it was set.
	std::map<AgentId, float> attention_ AR_GUARDED_BY(game_mutex_);
	std::vector<AgentId> going_home_ AR_GUARDED_BY(game_mutex_); // as soon as there is a map
	std::atomic<bool> stands_still_{ false }; // stands alone; while the store takes nothing more
	std::atomic<bool> log_unread_{ false }; // stands alone; the pump could not read the log
	bool announced_ = false; // that it runs, in the log
	std::set<std::string> told_minds_; // of sim alone: what is wrong with minds, and was told
	LastPrompts last_prompts_;
	LedgerBooks books_; // of the file, until the models have them
	std::unique_ptr<ModelDesk> models_;
	// Shared by whoever posts to the world, so that an id which was given and the agent's first
	// input reach the same one; held alone while another takes its place.
	mutable SharedMutex world_mutex_;
	std::unique_ptr<MindDesk> desk_ AR_GUARDED_BY(world_mutex_);
	std::unique_ptr<Simulation> simulation_ AR_GUARDED_BY(world_mutex_);
	std::unique_ptr<SimDriver> driver_ AR_GUARDED_BY(world_mutex_);
	std::unique_ptr<SlotDesk> slots_; // null: nothing is stored
	SpacedSum store_waits_; // of more than is worth a line
	std::atomic<bool> stopping_{ false }; // partner of the wait in store()
	std::atomic<std::uint64_t> unwritten_{ 0 }; // jobs at the stop; stands alone
	bool stopped_ = false;
	Status end_; // what stop() says
};

} // namespace agent_runtime
