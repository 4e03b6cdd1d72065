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

// Numbers without a gap, which most worlds have, are found at once.
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
	AgentView view{ (*chunk)[index], {} };
	view.position = unpack((*places)[index].load(std::memory_order_relaxed));
	return view;
}

void SnapshotBoard::publish(StepNumber step, SimTime time, std::span<const AgentView> changed,
		std::span<const MovingPosition> moving) {
	const std::vector<Block> &known_blocks = own_blocks();
	for (const MovingPosition &each : moving) {
		if (const Block *const block = find_block(known_blocks, number_of(each.agent))) {
			(*block->places)[each.agent.number() % CHUNK].store(
					pack(each.position), std::memory_order_relaxed);
		}
	}
	std::vector<Block> replaced;
	std::shared_ptr<Chunk> open;
	std::ptrdiff_t change_of_living = 0;
	for (const AgentView &view : changed) {
		const std::uint32_t number = number_of(view.id);
		if (replaced.empty() || replaced.back().number != number) {
			const Block *const known = find_block(known_blocks, number);
			open = known != nullptr ? std::make_shared<Chunk>(*known->chunk)
									: std::make_shared<Chunk>();
			replaced.push_back({ number, open,
					known != nullptr ? known->places : std::make_shared<Places>() });
		}
		AgentRow &place = (*open)[view.id.number() % CHUNK];
		change_of_living += static_cast<int>(view.profile != nullptr) -
				static_cast<int>(place.profile != nullptr);
		place = view;
		(*replaced.back().places)[view.id.number() % CHUNK].store(
				pack(view.position), std::memory_order_relaxed);
	}
	const Lock lock(mutex_);
	step_ = step;
	time_ = time;
	living_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(living_) + change_of_living);
	for (Block &block : replaced) {
		put(block);
	}
}

// What it replaces is left in `block`, to go when nobody waits.
void SnapshotBoard::put(Block &block) {
	const bool is_empty = std::none_of(block.chunk->begin(), block.chunk->end(),
			[](const AgentRow &row) { return row.profile != nullptr; });
	const auto place = blocks_.begin() + (block_at(blocks_, block.number) - blocks_.cbegin());
	const bool is_known = place != blocks_.end() && place->number == block.number;
	if (!is_known) {
		if (!is_empty) {
			blocks_.insert(place, std::move(block));
		}
	} else if (is_empty) {
		blocks_.erase(place);
	} else {
		std::swap(*place, block);
	}
}

void SnapshotBoard::clear() {
	const Lock lock(mutex_);
	blocks_.clear();
	living_ = 0;
}

std::optional<AgentView> SnapshotBoard::find(AgentId id) const {
	Block block;
	{
		const Lock lock(mutex_);
		const Block *const found = find_block(blocks_, number_of(id));
		if (found == nullptr) {
			return std::nullopt;
		}
		block = *found;
	}
	const AgentView view = block.view(id.number() % CHUNK);
	return view.profile != nullptr ? std::optional(view) : std::nullopt;
}

void SnapshotBoard::for_each(const std::function<void(const AgentView &)> &visit) const {
	std::vector<Block> blocks;
	{
		const Lock lock(mutex_);
		blocks = blocks_;
	}
	for (const Block &block : blocks) {
		for (std::size_t i = 0; i < CHUNK; i++) {
			if ((*block.chunk)[i].profile != nullptr) {
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
