#pragma once

#include "core/agents/agent.h"
#include "core/agents/moving_positions.h"
#include "core/base/mutex.h"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace agent_runtime {

// What others may know of an agent at the end of a step, but for where it is.
struct AgentRow {
	ProfilePtr profile; // null: not alive
	TaskPtr task; // that it works at
	SimTime state_since;
	ConversationId talk; // that is led, and in which it takes part
	TilePosition target; // of its walk
	AgentId id;
	std::uint32_t waiting = 0; // messages that it will take in when it can
	AgentState state = AgentState::idle;
	Facing facing = Facing::down;
	bool paused = false;
	bool walking = false;
};

struct AgentView : AgentRow {
	TilePosition position;
};

// The newest state of all agents for readers that must not wait for a step. Agents stand in small
// chunks that are replaced whole when one of their agents has changed, so a reader holds on to a
// chunk for as long as it likes and a step never copies the world.
// Thread rule: publish() sim thread only, the rest any thread.
class SnapshotBoard {
public:
	// `moving` are agents that have changed in nothing but where they are.
	void publish(StepNumber step, SimTime time, std::span<const AgentView> changed,
			std::span<const MovingPosition> moving = {});

	// Nobody lives; what time it is stays. While no step is made.
	void clear();

	std::optional<AgentView> find(AgentId id) const;
	// Calls visit for each living agent in the order of their numbers, without holding the lock.
	void for_each(const std::function<void(const AgentView &)> &visit) const;
	std::size_t living() const;
	SimTime time() const;

private:
	static constexpr std::uint32_t CHUNK = 64;
	using Chunk = std::array<AgentRow, CHUNK>;
	// Where agents are, which changes most: never copied, written in place.
	using Places = std::array<std::atomic<std::uint64_t>, CHUNK>; // each stands alone

	static std::uint64_t pack(TilePosition position);
	static TilePosition unpack(std::uint64_t packed);
	static std::uint32_t number_of(AgentId id) { return id.number() / CHUNK; }

	// A chunk with somebody in it. Those of ids that nobody has any more are gone.
	struct Block {
		std::uint32_t number = 0;
		std::shared_ptr<const Chunk> chunk;
		std::shared_ptr<Places> places;

		AgentView view(std::size_t index) const;
	};
	// The block of this number, or the one before which it would stand.
	static std::vector<Block>::const_iterator block_at(
			const std::vector<Block> &blocks, std::uint32_t number);
	static const Block *find_block(const std::vector<Block> &blocks, std::uint32_t number);
	void put(Block &block) AR_REQUIRES(mutex_);
	// For publish(): only the one thread that publishes changes the list, or its owner while that
	// does not run, so it reads it without the lock.
	const std::vector<Block> &own_blocks() const AR_NO_ANALYSIS { return blocks_; }

	mutable Mutex mutex_; // held for copies of pointers only
	std::vector<Block> blocks_ AR_GUARDED_BY(mutex_); // in the order of their numbers
	std::size_t living_ AR_GUARDED_BY(mutex_) = 0;
	StepNumber step_ AR_GUARDED_BY(mutex_);
	SimTime time_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
