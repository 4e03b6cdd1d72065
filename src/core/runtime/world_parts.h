#pragma once

#include "core/agents/directory.h"
#include "core/agents/snapshot_board.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/log/published.h"
#include "core/requests/request_book.h"
#include "core/runtime/live_world.h"
#include "core/runtime/runtime_options.h"
#include "core/runtime/talk_book.h"
#include "core/services/shared_store.h"

namespace agent_runtime {

// What the desks that answer requests share of the runtime. All of it outlives them.
// Thread rule: any thread.
struct WorldParts {
	const RuntimeOptions &options;
	const Clock &clock;
	const ScaledClock &sim_clock;
	const Logger &log;
	LiveWorld &world;
	GameSettings &game;
	AgentDirectory &directory;
	SnapshotBoard &board;
	TalkBook &talks;
	TalkOrder &talk_order;
	RequestBook &requests;
	SharedStore &store;
	EventSubscriber &fanout;

	// `not_found` when nobody was promised this id; or the reason why the world accepts no
	// requests.
	Status known(AgentId agent) const;
	// Whether there is a database.
	Status require_store() const;
};

} // namespace agent_runtime
