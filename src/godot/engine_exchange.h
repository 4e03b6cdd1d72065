#pragma once

// One HTTP request over a client of the engine, and the way of what comes of it to its listener.

#include "core/io/http_transport.h"
#include "core/io/http_url.h"
#include "core/io/io_thread.h"

#include <godot_cpp/classes/http_client.hpp>
#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/stream_peer.hpp>
#include <godot_cpp/classes/tls_options.hpp>
#include <godot_cpp/classes/x509_certificate.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace agent_runtime {

// Brings what happens on the net thread to a listener on its own thread, unless the exchange was
// destroyed there before. Shared by both ends.
// Thread rule: any thread, but close() on the listener's alone.
class ListenerDoor : public std::enable_shared_from_this<ListenerDoor> {
public:
	// So much may have been read that the listener has not heard yet.
	static constexpr std::size_t MOST_UNHEARD = 1'000'000;

	ListenerDoor(IoPost p_post, HttpListener &p_listener) :
			post(std::move(p_post)),
			listener(&p_listener) {}

	void tell(std::function<void(HttpListener &)> p_what);
	void tell_part(std::string p_part);
	void close() { listener = nullptr; }
	bool is_full() const { return unheard.load(std::memory_order_relaxed) >= MOST_UNHEARD; }

private:
	const IoPost post;
	HttpListener *listener; // null once nobody listens; used on its own thread alone
	std::atomic<std::size_t> unheard{ 0 }; // bytes; stands alone
};

// Goes from state to state without ever waiting. Worker only, the net thread.
class EngineExchange {
public:
	EngineExchange(HttpRequest p_request, std::shared_ptr<ListenerDoor> p_door);
	~EngineExchange();
	EngineExchange(const EngineExchange &) = delete;
	EngineExchange &operator=(const EngineExchange &) = delete;

	// With what a secure connection is trusted; null: with nothing, so that none is made.
	bool begin(const godot::Ref<godot::TLSOptions> &p_trust);
	// Goes as far as it gets. False once it is over and the listener was told how.
	bool advance();

private:
	enum class Stage : std::uint8_t { CONNECTING, REQUESTING, BODY, RAW_BODY };

	bool connect_further();
	bool send_request();
	bool request_further();
	bool take_head();
	bool read_body();
	bool read_raw_body();
	bool end();
	bool fail(HttpFailure p_failure, const std::string &p_message);
	bool fail_for(godot::HTTPClient::Status p_status);

	HttpRequest request;
	const std::shared_ptr<ListenerDoor> door;
	HttpUrl url;
	godot::Ref<godot::HTTPClient> client;
	godot::Ref<godot::StreamPeer> connection; // of a body that the client does not read
	Stage stage = Stage::CONNECTING;
	bool until_closed = false; // the body has no length of its own
};

} // namespace agent_runtime
