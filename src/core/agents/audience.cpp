#include "core/agents/audience.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace agent_runtime {

namespace {

constexpr float AUDIENCE_CELL = 8.0f; // in tiles; a little more than the usual hearing radius
constexpr std::int64_t MOST_CELLS_LOOKED_AT = 256; // above this, counting everybody is quicker

std::int32_t audience_index(float coordinate) {
	return static_cast<std::int32_t>(std::floor(coordinate / AUDIENCE_CELL));
}

// When add() and remove() run on different threads, a counter may be read in between.
std::size_t read_counter(const std::atomic<std::int32_t> &counter) {
	return static_cast<std::size_t>(std::max(counter.load(std::memory_order_relaxed), 0));
}

} // namespace

std::size_t Audience::cell_at(std::int32_t column, std::int32_t row) {
	const std::uint64_t packed = static_cast<std::uint64_t>(static_cast<std::uint32_t>(column))
					<< 32 |
			static_cast<std::uint32_t>(row);
	constexpr std::uint64_t SPREAD = 0x9E3779B97F4A7C15; // 2^64 divided by the golden ratio
	constexpr int HIGHEST_BITS = 50; // so that 14 are left
	static_assert(CELLS == std::size_t{ 1 } << (64 - HIGHEST_BITS));
	return static_cast<std::size_t>(packed * SPREAD >> HIGHEST_BITS);
}

std::size_t Audience::cell_of(TilePosition place) {
	return cell_at(audience_index(place.x), audience_index(place.y));
}

std::size_t Audience::channel_of(std::string_view name) {
	return std::hash<std::string_view>()(name) % CHANNELS;
}

void Audience::count(const AgentProfile &profile, std::int32_t change) {
	if (hears_from_afar(profile)) {
		from_afar_.fetch_add(change, std::memory_order_relaxed);
	}
	for (const std::vector<std::string> *channels :
			{ &profile.subscription().groups, &profile.subscription().topics }) {
		for (const std::string &name : *channels) {
			channels_[channel_of(name)].fetch_add(change, std::memory_order_relaxed);
		}
	}
}

void Audience::add(AgentId agent, const AgentProfile &profile, TilePosition place) {
	{
		const Lock lock(mutex_);
		coming_.entry(agent) = place;
	}
	everybody_.fetch_add(1, std::memory_order_relaxed);
	cells_[cell_of(place)].fetch_add(1, std::memory_order_relaxed);
	expect(profile);
}

void Audience::arrive(AgentId agent) {
	const Lock lock(mutex_);
	coming_.erase(agent);
}

std::optional<TilePosition> Audience::find_coming(AgentId agent) const {
	const Lock lock(mutex_);
	const TilePosition *const place = coming_.find(agent);
	return place != nullptr ? std::optional(*place) : std::nullopt;
}

void Audience::remove(const AgentProfile &profile, TilePosition place) {
	everybody_.fetch_sub(1, std::memory_order_relaxed);
	cells_[cell_of(place)].fetch_sub(1, std::memory_order_relaxed);
	forget(profile);
}

void Audience::move(TilePosition from, TilePosition to) {
	const std::size_t before = cell_of(from);
	const std::size_t after = cell_of(to);
	if (before != after) {
		cells_[after].fetch_add(1, std::memory_order_relaxed);
		cells_[before].fetch_sub(1, std::memory_order_relaxed);
	}
}

void Audience::expect(const AgentProfile &changed) {
	count(changed, 1);
	if (hears_from_afar(changed)) {
		return;
	}
	float known = radius_.load(std::memory_order_relaxed);
	while (known < changed.hearing_radius &&
			!radius_.compare_exchange_weak(
					known, changed.hearing_radius, std::memory_order_relaxed)) {
	}
}

void Audience::forget(const AgentProfile &former) {
	count(former, -1);
}

std::size_t Audience::everybody() const {
	return read_counter(everybody_);
}

std::size_t Audience::around(TilePosition place) const {
	const float radius = radius_.load(std::memory_order_relaxed);
	const std::int32_t left = audience_index(place.x - radius);
	const std::int32_t right = audience_index(place.x + radius);
	const std::int32_t top = audience_index(place.y - radius);
	const std::int32_t bottom = audience_index(place.y + radius);
	const std::int64_t cells = (std::int64_t(right) - left + 1) * (std::int64_t(bottom) - top + 1);
	if (cells > MOST_CELLS_LOOKED_AT) {
		return everybody();
	}
	std::size_t found = read_counter(from_afar_);
	for (std::int32_t column = left; column <= right; column++) {
		for (std::int32_t row = top; row <= bottom; row++) {
			found += read_counter(cells_[cell_at(column, row)]);
		}
	}
	return std::min(found, everybody());
}

std::size_t Audience::members_of(std::string_view channel) const {
	return std::min(read_counter(channels_[channel_of(channel)]), everybody());
}

} // namespace agent_runtime
