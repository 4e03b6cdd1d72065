#include "core/agents/event_pump.h"

#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <set>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

PublishedBatch batch_of(std::int64_t first, std::size_t count) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	for (std::size_t i = 0; i < count; i++) {
		const std::int64_t id = first == 0 ? 0 : first + static_cast<std::int64_t>(i);
		batch->push_back({ EventId(id), WallTime(), { AgentId(1), AgentTerminated{ "test" } } });
	}
	return batch;
}

// A log that answers when the test allows it.
struct Log {
	std::int64_t newest = 0;
	std::deque<std::pair<EventId, std::size_t>> asked;

	EventPump::ReadLog reader() {
		return [this](EventId after, std::size_t limit) { asked.emplace_back(after, limit); };
	}
	bool answer(EventPump &pump) {
		if (asked.empty()) {
			return false;
		}
		const auto [after, limit] = asked.front();
		asked.pop_front();
		EventPage page;
		page.cursor = after;
		for (std::int64_t id = after.number() + 1; id <= newest && page.events.size() < limit;
				id++) {
			page.events.push_back({ EventId(id), WallTime(), "agent_terminated", "agent_001", "",
					R"({"reason":"test"})" });
			page.cursor = EventId(id);
		}
		pump.page_read(page);
		return true;
	}
};

class Order : public PumpSink {
public:
	void emit(const PublishedEvent &event) override {
		ids.push_back(event.id.number());
		if (clock != nullptr) {
			clock->advance(100us);
		}
	}
	void emit(const MovingPosition &position) override {
		positions.push_back(position);
		if (clock != nullptr) {
			clock->advance(100us);
		}
	}
	void emit(const AgentPath &path) override { paths.push_back(path.agent); }
	void emit(const AgentFacing &turn) override { turns.push_back(turn.agent); }
	void emit(const TextPiece &piece) override { texts.push_back(piece.agent); }
	void emit(const GameCall &call) override {
		calls.push_back(call.call);
		events_before_calls = ids.size();
	}

	void emit(const CancelledWalk &walk) override { cancelled.push_back(walk.call); }

	std::vector<std::int64_t> ids;
	std::vector<MovingPosition> positions;
	std::vector<AgentId> paths;
	std::vector<AgentId> turns;
	std::vector<AgentId> texts;
	std::vector<CallId> calls;
	std::vector<CallId> cancelled;
	std::size_t events_before_calls = 0;
	ManualClock *clock = nullptr;
};

// Three changes of state and a speech, repeated, of agents 1 to 100.
PublishedBatch mixed_batch(std::int64_t first, std::int64_t count) {
	std::shared_ptr<std::vector<PublishedEvent>> batch =
			std::make_shared<std::vector<PublishedEvent>>();
	for (std::int64_t id = first; id < first + count; id++) {
		const AgentId agent(static_cast<std::uint32_t>(id % 100) + 1);
		const EventData changed = AgentStateChanged{ AgentState::idle, AgentState::listening, {} };
		const EventData spoke = AgentSpoke{ std::make_shared<const Message>() };
		batch->push_back({ EventId(id), WallTime(), { agent, id % 4 == 0 ? spoke : changed } });
	}
	return batch;
}

// Shows crowds: what was prepared, and the newest state of each agent.
class Crowd : public Order {
public:
	void emit(const PublishedEvent &event) override {
		Order::emit(event);
		wants_all = wants_all || event.id.number() == wants_all_from;
	}
	void emit_prepared(const PublishedEvent &event, const PreparedEvent *ahead) override {
		prepared += ahead != nullptr ? 1 : 0;
		emit(event);
	}
	void emit(const AgentChanges &changes) override {
		order.push_back(ids.size());
		changed += changes.size();
	}
	using Order::emit;
	bool wants_state_changes() override { return wants_all; }
	bool wants_changes() override { return wants_crowd; }

	bool wants_all = false;
	bool wants_crowd = true;
	std::int64_t wants_all_from = 0;
	std::size_t prepared = 0;
	std::size_t changed = 0;
	std::vector<std::size_t> order; // how many events came before each change
};

class PreparesSpeech : public EventPreparer {
public:
	std::unique_ptr<PreparedEvent> prepare(const PublishedEvent &event) override {
		return event.event.data.is<AgentSpoke>() ? std::make_unique<PreparedEvent>() : nullptr;
	}
};

std::vector<std::int64_t> from_1_to(std::int64_t last) {
	std::vector<std::int64_t> ids;
	for (std::int64_t id = 1; id <= last; id++) {
		ids.push_back(id);
	}
	return ids;
}

} // namespace

TEST_SUITE("EventPump") {
	TEST_CASE("what is published comes out in its order, across batches") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(batch_of(1, 3));
		pump.publish(batch_of(4, 2));
		Order order;
		const EventPump::Drained drained = pump.drain(order, std::nullopt);
		CHECK(order.ids == from_1_to(5));
		CHECK(drained.events == 5);
		CHECK_FALSE(drained.more);
		CHECK(pump.cursor() == EventId(5));
	}

	TEST_CASE("a drain ends when its budget is spent, one handler over at the most") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(batch_of(1, 100));
		Order order;
		order.clock = &clock;
		const EventPump::Drained drained = pump.drain(order, 250us);
		CHECK(drained.events == 3);
		CHECK(drained.more);
		pump.drain(order, std::nullopt);
		CHECK(order.ids == from_1_to(100));
	}

	TEST_CASE("a pump that fell 100,000 events behind catches up from the log, in order") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 1'000);
		Log log;
		pump.set_log_reader(log.reader());
		for (std::int64_t id = 1; id <= 100'000; id += 50) {
			pump.publish(batch_of(id, 50));
		}
		log.newest = 100'000;
		CHECK(pump.held() <= 1'000);
		CHECK(pump.waiting() == 100'000);
		Order order;
		do {
			pump.drain(order, std::nullopt);
		} while (log.answer(pump));
		pump.publish(batch_of(100'001, 1));
		pump.drain(order, std::nullopt);
		CHECK(order.ids == from_1_to(100'001));
		CHECK(pump.waiting() == 0);
	}

	TEST_CASE("events that come while the pump reads the log are neither lost nor seen twice") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 10);
		Log log;
		pump.set_log_reader(log.reader());
		Order order;
		std::int64_t published = 0;
		for (int round = 0; round < 200; round++) {
			const std::size_t count = static_cast<std::size_t>(round % 30) + 1;
			pump.publish(batch_of(published + 1, count));
			published += static_cast<std::int64_t>(count);
			log.newest = published;
			if (round % 3 == 0) {
				pump.drain(order, std::nullopt);
				log.answer(pump);
			}
		}
		do {
			pump.drain(order, std::nullopt);
		} while (log.answer(pump));
		CHECK(order.ids == from_1_to(published));
	}

	TEST_CASE("rows that were pruned while the pump was behind do not hold it up") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 1);
		Log log;
		pump.set_log_reader(log.reader());
		pump.publish(batch_of(1, 5));
		Order order;
		pump.drain(order, std::nullopt);
		REQUIRE(log.asked.size() == 1);
		EventPage empty;
		empty.cursor = EventId(5);
		empty.gap = true;
		pump.page_read(empty);
		pump.drain(order, std::nullopt);
		log.asked.clear();
		pump.publish(batch_of(6, 1));
		pump.drain(order, std::nullopt);
		CHECK(order.ids == std::vector<std::int64_t>{ 6 });
	}

	TEST_CASE("events that the disk refused come out too, without an id") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 1);
		Log log;
		pump.set_log_reader(log.reader());
		pump.publish(batch_of(0, 10));
		Order order;
		pump.drain(order, std::nullopt);
		CHECK(order.ids == std::vector<std::int64_t>(10, 0));
	}

	TEST_CASE("a walk that is over is told after its call, and not when that was never shown") {
		const ManualClock clock;
		EventPump pump(clock, agent_events());
		std::set<CallId> open = { CallId(1), CallId(3) };
		pump.set_open_calls([&](CallId call) { return open.contains(call); });
		pump.call({ CallId(1), AgentId(2), CallKind::walk, {} });
		pump.call({ CallId(2), AgentId(2), CallKind::walk, {} });
		pump.cancel({ CallId(2), AgentId(2), "never shown" });
		pump.call({ CallId(3), AgentId(2), CallKind::walk, {} });
		Order order;
		pump.drain(order, std::nullopt);
		CHECK(order.calls == std::vector<CallId>{ CallId(1), CallId(3) });
		CHECK(order.cancelled.empty());
		pump.cancel({ CallId(1), AgentId(2), "shown before" });
		pump.drain(order, std::nullopt);
		CHECK(order.cancelled == std::vector<CallId>{ CallId(1) });
	}

	TEST_CASE("a call does not wait behind events, and a position waits until they are shown") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(batch_of(1, 100));
		const std::array<MovingPosition, 1> moving{ { { AgentId(2), { 1, 1 }, StepNumber(1) } } };
		pump.show(moving);
		pump.call({ CallId(4), AgentId(2), CallKind::walk, { 9, 9 } });
		Order order;
		order.clock = &clock;
		pump.drain(order, 250us);
		CHECK(order.calls == std::vector<CallId>{ CallId(4) });
		CHECK(order.events_before_calls == 0);
		CHECK(order.positions.empty());
		pump.drain(order, std::nullopt);
		CHECK(order.ids == from_1_to(100));
		REQUIRE(order.positions.size() == 1);
		CHECK(order.positions[0].agent == AgentId(2));
	}

	TEST_CASE(
			"however many move, the budget of a second drain reaches what else there is to show") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		Order order;
		order.clock = &clock;
		const std::array<AgentPath, 1> paths{ { { AgentId(3), { { 1, 1 } }, 3.0f, {} } } };
		const std::array<AgentFacing, 1> turns{ { { AgentId(4), Facing::up, {} } } };
		pump.show(paths, turns);
		pump.texts().append(AgentId(5), "Hel", true);
		for (std::uint64_t frame = 1; frame <= 2; frame++) {
			std::vector<MovingPosition> crowd;
			for (std::uint32_t i = 1; i <= 100; i++) {
				crowd.push_back({ AgentId(i), { 1, 1 }, StepNumber(frame) });
			}
			pump.show(crowd);
			pump.drain(order, 1'000us);
		}
		CHECK(order.positions.size() == 20);
		CHECK(order.paths == std::vector{ AgentId(3) });
		CHECK(order.turns == std::vector{ AgentId(4) });
		CHECK(order.texts == std::vector{ AgentId(5) });
	}

	TEST_CASE("a position is not shown once an event has said that the agent is gone") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		const std::array<MovingPosition, 1> moving{ { { AgentId(1), { 1, 1 }, StepNumber(1) } } };
		pump.show(moving);
		pump.publish(batch_of(1, 1)); // agent_001 ends
		Order order;
		pump.drain(order, std::nullopt);
		CHECK(order.positions.empty());
	}

	TEST_CASE("an event that will be read from the log makes positions stale at once") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 1);
		Log log;
		pump.set_log_reader(log.reader());
		const std::array<MovingPosition, 1> moving{ { { AgentId(7), { 1, 1 }, StepNumber(4) } } };
		pump.show(moving);
		std::vector<PublishedEvent> events(5);
		for (std::size_t i = 0; i < events.size(); i++) {
			events[i] = { EventId(static_cast<std::int64_t>(i) + 1), WallTime(),
				{ AgentId(7), AgentMoved{ {}, { 9, 9 } } }, StepNumber(9) };
		}
		pump.publish(std::make_shared<const std::vector<PublishedEvent>>(std::move(events)));
		Order order;
		pump.drain(order, std::nullopt);
		CHECK(order.ids.empty());
		CHECK(order.positions.empty());
	}

	TEST_CASE("changes of state that nobody wants are passed over, and the rest comes in order") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(mixed_batch(1, 10));
		pump.publish(mixed_batch(11, 5));
		Crowd crowd;
		const EventPump::Drained drained = pump.drain(crowd, std::nullopt);
		CHECK(crowd.ids == std::vector<std::int64_t>{ 4, 8, 12 });
		CHECK(drained.events == 3);
		CHECK(pump.passed() == 15);
		CHECK(pump.waiting() == 0);
		CHECK(pump.cursor() == EventId(15));
	}

	TEST_CASE("who begins to want changes of state gets each one from then on") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(mixed_batch(1, 10));
		Crowd crowd;
		crowd.wants_all_from = 4;
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.ids == std::vector<std::int64_t>{ 4, 5, 6, 7, 8, 9, 10 });
		crowd.wants_all = false;
		crowd.wants_all_from = 0;
		pump.publish(mixed_batch(11, 10));
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.ids.size() == 10);
		CHECK(pump.waiting() == 0);
	}

	TEST_CASE("what waits when somebody begins to want changes of state is all shown") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(mixed_batch(1, 10));
		Crowd crowd;
		crowd.wants_all = true; // connected after they were published and before they were drained
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.ids == from_1_to(10));
	}

	TEST_CASE("what is passed over in a page of the log does not hold the pump up") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 1);
		Log log;
		pump.set_log_reader(log.reader());
		pump.publish(mixed_batch(1, 3)); // contains only changes of state
		Crowd crowd;
		pump.drain(crowd, std::nullopt);
		EventPage page;
		page.cursor = EventId(3);
		for (std::int64_t id = 1; id <= 3; id++) {
			page.events.push_back({ EventId(id), WallTime(), "agent_state_update", "agent_001", "",
					R"({"state":"idle"})" });
		}
		pump.page_read(page);
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.ids.empty());
		CHECK(pump.cursor() == EventId(3));
		CHECK(pump.waiting() == 0);
		pump.publish(mixed_batch(4, 1));
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.ids == std::vector<std::int64_t>{ 4 });
	}

	TEST_CASE("the changes of a frame come once, behind its events, and not without any") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(mixed_batch(1, 400));
		pump.publish(mixed_batch(401, 400));
		Crowd crowd;
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.changed == 75);
		CHECK(crowd.order == std::vector<std::size_t>{ 200 });
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.order.size() == 1);
	}

	TEST_CASE("changes that the budget left no time for are the first of the next drain") {
		ManualClock clock;
		EventPump pump(clock, agent_events());
		pump.publish(mixed_batch(1, 40));
		Crowd crowd;
		crowd.clock = &clock;
		pump.drain(crowd, 250us);
		CHECK(crowd.ids.size() == 3);
		CHECK(crowd.order.empty());
		pump.drain(crowd, 250us);
		CHECK(crowd.ids.size() == 6);
		CHECK(crowd.order == std::vector<std::size_t>{ 3 });
	}

	TEST_CASE("changes are kept until somebody wants them, also while the pump is behind") {
		ManualClock clock;
		EventPump pump(clock, agent_events(), 1);
		Log log;
		pump.set_log_reader(log.reader());
		pump.publish(mixed_batch(1, 400));
		Crowd crowd;
		crowd.wants_crowd = false;
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.changed == 0);
		crowd.wants_crowd = true;
		pump.drain(crowd, std::nullopt);
		CHECK(crowd.changed == 75);
	}

	TEST_CASE("what was made ahead of an event comes with it, with every way to walk them") {
		for (const bool wants_all : { false, true }) {
			ManualClock clock;
			EventPump pump(clock, agent_events());
			pump.set_preparer(std::make_shared<PreparesSpeech>());
			pump.publish(mixed_batch(1, 40));
			Crowd crowd;
			crowd.wants_all = wants_all;
			pump.drain(crowd, std::nullopt);
			CHECK(crowd.prepared == 10);
			pump.set_preparer(nullptr);
			pump.publish(mixed_batch(41, 4));
			pump.drain(crowd, std::nullopt);
			CHECK(crowd.prepared == 10);
			CHECK(crowd.ids.size() == (wants_all ? 44 : 11));
		}
	}
}
