#pragma once

// What a server answers, read from its bytes as they come, whatever carries them: both forms of the
// HttpTransport read by this.
//
//	const std::span<char> room = reader.room();
//	reader.arrived(read_into(room));
//	while ((came = reader.next()) != ResponseReader::Came::nothing) { … }

#include "core/io/http_transport.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace agent_runtime {

// HTTP/1.0 and 1.1. The body may be as long as it likes, since it is handed on and not stored. All
// that a server sends around it is bounded: heads (with those of "100 Continue" before), trailers,
// and what stands before a chunk.
// Thread rule: worker only, one thread at a time.
class ResponseReader {
public:
	// Of heads and trailers together, and of what precedes one chunk.
	static constexpr std::size_t MOST_AROUND_BODY = 65'536;

	enum class Came : std::uint8_t {
		nothing, // until more has arrived
		head, // once
		part,
		ended, // the answer is complete; what would follow is not read
		failed,
	};

	ResponseReader();
	~ResponseReader();
	ResponseReader(const ResponseReader &) = delete;
	ResponseReader &operator=(const ResponseReader &) = delete;

	// Where the next bytes go. Not empty once next() came to `nothing`; ends what part() shows.
	std::span<char> room();
	void arrived(std::size_t bytes);
	// The connection has ended in order: no more will come.
	void closed() { is_closed_ = true; }

	// `ended` and `failed` come again and again.
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
	std::size_t begin_ = 0; // of what was not read yet
	std::size_t end_ = 0;
	std::unique_ptr<Parser> parser_;
	bool is_closed_ = false;
	bool has_failed_ = false;
	HttpTrouble trouble_;
};

} // namespace agent_runtime
