#pragma once

// Numbered lines that clients read and follow, such as the output of a job. The gateway knows
// nothing of what they are; the room that has them offers a LineSource for one of its requests
// (RouteTable::follow).

#include "core/base/status.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct NumberedLine {
	std::uint64_t number = 0;
	std::string text; // one JSON object, without a newline
};

struct LinePage {
	std::vector<NumberedLine> lines; // their numbers increase
	bool more = false; // others can be read at once
	bool is_end = false; // no line will ever follow these
	// Members of an object that say how it stands, such as {"status": "running"}.
	nlohmann::json state = nlohmann::json::object();
};

// One reader's place in the lines. Thread rule: one thread at a time; the functions that it is
// passed may be called on any thread, within the call too, and do not block.
class LineFeed {
public:
	using Read = std::function<void(Result<LinePage> page)>;

	virtual ~LineFeed() = default;

	// Members that are known from the beginning, such as {"task_id": "job_012"}.
	virtual nlohmann::json subject() const = 0;

	// Reads on, about so many bytes but at least one line, where there is one. `done` is called
	// exactly once; until then nothing else is asked for. The feed may be destroyed meanwhile.
	virtual void read(std::size_t bytes, Read done) = 0;

	// Calls `grown` once when there may be more to read than the last page said. The feed may be
	// destroyed meanwhile; then it need not be called.
	virtual void wait(std::function<void()> grown) = 0;
};

// Thread rule: any thread; open() does not block.
class LineSource {
public:
	using Opened = std::function<void(Result<std::shared_ptr<LineFeed>> feed)>;

	virtual ~LineSource() = default;

	// `request` is the request of its route, checked against the vocabulary. Its `since` is the
	// number behind which lines are wanted; its `limit` and `max_bytes` say nothing here. `opened`
	// is called exactly once, possibly within the call.
	virtual void open(const nlohmann::json &request, Opened opened) = 0;
};

} // namespace agent_runtime
