#include "core/store/id_marks.h"

#include "core/base/files.h"
#include "core/store/content_sum.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view BEGINNING = "agent_runtime ids 1 ";
constexpr std::size_t NUMBER_DIGITS = 20;
// The file holds the text twice, and each write replaces the older copy. So a write that is cut
// short by a crash leaves the other one.
constexpr std::size_t PLACES = 2;
constexpr std::size_t BYTES_OF_PLACE = 256;

// Links to the same file lead to the same marks.
std::string marks_path(const std::string &database_path) {
	return real_path(database_path) + ".ids";
}

std::string digits(std::uint64_t number) {
	const std::string text = std::to_string(number);
	return std::string(NUMBER_DIGITS - text.size(), '0') + text;
}

// Guards against a text that is only half written.
std::uint64_t sum_of(std::string_view text) {
	ContentSum sum;
	sum.add_bytes(text);
	return sum.value();
}

// Always has the same length, so that a newer text covers an older one.
std::string marks_text(std::string_view epoch, const IdNumbers &numbers) {
	std::string text = std::string(BEGINNING) + digits(sum_of(epoch));
	for (const std::uint64_t number : numbers.highest) {
		text += " " + digits(number);
	}
	text += " " + digits(sum_of(text));
	return text + std::string(BYTES_OF_PLACE - text.size() - 1, ' ') + "\n";
}

// None when the text belongs to another database or makes no sense.
IdNumbers numbers_in(std::string_view text, std::string_view epoch) {
	IdNumbers numbers;
	std::size_t at = BEGINNING.size() + NUMBER_DIGITS;
	if (text.size() != BYTES_OF_PLACE) {
		return {};
	}
	for (std::uint64_t &number : numbers.highest) {
		const char *const begin = text.data() + at + 1;
		std::from_chars(begin, begin + NUMBER_DIGITS, number);
		if (number > IdMarks::HIGHEST) {
			return {};
		}
		at += 1 + NUMBER_DIGITS;
	}
	return text == marks_text(epoch, numbers) ? numbers : IdNumbers();
}

Status cannot_write(const std::string &path, const std::string &what) {
	return Status(StatusCode::unavailable,
			"could not write down in \"" + path + "\" which ids are taken: " + what +
					"; no id is given that might be given twice, so free space there and try "
					"again");
}

} // namespace

void IdNumbers::raise_to(const IdNumbers &other) {
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		highest[i] = std::max(highest[i], other.highest[i]);
	}
}

Status IdMarks::open(
		const std::string &database_path, std::string_view epoch, const IdNumbers &known) {
	path_ = marks_path(database_path);
	epoch_ = epoch;
	if (*std::max_element(known.highest.begin(), known.highest.end()) > HIGHEST - RANGE) {
		return Status(StatusCode::corrupt,
				"\"" + database_path + "\" says that ids near " + std::to_string(HIGHEST) +
						" are taken, beyond which none can be given; use a copy from before");
	}
	if (const std::error_code error = file_.open(path_, OpenFile::Readers::owner)) {
		return Status(StatusCode::permission_denied,
				"could not open \"" + path_ + "\": " + opening_problem(error));
	}
	has_file_ = true;
	taken_ = known;
	for (std::size_t place = 0; place < PLACES; place++) {
		taken_.raise_to(numbers_in(file_.read_at(place * BYTES_OF_PLACE, BYTES_OF_PLACE), epoch_));
	}
	IdNumbers first;
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		given_[i] = taken_.highest[i];
		first.highest[i] = taken_.highest[i] + RANGE;
	}
	const Lock lock(mutex_);
	return write_everywhere(first);
}

Status IdMarks::write_down(const IdNumbers &reserved) {
	const std::string text = marks_text(epoch_, reserved);
	if (const std::error_code error = file_.write_at(place_ * BYTES_OF_PLACE, text)) {
		return cannot_write(path_, error.message());
	}
	place_ = (place_ + 1) % PLACES;
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		reserved_[i].store(reserved.highest[i], std::memory_order_release);
	}
	return Status();
}

// Leaves nothing older beside it.
Status IdMarks::write_everywhere(const IdNumbers &reserved) {
	Status status;
	for (std::size_t place = 0; place < PLACES && status.ok(); place++) {
		status = write_down(reserved);
	}
	return status;
}

Status IdMarks::cover(IdKind kind, std::uint64_t highest) {
	if (!has_file_) {
		return Status();
	}
	const std::size_t which = static_cast<std::size_t>(kind);
	if (reserved_[which].load(std::memory_order_acquire) < highest) {
		const Lock lock(mutex_);
		IdNumbers next = reserved();
		std::uint64_t &mine = next.of(kind);
		if (mine < highest) {
			mine = highest + RANGE;
			if (Status written = write_down(next); !written.ok()) {
				return written;
			}
		}
	}
	std::uint64_t before = given_[which].load(std::memory_order_relaxed);
	while (before < highest &&
			!given_[which].compare_exchange_weak(before, highest, std::memory_order_relaxed)) {
	}
	return Status();
}

Status IdMarks::cover_ahead() {
	if (!has_file_) {
		return Status();
	}
	const IdNumbers newest = given();
	const auto is_short = [&](std::size_t kind) {
		return reserved_[kind].load(std::memory_order_relaxed) < newest.highest[kind] + RANGE / 2;
	};
	bool any = false;
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		any = any || is_short(i);
	}
	if (!any) {
		return Status();
	}
	const Lock lock(mutex_);
	IdNumbers reserved;
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		const std::uint64_t before = reserved_[i].load(std::memory_order_relaxed);
		reserved.highest[i] = is_short(i) ? newest.highest[i] + RANGE : before;
	}
	return write_down(reserved);
}

IdNumbers IdMarks::reserved() const {
	IdNumbers numbers;
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		numbers.highest[i] = reserved_[i].load(std::memory_order_relaxed);
	}
	return numbers;
}

Status IdMarks::keep() {
	if (!has_file_) {
		return Status();
	}
	const Lock lock(mutex_);
	const FileIdentity now = FileIdentity::of(path_);
	if (now.same_file(file_.identity()) && now.bytes >= PLACES * BYTES_OF_PLACE) {
		return Status();
	}
	OpenFile anew;
	if (const std::error_code error = anew.open(path_, OpenFile::Readers::owner)) {
		return cannot_write(path_, opening_problem(error));
	}
	file_ = std::move(anew);
	return write_everywhere(reserved());
}

IdNumbers IdMarks::given() const {
	IdNumbers numbers;
	for (std::size_t i = 0; i < ID_KINDS; i++) {
		numbers.highest[i] = given_[i].load(std::memory_order_relaxed);
	}
	return numbers;
}

void IdMarks::end_empty() {
	if (has_file_) {
		file_.clear(); // when this fails, what it said is also true for a later process
	}
}

void IdMarks::end_exact() {
	if (has_file_) {
		const Lock lock(mutex_);
		const Status ignored = write_everywhere(given()); // when this fails, some ids are skipped
		(void)ignored.ok();
	}
}

} // namespace agent_runtime
