#include "core/gateway/request_parser.h"

#include <array>
#include <string_view>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

namespace agent_runtime {

namespace {

namespace http = boost::beast::http;

struct MethodName {
	HttpMethod method;
	http::verb verb;
	std::string_view name;
};

constexpr std::array METHOD_NAMES = {
	MethodName{ HttpMethod::get, http::verb::get, "GET" },
	MethodName{ HttpMethod::head, http::verb::head, "HEAD" },
	MethodName{ HttpMethod::post, http::verb::post, "POST" },
	MethodName{ HttpMethod::remove, http::verb::delete_, "DELETE" },
	MethodName{ HttpMethod::options, http::verb::options, "OPTIONS" },
};

struct WantedField {
	http::field field;
	std::string RequestHead::*member;
};

// Of a field that comes twice, the last one counts, except for those that are counted.
constexpr std::array WANTED_FIELDS = {
	WantedField{ http::field::host, &RequestHead::host },
	WantedField{ http::field::origin, &RequestHead::origin },
	WantedField{ http::field::authorization, &RequestHead::authorization },
	WantedField{ http::field::transfer_encoding, &RequestHead::encoding },
	WantedField{ http::field::accept, &RequestHead::accept },
	WantedField{ http::field::content_type, &RequestHead::content_type },
	WantedField{ http::field::expect, &RequestHead::expect },
	WantedField{ http::field::connection, &RequestHead::connection },
	WantedField{ http::field::upgrade, &RequestHead::upgrade },
	WantedField{ http::field::sec_websocket_key, &RequestHead::socket_key },
	WantedField{ http::field::sec_websocket_version, &RequestHead::socket_version },
};

// Beast has no numbers for these.
constexpr boost::beast::string_view LAST_EVENT_ID = "Last-Event-ID";
constexpr boost::beast::string_view FETCH_SITE = "Sec-Fetch-Site";

std::string *member_for(RequestHead &head, http::field field, boost::beast::string_view name) {
	for (const WantedField &wanted : WANTED_FIELDS) {
		if (wanted.field == field) {
			return &(head.*wanted.member);
		}
	}
	if (boost::beast::iequals(name, LAST_EVENT_ID)) {
		return &head.last_event_id;
	}
	return boost::beast::iequals(name, FETCH_SITE) ? &head.fetch_site : nullptr;
}

} // namespace

std::string_view http_method_name(HttpMethod method) {
	for (const MethodName &each : METHOD_NAMES) {
		if (each.method == method) {
			return each.name;
		}
	}
	return {};
}

RequestParser::Bytes::Bytes(const GatewayLimits &limits) :
		fields_left_(limits.header_fields),
		bytes_left_(limits.header_bytes) {
	header_limit(static_cast<std::uint32_t>(limits.header_bytes));
	body_limit(limits.message_bytes);
}

void RequestParser::Bytes::on_request_impl(http::verb method, View, View target, int, Error &) {
	head_.method = HttpMethod::other;
	for (const MethodName &each : METHOD_NAMES) {
		if (each.verb == method) {
			head_.method = each.method;
		}
	}
	head_.target.assign(target.data(), target.size());
}

void RequestParser::Bytes::on_field_impl(http::field field, View name, View value, Error &error) {
	const std::size_t bytes = name.size() + value.size();
	if (fields_left_ == 0 || bytes > bytes_left_) {
		error = make_error_code(http::error::header_limit);
		return;
	}
	fields_left_--;
	bytes_left_ -= bytes;
	if (!is_in_head_) {
		return;
	}
	head_.hosts += field == http::field::host ? 1 : 0;
	head_.encodings += field == http::field::transfer_encoding ? 1 : 0;
	head_.has_origin = head_.has_origin || field == http::field::origin;
	if (std::string *const member = member_for(head_, field, name)) {
		member->assign(value.data(), value.size());
	}
}

std::size_t RequestParser::Bytes::append(View text) {
	body_.append(text.data(), text.size());
	return text.size();
}

RequestParser::Progress RequestParser::read(std::string_view &text) {
	const bool had_head = bytes_.is_header_done();
	bytes_.eager(had_head);
	const std::size_t taken =
			bytes_.put(boost::asio::const_buffer(text.data(), text.size()), error_);
	text.remove_prefix(taken);
	if (error_ == http::error::need_more) {
		error_ = {};
		return Progress::needs_more;
	}
	if (error_) {
		return Progress::failed;
	}
	if (!had_head && bytes_.is_header_done()) {
		bytes_.head().has_body = bytes_.chunked() || bytes_.content_length().value_or(0) > 0;
		bytes_.head().keep_alive = bytes_.keep_alive();
		return Progress::head;
	}
	return bytes_.is_done() ? Progress::whole : Progress::needs_more;
}

std::size_t RequestParser::body_bytes() const {
	return bytes_.chunked() ? longest_body_
							: static_cast<std::size_t>(bytes_.content_length().value_or(0));
}

} // namespace agent_runtime
