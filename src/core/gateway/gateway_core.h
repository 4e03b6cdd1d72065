#pragma once

#include "core/base/log.h"
#include "core/gateway/event_hub.h"
#include "core/gateway/gateway_backend.h"
#include "core/gateway/gateway_options.h"
#include "core/gateway/gateway_socket.h"
#include "core/gateway/list_turns.h"
#include "core/gateway/request_head.h"
#include "core/gateway/stranger_share.h"
#include "core/gateway/waiting_bytes.h"
#include "core/io/io_thread.h"

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace agent_runtime {

// How long a connection that is over waits for the client to go.
inline constexpr std::chrono::seconds LINGER{ 1 };

// One socket, in whatever form it is served. Kept alive by the core until it has ended, and by its
// pending operations. Thread rule: worker only (io).
class ClientConnection {
public:
	virtual ~ClientConnection() = default;
	// Says goodbye and ends soon.
	virtual void close() = 0;
};

// What all connections share. Thread rule: worker only (io), except for `post` and `hub.publish`.
struct GatewayCore {
	GatewayCore(GatewayBackend &p_host, GatewayLimits p_limits, IoPost p_post, Logger p_log) :
			host(p_host),
			limits(p_limits),
			post(p_post),
			log(std::move(p_log)),
			hub(p_host, std::move(p_post)),
			strangers(limits.strangers, limits.stranger_time),
			waiting(limits.all_queue_bytes, limits.queue_bytes) {}

	GatewayBackend &host;
	const GatewayLimits limits;
	const IoPost post;
	const Logger log;
	EventHub hub;
	StrangerShare strangers;
	WaitingBytes waiting;
	ListTurns list_turns;
	std::string token; // set before the first connection

	std::set<ClientConnection *> connections;
	std::set<std::shared_ptr<ClientConnection>> kept; // until they have ended
	std::size_t seats = 0; // how many of them have shown the token
	std::function<void()> when_empty; // called when the last connection has gone, while closing
};

// Enters a connection in the core for as long as it lives.
class CoreEntry {
public:
	CoreEntry(std::shared_ptr<GatewayCore> core, ClientConnection &connection) :
			core_(std::move(core)),
			connection_(connection) {
		core_->connections.insert(&connection_);
	}
	~CoreEntry() {
		core_->connections.erase(&connection_);
		if (core_->connections.empty() && core_->when_empty) {
			std::exchange(core_->when_empty, nullptr)();
		}
	}
	CoreEntry(const CoreEntry &) = delete;
	CoreEntry &operator=(const CoreEntry &) = delete;

private:
	const std::shared_ptr<GatewayCore> core_;
	ClientConnection &connection_;
};

// One of the places for clients that have shown the token. Moves with the socket.
class ClientSeat {
public:
	ClientSeat() = default;
	explicit ClientSeat(std::shared_ptr<GatewayCore> core) :
			core_(std::move(core)) {
		core_->seats++;
	}
	~ClientSeat() { leave(); }
	ClientSeat(ClientSeat &&other) noexcept :
			core_(std::exchange(other.core_, nullptr)) {}
	ClientSeat &operator=(ClientSeat &&other) noexcept {
		if (this != &other) {
			leave();
			core_ = std::exchange(other.core_, nullptr);
		}
		return *this;
	}

	bool is_taken() const { return core_ != nullptr; }
	void leave() {
		if (core_ != nullptr) {
			core_->seats--;
			core_ = nullptr;
		}
	}

private:
	std::shared_ptr<GatewayCore> core_; // null: none
};

// A socket on its way from the connection that read its request to the one that serves its stream.
struct AdmittedSocket {
	GatewaySocket socket;
	ClientSeat seat;
	RequestHead head;
};

} // namespace agent_runtime
