#include "core/hosting/output_reader.h"

#include "core/hosting/line_reader.h"
#include "core/hosting/output_line.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace agent_runtime {

namespace {

constexpr std::size_t BEGINNING = 64; // of a line, in which its number stands
constexpr std::uint64_t SHORT = 65'536; // a stretch that is simply read

// Where a line begins in [from, to); nothing when none does. `from` must not be 0.
Result<std::optional<std::uint64_t>> line_in(
		const OwnFile &file, std::uint64_t from, std::uint64_t to) {
	std::array<char, 16'384> piece = {};
	std::uint64_t at = from - 1; // the newline before a line that begins at `from`
	while (at + 1 < to) {
		const std::size_t size =
				static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), to - 1 - at));
		const Result<std::size_t> got = file.read_at(at, std::span<char>(piece).first(size));
		if (!got.ok()) {
			return got.status();
		}
		const std::size_t newline = std::string_view(piece.data(), got.value()).find('\n');
		if (newline != std::string_view::npos) {
			return std::optional(at + newline + 1);
		}
		if (got.value() == 0) {
			break;
		}
		at += got.value();
	}
	return std::optional<std::uint64_t>();
}

// 0 for a line that has no number.
Result<std::uint64_t> seq_at(const OwnFile &file, std::uint64_t place) {
	std::array<char, BEGINNING> beginning = {};
	const Result<std::size_t> got = file.read_at(place, beginning);
	if (!got.ok()) {
		return got.status();
	}
	return seq_of_output_line(std::string_view(beginning.data(), got.value())).value_or(0);
}

// Reads line by line from a place before or at the one that is looked for.
Result<std::uint64_t> walk_to(
		const OwnFile &file, std::uint64_t from, std::uint64_t latest, std::uint64_t since) {
	LineReader reader(file, from, OutputLine::MOST_BYTES);
	std::uint64_t end = from;
	for (std::string_view line; end < latest && reader.next(line);) {
		if (seq_of_output_line(line).value_or(0) > since) {
			return reader.line_place();
		}
		end = reader.place();
	}
	return reader.status().ok() ? Result<std::uint64_t>(end) : reader.status();
}

} // namespace

std::vector<std::string_view> lines_in(std::string_view text) {
	std::vector<std::string_view> lines;
	while (!text.empty()) {
		const std::size_t end = std::min(text.find('\n'), text.size());
		lines.push_back(text.substr(0, end));
		text.remove_prefix(std::min(end + 1, text.size()));
	}
	return lines;
}

Result<std::uint64_t> last_seq_of(const OwnFile &file) {
	const Result<std::string> line = last_line(file, BEGINNING);
	return line.ok() ? Result<std::uint64_t>(seq_of_output_line(line.value()).value_or(0))
					 : line.status();
}

Result<std::uint64_t> place_after_seq(const OwnFile &file, std::uint64_t since) {
	std::uint64_t low = 0; // the beginning of a line whose number is not above `since`, or 0
	std::uint64_t high = file.size(); // behind it no line begins that has to be looked at
	std::uint64_t latest = high; // the line that begins here is above `since`
	while (high - low > SHORT) {
		const std::uint64_t middle = low + (high - low) / 2;
		const Result<std::optional<std::uint64_t>> begins = line_in(file, middle, high);
		if (!begins.ok()) {
			return begins.status();
		}
		if (!begins.value()) {
			high = middle;
			continue;
		}
		Result<std::uint64_t> seq = seq_at(file, *begins.value());
		if (!seq.ok()) {
			return seq;
		}
		if (seq.value() <= since) {
			low = *begins.value();
		} else {
			high = *begins.value();
			latest = high;
		}
	}
	return walk_to(file, low, latest, since);
}

Result<OutputPage> read_output(
		const OwnFile &file, std::uint64_t place, const OutputPageLimits &limits) {
	OutputPage page;
	page.place = place;
	LineReader reader(file, place, OutputLine::MOST_BYTES);
	for (std::string_view line; reader.next(line);) {
		const bool is_full =
				page.count >= limits.lines || page.lines.size() + line.size() + 1 > limits.bytes;
		if (is_full && page.count > 0) {
			page.more = true;
			break;
		}
		page.lines.append(line).append(1, '\n');
		page.count++;
		page.last_seq = seq_of_output_line(line).value_or(page.last_seq);
		page.place = reader.place();
	}
	return reader.status().ok() ? Result<OutputPage>(std::move(page)) : reader.status();
}

Result<OutputPage> read_output_since(
		const OwnFile &file, std::uint64_t since, const OutputPageLimits &limits) {
	const Result<std::uint64_t> place = place_after_seq(file, since);
	if (!place.ok()) {
		return place.status();
	}
	Result<OutputPage> page = read_output(file, place.value(), limits);
	if (page.ok() && page.value().count == 0) {
		page.value().last_seq = since;
	}
	return page;
}

} // namespace agent_runtime
