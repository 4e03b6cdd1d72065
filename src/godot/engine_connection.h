#pragma once

// The way to a server over the engine's own streams: name, connection, TLS.

#include "core/io/http_transport.h"
#include "core/io/http_url.h"

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/stream_peer.hpp>
#include <godot_cpp/classes/stream_peer_tcp.hpp>
#include <godot_cpp/classes/stream_peer_tls.hpp>
#include <godot_cpp/classes/tls_options.hpp>
#include <godot_cpp/variant/string.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Goes from state to state without ever waiting, and reads nothing that the server says but what
// TLS needs. Ends the connection when it goes. Worker only, the net thread.
class EngineConnection {
public:
	enum class State : std::uint8_t { WAITING, READY, FAILED };

	// With `p_trust` a secure connection is trusted.
	EngineConnection(HttpUrl p_url, const godot::Ref<godot::TLSOptions> &p_trust);
	~EngineConnection();
	EngineConnection(const EngineConnection &) = delete;
	EngineConnection &operator=(const EngineConnection &) = delete;

	// Goes as far as it gets; READY and FAILED are the last.
	State advance();

	// Both need a connection that is ready, and tell how many bytes went: none, when it would have
	// to wait. ERR_FILE_EOF: the server has ended it in order.
	godot::Error send(std::string_view p_bytes, std::size_t &r_sent);
	godot::Error read(std::span<char> p_room, std::size_t &r_read);
	// Of one that has failed.
	const HttpTrouble &trouble() const { return why; }

private:
	enum class Stage : std::uint8_t { BEGINNING, RESOLVING, CONNECTING, SECURING, OVER };

	State find_addresses();
	State resolve_further();
	State try_next_address();
	State connect_further();
	State begin_tls();
	State secure_further();
	State judge_tls();
	State ready(const godot::Ref<godot::StreamPeer> &p_stream);
	godot::Error read_once(std::span<char> p_room, std::size_t &r_read);
	State fail(HttpFailure p_failure, std::string p_message);
	void forget_question();

	const HttpUrl url;
	const godot::Ref<godot::TLSOptions> trust;
	Stage stage = Stage::BEGINNING;
	std::int32_t question; // to the engine's resolver
	std::vector<godot::String> addresses; // that were not tried yet, the next one last
	godot::Ref<godot::StreamPeerTCP> socket;
	godot::Ref<godot::StreamPeerTLS> secure;
	godot::Ref<godot::StreamPeer> stream;
	HttpTrouble why;
};

} // namespace agent_runtime
