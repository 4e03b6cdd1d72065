#include "core/world/neighbourhood.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace agent_runtime {

namespace {

std::int32_t cell_index(float coordinate, float cell) {
	return static_cast<std::int32_t>(std::floor(coordinate / cell));
}

std::uint64_t pack(std::int32_t column, std::int32_t row) {
	return static_cast<std::uint64_t>(static_cast<std::uint32_t>(column)) << 32 |
			static_cast<std::uint32_t>(row);
}

} // namespace

std::uint64_t Neighbourhood::cell_of(float x, float y) {
	return pack(cell_index(x, CELL), cell_index(y, CELL));
}

void Neighbourhood::add(AgentId agent, float x, float y) {
	const std::uint64_t place = cell_of(x, y);
	auto cell = cells_.find(place);
	if (cell == cells_.end() && !spare_.empty()) {
		spare_.back().key() = place;
		cell = cells_.insert(std::move(spare_.back())).position;
		spare_.pop_back();
	} else if (cell == cells_.end()) {
		cell = cells_.try_emplace(place).first;
	}
	cell->second.push_back(agent);
}

void Neighbourhood::remove(AgentId agent, float x, float y) {
	const auto cell = cells_.find(cell_of(x, y));
	if (cell == cells_.end()) {
		return;
	}
	std::erase(cell->second, agent);
	if (cell->second.empty()) {
		spare_.push_back(cells_.extract(cell));
	}
}

void Neighbourhood::move(AgentId agent, float from_x, float from_y, float to_x, float to_y) {
	if (cell_of(from_x, from_y) == cell_of(to_x, to_y)) {
		return;
	}
	remove(agent, from_x, from_y);
	add(agent, to_x, to_y);
}

void Neighbourhood::collect_candidates(
		float x, float y, float radius, std::vector<AgentId> &candidates) const {
	const std::int32_t left = cell_index(x - radius, CELL);
	const std::int32_t right = cell_index(x + radius, CELL);
	const std::int32_t top = cell_index(y - radius, CELL);
	const std::int32_t bottom = cell_index(y + radius, CELL);
	const auto take = [&](const std::vector<AgentId> &agents) {
		candidates.insert(candidates.end(), agents.begin(), agents.end());
	};
	const std::int64_t touched =
			(std::int64_t(right) - left + 1) * (std::int64_t(bottom) - top + 1);
	if (touched > static_cast<std::int64_t>(cells_.size())) {
		for (const auto &[cell, agents] : cells_) {
			take(agents);
		}
		return;
	}
	for (std::int32_t column = left; column <= right; column++) {
		for (std::int32_t row = top; row <= bottom; row++) {
			const auto cell = cells_.find(pack(column, row));
			if (cell != cells_.end()) {
				take(cell->second);
			}
		}
	}
}

} // namespace agent_runtime
