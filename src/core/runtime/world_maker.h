#pragma once

#include "core/agents/event_pump.h"
#include "core/runtime/restored_world.h"
#include "core/runtime/step_delivery.h"
#include "core/runtime/task_requests.h"
#include "core/runtime/world.h"
#include "core/runtime/world_parts.h"

#include <memory>
#include <vector>

namespace agent_runtime {

// Makes worlds, and fills them with what a file contains.
// Owned by Runtime. Thread rule: any thread, one at a time.
class WorldMaker {
public:
	// `parts` and `around` are for all worlds of a runtime; everything passed here outlives them.
	WorldMaker(const WorldParts &parts, const World::Surroundings &around, const EventPump &pump,
			TaskRequests &tasks) :
			parts_(parts),
			around_(around),
			pump_(pump),
			tasks_(tasks) {}

	// An empty world, whose numbers continue those of the one before it.
	std::unique_ptr<World> make(const SimulationMarks &after = {}) const;

	// Fills `world`, which has not started, with the content of the runtime's file. Call after the
	// file is locked; from here on, ids are given beyond what the file knows.
	Status restore(World &world, RestoredWorld restored);

	// An agent that named no mind gets the present default.
	void settle_minds(RestoredWorld &restored) const;
	// Which agents live there, and how its conversations have ended.
	static void fill(World &world, const RestoredWorld &restored);
	// What is known about them outside the world.
	void enter(const RestoredWorld &restored, TalkOrder &order, GameSettings &game)
			AR_REQUIRES(order.mutex, game.mutex);

private:
	const WorldParts parts_;
	const World::Surroundings around_;
	const EventPump &pump_;
	TaskRequests &tasks_;
};

} // namespace agent_runtime
