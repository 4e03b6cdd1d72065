#include "core/runtime/world_swap.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *LOADED = "another world was loaded";

} // namespace

Status WorldSwap::hold() {
	Writer &writer = own_.services.store().writer();
	if (writer.stats().degraded) {
		return Status(StatusCode::unavailable,
				"the database cannot be written at present; try again when it works");
	}
	// Writes most of what waits before the world stands still for the rest.
	Status written = writer.flush();
	if (!written.ok()) {
		return written;
	}
	if (!parts_.world.now().hold()) {
		return parts_.world.is_stopping()
				? has_stopped()
				: Status(StatusCode::internal,
						  "the world's thread has ended by an error, which the log tells; start "
						  "the runtime anew");
	}
	written = writer.flush();
	if (!written.ok()) {
		let_go();
	}
	return written;
}

void WorldSwap::let_go() {
	parts_.world.now().let_go();
}

std::vector<AgentPlace> WorldSwap::places() const {
	std::vector<AgentPlace> places;
	parts_.board.for_each([&](const AgentView &agent) {
		places.push_back({ agent.id, agent.position.x, agent.position.y });
	});
	return places;
}

void WorldSwap::close() {
	parts_.requests.cancel_all("another world is being loaded");
}

// Nothing that belongs to the old world reaches this one: its thread is gone, its thoughts are
// withdrawn, its calls and requests are closed, and steps, times and calls continue their numbers.
void WorldSwap::open(RestoredWorld restored, EventId event, TraceId trace) {
	World &before = parts_.world.now();
	before.abandon();
	own_.models->withdraw_all();
	own_.tools.cancel_all();
	restored.newest_event = event;
	for (SpawnInput &agent : restored.agents) {
		agent.run = static_cast<std::uint64_t>(event.number());
		agent.trace = trace;
	}
	own_.maker.settle_minds(restored);
	const SimulationMarks marks = before.marks();
	std::unique_ptr<World> next = own_.maker.make(marks);
	const GameGifts::Given given = own_.gifts.give_all(*next);
	WorldMaker::fill(*next, restored);
	std::vector<Event> endings = change_places(next, restored, given, marks.step, trace);
	next.reset(); // the old world
	own_.last_prompts.clear(); // includes what its minds were still writing
	if (!endings.empty()) {
		own_.delivery.store_events(std::move(endings));
	}
	World &now = parts_.world.now();
	own_.delivery.begin_recording(now);
	if (Status started = now.start(); !started.ok()) {
		parts_.log.error("the world that was loaded stands still: " + started.message());
		now.abandon();
	}
	own_.jobs.settle();
}

// The locks are held only for the replacement itself, because the game's thread waits for them.
std::vector<Event> WorldSwap::change_places(std::unique_ptr<World> &next,
		const RestoredWorld &restored, const GameGifts::Given &given, StepNumber last_step,
		TraceId trace) {
	std::vector<Event> endings;
	std::vector<RequestBook::Open> left;
	{
		const Lock talk_lock(parts_.talk_order.mutex);
		const Lock game_lock(parts_.game.mutex);
		const ExclusiveLock lock(parts_.world.mutex);
		endings = endings_before(restored, trace);
		stop_showing(last_step);
		for (const CallBook::Open &call : own_.calls.close_all_of_steps()) {
			if (call.kind == CallKind::walk) {
				own_.pump.cancel({ call.call, call.agent, LOADED });
			}
		}
		parts_.board.clear();
		own_.gifts.give_rest(*next, given, parts_.game);
		keep_what_was_set(*next, restored);
		std::swap(parts_.world.current, next);
		own_.gifts.send_home(parts_.talk_order, parts_.game, parts_.world);
		left = parts_.requests.take_all();
	}
	RequestBook::cancel(left, LOADED);
	return endings;
}

// Applies what was set for agents that live in both.
void WorldSwap::keep_what_was_set(World &next, const RestoredWorld &restored) {
	std::map<AgentId, bool> moved_by_game;
	for (const SpawnInput &agent : restored.agents) {
		const bool is_known = parts_.directory.find(agent.agent) != nullptr;
		const bool is_moved = parts_.directory.is_moved_by_game(agent.agent);
		if (is_known && is_moved != agent.profile->moved_by_game) {
			moved_by_game.emplace(agent.agent, is_moved);
		}
	}
	own_.maker.enter(restored, parts_.talk_order, parts_.game);
	for (const auto &[agent, is_moved] : moved_by_game) {
		parts_.directory.set_moved_by_game(agent, is_moved);
		next.put(OwnerInput{ agent, is_moved });
	}
	std::erase_if(parts_.game.attention,
			[this](const auto &each) { return parts_.directory.find(each.first) == nullptr; });
	std::vector<AgentId> gone;
	for (const auto &[scope, tables] : parts_.game.offers.all()) {
		if (scope.is_for_agent() && parts_.directory.find(scope.agent) == nullptr) {
			gone.push_back(scope.agent);
		}
	}
	for (const AgentId agent : gone) {
		parts_.game.offers.forget(agent);
	}
	GameGifts::give_offers(next, parts_.game);
	for (const auto &[agent, weight] : parts_.game.attention) {
		next.put(AttentionInput{ agent, weight });
	}
}

// What ends with the old world: conversations that do not end in the next one, and agents that it
// does not know.
std::vector<Event> WorldSwap::endings_before(const RestoredWorld &restored, TraceId trace) {
	std::vector<Event> endings;
	for (const StoredTalk &talk : parts_.talks.active()) {
		const auto ends_there = [&](const StoredTalk &other) {
			return other.is_active && other.settings->id == talk.settings->id;
		};
		if (std::none_of(restored.talks.begin(), restored.talks.end(), ends_there)) {
			endings.push_back({ ParticipantId(),
					AutoModeEnded{ talk.settings->id, TalkEnd::interrupted, talk.turns }, trace });
		}
	}
	std::set<AgentId> there;
	for (const SpawnInput &agent : restored.agents) {
		there.insert(agent.agent);
	}
	parts_.directory.for_each([&](AgentId agent, const ProfilePtr &) {
		if (!there.contains(agent)) {
			own_.models->forget(agent);
			endings.push_back({ ParticipantId(agent), AgentTerminated{ LOADED }, trace });
		}
	});
	return endings;
}

// Agents that were on their way now stand.
void WorldSwap::stop_showing(StepNumber last_step) {
	own_.pump.forget_moments();
	std::vector<AgentPath> none;
	parts_.board.for_each([&](const AgentView &agent) {
		if (agent.walking) {
			none.push_back({ agent.id, {}, 0.0f, last_step });
		}
	});
	own_.pump.show(none, {});
}

} // namespace agent_runtime
