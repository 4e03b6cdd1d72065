#include "godot/engine_connection.h"

#include "godot/convert.h"

#include <godot_cpp/classes/ip.hpp>
#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/packed_byte_array.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

using namespace godot;

namespace agent_runtime {

namespace {

constexpr std::int32_t NO_QUESTION = -1; // the engine also returns this when too many are open

Error error_of(const Array &p_result) {
	return static_cast<Error>(static_cast<int64_t>(p_result[0]));
}

} // namespace

EngineConnection::EngineConnection(HttpUrl p_url, const Ref<TLSOptions> &p_trust) :
		url(std::move(p_url)),
		trust(p_trust),
		question(NO_QUESTION) {}

EngineConnection::~EngineConnection() {
	forget_question();
	if (socket.is_valid()) {
		socket->disconnect_from_host();
	}
}

EngineConnection::State EngineConnection::advance() {
	switch (stage) {
		case Stage::BEGINNING:
			return find_addresses();
		case Stage::RESOLVING:
			return resolve_further();
		case Stage::CONNECTING:
			return connect_further();
		case Stage::SECURING:
			return secure_further();
		case Stage::OVER:
			break;
	}
	return stream.is_valid() ? State::READY : State::FAILED;
}

// The stream itself would block while it looks up a name.
EngineConnection::State EngineConnection::find_addresses() {
	const String host = to_godot(url.host);
	if (host.is_valid_ip_address()) {
		addresses.push_back(host);
		return try_next_address();
	}
	question = IP::get_singleton()->resolve_hostname_queue_item(host);
	if (question == NO_QUESTION) {
		return fail(HttpFailure::unreachable, "too many names are being looked up; ask again");
	}
	stage = Stage::RESOLVING;
	return resolve_further();
}

EngineConnection::State EngineConnection::resolve_further() {
	IP *const ip = IP::get_singleton();
	const IP::ResolverStatus status = ip->get_resolve_item_status(question);
	if (status == IP::RESOLVER_STATUS_WAITING) {
		return State::WAITING;
	}
	if (status == IP::RESOLVER_STATUS_DONE) {
		const Array found = ip->get_resolve_item_addresses(question);
		for (int64_t i = found.size() - 1; i >= 0; i--) {
			const String address = found[i];
			addresses.push_back(address);
		}
	}
	forget_question();
	if (addresses.empty()) {
		return fail(HttpFailure::unreachable,
				"there is no host " + url.host + "; check the base URL and the network");
	}
	return try_next_address();
}

EngineConnection::State EngineConnection::try_next_address() {
	while (!addresses.empty()) {
		const String address = addresses.back();
		addresses.pop_back();
		socket.instantiate();
		if (socket->connect_to_host(address, url.port) == OK) {
			stage = Stage::CONNECTING;
			return connect_further();
		}
	}
	return fail(HttpFailure::unreachable,
			"nobody listens at " + url.authority() +
					"; check the base URL, and whether the server runs");
}

EngineConnection::State EngineConnection::connect_further() {
	socket->poll();
	switch (socket->get_status()) {
		case StreamPeerTCP::STATUS_CONNECTING:
			return State::WAITING;
		case StreamPeerTCP::STATUS_CONNECTED:
			socket->set_no_delay(true);
			return url.is_secure ? begin_tls() : ready(socket);
		default:
			return try_next_address();
	}
}

EngineConnection::State EngineConnection::begin_tls() {
	secure.instantiate();
	stage = Stage::SECURING;
	secure->connect_to_stream(socket, to_godot(url.host), trust);
	return judge_tls();
}

EngineConnection::State EngineConnection::secure_further() {
	secure->poll();
	return judge_tls();
}

EngineConnection::State EngineConnection::judge_tls() {
	switch (secure->get_status()) {
		case StreamPeerTLS::STATUS_HANDSHAKING:
			return State::WAITING;
		case StreamPeerTLS::STATUS_CONNECTED:
			return ready(secure);
		default:
			return fail(HttpFailure::insecure,
					"the certificate of " + url.authority() +
							" is not trusted, or its server does not speak TLS");
	}
}

Error EngineConnection::send(std::string_view p_bytes, std::size_t &r_sent) {
	PackedByteArray bytes;
	bytes.resize(static_cast<int64_t>(p_bytes.size()));
	std::memcpy(bytes.ptrw(), p_bytes.data(), p_bytes.size());
	const Array result = stream->put_partial_data(bytes);
	r_sent = static_cast<std::size_t>(std::max<int64_t>(result[1], 0));
	return error_of(result);
}

// If asked for more than one TLS record contains, the engine goes on to the next, and loses what it
// had read if that is the end.
Error EngineConnection::read(std::span<char> p_buffer, std::size_t &r_read) {
	if (secure.is_null()) {
		return read_once(p_buffer, r_read);
	}
	const Error error = read_once(p_buffer.first(1), r_read);
	if (error != OK || r_read == 0) {
		return error;
	}
	const std::size_t there = static_cast<std::size_t>(std::max(secure->get_available_bytes(), 0));
	const std::span<char> rest = p_buffer.subspan(1, std::min(there, p_buffer.size() - 1));
	if (rest.empty()) {
		return OK;
	}
	std::size_t more = 0;
	const Error of_rest = read_once(rest, more);
	r_read += more;
	return of_rest;
}

Error EngineConnection::read_once(std::span<char> p_buffer, std::size_t &r_read) {
	r_read = 0;
	const Array result = stream->get_partial_data(static_cast<int32_t>(p_buffer.size()));
	const Error error = error_of(result);
	if (error == OK) {
		const PackedByteArray bytes = result[1];
		r_read = static_cast<std::size_t>(bytes.size());
		if (r_read > 0) {
			std::memcpy(p_buffer.data(), bytes.ptr(), r_read);
		}
	}
	return error;
}

EngineConnection::State EngineConnection::ready(const Ref<StreamPeer> &p_stream) {
	stage = Stage::OVER;
	stream = p_stream;
	return State::READY;
}

EngineConnection::State EngineConnection::fail(HttpFailure p_failure, std::string p_message) {
	stage = Stage::OVER;
	why = { p_failure, std::move(p_message) };
	return State::FAILED;
}

void EngineConnection::forget_question() {
	if (question != NO_QUESTION) {
		IP::get_singleton()->erase_resolve_item(std::exchange(question, NO_QUESTION));
	}
}

} // namespace agent_runtime
