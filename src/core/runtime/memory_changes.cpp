#include "core/runtime/memory_changes.h"

#include "core/agents/event.h"
#include "core/memory/memory_store.h"
#include "core/requests/request_table.h"
#include "core/runtime/remembered.h"
#include "core/store/read.h"

#include <utility>

namespace agent_runtime {

namespace {

ChangedLinesReply changed_lines(const std::vector<std::int64_t> &ids) {
	ChangedLinesReply changed{ .count = ids.size(), .line_ids = {} };
	if (ids.size() <= vocabulary::MOST_LINES_NAMED) {
		changed.line_ids = ids;
	}
	return changed;
}

LineChange change_of(const MemoryLine &line, std::optional<std::string> replacement) {
	return { ParticipantId::parse(line.sender).value_or(ParticipantId()), line.content,
		std::move(replacement) };
}

Event changed_event(AgentId agent, const std::string &what, const std::vector<std::int64_t> &ids) {
	const bool are_few = ids.size() <= vocabulary::MOST_LINES_NAMED;
	return { agent,
		MemoryChanged{ what, ids.size(), are_few ? ids : std::vector<std::int64_t>() } };
}

// One line was changed, unless there is an error.
Result<MemoryOutcome> outcome_of(const Status &status, std::int64_t line) {
	return status.ok() ? Result<MemoryOutcome>(MemoryOutcome{ .ids = { line } }) : status;
}

} // namespace

// Runs it where it may wait for the writer.
Status MemoryChanges::on_reader(RequestId request, std::function<void()> work) {
	if (Status status = parts_.require_store(); !status.ok()) {
		return status;
	}
	return read<NoFields>(
			parts_.store.reader(), [](Database &) { return NoFields(); },
			[this, request, work = std::move(work)](const Result<NoFields> &turn) {
				turn.ok() ? work() : parts_.requests.complete(request, turn.status());
			});
}

// What the agent has in mind is read after each change, in the same transaction. A request that was
// cancelled because another world was loaded must not change that world.
void MemoryChanges::change(
		RequestId request, AgentId agent, std::string what, DecideChange decide, Done done) {
	const std::shared_ptr<News> news = std::make_shared<News>();
	Decide<MemoryOutcome> with_news = [this, request, agent, news, what = std::move(what),
											  decide = std::move(decide)](
											  DecisionScope &scope) -> Result<MemoryOutcome> {
		if (!parts_.requests.is_open(request)) {
			return Status(StatusCode::cancelled, "nobody waits for it");
		}
		news->change.reset();
		Result<MemoryOutcome> outcome = decide(scope.database(), *news);
		if (!outcome.ok()) {
			return outcome;
		}
		Result<KeptLinesPtr> kept = kept_lines(scope.database(), agent.to_string());
		if (!kept.ok()) {
			return kept.status();
		}
		news->kept = std::move(kept).value();
		const std::vector<std::int64_t> &ids = outcome.value().ids;
		const Status logged =
				ids.empty() ? Status() : scope.log(changed_event(agent, what, ids)).status();
		return logged.ok() ? outcome : logged;
	};
	Done finish = [this, agent, news, done = std::move(done)](
						  const Result<MemoryOutcome> &outcome) {
		if (outcome.ok()) {
			parts_.world.post(MemoryInput{ agent, news->change, news->kept });
		}
		done(outcome);
	};
	parts_.store.offer(make_decision<MemoryOutcome>(
			{ .purpose = "memory cannot be changed",
					.now = parts_.clock.wall_now(),
					.trace = parts_.requests.trace_of(request).value_or(TraceId()),
					.fanout = &parts_.fanout },
			std::move(with_news), std::move(finish)));
}

MemoryChanges::Done MemoryChanges::reply_to(RequestId request) {
	return [this, request](const Result<MemoryOutcome> &outcome) {
		complete(parts_.requests, request,
				outcome.ok() ? Result(changed_lines(outcome.value().ids)) : outcome.status());
	};
}

Status MemoryChanges::answer(const PinRequest &request, RequestId number) {
	return on_reader(number, [this, request, number] { pin(request, number); });
}

void MemoryChanges::pin(const PinRequest &request, RequestId number) {
	const auto decide = [request](Database &database, News &) -> Result<MemoryOutcome> {
		const Result<MemoryLine> found =
				find_line(database, request.agent.to_string(), request.line);
		return outcome_of(
				found.ok() ? pin_line(database, request.line, request.pinned) : found.status(),
				request.line);
	};
	change(number, request.agent, request.pinned ? "pinned" : "unpinned", decide, reply_to(number));
}

Status MemoryChanges::answer(const EditRequest &request, RequestId number) {
	if (!request.content && !request.importance) {
		return FieldProblem{ "content", "is missing, and importance too", "give what is to change" }
				.to_status();
	}
	return on_reader(number, [this, request, number] { edit(request, number); });
}

void MemoryChanges::edit(const EditRequest &request, RequestId number) {
	const auto decide = [request](Database &database, News &news) -> Result<MemoryOutcome> {
		const Result<MemoryLine> found =
				find_line(database, request.agent.to_string(), request.line);
		if (!found.ok()) {
			return found.status();
		}
		if (request.content) {
			news.change = change_of(found.value(), request.content);
		}
		return outcome_of(edit_line(database, request.line, request.content, request.importance),
				request.line);
	};
	change(number, request.agent, "edited", decide, reply_to(number));
}

Status MemoryChanges::answer(const NoteRequest &request, RequestId number) {
	if (Status status = parts_.known(request.agent); !status.ok()) {
		return status;
	}
	return on_reader(number, [this, request, number] { add_note(request, number); });
}

void MemoryChanges::add_note(const NoteRequest &request, RequestId number) {
	const NewLine note{ .agent_id = request.agent.to_string(),
		.timestamp = parts_.clock.wall_now(),
		.sender = request.from.to_string(),
		.content = request.content,
		.kind = "note",
		.importance = request.importance,
		.pinned = request.pinned };
	const auto decide = [note](Database &database, News &) -> Result<MemoryOutcome> {
		const Result<std::int64_t> id = add_line(database, note);
		return outcome_of(id.status(), id.value_or(0));
	};
	change(number, request.agent, "noted", decide, reply_to(number));
}

// Lines that are being forgotten, piece by piece.
struct MemoryChanges::Forgetting {
	Forgetting(RequestId by, ForgetOrder what) :
			request(by),
			order(std::move(what)) {}

	RequestId request;
	ForgetOrder order;
	std::int64_t after = 0; // where the next piece begins
	std::int64_t looked_to = 0;
	std::vector<std::int64_t> forgotten;
	std::optional<SummaryReply> result; // of the summary for which they are forgotten
};

// Forgets exactly one line, or one sender's, or all.
Status MemoryChanges::answer(const ForgetRequest &request, RequestId number) {
	const int given = (request.line ? 1 : 0) + (request.from ? 1 : 0) + (request.all ? 1 : 0);
	if (given != 1) {
		return FieldProblem{ "line_id",
			given == 0 ? "is missing" : "is not all that says what to forget",
			"give either line_id, or from, or all: true" }
				.to_status();
	}
	ForgetOrder order{ .agent = request.agent, .line = request.line.value_or(0), .filter = {} };
	order.filter.agent_id = request.agent.to_string();
	order.filter.from = request.from ? request.from->to_string() : std::string();
	const std::shared_ptr<Forgetting> work = std::make_shared<Forgetting>(number, std::move(order));
	return on_reader(number, [this, work] { forget_piece(work); });
}

void MemoryChanges::forget_originals(
		RequestId request, ForgetOrder order, std::int64_t after, const SummaryReply &result) {
	const std::shared_ptr<Forgetting> work =
			std::make_shared<Forgetting>(request, std::move(order));
	work->after = after;
	work->result = result;
	// This is the writer's thread, which must not wait for space in its own queue.
	const Status asked = on_reader(request, [this, work] { forget_piece(work); });
	if (!asked.ok()) {
		parts_.requests.complete(request, asked);
	}
}

void MemoryChanges::end_forgetting(const Forgetting &work) {
	if (!work.result) {
		complete<ChangedLinesReply>(parts_.requests, work.request, changed_lines(work.forgotten));
		return;
	}
	SummaryReply summary = *work.result;
	summary.removed = work.forgotten.size();
	complete<SummaryReply>(parts_.requests, work.request, summary);
}

// One transaction of a few hundred lines.
void MemoryChanges::forget_piece(const std::shared_ptr<Forgetting> &work) {
	const auto decide = [work](Database &database, News &news) {
		return decide_forgetting(database, *work, news);
	};
	const auto done = [this, work](const Result<MemoryOutcome> &outcome) {
		if (!outcome.ok()) {
			parts_.requests.complete(work->request, outcome.status());
			return;
		}
		const std::vector<std::int64_t> &ids = outcome.value().ids;
		work->forgotten.insert(work->forgotten.end(), ids.begin(), ids.end());
		work->after = work->looked_to;
		if (!outcome.value().more) {
			end_forgetting(*work);
			return;
		}
		const Status asked = on_reader(work->request, [this, work] { forget_piece(work); });
		if (!asked.ok()) {
			parts_.requests.complete(work->request, asked);
		}
	};
	change(work->request, work->order.agent, "forgotten", decide, done);
}

Result<MemoryOutcome> MemoryChanges::decide_forgetting(
		Database &database, Forgetting &work, News &news) {
	ForgetFilter &filter = work.order.filter;
	if (work.order.line > 0) {
		const Result<MemoryLine> line = find_line(database, filter.agent_id, work.order.line);
		if (!line.ok()) {
			return line.status();
		}
		news.change = change_of(line.value(), std::nullopt);
		filter.last = work.order.line;
		work.after = work.order.line - 1;
	} else if (!work.result) {
		news.change = LineChange{ ParticipantId::parse(filter.from).value_or(ParticipantId()), "",
			std::nullopt };
	}
	if (filter.last == 0) {
		const Result<std::int64_t> newest = newest_line(database);
		if (!newest.ok()) {
			return newest.status();
		}
		filter.last = newest.value();
	}
	Result<Forgotten> forgotten = forget_lines(database, filter, work.after);
	if (!forgotten.ok()) {
		return forgotten.status();
	}
	work.looked_to = forgotten.value().looked_to;
	return MemoryOutcome{ .ids = std::move(forgotten.value().ids), .more = forgotten.value().more };
}

} // namespace agent_runtime
