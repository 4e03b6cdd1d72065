#pragma once

#include "core/base/inbox.h"
#include "core/base/json_io.h"
#include "core/requests/request_book.h"
#include "godot/agent_reply.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace agent_runtime {

// The replies that a live runtime owes to scripts. A reply completes after the signals of
// everything that had happened when it was answered.
// Owned by the live runtime. Thread rule: main thread only; answers arrive from any thread.
class OpenReplies {
public:
	// Makes a reply's value of the result of its request.
	using Value = std::function<godot::Variant(const nlohmann::json &p_result)>;

	// Holds the reply. Give the answer to what is returned, at once or later and on any thread.
	// `p_value` makes the reply's value of a good one.
	RequestBook::Reply open(const godot::Ref<AgentReply> &p_reply, Value p_value);

	// What the event pump has shown.
	struct Shown {
		std::size_t events = 0; // since the start
		std::size_t waiting = 0;
	};
	// Completes one that is due. False when there is none. A handler may do anything, even end the
	// live runtime. `p_shown` is called once.
	bool complete_next(const std::function<Shown()> &p_shown);
	// The live runtime has ended, and answers none of them any more. They complete in a later
	// frame.
	void cancel_all();

private:
	struct Answer {
		std::uint64_t number = 0;
		nlohmann::json completed;
	};
	struct Open {
		godot::Ref<AgentReply> reply;
		Value value;
	};
	// An answer that is known, and completes when this many events have been shown.
	struct Due {
		Answer answer;
		std::size_t events = 0;
	};

	Shown take_answers(const std::function<Shown()> &p_shown);

	// Outlives the live runtime while another thread still has an answer for it.
	const std::shared_ptr<Inbox<Answer>> arrivals = std::make_shared<Inbox<Answer>>();
	std::unordered_map<std::uint64_t, Open> replies;
	std::uint64_t newest = 0;
	std::deque<Due> due;
};

// The outcome of a request, from its request_completed message.
Status status_in(const nlohmann::json &p_completed);

} // namespace agent_runtime
