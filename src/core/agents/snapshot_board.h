#pragma once

#include "core/agents/agent.h"
#include "core/agents/moving_positions.h"
#include "core/base/mutex.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace agent_runtime {

// What others may know about an agent at the end of a step, except for where it is.
struct AgentRow {
	ProfilePtr profile; // null: not alive
	TaskPtr task; // that it works on
	SimTime state_since;
	ConversationId talk; // the led conversation that it takes part in
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

// The newest state of all agents, for readers that must not wait for a step. Agents stand in small
// chunks, which are written in place. Only a chunk that somebody is reading at that moment is
// copied first. So a step touches only the agents that it has changed, and never copies the world.
// Thread rule: publish() sim thread only, the rest any thread.
class SnapshotBoard {
public:
	// Writes an agent's state into its row, which holds the previous state, and returns where the
	// agent is. A row without a profile: the agent is no longer alive.
	using Fill = std::function<TilePosition(AgentId id, AgentRow &row)>;

	// `changed` is in the order of the agents' numbers; `moving` are agents of which only the
	// position has changed.
	void publish(SimTime time, std::span<const AgentId> changed, const Fill &fill,
			std::span<const MovingPosition> moving = {});

	// Nobody lives; the time stays. Call while no step is made.
	void clear();

	std::optional<AgentView> find(AgentId id) const;
	// Calls `visit` for each living agent in the order of their numbers, without holding the lock.
	void for_each(const std::function<void(const AgentView &)> &visit) const;
	std::size_t living() const;
	SimTime time() const;

private:
	static constexpr std::uint32_t CHUNK = 64;
	struct Chunk {
		std::array<AgentRow, CHUNK> rows;
		std::uint32_t living = 0; // rows with a profile
		// How many read the rows without the lock. The rows are not written until it is 0. It
		// increases only with the lock held.
		std::atomic<std::uint32_t> readers{ 0 };
	};
	// Where agents are, which changes most: never copied, written in place.
	using Places = std::array<std::atomic<std::uint64_t>, CHUNK>; // each is independent

	static std::uint64_t pack(TilePosition position);
	static TilePosition unpack(std::uint64_t packed);
	static std::uint32_t number_of(AgentId id) { return id.number() / CHUNK; }

	// A chunk with somebody in it. Chunks whose ids nobody has any more are gone.
	struct Block {
		std::uint32_t number = 0;
		std::shared_ptr<Chunk> chunk;
		std::shared_ptr<Places> places;

		AgentView view(std::size_t index) const;
	};
	// All blocks as they are now, for reading without the lock as long as this lives.
	class Reading;
	// The block with this number, or the one before which it would stand.
	static std::vector<Block>::const_iterator block_at(
			const std::vector<Block> &blocks, std::uint32_t number);
	static const Block *find_block(const std::vector<Block> &blocks, std::uint32_t number);
	// The block with this number, ready to be written.
	Block &open(std::uint32_t number) AR_REQUIRES(mutex_);
	void drop_empty_blocks() AR_REQUIRES(mutex_);
	// For publish(): only the thread that publishes changes the list (or its owner while that
	// thread does not run), so it reads the list without the lock.
	const std::vector<Block> &own_blocks() const AR_NO_ANALYSIS { return blocks_; }

	mutable Mutex mutex_; // held while rows are written, a few nanoseconds each
	std::vector<Block> blocks_ AR_GUARDED_BY(mutex_); // in the order of their numbers
	std::size_t living_ AR_GUARDED_BY(mutex_) = 0;
	SimTime time_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
