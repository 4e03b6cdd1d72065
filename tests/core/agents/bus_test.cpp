#include "core/agents/bus.h"

#include "fake_minds.h"
#include "simulation_run.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace agent_runtime;

namespace {

std::vector<std::uint32_t> recipients(const Bus &bus, const Message &message) {
	std::vector<std::uint32_t> numbers;
	bus.for_each_recipient(message, [&](AgentId agent) { numbers.push_back(agent.number()); });
	return numbers;
}

Message message_to(Reach reach, const std::string &channel = "", ParticipantId from = {}) {
	Message message;
	message.reach = reach;
	message.channel = channel;
	message.from = from;
	return message;
}

AgentProfile member_of(const std::vector<std::string> &groups,
		const std::vector<std::string> &topics = {}, const MessageFilter &filter = {}) {
	AgentProfile profile;
	profile.subscribe({ groups, topics, filter });
	return profile;
}

using Numbers = std::vector<std::uint32_t>;

} // namespace

TEST_SUITE("Bus") {
	TEST_CASE("a group and a topic reach their members, in order, and not the sender") {
		Bus bus;
		const AgentProfile guards = member_of({ "guards" }, { "weather" });
		const AgentProfile cooks = member_of({ "cooks", "guards" });
		const AgentProfile nobody;
		bus.add(AgentId(5), guards);
		bus.add(AgentId(2), cooks);
		bus.add(AgentId(9), nobody);
		CHECK(recipients(bus, message_to(Reach::group, "guards")) == Numbers{ 2, 5 });
		CHECK(recipients(bus, message_to(Reach::group, "cooks")) == Numbers{ 2 });
		CHECK(recipients(bus, message_to(Reach::topic, "weather")) == Numbers{ 5 });
		CHECK(recipients(bus, message_to(Reach::topic, "guards")).empty());
		CHECK(recipients(bus, message_to(Reach::everybody)) == Numbers{ 2, 5, 9 });
		CHECK(recipients(bus, message_to(Reach::group, "guards", AgentId(2))) == Numbers{ 5 });
	}

	TEST_CASE("who has left gets nothing, and who changes gets what it asked for last") {
		Bus bus;
		const AgentProfile guards = member_of({ "guards" });
		const AgentProfile cooks = member_of({ "cooks" });
		for (std::uint32_t i = 1; i <= 20; i++) {
			bus.add(AgentId(i), guards);
		}
		for (std::uint32_t i = 1; i <= 15; i++) {
			bus.remove(AgentId(i));
			bus.remove(AgentId(i)); // joining twice has no further effect
		}
		bus.change(AgentId(17), cooks);
		bus.add(AgentId(3), cooks); // alive again
		CHECK(bus.subscribers() == 6);
		CHECK(recipients(bus, message_to(Reach::everybody)) == Numbers{ 3, 16, 17, 18, 19, 20 });
		CHECK(recipients(bus, message_to(Reach::group, "guards")) == Numbers{ 16, 18, 19, 20 });
		CHECK(recipients(bus, message_to(Reach::group, "cooks")) == Numbers{ 3, 17 });
	}

	TEST_CASE("a filter asks for the type, the sender and the addressee") {
		Bus bus;
		const AgentProfile doors = member_of({}, {}, { { "DoorOpened" }, {}, false });
		const AgentProfile of_ada = member_of({}, {}, { {}, { AgentId(9) }, false });
		const AgentProfile own = member_of({}, {}, { {}, {}, true });
		bus.add(AgentId(1), doors);
		bus.add(AgentId(2), of_ada);
		bus.add(AgentId(3), own);
		Message message = message_to(Reach::everybody, "", AgentId(8));
		CHECK(recipients(bus, message).empty());
		message.type = "DoorOpened";
		CHECK(recipients(bus, message) == Numbers{ 1 });
		message.from = AgentId(9);
		CHECK(recipients(bus, message) == Numbers{ 1, 2 });
		message.to = AgentId(3);
		CHECK(recipients(bus, message) == Numbers{ 1, 2, 3 });
	}

	TEST_CASE("of notices the newest are kept, and who is too slow is told how many it missed") {
		Bus bus;
		const std::shared_ptr<const std::string> name = std::make_shared<std::string>("Ada");
		constexpr std::uint32_t COUNT = 1'500;
		for (std::uint32_t i = 1; i <= COUNT; i++) {
			bus.note({ AGENT_MOVED, AgentId(i), {}, name });
		}
		const auto read = [&](std::uint32_t seen, std::uint32_t &missed) {
			Numbers numbers;
			missed = bus.notices(NoticeKind::sight).for_each_after(seen, [&](const Notice &notice) {
				numbers.push_back(notice.agent.number());
			});
			return numbers;
		};
		std::uint32_t missed = 0;
		const Numbers all = read(0, missed);
		CHECK(all.size() == NoticeBoard::KEPT);
		CHECK(missed == COUNT - NoticeBoard::KEPT);
		CHECK(all.back() == COUNT);
		CHECK(std::is_sorted(all.begin(), all.end()));
		CHECK(read(COUNT - 2, missed) == Numbers{ COUNT - 1, COUNT });
		CHECK(missed == 0);
		CHECK(read(bus.newest_notices().of(NoticeKind::sight), missed).empty());
		// Agents that move do not push out the end of another.
		bus.note({ AGENT_TERMINATED, AgentId(7), {}, name });
		for (std::uint32_t i = 1; i <= COUNT; i++) {
			bus.note({ AGENT_MOVED, AgentId(i), {}, name });
		}
		Numbers ended;
		CHECK(bus.notices(NoticeKind::end).for_each_after(0, [&](const Notice &notice) {
			ended.push_back(notice.agent.number());
		}) == 0);
		CHECK(ended == Numbers{ 7 });
	}

	TEST_CASE("changes of state are kept as long as somebody names them") {
		Bus bus;
		const std::shared_ptr<const std::string> name = std::make_shared<std::string>("Ada");
		const AgentProfile watcher =
				member_of({}, {}, { { "AgentSpoke", "AgentStateChanged" }, {}, false });
		const AgentProfile other;
		const auto note_one = [&] {
			bus.note({ AGENT_STATE_CHANGED, AgentId(1), {}, name, AgentState::thinking });
			return bus.newest_notices().of(NoticeKind::state);
		};
		bus.add(AgentId(1), other);
		CHECK(note_one() == 0);
		bus.add(AgentId(2), watcher);
		bus.add(AgentId(3), watcher);
		CHECK(note_one() == 1);
		bus.remove(AgentId(2));
		CHECK(note_one() == 2);
		bus.change(AgentId(3), other);
		CHECK_FALSE(bus.is_told_states());
		CHECK(note_one() == 2);
	}

	TEST_CASE("messages of one sender keep their order, and other types go out as they are") {
		const FakeMind mind = FakeMind::always(WaitAction{});
		SimulationRun run({}, mind);
		run.think_interval = 0s;
		run.subscription = { { "guards" }, {}, {} };
		const AgentId ada = run.spawn("Ada");
		const AgentId bob = run.spawn("Bob", { 300, 0 });
		run.step(at(1s));
		for (int i = 0; i < 20; i++) {
			run.simulation().post(SayInput{ ada, "", {}, {}, std::to_string(i),
					i % 2 == 0 ? "Alarm" : "AgentSpoke", Reach::group, "guards" });
		}
		run.run_until(at(2s));
		std::vector<std::string> heard;
		for (const std::unique_ptr<StepOutput> &output : run.outputs) {
			for (const ConversationRow &row : output->conversations) {
				if (row.owner == bob && row.message->from == ParticipantId(ada)) {
					heard.push_back(row.message->content);
				}
			}
		}
		REQUIRE(heard.size() == 20);
		for (int i = 0; i < 20; i++) {
			CHECK(heard[static_cast<std::size_t>(i)] == std::to_string(i));
		}
		CHECK(run.events<MessagePublished>().size() == 10);
		CHECK(run.events<AgentSpoke>().size() == 10);
		CHECK(run.events<MessagePublished>()[0].second.message->channel == "guards");
	}
}
