#include "core/runtime/memory_desk.h"

#include "core/runtime/remembered.h"
#include "core/store/memory_store.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t MOST_IDS_SHOWN = 100;

json changed_lines(const std::vector<std::int64_t> &ids) {
	json result{ { "count", ids.size() } };
	if (ids.size() <= MOST_IDS_SHOWN) {
		result["line_ids"] = ids;
	}
	return result;
}

AgentId agent_named_in(const json &message) {
	return AgentId::parse(message.value("agent_id", "")).value_or(AgentId());
}

LineChange change_of(const MemoryLine &line, std::optional<std::string> replacement) {
	return { ParticipantId::parse(line.sender).value_or(ParticipantId()), line.content,
		std::move(replacement) };
}

// One line was changed, unless that went wrong.
Result<MemoryOutcome> outcome_of(const Status &status, std::int64_t line) {
	return status.ok() ? Result<MemoryOutcome>(MemoryOutcome{ .ids = { line } }) : status;
}

} // namespace

// What the agent keeps in mind is read after each change, in the same transaction. A request that
// was cancelled because another world was loaded must not change that one.
void MemoryDesk::change(
		RequestId request, AgentId agent, std::string what, Decide decide, MemoryJob::Done done) {
	const std::shared_ptr<News> news = std::make_shared<News>();
	MemoryJob::Decide with_news = [this, request, agent, news, decide = std::move(decide)](
										  Database &database) -> Result<MemoryOutcome> {
		if (!rooms_.requests.is_open(request)) {
			return MemoryOutcome{ .refusal = Status(StatusCode::cancelled, "nobody waits for it") };
		}
		news->change.reset();
		Result<MemoryOutcome> outcome = decide(database, *news);
		if (!outcome.ok() || !outcome.value().refusal.ok()) {
			return outcome;
		}
		Result<KeptLinesPtr> kept = kept_lines(database, agent.to_string());
		if (!kept.ok()) {
			return kept.status();
		}
		news->kept = std::move(kept).value();
		return outcome;
	};
	MemoryJob::Done tell = [this, agent, news, done = std::move(done)](
								   const Result<MemoryOutcome> &outcome) {
		if (outcome.ok() && !outcome.value().refusal.ok()) {
			done(outcome.value().refusal);
			return;
		}
		if (outcome.ok()) {
			rooms_.post(MemoryInput{ agent, news->change, news->kept });
		}
		done(outcome);
	};
	rooms_.store(std::make_unique<MemoryJob>(agent, std::move(what), rooms_.clock.wall_now(),
			rooms_.fanout, std::move(with_news), std::move(tell)));
}

MemoryJob::Done MemoryDesk::reply_to(RequestId request) {
	return [this, request](const Result<MemoryOutcome> &outcome) {
		rooms_.requests.complete(request, outcome.status(),
				outcome.ok() ? changed_lines(outcome.value().ids) : json());
	};
}

void MemoryDesk::pin(const json &message, RequestId request) {
	const std::int64_t line = whole_number(message, "line_id", 0);
	const std::string agent = message.at("agent_id");
	const bool pinned = message.value("pinned", true);
	const auto decide = [agent, line, pinned](Database &database, News &) -> Result<MemoryOutcome> {
		const Result<MemoryLine> found = find_line(database, agent, line);
		return found.ok() ? outcome_of(pin_line(database, line, pinned), line)
						  : MemoryOutcome{ .refusal = found.status() };
	};
	change(request, agent_named_in(message), pinned ? "pinned" : "unpinned", decide,
			reply_to(request));
}

void MemoryDesk::edit(const json &message, RequestId request) {
	const Result<LineEdit> read = line_edit_from(message);
	if (!read.ok()) {
		rooms_.requests.complete(request, read.status());
		return;
	}
	const auto decide = [edit = read.value()](
								Database &database, News &news) -> Result<MemoryOutcome> {
		const std::string agent = edit.agent.to_string();
		const Result<MemoryLine> found = find_line(database, agent, edit.line);
		if (!found.ok()) {
			return MemoryOutcome{ .refusal = found.status() };
		}
		if (edit.content) {
			news.change = change_of(found.value(), edit.content);
		}
		return outcome_of(edit_line(database, edit.line, edit.content, edit.importance), edit.line);
	};
	change(request, read.value().agent, "edited", decide, reply_to(request));
}

void MemoryDesk::add_note(const json &message, RequestId request) {
	if (const Status status = rooms_.known(agent_named_in(message)); !status.ok()) {
		rooms_.requests.complete(request, status);
		return;
	}
	const auto decide = [note = note_from(message, rooms_.clock.wall_now())](
								Database &database, News &) -> Result<MemoryOutcome> {
		const Result<std::int64_t> id = add_line(database, note);
		return outcome_of(id.status(), id.value_or(0));
	};
	change(request, agent_named_in(message), "noted", decide, reply_to(request));
}

// What is at work on, piece by piece.
struct MemoryDesk::Forgetting {
	Forgetting(RequestId by, ForgetOrder what) :
			request(by),
			order(std::move(what)) {}

	RequestId request;
	ForgetOrder order;
	std::int64_t after = 0; // where the next piece begins
	std::int64_t looked_to = 0;
	std::vector<std::int64_t> forgotten;
	json result; // of the summary that they are forgotten for
};

void MemoryDesk::forget(const json &message, RequestId request) {
	const Result<ForgetOrder> order = forget_order_from(message);
	if (!order.ok()) {
		rooms_.requests.complete(request, order.status());
		return;
	}
	const std::shared_ptr<Forgetting> work = std::make_shared<Forgetting>(request, order.value());
	forget_piece(work);
}

void MemoryDesk::forget_originals(
		RequestId request, ForgetOrder order, std::int64_t after, const json &result) {
	const std::shared_ptr<Forgetting> work =
			std::make_shared<Forgetting>(request, std::move(order));
	work->after = after;
	work->result = result;
	forget_piece(work);
}

void MemoryDesk::end_forgetting(const Forgetting &work) {
	json result = changed_lines(work.forgotten);
	if (!work.result.is_null()) {
		result = work.result;
		result["removed"] = work.forgotten.size();
	}
	rooms_.requests.complete(work.request, Status(), result);
}

// A transaction of a few hundred lines.
void MemoryDesk::forget_piece(const std::shared_ptr<Forgetting> &work) {
	const auto decide = [work](Database &database, News &news) {
		return decide_forgetting(database, *work, news);
	};
	const auto done = [this, work](const Result<MemoryOutcome> &outcome) {
		if (!outcome.ok()) {
			rooms_.requests.complete(work->request, outcome.status());
			return;
		}
		const std::vector<std::int64_t> &ids = outcome.value().ids;
		work->forgotten.insert(work->forgotten.end(), ids.begin(), ids.end());
		work->after = work->looked_to;
		if (!outcome.value().more) {
			end_forgetting(*work);
			return;
		}
		on_reader(work->request, [this, work] { forget_piece(work); });
	};
	change(work->request, work->order.agent, "forgotten", decide, done);
}

Result<MemoryOutcome> MemoryDesk::decide_forgetting(
		Database &database, Forgetting &work, News &news) {
	ForgetFilter &filter = work.order.filter;
	if (work.order.line > 0) {
		const Result<MemoryLine> line = find_line(database, filter.agent_id, work.order.line);
		if (!line.ok()) {
			return MemoryOutcome{ .refusal = line.status() };
		}
		news.change = change_of(line.value(), std::nullopt);
		filter.last = work.order.line;
		work.after = work.order.line - 1;
	} else if (work.result.is_null()) {
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
