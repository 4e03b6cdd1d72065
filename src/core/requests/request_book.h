#pragma once

#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

// Requests that are still to be answered, each by whom and under which name. Every one of them is
// answered exactly once: by what came of it, or, when the runtime stops first, as cancelled.
// Thread rule: any thread. Replies are given without the lock.
class RequestBook {
public:
	using Reply = std::function<void(const nlohmann::json &completed)>;

	// `name` is the sender's own id for the request; empty: one is made from the number.
	RequestId open(std::string name, Reply reply);
	void complete(RequestId request, const Status &status, const nlohmann::json &result = {});
	// One whose answer is known, and waits until what it tells of is stored, or cannot be.
	RequestId hold(nlohmann::json completed, Reply reply);
	void release(RequestId request, bool stored);
	void cancel_all(const std::string &why) { cancel(take_all(), why); }
	// In two steps, where all that are open at one moment are meant: the replies come with the
	// second.
	struct Open {
		std::string name;
		Reply reply;
		nlohmann::json held = {}; // the answer, of one that is held
	};
	std::vector<Open> take_all();
	static void cancel(const std::vector<Open> &taken, const std::string &why);
	// Whether anybody still waits for it.
	bool is_open(RequestId request) const;
	std::size_t size() const;

	// A request_completed message.
	static nlohmann::json completed(
			const std::string &name, const Status &status, const nlohmann::json &result = {});

private:
	bool take(RequestId request, Open &open);

	mutable Mutex mutex_;
	std::unordered_map<RequestId, Open> open_ AR_GUARDED_BY(mutex_);
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime
