#pragma once

#include "core/gateway/gateway_backend.h"
#include "core/requests/request_table.h"
#include "core/services/log_requests.h"
#include "core/services/shared_store.h"

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// The way in for programs outside the process. They may outlive it, so the reply that something was
// done comes only when its effects would survive as well: they are committed or, with `stored:
// false`, cannot be stored.
// Owned by Services. Thread rule: any thread.
class OutsideDoor : public GatewayBackend {
public:
	// Called when a request was answered whose effects are still on their way to the store. Makes
	// sure that reply_when_stored() is called with it after them.
	using AfterEffects = std::function<void(RequestId held)>;

	// All references must outlive the door.
	OutsideDoor(RequestTable &table, RequestBook &book, LogRequests &log, SharedStore &store) :
			table_(table),
			book_(book),
			log_(log),
			store_(store) {}

	// Without this, the store has the effects of a request by the time of its answer, which must
	// not come on the writer's thread. Set before the first request.
	void set_after_effects(AfterEffects after_effects) {
		after_effects_ = std::move(after_effects);
	}
	// Replies after everything that was submitted before is stored.
	void reply_when_stored(std::vector<RequestId> held);

	// The paths of the gateway. Add rows before it opens.
	RouteTable &routes() { return routes_; }
	const RouteTable &routes() const override { return routes_; }
	// See GatewayBackend. Set before the gateway opens.
	void set_greeting(Greeting greeting) { greeting_ = std::move(greeting); }
	const Greeting &greeting() const override { return greeting_; }

	RequestId request(const nlohmann::json &message, RequestBook::Reply reply) override;
	void withdraw(RequestId request) override { table_.withdraw(request); }
	// A reply to a request of this type that waits in the same way. A game is told after the events
	// that its request caused.
	RequestBook::Reply once_stored(std::string_view type, RequestBook::Reply reply);
	void read_log(
			EventFilter filter, std::function<void(const Result<EventPage> &page)> done) override {
		log_.read_page(std::move(filter), done);
	}
	const Vocabulary &vocabulary() const override { return table_.vocabulary(); }

private:
	RequestTable &table_;
	RequestBook &book_;
	LogRequests &log_;
	SharedStore &store_;
	AfterEffects after_effects_;
	RouteTable routes_;
	Greeting greeting_;
};

} // namespace agent_runtime
