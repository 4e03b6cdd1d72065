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

// Moves from state to state without ever waiting. Of what the server sends it reads only what TLS
// needs. Closes the connection when it is destroyed. Worker only, the net thread.
class EngineConnection {
public:
	enum class State : std::uint8_t { WAITING, READY, FAILED };

	// A secure connection is verified with `p_trust`.
	EngineConnection(HttpUrl p_url, const godot::Ref<godot::TLSOptions> &p_trust);
	~EngineConnection();
	EngineConnection(const EngineConnection &) = delete;
	EngineConnection &operator=(const EngineConnection &) = delete;

	// Goes as far as it can; READY and FAILED are final.
	State advance();

	// Both need a connection that is ready, and return how many bytes were moved: none, if it would
	// have to wait. ERR_FILE_EOF: the server has closed it in order.
	godot::Error send(std::string_view p_bytes, std::size_t &r_sent);
	godot::Error read(std::span<char> p_buffer, std::size_t &r_read);
	// After it has failed.
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
	godot::Error read_once(std::span<char> p_buffer, std::size_t &r_read);
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
