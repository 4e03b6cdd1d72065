#include "core/agents/event_buffers.h"
#include "core/agents/snapshot_board.h"

#include <doctest/doctest.h>

#include <vector>

using namespace agent_runtime;

namespace {

// A board on which everybody does the same.
class BoardCrowd {
public:
	explicit BoardCrowd(std::uint32_t agents) {
		for (std::uint32_t i = 1; i <= agents; i++) {
			everybody_.emplace_back(i);
		}
		publish(AgentState::idle);
	}

	void publish(AgentState state) {
		board.publish(SimTime(), everybody_, [&](AgentId id, AgentRow &row) {
			row.profile = profile_;
			row.id = id;
			row.state = state;
			return TilePosition{ static_cast<float>(id.number()), 0.0f };
		});
	}
	void end(AgentId agent) {
		board.publish(SimTime(), std::vector{ agent }, [](AgentId, AgentRow &row) {
			row = AgentRow();
			return TilePosition();
		});
	}

	SnapshotBoard board;

private:
	const ProfilePtr profile_ = std::make_shared<AgentProfile>();
	std::vector<AgentId> everybody_;
};

} // namespace

TEST_SUITE("SnapshotBoard") {
	TEST_CASE("who walks through all agents sees them as they were when it began") {
		BoardCrowd crowd(200);
		std::size_t seen = 0;
		crowd.board.for_each([&](const AgentView &view) {
			if (seen++ == 0) {
				crowd.publish(AgentState::speaking);
			}
			CHECK(view.state == AgentState::idle);
			CHECK(crowd.board.find(view.id)->state == AgentState::speaking);
		});
		CHECK(seen == 200);
		crowd.board.for_each([](const AgentView &view) {
			CHECK(view.state == AgentState::speaking);
			CHECK(view.position.x == static_cast<float>(view.id.number()));
		});
	}

	TEST_CASE("who has ended is gone from it, and the others stay") {
		BoardCrowd crowd(65);
		crowd.end(AgentId(64));
		CHECK_FALSE(crowd.board.find(AgentId(64)).has_value());
		CHECK(crowd.board.find(AgentId(65)).has_value());
		crowd.end(AgentId(65));
		crowd.end(AgentId(1'000)); // of whom the board has never heard
		CHECK(crowd.board.living() == 63);
		std::vector<AgentId> left;
		crowd.board.for_each([&](const AgentView &view) { left.push_back(view.id); });
		REQUIRE(left.size() == 63);
		CHECK(left.back() == AgentId(63));
	}
}

TEST_SUITE("EventBuffers") {
	TEST_CASE("what comes back is empty and has its room; what is too large is freed") {
		EventBuffers buffers;
		CHECK(buffers.take().capacity() == 0);
		std::vector<Event> events(10);
		buffers.give_back(std::move(events));
		const std::vector<Event> again = buffers.take();
		CHECK(again.empty());
		CHECK(again.capacity() == 10);
		CHECK(buffers.take().capacity() == 0);
		std::vector<Event> many;
		many.reserve(EventBuffers::MOST_EVENTS + 1);
		buffers.give_back(std::move(many));
		CHECK(buffers.take().capacity() == 0);
	}
}
