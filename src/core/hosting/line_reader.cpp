#include "core/hosting/line_reader.h"

#include "core/base/open_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t PIECE = 65'536;

// Behind the last newline before `end`; 0 when there is none.
Result<std::uint64_t> behind_last_newline(const OwnFile &file, std::uint64_t end) {
	std::array<char, 4096> piece = {};
	while (end > 0) {
		const std::size_t size =
				static_cast<std::size_t>(std::min<std::uint64_t>(end, piece.size()));
		const Result<std::size_t> got =
				file.read_at(end - size, std::span<char>(piece).first(size));
		if (!got.ok()) {
			return got.status();
		}
		const std::string_view text(piece.data(), got.value());
		const std::size_t newline = text.rfind('\n');
		if (newline != std::string_view::npos) {
			return end - size + newline + 1;
		}
		end -= size;
	}
	return std::uint64_t{ 0 };
}

} // namespace

LineReader::LineReader(const OwnFile &file, std::uint64_t place, std::size_t longest) :
		file_(file),
		longest_(longest),
		place_(place),
		line_place_(place) {}

bool LineReader::next(std::string_view &line) {
	while (true) {
		if (used_ == read_.size() && !fill()) {
			return false;
		}
		const std::size_t newline = read_.find('\n', used_);
		line = std::string_view(read_).substr(used_, newline - used_);
		line_place_ = place_;
		place_ += line.size() + 1;
		used_ = newline + 1;
		if (line.size() <= longest_) {
			return true;
		}
	}
}

// Whoever appends may cut off a torn end and write another line in its place, at any moment. But
// what lies before a newline that was seen never changes again: so it is read once more.
bool LineReader::fill() {
	used_ = 0;
	std::size_t size = PIECE;
	while (read_piece(size)) {
		const std::size_t newline = read_.rfind('\n');
		if (newline != std::string::npos) {
			return read_piece(newline + 1) && read_.size() == newline + 1;
		}
		const bool is_too_long = read_.size() > longest_;
		if (is_too_long ? !pass_over_line() : read_.size() < size) {
			break;
		}
		size = is_too_long ? PIECE : std::max(PIECE, std::min(2 * size, longest_ + 1));
	}
	read_.clear();
	read_.shrink_to_fit();
	return false;
}

// False when there is nothing to read.
bool LineReader::read_piece(std::size_t size) {
	read_.resize(size);
	const Result<std::size_t> got = file_.read_at(place_, read_);
	status_ = got.status();
	read_.resize(got.value_or(0));
	return !read_.empty();
}

// Looks for the end of a line that is too long. False while it is not there. What was passed before
// may have been cut off since then, and other lines may have taken its place.
bool LineReader::pass_over_line() {
	passed_ = file_.size() < place_ + passed_ ? 0 : passed_;
	bool is_sure = passed_ == 0;
	while (true) {
		read_.resize(PIECE);
		const Result<std::size_t> got = file_.read_at(place_ + passed_, read_);
		status_ = got.status();
		const std::string_view piece = std::string_view(read_).substr(0, got.value_or(0));
		const std::size_t newline = piece.find('\n');
		if (newline != std::string_view::npos && !is_sure) {
			passed_ = 0;
			is_sure = true;
			continue;
		}
		if (newline != std::string_view::npos) {
			const std::uint64_t size = std::exchange(passed_, 0) + newline;
			place_ += size > longest_ ? size + 1 : 0;
			return true;
		}
		if (piece.empty()) {
			return false;
		}
		passed_ += piece.size();
	}
}

std::optional<std::uint64_t> leading_number(std::string_view line, std::string_view before) {
	if (!line.starts_with(before)) {
		return std::nullopt;
	}
	line.remove_prefix(before.size());
	std::uint64_t number = 0;
	const char *const end = line.data() + line.size();
	const auto [next, error] = std::from_chars(line.data(), end, number);
	const bool is_number =
			error == std::errc() && number > 0 && next != end && (*next == ',' || *next == '}');
	return is_number ? std::optional(number) : std::nullopt;
}

Result<std::string> last_line(const OwnFile &file, std::size_t most) {
	const Result<std::uint64_t> end = behind_last_newline(file, file.size());
	if (!end.ok() || end.value() == 0) {
		return end.ok() ? Result<std::string>(std::string()) : end.status();
	}
	const std::uint64_t last = end.value() - 1; // its newline
	const Result<std::uint64_t> begin = behind_last_newline(file, last);
	if (!begin.ok()) {
		return begin.status();
	}
	std::string line(std::min<std::uint64_t>(last - begin.value(), most), '\0');
	const Result<std::size_t> got = file.read_at(begin.value(), line);
	line.resize(got.value_or(0));
	return got.ok() ? Result<std::string>(std::move(line)) : got.status();
}

Result<std::uint64_t> cut_torn_tail(OwnFile &file) {
	const std::uint64_t size = file.size();
	const Result<std::uint64_t> end = behind_last_newline(file, size);
	if (!end.ok() || end.value() == size) {
		return end.ok() ? Result<std::uint64_t>(std::uint64_t{ 0 }) : end;
	}
	const Status cut = file.cut(end.value());
	return cut.ok() ? Result<std::uint64_t>(size - end.value()) : cut;
}

Status append_line(OwnFile &file, std::string_view line) {
	const Result<std::uint64_t> torn = cut_torn_tail(file);
	if (!torn.ok()) {
		return torn.status();
	}
	const std::uint64_t before = file.size();
	std::string text(line);
	text += '\n';
	const std::error_code error = file.append(text).error;
	if (!error) {
		return {};
	}
	const Status cut = file.cut(before);
	return Status(is_exhausted(error) ? StatusCode::exhausted : StatusCode::unavailable,
			"a line cannot be written: " + error.message() + "; free space on the disk" +
					(cut.ok() ? "" : ", and remove its torn end"));
}

} // namespace agent_runtime
