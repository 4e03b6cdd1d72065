#include "core/base/time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>

namespace agent_runtime {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

struct Parts {
	int year = 0;
	unsigned month = 1;
	unsigned day = 1;
	int hour = 0;
	int minute = 0;
	int second = 0;
	int micro = 0;
};

std::int64_t micros_of_date(int year, unsigned month, unsigned day) {
	const std::chrono::year_month_day date{ std::chrono::year(year), std::chrono::month(month),
		std::chrono::day(day) };
	return Micros(std::chrono::sys_days(date).time_since_epoch()).count();
}

Parts parts_of(WallTime time) {
	const std::int64_t micros = std::clamp(time.time_since_epoch().count(), micros_of_date(0, 1, 1),
			micros_of_date(10000, 1, 1) - 1);
	const Micros since_epoch(micros);
	const days whole_days = std::chrono::floor<days>(since_epoch);
	const std::chrono::year_month_day date{ std::chrono::sys_days(whole_days) };
	const std::int64_t rest = (since_epoch - Micros(whole_days)).count();
	return Parts{
		.year = static_cast<int>(date.year()),
		.month = static_cast<unsigned>(date.month()),
		.day = static_cast<unsigned>(date.day()),
		.hour = static_cast<int>(rest / 3'600'000'000),
		.minute = static_cast<int>(rest / 60'000'000 % 60),
		.second = static_cast<int>(rest / 1'000'000 % 60),
		.micro = static_cast<int>(rest % 1'000'000),
	};
}

// Reads a text from the front. After the first mistake it stays failed and returns zeros.
class Reader {
public:
	explicit Reader(std::string_view text) :
			text_(text) {}

	int digits(std::size_t count) {
		int number = 0;
		for (std::size_t i = 0; i < count; ++i) {
			if (text_.empty() || text_.front() < '0' || text_.front() > '9') {
				failed_ = true;
				return 0;
			}
			number = number * 10 + (text_.front() - '0');
			text_.remove_prefix(1);
		}
		return number;
	}

	// Reads one of these characters, or returns 0.
	char any_of(std::string_view characters) {
		if (text_.empty() || characters.find(text_.front()) == std::string_view::npos) {
			return 0;
		}
		const char found = text_.front();
		text_.remove_prefix(1);
		return found;
	}

	void expect(std::string_view characters) { failed_ = any_of(characters) == 0 || failed_; }

	// Reads what follows the point, in microseconds.
	int fraction() {
		int micros = 0;
		int scale = 100'000;
		std::size_t count = 0;
		while (!text_.empty() && text_.front() >= '0' && text_.front() <= '9') {
			micros += (text_.front() - '0') * scale;
			scale /= 10;
			text_.remove_prefix(1);
			++count;
		}
		failed_ = failed_ || count == 0 || count > 9;
		return micros;
	}

	bool at_end() const { return text_.empty() && !failed_; }

private:
	std::string_view text_;
	bool failed_ = false;
};

bool are_in_range(const Parts &parts) {
	const std::chrono::year_month_day date{ std::chrono::year(parts.year),
		std::chrono::month(parts.month), std::chrono::day(parts.day) };
	return date.ok() && parts.hour < 24 && parts.minute < 60 && parts.second < 60;
}

// Writes figures over those that end at a place.
void put(std::string &text, std::size_t end, std::size_t figures, unsigned number) {
	for (; figures > 0; figures--, number /= 10) {
		text[--end] = static_cast<char>('0' + number % 10);
	}
}

} // namespace

// Every event that leaves the process has one, so this is no printf.
std::string to_iso8601(WallTime time) {
	const Parts parts = parts_of(time);
	std::string text = "0000-00-00T00:00:00.000Z";
	put(text, 4, 4, static_cast<unsigned>(parts.year));
	put(text, 7, 2, parts.month);
	put(text, 10, 2, parts.day);
	put(text, 13, 2, static_cast<unsigned>(parts.hour));
	put(text, 16, 2, static_cast<unsigned>(parts.minute));
	put(text, 19, 2, static_cast<unsigned>(parts.second));
	put(text, 23, 3, static_cast<unsigned>(parts.micro / 1000));
	return text;
}

std::string to_file_stamp(WallTime time) {
	const Parts parts = parts_of(time);
	std::array<char, 80> text;
	std::snprintf(text.data(), text.size(), "%04d%02u%02uT%02d%02d%02dZ", parts.year, parts.month,
			parts.day, parts.hour, parts.minute, parts.second);
	return text.data();
}

Result<WallTime> parse_iso8601(std::string_view text) {
	Reader reader(text);
	Parts parts;
	parts.year = reader.digits(4);
	reader.expect("-");
	parts.month = static_cast<unsigned>(reader.digits(2));
	reader.expect("-");
	parts.day = static_cast<unsigned>(reader.digits(2));
	reader.expect("Tt ");
	parts.hour = reader.digits(2);
	reader.expect(":");
	parts.minute = reader.digits(2);
	reader.expect(":");
	parts.second = reader.digits(2);
	if (reader.any_of(".,") != 0) {
		parts.micro = reader.fraction();
	}
	Micros offset{ 0 };
	if (reader.any_of("Zz") == 0) {
		const char sign = reader.any_of("+-");
		const int offset_hours = reader.digits(2);
		reader.expect(":");
		const int offset_minutes = reader.digits(2);
		offset = hours(offset_hours) + minutes(offset_minutes);
		if (sign == '-') {
			offset = -offset;
		}
		if (sign == 0 || offset_hours > 23 || offset_minutes > 59) {
			parts.month = 0; // an impossible date, so the check below refuses the whole text
		}
	}
	if (!reader.at_end() || !are_in_range(parts)) {
		return Status(StatusCode::invalid_argument,
				"this is not a date and time; write it like 2026-01-31T12:00:00.123Z");
	}
	const Micros time = Micros(micros_of_date(parts.year, parts.month, parts.day)) +
			hours(parts.hour) + minutes(parts.minute) + seconds(parts.second) + Micros(parts.micro);
	return WallTime(time - offset);
}

} // namespace agent_runtime
