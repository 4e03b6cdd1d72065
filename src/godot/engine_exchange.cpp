#include "godot/engine_exchange.h"

#include "core/base/ascii.h"
#include "core/io/http_url.h"

#include <algorithm>
#include <string_view>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr std::size_t PART = 65'536; // how many bytes are sent or read at once
// After this many parts, another exchange gets its turn.
constexpr int PARTS_IN_TURN = 4;

bool is_visible(char p_char) {
	return p_char > ' ' && p_char < '\x7f';
}

// False for a header that could end its line and begin another.
bool can_be_sent(const std::pair<std::string, std::string> &p_header) {
	const auto &[name, value] = p_header;
	const auto in_name = [](char c) { return is_visible(c) && c != ':'; };
	const auto in_value = [](char c) {
		return static_cast<unsigned char>(c) >= ' ' && c != '\x7f';
	};
	return !name.empty() && std::all_of(name.begin(), name.end(), in_name) &&
			std::all_of(value.begin(), value.end(), in_value);
}

void add_header(std::string &r_text, std::string_view p_name, std::string_view p_value) {
	r_text.append(p_name).append(": ").append(p_value).append("\r\n");
}

// The bytes as they are sent.
std::string bytes_of(const HttpRequest &p_request, const HttpUrl &p_url) {
	const auto is_ours = [](const std::string &p_name) {
		const std::string name = to_lower(p_name);
		return name == "host" || name == "connection" || name == "content-length" ||
				name == "transfer-encoding";
	};
	std::string text = p_request.method + " " + p_url.target + " HTTP/1.1\r\n";
	add_header(text, "Host", p_url.authority());
	add_header(text, "Connection", "close");
	add_header(text, "Content-Length", std::to_string(p_request.body.size()));
	for (const auto &[name, value] : p_request.headers) {
		if (!is_ours(name)) {
			add_header(text, name, value);
		}
	}
	return text.append("\r\n").append(p_request.body);
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

bool EngineExchange::begin(const Ref<TLSOptions> &p_trust) {
	const Result<HttpUrl> url = parse_http_url(request.url);
	if (!url.ok()) {
		return fail({ HttpFailure::bad_url, "the address " + url.status().message() });
	}
	if (request.method != "POST" && request.method != "GET") {
		return fail({ HttpFailure::bad_url, "only GET and POST can be sent" });
	}
	if (!std::all_of(request.headers.begin(), request.headers.end(), can_be_sent)) {
		return fail({ HttpFailure::bad_url,
				"a header holds a line break or another control character, or has no name; take it "
				"out of the key or the headers of the settings" });
	}
	if (url.value().is_secure && p_trust.is_null()) {
		return fail({ HttpFailure::insecure,
				"the file of trusted certificates cannot be used; give one in PEM form, or none" });
	}
	unsent = bytes_of(request, url.value());
	request = HttpRequest();
	connection.emplace(url.value(), p_trust);
	return true;
}

bool EngineExchange::advance() {
	if (!is_connected && !connect_further()) {
		return false;
	}
	if (!is_connected) {
		return true;
	}
	send_further();
	return read_further();
}

bool EngineExchange::connect_further() {
	const EngineConnection::State state = connection->advance();
	if (state == EngineConnection::State::FAILED) {
		return fail(connection->trouble());
	}
	if (state == EngineConnection::State::READY) {
		is_connected = true;
		door->tell([](HttpListener &p_listener) { p_listener.connected(); });
	}
	return true;
}

// A server may refuse before it has read everything, and say why. Reading finds out whether it did.
void EngineExchange::send_further() {
	for (int i = 0; i < PARTS_IN_TURN && sent < unsent.size(); i++) {
		std::size_t taken = 0;
		const Error error = connection->send(std::string_view(unsent).substr(sent, PART), taken);
		if (error != OK || taken == 0) {
			break;
		}
		sent += taken;
	}
	if (sent == unsent.size()) {
		unsent = std::string(); // a key must not stay in memory longer than necessary
		sent = 0;
	}
}

bool EngineExchange::read_further() {
	for (int i = 0; i < PARTS_IN_TURN && !door->is_full(); i++) {
		std::size_t size = 0;
		const Error error = connection->read(answer.buffer(), size);
		if (error == OK && size == 0) {
			break;
		}
		answer.arrived(size);
		if (error == ERR_FILE_EOF) {
			answer.closed();
		} else if (error != OK) {
			return fail({ HttpFailure::cut_off,
					"the connection broke before the answer was complete; ask again" });
		}
		if (!hand_on()) {
			return false;
		}
	}
	return true;
}

// Everything that was read at once is passed on as one part, however small its chunks are.
bool EngineExchange::hand_on() {
	std::string body;
	ResponseReader::Came came = answer.next();
	while (came == ResponseReader::Came::head || came == ResponseReader::Came::part) {
		if (came == ResponseReader::Came::part) {
			body += answer.part();
		} else {
			door->tell([head = answer.head()](
							   HttpListener &p_listener) { p_listener.head_came(head); });
		}
		came = answer.next();
	}
	if (!body.empty()) {
		door->tell_part(std::move(body));
	}
	if (came == ResponseReader::Came::failed) {
		return fail(answer.trouble());
	}
	if (came == ResponseReader::Came::ended) {
		door->tell([](HttpListener &p_listener) { p_listener.ended(); });
		return false;
	}
	return true;
}

bool EngineExchange::fail(const HttpTrouble &p_trouble) {
	door->tell([p_trouble](HttpListener &p_listener) {
		p_listener.failed(p_trouble.failure, p_trouble.message);
	});
	return false;
}

} // namespace agent_runtime
