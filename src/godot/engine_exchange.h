#pragma once

// One HTTP request over a stream of the engine, and how its results get to its listener.

#include "core/io/http_transport.h"
#include "core/io/io_thread.h"
#include "core/io/response_reader.h"
#include "godot/engine_connection.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/tls_options.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

// Passes what happens on the net thread to a listener on the listener's own thread, unless the
// exchange was destroyed there before. Shared by both ends.
// Thread rule: any thread, but close() only on the listener's.
class ListenerDoor : public std::enable_shared_from_this<ListenerDoor> {
public:
	// How much may be read that the listener has not received yet.
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
	HttpListener *listener; // null once nobody listens; used only on its own thread
	std::atomic<std::size_t> unheard{ 0 }; // in bytes; guards no other data
};

// Goes as far as it can without ever waiting, and reads a limited amount at a time, so that others
// get their turn however much a server sends. Worker only, the net thread.
class EngineExchange {
public:
	EngineExchange(HttpRequest p_request, std::shared_ptr<ListenerDoor> p_door);
	EngineExchange(const EngineExchange &) = delete;
	EngineExchange &operator=(const EngineExchange &) = delete;

	// `p_trust` verifies a secure connection; null: nothing can be verified, so none is made.
	bool begin(const godot::Ref<godot::TLSOptions> &p_trust);
	// False once it is over and the listener was told how.
	bool advance();

private:
	bool connect_further();
	void send_further();
	bool read_further();
	bool hand_on();
	bool fail(const HttpTrouble &p_trouble);

	HttpRequest request;
	const std::shared_ptr<ListenerDoor> door;
	std::optional<EngineConnection> connection;
	bool is_connected = false;
	std::string unsent; // of the request
	std::size_t sent = 0; // how much of that
	ResponseReader answer;
};

} // namespace agent_runtime
