#pragma once

// Conditional requests: a claim is granted or refused by comparing with what all processes on the
// file have written, so it is decided inside a write transaction. In the game that is the writer's
// (ConditionalJob); a program without a writer calls decide_claim() in a Transaction of its own.

#include "core/base/ids.h"
#include "core/base/status.h"
#include "core/base/time.h"
#include "core/store/database.h"
#include "core/store/event_log.h"
#include "core/store/write_job.h"

#include <functional>
#include <optional>
#include <string>

namespace agent_runtime {

struct Claim {
	std::string name; // what is claimed, such as "lock:src/main.cpp"
	std::string owner; // by whom, such as a session's id
	std::optional<WallTime> expires_at; // none: until it is released
	std::string value; // whatever the owner wants to be known

	bool operator==(const Claim &other) const = default;
};

struct ClaimRequest {
	enum class Kind {
		claim, // granted when it is free, expired, or the owner's already
		renew, // granted when it is the owner's and not expired
		release, // granted when it is the owner's, expired or not
	};

	Kind kind = Kind::claim;
	Claim claim; // of a release only name and owner count
	WallTime now; // what is expired
};

// What was decided. Refused: `already_exists` when another has it, `not_found` when nobody has.
struct ClaimAnswer {
	Status status;
	std::optional<Claim> holder; // who has it after the decision, unless it is free
	EventId event; // of the event that went with a granted request
};

// An event that owns its texts, to go with a request.
struct EventText {
	WallTime ts;
	std::string type;
	std::string entity;
	std::string trace_id;
	std::string data;

	EventDraft draft() const { return { ts, type, entity, trace_id, data }; }
};

// Inside a write transaction. An error means that nothing could be decided.
Result<ClaimAnswer> decide_claim(
		Database &database, const ClaimRequest &request, const std::optional<EventText> &event);

// A request for the writer. `done` is called exactly once, on the writer's thread: after the
// commit, or with `unavailable` at once when the storage fails, and the request is then void.
class ConditionalJob : public WriteJob {
public:
	using Done = std::function<void(const ClaimAnswer &answer)>;

	ConditionalJob(ClaimRequest request, std::optional<EventText> event, Done done);

	std::size_t bytes() const override;
	Status write(Database &database) override;
	void committed() override;
	void degraded(const Status &reason) override;
	void dropped(const Status &reason) override;

private:
	void answer_once(const ClaimAnswer &answer);

	const ClaimRequest request_;
	const std::optional<EventText> event_;
	Done done_; // empty once it was called
	ClaimAnswer answer_;
};

} // namespace agent_runtime
