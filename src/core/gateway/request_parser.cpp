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
	std::string_view name; // as it is shown
	std::string RequestHead::*member;
	bool is_list = false; // may come several times, which is one list
};

constexpr http::field NO_NUMBER = http::field::unknown; // not every Beast has one for these

constexpr std::array WANTED_FIELDS = {
	WantedField{ http::field::host, "Host", &RequestHead::host },
	WantedField{ http::field::origin, "Origin", &RequestHead::origin },
	WantedField{ http::field::authorization, "Authorization", &RequestHead::authorization },
	WantedField{
			http::field::transfer_encoding, "Transfer-Encoding", &RequestHead::encoding, true },
	WantedField{ http::field::accept, "Accept", &RequestHead::accept, true },
	WantedField{ http::field::content_type, "Content-Type", &RequestHead::content_type },
	WantedField{ http::field::expect, "Expect", &RequestHead::expect, true },
	WantedField{ http::field::connection, "Connection", &RequestHead::connection, true },
	WantedField{ http::field::upgrade, "Upgrade", &RequestHead::upgrade, true },
	WantedField{ http::field::sec_websocket_key, "Sec-WebSocket-Key", &RequestHead::socket_key },
	WantedField{ http::field::sec_websocket_version, "Sec-WebSocket-Version",
			&RequestHead::socket_version },
	WantedField{ NO_NUMBER, "Last-Event-ID", &RequestHead::last_event_id },
	WantedField{ NO_NUMBER, "Sec-Fetch-Site", &RequestHead::fetch_site },
};

const WantedField *find_wanted(http::field field, boost::beast::string_view name) {
	for (const WantedField &wanted : WANTED_FIELDS) {
		const bool is_it = wanted.field == NO_NUMBER
				? boost::beast::iequals(name, { wanted.name.data(), wanted.name.size() })
				: wanted.field == field;
		if (is_it) {
			return &wanted;
		}
	}
	return nullptr;
}

void add_field(RequestHead &head, const WantedField &wanted, boost::beast::string_view value) {
	std::string &text = head.*wanted.member;
	if (wanted.is_list && !text.empty()) {
		text += ", ";
		text.append(value.data(), value.size());
		return;
	}
	if (!text.empty()) {
		head.repeated = wanted.name;
	}
	text.assign(value.data(), value.size());
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

void RequestParser::Bytes::on_request_impl(
		http::verb method, View, View target, int version, Error &) {
	head_.version = version;
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
	head_.origins += field == http::field::origin ? 1 : 0;
	head_.encodings += field == http::field::transfer_encoding ? 1 : 0;
	if (const WantedField *const wanted = find_wanted(field, name)) {
		add_field(head_, *wanted, value);
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
