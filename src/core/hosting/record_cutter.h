#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// Cuts what a program writes to one stream into records (output_line.h), however it arrives.
//
//	cutter.add(bytes);
//	while (std::optional<RecordCutter::Record> record = cutter.next()) { … }
//
// Never holds more than one line of the longest size. Thread rule: any thread, one at a time.
class RecordCutter {
public:
	// Valid until the next call.
	struct Record {
		std::string_view data;
		bool more = false;
	};

	explicit RecordCutter(std::size_t longest) :
			longest_(longest) {}

	// The bytes must stay where they are until next() has returned nothing.
	void add(std::string_view bytes) { arrived_ = bytes; }
	std::optional<Record> next();

	// Whether a line has begun that has not ended.
	bool has_rest() const { return !rest_.empty(); }
	// The line as far as it has come, because nothing follows for now. A character that is not
	// complete is kept back, so that text stays text.
	std::optional<Record> flush();
	// All that is left, because nothing follows any more.
	std::optional<Record> flush_all();

private:
	Record hand_out(std::size_t size, bool more);

	const std::size_t longest_;
	std::string_view arrived_;
	std::string rest_; // a line whose end has not arrived
	std::string current_; // what next() and flush() return, when it is not among what arrived
};

// How many bytes of a text lie before a character at its end that is not complete.
std::size_t size_of_whole_characters(std::string_view text);

} // namespace agent_runtime
