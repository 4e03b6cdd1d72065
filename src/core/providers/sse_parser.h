#pragma once

// Server-Sent Events, as streams of models come in them.
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
	// The views are good until it returns. False: it wants no more; the parser may be gone by then.
	virtual bool event_came(std::string_view type, std::string_view data) = 0;
};

// Makes events of bytes, the same ones however the bytes are split. Lines end with LF, CR or CRLF.
// An event that lies in one part is handed on without being copied. Owned by what reads the stream.
// Thread rule: worker only, one at a time.
class SseParser {
public:
	struct Limits {
		std::size_t line = 1'048'576;
		std::size_t event = 8'388'608; // all data lines of one
	};
	enum class Outcome : std::uint8_t { goes_on, stopped, too_long };

	SseParser() = default;
	explicit SseParser(Limits limits) :
			limits_(limits) {}

	// `stopped`: the handler wants no more. `too_long`: a limit was passed, and what comes after it
	// cannot be read. Nothing is to be fed after either.
	Outcome feed(std::string_view bytes, SseHandler &handler);

private:
	Outcome take_line(std::string_view line, SseHandler &handler);
	bool add_data(std::string_view value);
	void keep_data();
	Outcome dispatch(SseHandler &handler);

	Limits limits_;
	std::string partial_; // the beginning of a line whose end has not come
	std::string type_;
	std::string_view data_view_; // the only data line so far, in the bytes that are being read
	std::string data_; // otherwise: the data lines so far
	bool has_data_ = false;
	bool is_data_kept_ = false; // in data_
	bool after_cr_ = false; // a LF that comes first belongs to the CR before it
	bool at_start_ = true; // a byte order mark may come
};

} // namespace agent_runtime
