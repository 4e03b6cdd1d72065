#include "core/io/response_reader.h"

#include "core/base/ascii.h"
#include "core/base/utf8.h"

#include <cstring>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

namespace agent_runtime {

namespace {

namespace http = boost::beast::http;
using ParseError = boost::beast::error_code;

constexpr int FIRST_FINAL_STATUS = 200;
constexpr std::string_view TOO_MUCH_AROUND =
		"the head of its answer, or what it sends between the parts, is longer than any server's; "
		"check the address";
constexpr std::size_t SHORTEST_LAST_CHUNK = 5; // "0\r\n\r\n"
constexpr std::size_t LINE_COST = 32; // what a line costs in memory beside its text

std::string_view text_of(boost::beast::string_view text) {
	return { text.data(), text.size() };
}

} // namespace

// Beast's own limit counts only what it has not read yet. It bounds neither the number of fields
// nor that of heads.
class ResponseReader::Parser : public http::basic_parser<false> {
public:
	explicit Parser(std::size_t left) :
			left_(left) {
		header_limit(static_cast<std::uint32_t>(MOST_AROUND_BODY));
		body_limit(boost::none);
	}

	bool is_final() const { return head_.status >= FIRST_FINAL_STATUS; }
	bool has_ended() const { return is_done() && is_final(); }
	// Whether this many bytes can be read now. Between chunks Beast still reports the size of the
	// last one.
	bool can_read(std::size_t bytes) const {
		return bytes >= (is_between_chunks_ ? SHORTEST_LAST_CHUNK : 1);
	}
	std::size_t left() const { return left_; }
	const HttpHead &head() const { return head_; }
	// Whether the final head has come since the last call.
	bool take_head() { return std::exchange(head_is_new_, false); }
	std::string_view part() const { return part_; }
	void forget_part() { part_ = {}; }

private:
	void spend(std::size_t bytes, ParseError &error) {
		if (bytes + LINE_COST > left_) {
			error = make_error_code(http::error::header_limit);
			return;
		}
		left_ -= bytes + LINE_COST;
	}

	void on_request_impl(http::verb, boost::beast::string_view, boost::beast::string_view, int,
			ParseError &) override {}

	void on_response_impl(
			int status, boost::beast::string_view reason, int, ParseError &error) override {
		head_.status = status;
		spend(reason.size(), error);
	}

	// Trailers are counted and dropped.
	void on_field_impl(http::field, boost::beast::string_view name, boost::beast::string_view value,
			ParseError &error) override {
		spend(name.size() + value.size(), error);
		if (!error && !has_head_) {
			head_.headers.emplace_back(to_lower(text_of(name)), std::string(text_of(value)));
		}
	}

	// A body in an encoding that was not asked for cannot be read.
	void on_header_impl(ParseError &error) override {
		has_head_ = true;
		head_is_new_ = is_final();
		is_between_chunks_ = chunked();
		const std::string_view encoding = head_.header("transfer-encoding");
		if (!encoding.empty() && to_lower(encoding) != "chunked") {
			error = make_error_code(http::error::bad_transfer_encoding);
		}
	}

	void on_body_init_impl(const boost::optional<std::uint64_t> &, ParseError &) override {}

	std::size_t on_body_impl(boost::beast::string_view body, ParseError &) override {
		part_ = text_of(body);
		return body.size();
	}

	void on_chunk_header_impl(
			std::uint64_t size, boost::beast::string_view, ParseError &) override {
		is_between_chunks_ = size == 0;
	}

	std::size_t on_chunk_body_impl(
			std::uint64_t remaining, boost::beast::string_view body, ParseError &) override {
		part_ = text_of(body);
		is_between_chunks_ = remaining == body.size();
		return body.size();
	}

	void on_finish_impl(ParseError &) override {}

	std::size_t left_; // how many bytes may still come around the body
	HttpHead head_;
	bool has_head_ = false;
	bool head_is_new_ = false;
	bool is_between_chunks_ = false;
	std::string_view part_; // a view into the reader's bytes
};

ResponseReader::ResponseReader() :
		bytes_(new char[MOST_AROUND_BODY]),
		parser_(std::make_unique<Parser>(MOST_AROUND_BODY)) {}

ResponseReader::~ResponseReader() = default;

std::span<char> ResponseReader::buffer() {
	parser_->forget_part();
	if (begin_ > 0) {
		std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
		end_ -= begin_;
		begin_ = 0;
	}
	return { bytes_.get() + end_, MOST_AROUND_BODY - end_ };
}

void ResponseReader::arrived(std::size_t bytes) {
	end_ += bytes;
}

const HttpHead &ResponseReader::head() const {
	return parser_->head();
}

std::string_view ResponseReader::part() const {
	return parser_->part();
}

ResponseReader::Came ResponseReader::next() {
	parser_->forget_part();
	Came came = Came::nothing;
	while (!has_failed_ && came == Came::nothing && !parser_->has_ended() &&
			parser_->can_read(end_ - begin_)) {
		const std::size_t before = begin_;
		came = read_on();
		if (came == Came::nothing && begin_ == before) {
			break; // what there is cannot be read without what follows
		}
	}
	return came == Came::nothing ? wait_or_end() : came;
}

// Reads one thing at most, since the parser stops after each.
ResponseReader::Came ResponseReader::read_on() {
	if (parser_->is_done()) {
		// "100 Continue" and the like come before the answer itself.
		parser_ = std::make_unique<Parser>(parser_->left());
	}
	ParseError error;
	begin_ += parser_->put(boost::asio::const_buffer(bytes_.get() + begin_, end_ - begin_), error);
	if (error == http::error::header_limit) {
		return fail(HttpFailure::bad_response, TOO_MUCH_AROUND);
	}
	if (error && error != http::error::need_more) {
		return fail(HttpFailure::bad_response,
				"what came is no HTTP (" + for_display(error.message()) + "); check the address");
	}
	if (parser_->take_head()) {
		return Came::head;
	}
	return parser_->part().empty() ? Came::nothing : Came::part;
}

ResponseReader::Came ResponseReader::wait_or_end() {
	if (has_failed_) {
		return Came::failed;
	}
	if (parser_->has_ended()) {
		return Came::ended;
	}
	if (end_ - begin_ == MOST_AROUND_BODY) {
		return fail(HttpFailure::bad_response, TOO_MUCH_AROUND);
	}
	if (!is_closed_) {
		return Came::nothing;
	}
	ParseError error = make_error_code(http::error::partial_message);
	if (parser_->got_some() && !parser_->is_done()) {
		parser_->put_eof(error);
	}
	return !error
			? Came::ended
			: fail(HttpFailure::cut_off, "the connection ended before the answer did; ask again");
}

ResponseReader::Came ResponseReader::fail(HttpFailure failure, std::string_view message) {
	has_failed_ = true;
	trouble_ = { failure, std::string(message) };
	return Came::failed;
}

} // namespace agent_runtime
