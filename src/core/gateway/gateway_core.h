#pragma once

#include "core/base/log.h"
#include "core/gateway/event_hub.h"
#include "core/gateway/gateway_host.h"
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

// One socket, in whatever form it is served. Kept alive by what it waits for, and by the core where
// that may be nothing. Thread rule: worker only (io).
class ClientConnection {
public:
	virtual ~ClientConnection() = default;
	// Says goodbye and ends soon.
	virtual void close() = 0;
};

// What all connections share. Thread rule: worker only (io), but `post` and `hub.publish`.
struct GatewayCore {
	GatewayCore(GatewayHost &p_host, GatewayLimits p_limits, IoPost p_post, Logger p_log) :
			host(p_host),
			limits(p_limits),
			post(p_post),
			log(std::move(p_log)),
			hub(p_host, std::move(p_post)),
			strangers(limits.strangers, limits.stranger_time) {}

	GatewayHost &host;
	const GatewayLimits limits;
	const IoPost post;
	const Logger log;
	EventHub hub;
	StrangerShare strangers;
	ListTurns list_turns;
	std::string token; // set before the first connection

	std::set<ClientConnection *> connections;
	std::set<std::shared_ptr<ClientConnection>>
			kept; // that may wait for nothing; let go at the end
	std::size_t watching = 0; // of them, those that get events
	std::function<void()> when_empty; // while closing: called when the last connection has gone
};

// A connection's entry in the core, for as long as it lives.
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

// One of the places for clients that get events: taken before the answer, held by the client.
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
