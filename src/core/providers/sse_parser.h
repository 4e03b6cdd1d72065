#pragma once

// Parses Server-Sent Events, as models stream them.
//
//	SseParser parser;
//	while (read(bytes)) {
//		SseParser::Outcome outcome = parser.feed(bytes, handler);
//	}

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// Thread rule: worker only, that of whoever feeds the parser.
class SseHandler {
public:
	virtual ~SseHandler() = default;
	// The views are valid until it returns. Returns false to get no more; the parser may be
	// destroyed by then.
	virtual bool event_came(std::string_view type, std::string_view data) = 0;
};

// Turns bytes into events, the same ones however the bytes are split. Lines end with LF, CR or
// CRLF. An event that lies within one part is passed on without being copied. Owned by whoever
// reads the stream. Thread rule: worker only, one at a time.
class SseParser {
public:
	struct Limits {
		std::size_t line = 1'048'576;
		std::size_t event = 8'388'608; // the limit for all data lines of one event
	};
	enum class Outcome : std::uint8_t { goes_on, stopped, too_long };

	SseParser() = default;
	explicit SseParser(Limits limits) :
			limits_(limits) {}

	// `stopped`: the handler wants no more. `too_long`: a limit was passed, and the rest cannot be
	// read. Nothing may be fed after either.
	Outcome feed(std::string_view bytes, SseHandler &handler);

private:
	Outcome read_line(std::string_view line, SseHandler &handler);
	bool add_data(std::string_view value);
	void copy_data();
	Outcome dispatch(SseHandler &handler);

	Limits limits_;
	std::string partial_; // the beginning of a line that is not complete
	std::string type_;
	std::string_view data_view_; // the only data line so far, in the bytes being read
	std::string data_; // the data lines so far, otherwise
	bool has_data_ = false;
	bool is_data_copied_ = false; // the data lines are in data_
	bool after_cr_ = false; // a LF at the start belongs to the CR before it
	bool at_start_ = true; // a byte order mark may come next
};

} // namespace agent_runtime
