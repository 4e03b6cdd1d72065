#include "core/base/ids.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace agent_runtime {

namespace {

constexpr std::string_view PLAYER_PREFIX = "player_";
constexpr std::uint64_t HIGHEST_PLAYER = 0x7FFF'FFFF;

} // namespace

std::string numbered_id_text(std::string_view prefix, std::uint64_t number, int digits) {
	char figures[20];
	const char *const end = std::to_chars(figures, std::end(figures), number).ptr;
	const std::size_t count = static_cast<std::size_t>(end - figures);
	const std::size_t fewest = static_cast<std::size_t>(digits);
	std::string text;
	text.reserve(prefix.size() + std::max(count, fewest));
	text.append(prefix);
	text.append(fewest > count ? fewest - count : 0, '0');
	return text.append(figures, count);
}

std::optional<std::uint64_t> parse_numbered_id(
		std::string_view text, std::string_view prefix, int digits, std::uint64_t highest) {
	if (!text.starts_with(prefix)) {
		return std::nullopt;
	}
	const std::string_view figures = text.substr(prefix.size());
	const std::size_t fewest = static_cast<std::size_t>(digits);
	// Zeros fill up to the minimum number of digits and no further, so that each id has just one
	// text.
	if (figures.size() < fewest || (figures.size() > fewest && figures.front() == '0')) {
		return std::nullopt;
	}
	std::uint64_t number = 0;
	const char *end = figures.data() + figures.size();
	const std::from_chars_result result = std::from_chars(figures.data(), end, number);
	if (result.ec != std::errc() || result.ptr != end || number > highest) {
		return std::nullopt;
	}
	return number;
}

std::string ParticipantId::to_string() const {
	return is_player() ? numbered_id_text(PLAYER_PREFIX, number(), 1) : agent_id().to_string();
}

std::optional<ParticipantId> ParticipantId::parse(std::string_view text) {
	if (const std::optional<AgentId> agent = AgentId::parse(text)) {
		return ParticipantId(*agent);
	}
	const std::optional<std::uint64_t> number =
			parse_numbered_id(text, PLAYER_PREFIX, 1, HIGHEST_PLAYER);
	if (!number) {
		return std::nullopt;
	}
	return player(static_cast<std::uint32_t>(*number));
}

std::string EventId::to_string() const {
	return std::to_string(number_);
}

std::optional<EventId> EventId::parse(std::string_view text) {
	constexpr std::uint64_t HIGHEST = std::numeric_limits<std::int64_t>::max();
	const std::optional<std::uint64_t> number = parse_numbered_id(text, "", 1, HIGHEST);
	if (!number) {
		return std::nullopt;
	}
	return EventId(static_cast<std::int64_t>(*number));
}

} // namespace agent_runtime
