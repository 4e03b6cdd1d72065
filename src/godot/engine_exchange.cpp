#include "godot/engine_exchange.h"

#include "godot/convert.h"

#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/packed_byte_array.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr int PART = 65'536; // bytes that are read at once
// After so many parts another exchange gets its turn.
constexpr int PARTS_IN_TURN = 16;
constexpr int LOWEST_STATUS = 200; // of an answer; what is below announces one
constexpr std::size_t SHORTEST_HOST = 4; // that the engine connects to
constexpr int NO_CONTENT = 204;
constexpr int NOT_MODIFIED = 304;

bool is_visible(char p_char) {
	return p_char > ' ' && p_char < '\x7f';
}

char lowered(char p_char) {
	return p_char >= 'A' && p_char <= 'Z' ? static_cast<char>(p_char - 'A' + 'a') : p_char;
}

std::string lower(std::string_view p_text) {
	std::string result(p_text);
	std::transform(result.begin(), result.end(), result.begin(), lowered);
	return result;
}

// Of a header that could end its line and begin another.
bool can_be_sent(const std::pair<std::string, std::string> &p_header) {
	const auto &[name, value] = p_header;
	const auto in_name = [](char c) { return is_visible(c) && c != ':'; };
	const auto in_value = [](char c) {
		return static_cast<unsigned char>(c) >= ' ' && c != '\x7f';
	};
	return !name.empty() && std::all_of(name.begin(), name.end(), in_name) &&
			std::all_of(value.begin(), value.end(), in_value);
}

bool is_length(std::string_view p_text) {
	constexpr std::size_t MOST_DIGITS = 18;
	return !p_text.empty() && p_text.size() <= MOST_DIGITS &&
			std::all_of(p_text.begin(), p_text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string bytes_of(const PackedByteArray &p_bytes) {
	return std::string(reinterpret_cast<const char *>(p_bytes.ptr()),
			static_cast<std::size_t>(p_bytes.size()));
}

std::string trimmed(std::string_view p_text) {
	constexpr std::string_view BLANKS = " \t\r\n";
	const std::size_t begin = p_text.find_first_not_of(BLANKS);
	return begin == std::string_view::npos
			? std::string()
			: std::string(p_text.substr(begin, p_text.find_last_not_of(BLANKS) - begin + 1));
}

} // namespace

void ListenerDoor::tell(std::function<void(HttpListener &)> p_what) {
	post([self = shared_from_this(), what = std::move(p_what)] {
		if (self->listener != nullptr) {
			what(*self->listener);
		}
	});
}

void ListenerDoor::tell_part(std::string p_part) {
	const std::size_t size = p_part.size();
	unheard.fetch_add(size, std::memory_order_relaxed);
	post([self = shared_from_this(), part = std::move(p_part), size] {
		self->unheard.fetch_sub(size, std::memory_order_relaxed);
		if (self->listener != nullptr) {
			self->listener->body_came(part);
		}
	});
}

EngineExchange::EngineExchange(HttpRequest p_request, std::shared_ptr<ListenerDoor> p_door) :
		request(std::move(p_request)),
		door(std::move(p_door)) {}

EngineExchange::~EngineExchange() {
	if (client.is_valid()) {
		client->close();
	}
}

bool EngineExchange::begin(const Ref<TLSOptions> &p_trust) {
	const Result<HttpUrl> parsed = parse_http_url(request.url);
	if (!parsed.ok()) {
		return fail(HttpFailure::bad_url, "the address " + parsed.status().message());
	}
	url = parsed.value();
	if (url.host.starts_with("::")) {
		url.host.insert(0, "0"); // the same address, long enough for the engine
	}
	if (url.host.size() < SHORTEST_HOST) {
		return fail(HttpFailure::bad_url,
				"the engine connects to no host of less than 4 letters; give its number, such as "
				"127.0.0.1");
	}
	if (request.method != "POST" && request.method != "GET") {
		return fail(HttpFailure::bad_url, "only GET and POST can be sent");
	}
	if (!std::all_of(request.headers.begin(), request.headers.end(), can_be_sent)) {
		return fail(HttpFailure::bad_url,
				"a header holds a line break or another control character, or has no name; take it "
				"out of the key or the headers of the settings");
	}
	if (url.is_secure && p_trust.is_null()) {
		return fail(HttpFailure::insecure,
				"the file of trusted certificates cannot be used; give one in PEM form, or none");
	}
	client.instantiate();
	client->set_read_chunk_size(PART);
	const Error error = client->connect_to_host(
			to_godot(url.host), url.port, url.is_secure ? p_trust : Ref<TLSOptions>());
	return error == OK ||
			fail(HttpFailure::unreachable,
					"could not begin to connect to " + url.authority() + "; check the base URL");
}

bool EngineExchange::advance() {
	switch (stage) {
		case Stage::CONNECTING:
			return connect_further();
		case Stage::REQUESTING:
			return request_further();
		case Stage::BODY:
			return read_body();
		case Stage::RAW_BODY:
			return read_raw_body();
	}
	return false;
}

bool EngineExchange::connect_further() {
	client->poll();
	const HTTPClient::Status status = client->get_status();
	switch (status) {
		case HTTPClient::STATUS_RESOLVING:
		case HTTPClient::STATUS_CONNECTING:
			return true;
		case HTTPClient::STATUS_CONNECTED:
			return send_request();
		default:
			return fail_for(status);
	}
}

bool EngineExchange::send_request() {
	PackedStringArray headers;
	headers.push_back("Host: " + to_godot(url.authority()));
	for (const auto &[name, value] : request.headers) {
		std::string line = name;
		line.append(": ").append(value);
		headers.push_back(to_godot(line));
	}
	PackedByteArray body;
	body.resize(static_cast<int64_t>(request.body.size()));
	if (!request.body.empty()) {
		std::memcpy(body.ptrw(), request.body.data(), request.body.size());
	}
	const Error error = client->request_raw(
			request.method == "GET" ? HTTPClient::METHOD_GET : HTTPClient::METHOD_POST,
			to_godot(url.target), headers, body);
	if (error != OK) {
		return fail(HttpFailure::bad_url, "the engine's client refused the request");
	}
	request = HttpRequest(); // no key stays longer than it must
	door->tell([](HttpListener &p_listener) { p_listener.connected(); });
	stage = Stage::REQUESTING;
	return request_further();
}

bool EngineExchange::request_further() {
	client->poll();
	const HTTPClient::Status status = client->get_status();
	switch (status) {
		case HTTPClient::STATUS_REQUESTING:
			return true;
		case HTTPClient::STATUS_BODY:
			stage = Stage::BODY;
			return take_head() && read_body();
		case HTTPClient::STATUS_CONNECTED:
			return take_head();
		default:
			return fail_for(status);
	}
}

// The client takes what is not HTTP at all for a header of an answer with status 200, and does not
// look at what a length says.
bool EngineExchange::take_head() {
	HttpHead head;
	head.status = client->get_response_code();
	const PackedStringArray lines = client->get_response_headers();
	for (int64_t i = 0; i < lines.size(); i++) {
		const std::string line = to_utf8(lines[i]);
		const std::size_t colon = line.find(':');
		if (colon == std::string::npos) {
			return fail(HttpFailure::bad_response, url.authority() + " does not speak HTTP");
		}
		head.headers.emplace_back(
				lower(trimmed(line.substr(0, colon))), trimmed(line.substr(colon + 1)));
	}
	const std::string length(head.header("content-length"));
	const bool is_chunked = client->is_response_chunked();
	if (head.status < LOWEST_STATUS || (!length.empty() && !is_length(length)) ||
			(!head.header("transfer-encoding").empty() && !is_chunked)) {
		return fail(HttpFailure::bad_response,
				url.authority() + " began an answer that cannot be read");
	}
	until_closed = length.empty() && !is_chunked;
	const bool has_body = head.status != NO_CONTENT && head.status != NOT_MODIFIED;
	door->tell([head = std::move(head)](HttpListener &p_listener) { p_listener.head_came(head); });
	if (!has_body) {
		return end();
	}
	if (stage == Stage::BODY) {
		return true;
	}
	// Without a length and without a word that the connection will be closed, the client takes the
	// body for empty. Servers of old mean: until it is closed.
	stage = Stage::RAW_BODY;
	connection = client->get_connection();
	return read_raw_body();
}

// Does not poll: the client would look at the connection first, and forget what was not read yet.
bool EngineExchange::read_body() {
	for (int i = 0; i < PARTS_IN_TURN && !door->is_full(); i++) {
		const PackedByteArray part = client->read_response_body_chunk();
		if (!part.is_empty()) {
			door->tell_part(bytes_of(part));
		}
		const HTTPClient::Status status = client->get_status();
		if (status == HTTPClient::STATUS_CONNECTED) {
			return end();
		}
		if (status != HTTPClient::STATUS_BODY) {
			return until_closed && status == HTTPClient::STATUS_DISCONNECTED ? end()
																			 : fail_for(status);
		}
		if (part.is_empty()) {
			break;
		}
	}
	return true;
}

bool EngineExchange::read_raw_body() {
	for (int i = 0; i < PARTS_IN_TURN && !door->is_full(); i++) {
		const Array read = connection->get_partial_data(PART);
		const Error error = static_cast<Error>(static_cast<int64_t>(read[0]));
		if (error != OK) {
			return error == ERR_FILE_EOF ? end() : fail_for(HTTPClient::STATUS_CONNECTION_ERROR);
		}
		const PackedByteArray part = read[1];
		if (part.is_empty()) {
			break;
		}
		door->tell_part(bytes_of(part));
	}
	return true;
}

bool EngineExchange::end() {
	door->tell([](HttpListener &p_listener) { p_listener.ended(); });
	return false;
}

bool EngineExchange::fail(HttpFailure p_failure, const std::string &p_message) {
	door->tell([p_failure, p_message](
					   HttpListener &p_listener) { p_listener.failed(p_failure, p_message); });
	return false;
}

bool EngineExchange::fail_for(HTTPClient::Status p_status) {
	switch (p_status) {
		case HTTPClient::STATUS_CANT_RESOLVE:
			return fail(HttpFailure::unreachable,
					"there is no host " + url.host + "; check the base URL and the network");
		case HTTPClient::STATUS_CANT_CONNECT:
			return fail(HttpFailure::unreachable,
					"nobody listens at " + url.authority() +
							"; check the base URL, and whether the server runs");
		case HTTPClient::STATUS_TLS_HANDSHAKE_ERROR:
			return fail(HttpFailure::insecure,
					"the certificate of " + url.authority() +
							" is not trusted, or its server does not speak TLS");
		default:
			return fail(HttpFailure::cut_off,
					url.authority() + " ended the connection before its answer was complete");
	}
}

} // namespace agent_runtime
