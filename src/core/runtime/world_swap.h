#pragma once

#include "core/agents/call_book.h"
#include "core/agents/event_pump.h"
#include "core/mind/last_prompts.h"
#include "core/runtime/game_gifts.h"
#include "core/runtime/job_tasks.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/restored_world.h"
#include "core/runtime/step_delivery.h"
#include "core/runtime/world_maker.h"
#include "core/services/services.h"
#include "core/store/slots.h"

#include <memory>
#include <vector>

namespace agent_runtime {

// Replaces one world with another below a runtime that goes on: doors, store, ledger and log stay
// the same. SlotDesk decides when.
// Owned by Runtime. Thread rule: worker only (that of the slots).
class WorldSwap {
public:
	// All references must outlive it; `models` is set before the first call.
	struct Parts {
		Services &services;
		WorldMaker &maker;
		GameGifts &gifts;
		StepDelivery &delivery;
		EventPump &pump;
		CallBook &calls;
		LastPrompts &last_prompts;
		const std::unique_ptr<ModelDesk> &models;
		ToolDesk &tools;
		JobTasks &jobs;
	};

	WorldSwap(const WorldParts &parts, const Parts &swapped) :
			parts_(parts),
			own_(swapped) {}

	// Holds the world between two steps, with everything that happened before written. Call
	// let_go() after a hold() that returned ok.
	Status hold();
	void let_go();
	// Where agents are while the world is held, including those on their way, whose place the
	// database does not know yet.
	std::vector<AgentPlace> places() const;
	// Requests to the held world get no result any more.
	void close();
	// Opens the world that follows the held one, which then runs by itself. The event reports it,
	// and what comes of it belongs to `trace`.
	void open(RestoredWorld restored, EventId event, TraceId trace);

private:
	std::vector<Event> change_places(std::unique_ptr<World> &next, const RestoredWorld &restored,
			const GameGifts::Given &given, StepNumber last_step, TraceId trace);
	void keep_what_was_set(World &next, const RestoredWorld &restored)
			AR_REQUIRES(parts_.talk_order.mutex, parts_.game.mutex);
	std::vector<Event> endings_before(const RestoredWorld &restored, TraceId trace);
	void stop_showing(StepNumber last_step);

	const WorldParts parts_;
	const Parts own_;
};

} // namespace agent_runtime
