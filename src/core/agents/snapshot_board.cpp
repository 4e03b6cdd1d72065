#include "core/agents/snapshot_board.h"

namespace agent_runtime {

void SnapshotBoard::publish(StepNumber step, SimTime time, std::span<const AgentView> changed) {
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
		AgentView &place = (*open)[(view.id.number() - 1) % CHUNK];
		change_of_living += static_cast<int>(view.profile != nullptr) -
				static_cast<int>(place.profile != nullptr);
		place = view;
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
	{
		const std::lock_guard lock(mutex_);
		chunk = index < chunks_.size() ? chunks_[index] : nullptr;
	}
	if (chunk == nullptr) {
		return std::nullopt;
	}
	const AgentView &view = (*chunk)[(id.number() - 1) % CHUNK];
	return view.profile != nullptr ? std::optional(view) : std::nullopt;
}

void SnapshotBoard::for_each(const std::function<void(const AgentView &)> &visit) const {
	std::vector<std::shared_ptr<const Chunk>> chunks;
	{
		const std::lock_guard lock(mutex_);
		chunks = chunks_;
	}
	for (const std::shared_ptr<const Chunk> &chunk : chunks) {
		if (chunk == nullptr) {
			continue;
		}
		for (const AgentView &view : *chunk) {
			if (view.profile != nullptr) {
				visit(view);
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
