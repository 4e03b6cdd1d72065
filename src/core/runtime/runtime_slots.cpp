#include "core/agents/step_batch.h"
#include "core/log/event_json.h"
#include "core/runtime/recording.h"
#include "core/runtime/runtime.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

// Save games: what a save and a load need of the runtime. A load changes
// the world below a runtime that goes on: doors, store, ledger and log stay what they are.

namespace agent_runtime {

using nlohmann::json;

void Runtime::make_slots() {
	SlotDesk::Rooms rooms{ .writer = writer_,
		.clock = clock_,
		.database_path = options_.database_path,
		.most_agents = options_.most_agents,
		.coming = coming_generation_,
		.hold = [this] { return hold_world(); },
		.let_go = [this] { parts().driver->let_go(); },
		.places = [this] { return places(); },
		.close_world = [this] { requests_.cancel_all("another world is being loaded"); },
		.open_world = [this](RestoredWorld world,
							  EventId event) { open_world(std::move(world), event); },
		.tell_loaded =
				[this](const PublishedEvent &event) {
					fanout_.publish(std::make_shared<const std::vector<PublishedEvent>>(1, event));
				} };
	slots_ = std::make_unique<SlotDesk>(std::move(rooms), log_);
}

Status Runtime::hold_world() {
	if (writer_.stats().degraded) {
		return Status(StatusCode::unavailable,
				"the database cannot be written at present; try again when it works");
	}
	// Most of what waits to be written is written before the world stands still for the rest.
	Status written = writer_.flush();
	if (!written.ok()) {
		return written;
	}
	if (!parts().driver->hold()) {
		return world_.is_stopping()
				? LiveWorld::has_stopped()
				: Status(StatusCode::internal,
						  "the world's thread has ended by an error, which the log tells; start "
						  "the "
						  "runtime anew");
	}
	written = writer_.flush();
	if (!written.ok()) {
		parts().driver->let_go();
	}
	return written;
}

// Also on its way somewhere, of which the database does not know yet.
std::vector<AgentPlace> Runtime::places() const {
	std::vector<AgentPlace> places;
	board_.for_each([&](const AgentView &agent) {
		places.push_back({ agent.id, agent.position.x, agent.position.y });
	});
	return places;
}

// On the thread of the slots, behind a hold. Nothing that belongs to the world before reaches this
// one: its thread is gone, its thoughts are withdrawn, its calls and requests are closed, and
// steps, times and calls are counted on. The locks are held only while the one takes the place of
// the other: the game's thread waits for them.
void Runtime::open_world(RestoredWorld world, EventId event) {
	parts().driver->abandon();
	models_->withdraw_all();
	world.newest_event = event;
	for (SpawnInput &agent : world.agents) {
		agent.run = static_cast<std::uint64_t>(event.number());
	}
	settle_minds(world);
	const SimulationMarks marks = parts().simulation->marks();
	World next = make_world(marks);
	const Furniture given = furnish(*next.simulation);
	post_to(*next.simulation, world);
	std::vector<Event> endings;
	std::vector<RequestBook::Open> left;
	{
		const Lock talk_lock(talk_order_.mutex);
		const Lock game_lock(settings_.mutex);
		const ExclusiveLock lock(world_.mutex);
		endings = endings_before(world);
		stop_showing(marks.step);
		for (const CallBook::Open &call : calls_.close_all()) {
			if (call.kind == CallKind::walk) {
				pump_.cancel({ call.call, call.agent, "another world was loaded" });
			}
		}
		board_.clear();
		std::swap(world_.desk, next.desk);
		std::swap(world_.simulation, next.simulation);
		std::swap(world_.driver, next.driver);
		keep_what_was_set(given, world);
		left = requests_.take_all();
	}
	RequestBook::cancel(left, "another world was loaded");
	next = World();
	last_prompts_.clear(); // what the minds of the world before still wrote, too
	if (!endings.empty()) {
		std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
		output->time = board_.time();
		output->events = std::move(endings);
		store_step(std::move(output));
	}
	if (options_.recording) {
		const Simulation &recorded = *parts().simulation;
		store(begin_recording(recorded.settings(), recorded.marks().call, log_));
	}
	if (Status started = parts().driver->start(); !started.ok()) {
		log_.error("the world that was loaded stands still: " + started.message());
		parts().driver->abandon();
	}
}

// What the game has told a world holds in the next one too.
Runtime::Furniture Runtime::furnish(Simulation &simulation) const {
	const Lock lock(settings_.mutex);
	simulation.post(MapInput{ settings_.map });
	simulation.post(settings_.game);
	return { settings_.map, settings_.game };
}

// What came in while the next world was furnished, and what was set of agents that live in both.
void Runtime::keep_what_was_set(const Furniture &given, const RestoredWorld &world) {
	if (given.map != settings_.map) {
		world_.simulation->post(MapInput{ settings_.map });
	}
	if (given.game != settings_.game) {
		world_.simulation->post(settings_.game);
	}
	std::map<AgentId, bool> moved_by_game;
	for (const SpawnInput &agent : world.agents) {
		const bool is_known = directory_.find(agent.agent) != nullptr;
		const bool is_moved = directory_.is_moved_by_game(agent.agent);
		if (is_known && is_moved != agent.profile->moved_by_game) {
			moved_by_game.emplace(agent.agent, is_moved);
		}
	}
	enter(world);
	for (const auto &[agent, is_moved] : moved_by_game) {
		directory_.set_moved_by_game(agent, is_moved);
		world_.simulation->post(OwnerInput{ agent, is_moved });
	}
	std::erase_if(settings_.attention,
			[this](const auto &each) { return directory_.find(each.first) == nullptr; });
	for (const auto &[agent, weight] : settings_.attention) {
		world_.simulation->post(AttentionInput{ agent, weight });
	}
	settings_.going_home = who_goes_home(world);
	send_home();
}

// What ends because the world before does: conversations that do not end in the next one, and
// agents that it does not know.
std::vector<Event> Runtime::endings_before(const RestoredWorld &world) {
	std::vector<Event> endings;
	for (const StoredTalk &talk : talks_.active()) {
		const auto ends_there = [&](const StoredTalk &other) {
			return other.is_active && other.settings->id == talk.settings->id;
		};
		if (std::none_of(world.talks.begin(), world.talks.end(), ends_there)) {
			endings.push_back({ ParticipantId(),
					AutoModeEnded{ talk.settings->id, TalkEnd::interrupted, talk.turns } });
		}
	}
	std::set<AgentId> there;
	for (const SpawnInput &agent : world.agents) {
		there.insert(agent.agent);
	}
	for (const AgentId agent : agents()) {
		if (!there.contains(agent)) {
			models_->forget(agent);
			endings.push_back(
					{ ParticipantId(agent), AgentTerminated{ "another world was loaded" } });
		}
	}
	return endings;
}

// Who was on its way stands.
void Runtime::stop_showing(StepNumber step) {
	pump_.forget_moments();
	std::vector<AgentPath> none;
	board_.for_each([&](const AgentView &agent) {
		if (agent.walking) {
			none.push_back({ agent.id, {}, 0.0f, step });
		}
	});
	pump_.show(none, {});
}

} // namespace agent_runtime
