#pragma once

#include "core/gateway/gateway_options.h"
#include "core/gateway/request_head.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>

namespace agent_runtime {

// Reads one request from bytes as they come, and bounds all of it. Beast's own limit covers only
// what it has not read yet, and does not count the fields. It stops behind the head; the body is
// read on from there, if it is wanted. Thread rule: worker only (io).
class RequestParser {
public:
	explicit RequestParser(const GatewayLimits &limits) :
			bytes_(limits),
			longest_body_(limits.message_bytes) {}

	enum class Progress : std::uint8_t { needs_more, head, whole, failed };

	// Takes what it can use from the front of `text`. Call again with what is left and more behind
	// it; after `head` only to read the body.
	Progress read(std::string_view &text);
	// Why it failed.
	boost::beast::error_code error() const { return error_; }

	const RequestHead &head() const { return bytes_.head(); }
	std::string take_body() { return bytes_.take_body(); }
	// How much memory the body may need.
	std::size_t body_bytes() const;

private:
	// What Beast calls.
	class Bytes : public boost::beast::http::basic_parser<true> {
	public:
		explicit Bytes(const GatewayLimits &limits);

		RequestHead &head() { return head_; }
		const RequestHead &head() const { return head_; }
		std::string take_body() { return std::move(body_); }

	private:
		using Error = boost::beast::error_code;
		using View = boost::beast::string_view;

		void on_request_impl(boost::beast::http::verb method, View, View target, int version,
				Error &error) override;
		void on_response_impl(int, View, int, Error &) override {}
		void on_field_impl(
				boost::beast::http::field field, View name, View value, Error &error) override;
		void on_header_impl(Error &) override { is_in_head_ = false; }
		void on_body_init_impl(const boost::optional<std::uint64_t> &, Error &) override {}
		std::size_t on_body_impl(View text, Error &) override { return append(text); }
		void on_chunk_header_impl(std::uint64_t, View, Error &) override {}
		std::size_t on_chunk_body_impl(std::uint64_t, View text, Error &) override {
			return append(text);
		}
		void on_finish_impl(Error &) override {}
		std::size_t append(View text);

		RequestHead head_;
		std::string body_;
		bool is_in_head_ = true; // fields behind a body say nothing
		std::size_t fields_left_;
		std::size_t bytes_left_;
	};

	Bytes bytes_;
	const std::size_t longest_body_;
	boost::beast::error_code error_;
};

} // namespace agent_runtime
