#pragma once

#include "core/base/log.h"
#include "core/gateway/event_hub.h"
#include "core/gateway/gateway_backend.h"
#include "core/gateway/gateway_options.h"
#include "core/gateway/list_turns.h"
#include "core/gateway/stranger_share.h"
#include "core/io/io_thread.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace agent_runtime {

// One socket, in whatever form it is served. Kept alive by its pending operations, and by the core
// while it may have none. Thread rule: worker only (io).
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
			strangers(limits.strangers, limits.stranger_time) {}

	GatewayBackend &host;
	const GatewayLimits limits;
	const IoPost post;
	const Logger log;
	EventHub hub;
	StrangerShare strangers;
	ListTurns list_turns;
	std::string token; // set before the first connection

	std::set<ClientConnection *> connections;
	std::set<std::shared_ptr<ClientConnection>>
			kept; // connections that may have no pending operation; released at the end
	std::size_t watching = 0; // how many of them receive events
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

// One of the places for clients that receive events. It is taken before the answer is sent, and
// then the client owns it.
class WatcherSeat {
public:
	explicit WatcherSeat(std::shared_ptr<GatewayCore> core) :
			core_(std::move(core)) {
		core_->watching++;
	}
	~WatcherSeat() { core_->watching--; }
	WatcherSeat(const WatcherSeat &) = delete;
	WatcherSeat &operator=(const WatcherSeat &) = delete;

private:
	const std::shared_ptr<GatewayCore> core_;
};

} // namespace agent_runtime
