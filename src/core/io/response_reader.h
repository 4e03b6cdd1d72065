#pragma once

// Reads what a server answers from its bytes as they come, whatever carries them. Both forms of
// HttpTransport use it.
//
//	const std::span<char> buffer = reader.buffer();
//	reader.arrived(read_into(buffer));
//	while ((came = reader.next()) != ResponseReader::Came::nothing) { … }

#include "core/io/http_transport.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace agent_runtime {

// Reads HTTP/1.0 and 1.1. The body may have any length, since it is passed on and not stored.
// Everything that a server sends around it is bounded: heads (including those of "100 Continue"),
// trailers, and what comes before a chunk.
// Thread rule: worker only, one thread at a time.
class ResponseReader {
public:
	// The limit for heads and trailers together, and for what comes before one chunk.
	static constexpr std::size_t MOST_AROUND_BODY = 65'536;

	enum class Came : std::uint8_t {
		nothing, // there is no more until more bytes have arrived
		head, // comes once
		part,
		ended, // the answer is complete; nothing after it is read
		failed,
	};

	ResponseReader();
	~ResponseReader();
	ResponseReader(const ResponseReader &) = delete;
	ResponseReader &operator=(const ResponseReader &) = delete;

	// Where to put the next bytes. Not empty once next() has returned `nothing`. Invalidates
	// part().
	std::span<char> buffer();
	void arrived(std::size_t bytes);
	// The connection was closed in order, and nothing more will come.
	void closed() { is_closed_ = true; }

	// `ended` and `failed` are returned again and again.
	Came next();

	const HttpHead &head() const;
	std::string_view part() const;
	const HttpTrouble &trouble() const { return trouble_; }

private:
	class Parser;

	Came read_on();
	Came wait_or_end();
	Came fail(HttpFailure failure, std::string_view message);

	const std::unique_ptr<char[]> bytes_;
	std::size_t begin_ = 0; // where the bytes begin that were not read yet
	std::size_t end_ = 0;
	std::unique_ptr<Parser> parser_;
	bool is_closed_ = false;
	bool has_failed_ = false;
	HttpTrouble trouble_;
};

} // namespace agent_runtime
