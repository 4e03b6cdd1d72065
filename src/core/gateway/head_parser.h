#pragma once

#include "core/gateway/gateway_options.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>

namespace agent_runtime {

// Reads the head of a request and bounds all of it. Beast's own limit covers only what it has not
// read yet, and does not count the fields.
// Thread rule: worker only (io).
class HeadParser : public boost::beast::http::request_parser<boost::beast::http::empty_body> {
public:
	explicit HeadParser(const GatewayLimits &limits) :
			fields_left_(limits.header_fields),
			bytes_left_(limits.header_bytes) {
		header_limit(static_cast<std::uint32_t>(limits.header_bytes));
	}

private:
	void on_field_impl(boost::beast::http::field field, boost::beast::string_view name,
			boost::beast::string_view value, boost::beast::error_code &error) override {
		const std::size_t bytes = name.size() + value.size();
		if (fields_left_ == 0 || bytes > bytes_left_) {
			error = make_error_code(boost::beast::http::error::header_limit);
			return;
		}
		fields_left_--;
		bytes_left_ -= bytes;
		get().insert(field, name, value);
	}

	std::size_t fields_left_;
	std::size_t bytes_left_;
};

} // namespace agent_runtime
