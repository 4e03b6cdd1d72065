#include "core/agents/snapshot_board.h"

#include <bit>

namespace agent_runtime {

std::uint64_t SnapshotBoard::pack(TilePosition position) {
	return std::bit_cast<std::uint64_t>(position);
}

TilePosition SnapshotBoard::unpack(std::uint64_t packed) {
	return std::bit_cast<TilePosition>(packed);
}

// Only the one thread that publishes changes the list, so it may read it without the lock.
std::atomic<std::uint64_t> &SnapshotBoard::place_of(AgentId id) {
	const std::size_t index = (id.number() - 1) / CHUNK;
	if (index >= places_.size()) {
		std::vector<std::shared_ptr<Places>> more;
		for (std::size_t i = places_.size(); i <= index; i++) {
			more.push_back(std::make_shared<Places>());
		}
		const std::lock_guard lock(mutex_);
		places_.insert(places_.end(), more.begin(), more.end());
	}
	return (*places_[index])[(id.number() - 1) % CHUNK];
}

AgentView SnapshotBoard::view_of(const Chunk &chunk, const Places &places, std::size_t index) {
	AgentView view{ chunk[index], {} };
	view.position = unpack(places[index].load(std::memory_order_relaxed));
	return view;
}

void SnapshotBoard::publish(StepNumber step, SimTime time, std::span<const AgentView> changed,
		std::span<const MovingPosition> moving) {
	for (const MovingPosition &each : moving) {
		place_of(each.agent).store(pack(each.position), std::memory_order_relaxed);
	}
	// Only this thread replaces chunks, so the old ones can be read without the lock.
	std::vector<std::pair<std::size_t, std::shared_ptr<const Chunk>>> replaced;
	std::shared_ptr<Chunk> open;
	std::ptrdiff_t change_of_living = 0;
	for (const AgentView &view : changed) {
		const std::size_t index = (view.id.number() - 1) / CHUNK;
		if (replaced.empty() || replaced.back().first != index) {
			const bool known = index < chunks_.size() && chunks_[index] != nullptr;
			open = known ? std::make_shared<Chunk>(*chunks_[index]) : std::make_shared<Chunk>();
			replaced.emplace_back(index, open);
		}
		AgentRow &place = (*open)[(view.id.number() - 1) % CHUNK];
		change_of_living += static_cast<int>(view.profile != nullptr) -
				static_cast<int>(place.profile != nullptr);
		place = view;
		place_of(view.id).store(pack(view.position), std::memory_order_relaxed);
	}
	const std::lock_guard lock(mutex_);
	step_ = step;
	time_ = time;
	living_ = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(living_) + change_of_living);
	for (auto &[index, chunk] : replaced) {
		if (index >= chunks_.size()) {
			chunks_.resize(index + 1);
		}
		chunks_[index].swap(chunk);
	}
}

void SnapshotBoard::clear() {
	const std::lock_guard lock(mutex_);
	chunks_.clear();
	living_ = 0;
}

std::optional<AgentView> SnapshotBoard::find(AgentId id) const {
	if (id.number() == 0) {
		return std::nullopt;
	}
	const std::size_t index = (id.number() - 1) / CHUNK;
	std::shared_ptr<const Chunk> chunk;
	std::shared_ptr<const Places> places;
	{
		const std::lock_guard lock(mutex_);
		chunk = index < chunks_.size() ? chunks_[index] : nullptr;
		places = chunk != nullptr ? places_[index] : nullptr;
	}
	if (chunk == nullptr) {
		return std::nullopt;
	}
	const AgentView view = view_of(*chunk, *places, (id.number() - 1) % CHUNK);
	return view.profile != nullptr ? std::optional(view) : std::nullopt;
}

void SnapshotBoard::for_each(const std::function<void(const AgentView &)> &visit) const {
	std::vector<std::shared_ptr<const Chunk>> chunks;
	std::vector<std::shared_ptr<Places>> places;
	{
		const std::lock_guard lock(mutex_);
		chunks = chunks_;
		places = places_;
	}
	for (std::size_t chunk = 0; chunk < chunks.size(); chunk++) {
		for (std::size_t i = 0; chunks[chunk] != nullptr && i < CHUNK; i++) {
			if ((*chunks[chunk])[i].profile != nullptr) {
				visit(view_of(*chunks[chunk], *places[chunk], i));
			}
		}
	}
}

std::size_t SnapshotBoard::living() const {
	const std::lock_guard lock(mutex_);
	return living_;
}

SimTime SnapshotBoard::time() const {
	const std::lock_guard lock(mutex_);
	return time_;
}

} // namespace agent_runtime
