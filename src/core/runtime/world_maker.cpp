#include "core/runtime/world_maker.h"

#include "core/base/trace_id.h"

#include <algorithm>
#include <set>
#include <thread>
#include <utility>

namespace agent_runtime {

namespace {

std::size_t helpers_for(int wanted) {
	if (wanted != RuntimeConfig::AUTO_HELPER_THREADS) {
		return static_cast<std::size_t>(wanted);
	}
	// One core for the game's own thread, one for the sim thread.
	const unsigned cores = std::thread::hardware_concurrency();
	return cores > 2 ? std::min(cores - 2, 4U) : 0;
}

// Agents that were in a conversation when their world ended, and have a seat.
std::vector<AgentId> who_goes_home(const RestoredWorld &restored) {
	std::set<AgentId> interrupted;
	for (const StoredTalk &talk : restored.talks) {
		for (const Participant &each : talk.settings->participants) {
			if (talk.is_active) {
				interrupted.insert(each.agent);
			}
		}
	}
	std::vector<AgentId> agents;
	for (const SpawnInput &agent : restored.agents) {
		if (interrupted.contains(agent.agent) && !agent.profile->seat().empty()) {
			agents.push_back(agent.agent);
		}
	}
	return agents;
}

} // namespace

std::unique_ptr<World> WorldMaker::make(const SimulationMarks &after) const {
	SimulationOptions options;
	options.settings = parts_.options.settings;
	options.settings.seed = parts_.options.config.seed;
	options.settings.trace_seed = new_trace_seed();
	options.helpers = helpers_for(parts_.options.config.helper_threads);
	options.recording = parts_.options.recording;
	options.shows_paths = &pump_.shows_paths();
	options.after = after;
	return std::make_unique<World>(options, around_);
}

Status WorldMaker::restore(World &world, RestoredWorld restored) {
	if (Status opened = parts_.store.ids().open(
				parts_.options.database_path, restored.epoch, restored.ids());
			!opened.ok()) {
		return opened;
	}
	restored.raise_ids_to(parts_.store.ids().taken());
	world.skip_calls_to(restored.newest_call);
	settle_minds(restored);
	fill(world, restored);
	const Lock talk_lock(parts_.talk_order.mutex);
	const Lock game_lock(parts_.game.mutex);
	enter(restored, parts_.talk_order, parts_.game);
	return Status();
}

void WorldMaker::settle_minds(RestoredWorld &restored) const {
	const MindKind usual = parts_.options.minds.default_kind;
	for (SpawnInput &agent : restored.agents) {
		if (agent.profile->has_default_mind && agent.profile->mind != usual) {
			std::shared_ptr<AgentProfile> changed = std::make_shared<AgentProfile>(*agent.profile);
			changed->mind = usual;
			agent.profile = std::move(changed);
		}
	}
}

void WorldMaker::fill(World &world, const RestoredWorld &restored) {
	for (const StoredTalk &talk : restored.talks) {
		if (talk.is_active) {
			world.put(StopTalkInput{ talk.settings->id, TalkEnd::interrupted, talk.turns });
		}
	}
	for (const SpawnInput &agent : restored.agents) {
		world.put(agent);
	}
}

void WorldMaker::enter(const RestoredWorld &restored, TalkOrder &order, GameSettings &game) {
	tasks_.skip_to(restored.newest_task);
	std::vector<std::pair<AgentId, ProfilePtr>> agents;
	agents.reserve(restored.agents.size());
	for (const SpawnInput &agent : restored.agents) {
		agents.emplace_back(agent.agent, agent.profile);
	}
	order.run = static_cast<std::uint64_t>(restored.newest_event.number());
	game.going_home = who_goes_home(restored);
	parts_.talks.restore(restored.talks, restored.highest_talk);
	parts_.directory.skip_to(restored.highest_agent);
	parts_.directory.replace(agents);
}

} // namespace agent_runtime
