#pragma once

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/vocabulary.h"
#include "core/gateway/route_table.h"
#include "core/log/event_log.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Some of what a client is told when its stream of events begins.
struct GreetingPage {
	std::vector<nlohmann::json> messages = {}; // of the vocabulary, without an id
	std::optional<std::uint64_t> next = {}; // what to ask for behind it; none: that was all
};

// What the gateway needs from the runtime behind it. Outlives the gateway's stop(). Thread rule:
// any thread; neither call may block. Answers come exactly once, on any thread, possibly before the
// call returns.
class GatewayBackend {
public:
	virtual ~GatewayBackend() = default;

	// Takes a message of the vocabulary that was not checked yet. The answer is a
	// request_completed. Returns what withdraw() takes.
	virtual RequestId request(const nlohmann::json &message,
			std::function<void(const nlohmann::json &completed)> reply) = 0;
	// Nobody waits for this request any more; it is answered as cancelled.
	virtual void withdraw(RequestId request) = 0;

	// All paths. Outlives the host.
	virtual const RouteTable &routes() const = 0;

	// Tells every stream of events that begins what its client must know whatever its cursor, such
	// as questions that wait for an answer, page by page as the client takes them. They come before
	// all events. Asked for the first page with 0. Empty: there is nothing of the kind.
	using Greeting = std::function<void(
			std::uint64_t after, std::function<void(Result<GreetingPage>)> done)>;
	virtual const Greeting &greeting() const = 0;

	// All requests, replies and events. Outlives the host.
	virtual const Vocabulary &vocabulary() const = 0;

	// Reads a page of the event log. Not called when there is no log.
	virtual void read_log(
			EventFilter filter, std::function<void(const Result<EventPage> &page)> done) = 0;
};

} // namespace agent_runtime
