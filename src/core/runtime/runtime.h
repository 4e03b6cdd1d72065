#pragma once

// A whole runtime: opens the database, brings its agents back, and runs them until it is stopped.
// It wires the rooms together and is all that the bindings and the gateway see of them.
//
//	Result<std::unique_ptr<Runtime>> runtime = Runtime::start(options, clock, log);
//	Result<SpawnReply> ada = runtime.value()->requests().call(SpawnRequest{ config });
//	runtime.value()->requests().call(SayRequest{ {}, ada.value().agent, "Hello" });
//	runtime.value()->pump().drain(sink, 1ms);   // each frame: Ada listens, thinks, answers
//	runtime.value()->stop();                    // in good order; nothing acknowledged is lost

#include "core/agents/call_book.h"
#include "core/agents/directory.h"
#include "core/agents/event_pump.h"
#include "core/agents/settings.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/vocabulary.h"
#include "core/jobs/job_desk.h"
#include "core/jobs/job_requests.h"
#include "core/requests/request_table.h"
#include "core/runtime/agent_requests.h"
#include "core/runtime/built_in_minds.h"
#include "core/runtime/bus_requests.h"
#include "core/runtime/call_requests.h"
#include "core/runtime/calls_to_game.h"
#include "core/runtime/game_gifts.h"
#include "core/runtime/job_tasks.h"
#include "core/runtime/memory_changes.h"
#include "core/runtime/memory_desk.h"
#include "core/runtime/memory_summaries.h"
#include "core/runtime/mind_requests.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/question_desk.h"
#include "core/runtime/runtime_config.h"
#include "core/runtime/runtime_options.h"
#include "core/runtime/slot_desk.h"
#include "core/runtime/slot_requests.h"
#include "core/runtime/step_delivery.h"
#include "core/runtime/talk_book.h"
#include "core/runtime/talk_requests.h"
#include "core/runtime/task_requests.h"
#include "core/runtime/tool_desk.h"
#include "core/runtime/vocabulary.h"
#include "core/runtime/walk_requests.h"
#include "core/runtime/world_maker.h"
#include "core/runtime/world_parts.h"
#include "core/runtime/world_requests.h"
#include "core/runtime/world_swap.h"
#include "core/services/services.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

struct RuntimeStats {
	std::size_t agents = 0;
	std::size_t waiting_events = 0; // in the pump
	Micros lag{};
	bool rests = false; // everything due by its clock is done
	WriterStats store;
};

// Thread rule: any thread; stop() by its owner. Nothing runs after stop().
class Runtime {
public:
	// `clock` must outlive the runtime.
	static Result<std::unique_ptr<Runtime>> start(
			RuntimeOptions options, Clock &clock, Logger log = {});
	~Runtime();
	Runtime(const Runtime &) = delete;
	Runtime &operator=(const Runtime &) = delete;

	// Stores everything that was accepted; nobody thinks or walks for it. Returns what failed: a
	// thread that had ended with an exception, or what was not written.
	const Status &stop();

	// The one door for requests: as structs from callers in this process, as JSON from all others.
	const RequestTable &requests() const { return services_.requests(); }

	// The way in for programs outside the process.
	OutsideDoor &outside() { return services_.outside(); }
	// The map, actions and tools.
	GameGifts &gifts() { return gifts_; }

	// Which agents exist and what they do, without waiting for a step.
	const AgentDirectory &directory() const { return directory_; }
	const SnapshotBoard &board() const { return board_; }
	// The ids of all agents, including those that are not alive yet.
	std::vector<AgentId> agents() const;
	Status terminate_agent(AgentId agent, const std::string &reason) {
		return agent_requests_.terminate(agent, reason);
	}
	// Who says where the agent is: the world, or the game, which is then asked to walk it
	// (`walk_requested`), reports where it is, and says how each walk has ended.
	Status set_moved_by_game(AgentId agent, bool moved_by_game) {
		return walk_requests_.set_moved_by_game(agent, moved_by_game);
	}
	bool is_moved_by_game(AgentId agent) const { return directory_.is_moved_by_game(agent); }
	// Makes an agent walk or stop. agent_arrived, agent_blocked and the outcome of the input's
	// request report how that ends.
	Status walk(const WalkInput &walk) { return walk_requests_.walk(walk); }

	// Ends one led conversation, or all of them when none is named. Unless this fails, the request
	// is answered when that is done.
	Status stop_auto_mode(ConversationId talk = {}, RequestId request = {}) {
		return talk_requests_.answer(StopTalkRequest{ talk }, request);
	}
	// Continues a conversation that has ended from what is stored of it, unless this fails.
	Status continue_auto_mode(ConversationId talk);
	// Whether this conversation is active; without an id, whether any is.
	bool is_auto_mode_active(ConversationId talk = {}) const { return talks_.is_active(talk); }

	// How a call to the game has ended (GameCall).
	Status answer_call(const CallAnswer &answer) { return call_requests_.take(answer); }
	// What the game's own mind has written so far, after what it wrote before.
	Status stream_thought(CallId call, std::string text) {
		return call_requests_.stream_thought(call, std::move(text));
	}
	// Steps of scripts that no agent has used, for tests: "agent_001: step 2 of 3, say "Hello"".
	std::vector<std::string> unused_script_steps() const;

	// Who passes on what a human answers, and what waits for an answer.
	QuestionDesk &questions() { return questions_; }

	// Whether a world can be saved under this name, or loaded from it; slot_save_request and
	// slot_load_request do it.
	Status check_slot(const std::string &slot) const { return slot_requests_.check_slot(slot); }

	Status set_time_scale(double scale) {
		return world_requests_.answer(TimeScaleRequest{ scale });
	}
	// Two reasons to stand still: the game is paused, or only the world is.
	void set_paused(bool paused) { world_requests_.set_paused_by_game(paused); }
	bool is_world_paused() const { return world_requests_.is_world_paused(); }

	EventPump &pump() { return pump_; }
	// Programs that work while games come and go.
	JobDesk &jobs() { return jobs_; }
	// Null when it is not enabled.
	const Gateway *gateway() const { return services_.gateway(); }
	RuntimeStats stats() const;
	const std::string &database_path() const { return options_.database_path; }
	// The file with the secret of the gateway; empty: none.
	std::string token_file() const { return services_.token_file(); }

private:
	Runtime(RuntimeOptions options, Clock &clock, Logger log);

	// The steps of start(), in order.
	Status come_up();
	// Returns the books of what minds cost, for the models.
	Result<LedgerBooks> open_store();
	void read_log_for_pump();
	std::vector<std::unique_ptr<IdleWork>> idle_work();
	void make_models();
	std::vector<NativeTool> built_in_tools();
	void announce();

	HealthReply health() const;
	const InProcessMind &mind() const { return options_.mind != nullptr ? *options_.mind : mind_; }

	const RuntimeOptions options_;
	Clock &clock_;
	const Logger log_;
	ScaledClock sim_clock_;
	Services services_;
	AgentDirectory directory_;
	EventPump pump_;
	CallBook calls_;
	SnapshotBoard board_;
	BuiltInMinds mind_{ pump_.texts() };
	std::atomic<std::int64_t> coming_generation_{ 0 }; // guards no other data; see SlotDesk
	TalkBook talks_{ [this](std::uint64_t number) {
		return services_.store().ids().cover(IdKind::conversations, number);
	} };
	TalkOrder talk_order_;
	GameSettings settings_;
	LastPrompts last_prompts_;
	// Where agent_runtime_host can be run.
	const Result<std::string> host_program_;
	JobDesk jobs_{ options_.jobs,
		{ services_.store(), services_.fanout(), clock_, options_.minds, options_.project,
				host_program_.value_or(""), options_.job_hooks },
		log_ };
	std::unique_ptr<ModelDesk> models_;
	LiveWorld world_{ services_.open_requests() };
	std::unique_ptr<SlotDesk> slots_; // null: nothing is stored
	std::atomic<bool> log_unread_{ false }; // guards no other data; the pump could not read the log
	bool announced_ = false; // the log says that the runtime runs
	bool stopped_ = false;
	Status end_; // what stop() returns

	const WorldParts parts_{ options_, clock_, sim_clock_, log_, world_, settings_, directory_,
		board_, talks_, talk_order_, services_.open_requests(), services_.store(),
		services_.fanout() };

	// What answers requests.
	MemoryDesk memory_{ parts_ };
	MemoryChanges memory_changes_{ parts_ };
	MemorySummaries memory_summaries_{ parts_, memory_changes_, mind(), models_ };
	AgentRequests agent_requests_{ parts_ };
	BusRequests bus_requests_{ parts_ };
	TaskRequests task_requests_{ parts_ };
	JobTasks job_tasks_{ parts_, task_requests_ };
	WalkRequests walk_requests_{ parts_ };
	MindRequests mind_requests_{ parts_, last_prompts_, models_ };
	TalkRequests talk_requests_{ parts_, agent_requests_ };
	CallRequests call_requests_{ calls_, world_, models_ };
	QuestionDesk questions_{ services_.store(), clock_, services_.fanout() };
	SlotRequests slot_requests_{ services_.store().writer(), slots_ };
	JobRequests job_requests_{ jobs_, services_.store() };
	WorldRequests world_requests_{ sim_clock_, world_, [this] { return health(); } };

	// What worlds are given, what they provide, and how they are replaced.
	GameGifts gifts_{ parts_ };
	ToolDesk tools_{ options_, clock_, log_, calls_, pump_, world_ };
	CallsToGame calls_to_game_{ options_, clock_, log_, calls_, pump_, services_.store().ids(),
		world_, tools_ };
	StepDelivery delivery_{ parts_, services_, pump_, calls_to_game_, task_requests_,
		talk_requests_, models_ };
	WorldMaker maker_{ parts_,
		{ mind(), last_prompts_, board_, calls_, clock_, sim_clock_,
				Micros(static_cast<std::int64_t>(options_.config.most_lag * 1e6)),
				[this](std::unique_ptr<StepOutput> output) {
					delivery_.deliver(std::move(output));
				},
				log_ },
		pump_, task_requests_ };
	WorldSwap swap_{ parts_,
		{ services_, maker_, gifts_, delivery_, pump_, calls_, last_prompts_, models_, tools_,
				job_tasks_ } };
};

} // namespace agent_runtime
