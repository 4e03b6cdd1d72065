#include "core/agents/snapshot_board.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace agent_runtime {

std::uint64_t SnapshotBoard::pack(TilePosition position) {
	return std::bit_cast<std::uint64_t>(position);
}

TilePosition SnapshotBoard::unpack(std::uint64_t packed) {
	return std::bit_cast<TilePosition>(packed);
}

// Consecutive numbers, which most worlds have, are found at once.
std::vector<SnapshotBoard::Block>::const_iterator SnapshotBoard::block_at(
		const std::vector<Block> &blocks, std::uint32_t number) {
	if (number < blocks.size() && blocks[number].number == number) {
		return blocks.begin() + number;
	}
	return std::lower_bound(blocks.begin(), blocks.end(), number,
			[](const Block &block, std::uint32_t wanted) { return block.number < wanted; });
}

const SnapshotBoard::Block *SnapshotBoard::find_block(
		const std::vector<Block> &blocks, std::uint32_t number) {
	const auto found = block_at(blocks, number);
	return found != blocks.end() && found->number == number ? &*found : nullptr;
}

AgentView SnapshotBoard::Block::view(std::size_t index) const {
	AgentView view{ chunk->rows[index], {} };
	view.position = unpack((*places)[index].load(std::memory_order_relaxed));
	return view;
}

class SnapshotBoard::Reading {
public:
	explicit Reading(const SnapshotBoard &board) {
		const Lock lock(board.mutex_);
		blocks_ = board.blocks_;
		for (const Block &block : blocks_) {
			block.chunk->readers.fetch_add(1, std::memory_order_relaxed);
		}
	}
	~Reading() {
		for (const Block &block : blocks_) {
			block.chunk->readers.fetch_sub(1, std::memory_order_release);
		}
	}
	Reading(const Reading &) = delete;
	Reading &operator=(const Reading &) = delete;

	const std::vector<Block> &blocks() const { return blocks_; }

private:
	std::vector<Block> blocks_;
};

SnapshotBoard::Block &SnapshotBoard::open(std::uint32_t number) {
	const auto place = blocks_.begin() + (block_at(blocks_, number) - blocks_.cbegin());
	if (place == blocks_.end() || place->number != number) {
		return *blocks_.insert(
				place, { number, std::make_shared<Chunk>(), std::make_shared<Places>() });
	}
	if (place->chunk->readers.load(std::memory_order_acquire) != 0) {
		std::shared_ptr<Chunk> copy = std::make_shared<Chunk>();
		copy->rows = place->chunk->rows;
		copy->living = place->chunk->living;
		place->chunk = std::move(copy);
	}
	return *place;
}

void SnapshotBoard::publish(SimTime time, std::span<const AgentId> changed, const Fill &fill,
		std::span<const MovingPosition> moving) {
	for (const MovingPosition &each : moving) {
		if (const Block *const block = find_block(own_blocks(), number_of(each.agent))) {
			(*block->places)[each.agent.number() % CHUNK].store(
					pack(each.position), std::memory_order_relaxed);
		}
	}
	const Lock lock(mutex_);
	time_ = time;
	Block *block = nullptr;
	bool has_died = false;
	for (const AgentId id : changed) {
		if (block == nullptr || block->number != number_of(id)) {
			block = &open(number_of(id));
		}
		AgentRow &row = block->chunk->rows[id.number() % CHUNK];
		const bool lived = row.profile != nullptr;
		const TilePosition position = fill(id, row);
		const bool lives = row.profile != nullptr;
		(*block->places)[id.number() % CHUNK].store(pack(position), std::memory_order_relaxed);
		if (lives && !lived) {
			block->chunk->living++;
			living_++;
		} else if (lived && !lives) {
			block->chunk->living--;
			living_--;
		}
		has_died |= !lives;
	}
	if (has_died) {
		drop_empty_blocks();
	}
}

void SnapshotBoard::drop_empty_blocks() {
	std::erase_if(blocks_, [](const Block &block) { return block.chunk->living == 0; });
}

void SnapshotBoard::clear() {
	const Lock lock(mutex_);
	blocks_.clear();
	living_ = 0;
}

std::optional<AgentView> SnapshotBoard::find(AgentId id) const {
	const Lock lock(mutex_);
	const Block *const block = find_block(blocks_, number_of(id));
	const std::size_t index = id.number() % CHUNK;
	const bool lives = block != nullptr && block->chunk->rows[index].profile != nullptr;
	return lives ? std::optional(block->view(index)) : std::nullopt;
}

void SnapshotBoard::for_each(const std::function<void(const AgentView &)> &visit) const {
	const Reading reading(*this);
	for (const Block &block : reading.blocks()) {
		for (std::size_t i = 0; i < CHUNK; i++) {
			if (block.chunk->rows[i].profile != nullptr) {
				visit(block.view(i));
			}
		}
	}
}

std::size_t SnapshotBoard::living() const {
	const Lock lock(mutex_);
	return living_;
}

SimTime SnapshotBoard::time() const {
	const Lock lock(mutex_);
	return time_;
}

} // namespace agent_runtime
