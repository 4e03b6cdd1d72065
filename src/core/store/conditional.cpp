#include "core/store/conditional.h"

#include <utility>

namespace agent_runtime {

namespace {

Result<std::optional<Claim>> find_claim(Database &database, const std::string &name) {
	Query rows(database, "SELECT owner, expires_at, value FROM claims WHERE name = ?1", name);
	std::optional<Claim> found;
	if (rows.next()) {
		found = Claim{ name, std::string(rows.text(0)), std::nullopt, std::string(rows.text(2)) };
		if (!rows.is_null(1)) {
			found->expires_at = WallTime(Micros(rows.integer(1)));
		}
	}
	if (!rows.status().ok()) {
		return rows.status();
	}
	return found;
}

Status store_claim(Database &database, const Claim &claim) {
	std::optional<std::int64_t> expires_at;
	if (claim.expires_at) {
		expires_at = claim.expires_at->time_since_epoch().count();
	}
	return database.run("INSERT INTO claims(name, owner, expires_at, value) VALUES(?1, ?2, ?3, ?4) "
						"ON CONFLICT(name) DO UPDATE SET owner = ?2, expires_at = ?3, value = ?4",
			claim.name, claim.owner, expires_at, claim.value);
}

Status taken(const Claim &holder) {
	return Status(StatusCode::already_exists,
			"\"" + holder.name + "\" is claimed by " + holder.owner +
					(holder.expires_at ? " until " + to_iso8601(*holder.expires_at)
									   : std::string()) +
					"; wait for its release");
}

Status not_held(const ClaimRequest &request) {
	return Status(StatusCode::not_found,
			"\"" + request.claim.name + "\" is not claimed by " + request.claim.owner +
					"; claim it first");
}

// Whether the request holds against what is stored.
Status judge(const ClaimRequest &request, const std::optional<Claim> &holder) {
	const bool expired = holder && holder->expires_at && *holder->expires_at <= request.now;
	const bool own = holder && holder->owner == request.claim.owner;
	switch (request.kind) {
		case ClaimRequest::Kind::claim:
			return !holder || expired || own ? Status() : taken(*holder);
		case ClaimRequest::Kind::renew:
			if (own && !expired) {
				return {};
			}
			return holder && !own && !expired ? taken(*holder) : not_held(request);
		case ClaimRequest::Kind::release:
			if (own) {
				return {};
			}
			return holder && !expired ? taken(*holder) : not_held(request);
	}
	return Status(StatusCode::internal, "an unknown kind of claim");
}

Status carry_out(Database &database, const ClaimRequest &request, ClaimAnswer &answer) {
	if (request.kind == ClaimRequest::Kind::release) {
		answer.holder.reset();
		return database.run("DELETE FROM claims WHERE name = ?1", request.claim.name);
	}
	answer.holder = request.claim;
	return store_claim(database, request.claim);
}

} // namespace

Result<ClaimAnswer> decide_claim(
		Database &database, const ClaimRequest &request, const std::optional<EventText> &event) {
	Result<std::optional<Claim>> found = find_claim(database, request.claim.name);
	if (!found.ok()) {
		return found.status();
	}
	ClaimAnswer answer;
	answer.holder = std::move(found).value();
	answer.status = judge(request, answer.holder);
	if (!answer.status.ok()) {
		return answer;
	}
	const Status status = carry_out(database, request, answer);
	if (!status.ok()) {
		return status;
	}
	if (event) {
		const Result<EventId> id = append_event(database, event->draft());
		if (!id.ok()) {
			return id.status();
		}
		answer.event = id.value();
	}
	return answer;
}

ConditionalJob::ConditionalJob(ClaimRequest request, std::optional<EventText> event, Done done) :
		request_(std::move(request)),
		event_(std::move(event)),
		done_(std::move(done)) {}

std::size_t ConditionalJob::bytes() const {
	const std::size_t texts = request_.claim.name.size() + request_.claim.value.size();
	return sizeof(*this) + texts + (event_ ? event_->data.size() : 0);
}

Status ConditionalJob::write(Database &database) {
	if (!done_) {
		return {}; // answered already: what was refused must not happen later
	}
	Result<ClaimAnswer> answer = decide_claim(database, request_, event_);
	if (!answer.ok()) {
		return answer.status();
	}
	answer_ = std::move(answer).value();
	return {};
}

void ConditionalJob::answer_once(const ClaimAnswer &answer) {
	const Done done = std::exchange(done_, nullptr);
	if (done) {
		done(answer);
	}
}

void ConditionalJob::committed() {
	answer_once(answer_);
}

void ConditionalJob::degraded(const Status &reason) {
	answer_once(
			{ .status = Status(StatusCode::unavailable,
					  "the claim cannot be decided while the database fails: " + reason.message()),
					.holder = std::nullopt,
					.event = EventId() });
}

void ConditionalJob::dropped(const Status &reason) {
	answer_once({ .status = reason, .holder = std::nullopt, .event = EventId() });
}

} // namespace agent_runtime
