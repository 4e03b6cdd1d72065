#pragma once

#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/trace_id.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

// Why no request is accepted any more: the program is about to end.
Status has_stopped();

// Requests that are not answered yet, each with who made it and under which name. Every one is
// answered exactly once: with its result or, when it is withdrawn or the runtime stops first, as
// cancelled. Thread rule: any thread. Replies are given without the lock.
class RequestBook {
public:
	using Reply = std::function<void(const nlohmann::json &completed)>;

	// `name` is the sender's own id for the request; empty: one is made from the number. The reply
	// shows `trace`.
	RequestId open(std::string name, Reply reply, TraceId trace = {});
	void complete(RequestId request, const Status &status, const nlohmann::json &result = {});
	// Whoever made the request does not wait for it any more: it is answered as cancelled and
	// forgotten, so that what has not been decided yet may be left. False when it is not open.
	bool withdraw(RequestId request);
	// A request whose answer is known, but must wait until what it reports is stored or cannot be.
	RequestId hold(nlohmann::json completed, Reply reply);
	void release(RequestId request, bool stored);
	void cancel_all(const std::string &why) { cancel(take_all(), why); }
	// Answers all requests that are open at one moment, in two steps: the second one gives the
	// replies.
	struct Open {
		std::string name;
		Reply reply;
		nlohmann::json held = {}; // the answer of a request that was held
		TraceId trace = {};
	};
	std::vector<Open> take_all();
	static void cancel(const std::vector<Open> &taken, const std::string &why);
	// Whether anybody still waits for it.
	bool is_open(RequestId request) const { return trace_of(request).has_value(); }
	// The trace of the request and of everything that follows from it; nothing when it is not open.
	std::optional<TraceId> trace_of(RequestId request) const;
	std::size_t size() const;

	// Makes a request_completed message.
	static nlohmann::json completed(const std::string &name, const Status &status,
			const nlohmann::json &result = {}, TraceId trace = {});

private:
	bool take(RequestId request, Open &open);

	mutable Mutex mutex_;
	std::unordered_map<RequestId, Open> open_ AR_GUARDED_BY(mutex_);
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime
