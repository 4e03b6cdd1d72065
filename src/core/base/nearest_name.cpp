#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace agent_runtime {

namespace {

// Names of the vocabulary are shorter, and anything longer is near none of them.
constexpr std::size_t LONGEST = 48;

using Row = std::array<std::size_t, LONGEST + 1>;

// Edit distance in which swapping two neighbours counts as one change, since fast typists often do
// that.
std::size_t distance(std::string_view from, std::string_view to) {
	Row before_last{};
	Row last{};
	Row row{};
	for (std::size_t i = 0; i <= to.size(); ++i) {
		row[i] = i;
	}
	for (std::size_t i = 1; i <= from.size(); ++i) {
		before_last = last;
		last = row;
		row[0] = i;
		for (std::size_t j = 1; j <= to.size(); ++j) {
			const std::size_t change = last[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
			row[j] = std::min({ last[j] + 1, row[j - 1] + 1, change });
			if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
				row[j] = std::min(row[j], before_last[j - 2] + 1);
			}
		}
	}
	return row[to.size()];
}

} // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
	if (name.empty() || name.size() > LONGEST) {
		return {};
	}
	std::string_view nearest;
	std::size_t fewest = std::max<std::size_t>(1, name.size() / 3) + 1;
	for (const std::string_view candidate : candidates) {
		if (candidate.size() > LONGEST) {
			continue;
		}
		const std::size_t changes = distance(name, candidate);
		if (changes < fewest) {
			fewest = changes;
			nearest = candidate;
		}
	}
	return nearest;
}

} // namespace agent_runtime
