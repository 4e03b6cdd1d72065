#include "core/runtime/memory_desk.h"

#include "core/base/time.h"
#include "core/store/memory_search.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

constexpr std::size_t LINES_SHOWN = 20; // unless a request says otherwise

Status read_time(const json &message, const char *field, std::optional<WallTime> &time) {
	const auto found = message.find(field);
	if (found == message.end()) {
		return Status();
	}
	const Result<WallTime> parsed = parse_iso8601(found->get<std::string>());
	if (!parsed.ok()) {
		return Status(StatusCode::invalid_argument,
				std::string(field) +
						": is no date and time; give one such as 2026-01-31T12:00:00Z");
	}
	time = parsed.value();
	return Status();
}

Result<MemoryQuery> query_from(const json &message, WallTime now) {
	MemoryQuery query;
	query.agent_id = message.at("agent_id");
	query.text = message.at("text");
	query.any_word = message.value("match", "all") == "any";
	query.kind = message.value("kind", "");
	query.from = message.value("from", "");
	query.limit = message.value("limit", LINES_SHOWN);
	query.now = now;
	Status status = read_time(message, "since", query.since);
	if (status.ok()) {
		status = read_time(message, "until", query.until);
	}
	return status.ok() ? Result(std::move(query)) : status;
}

json line_to_json(const MemoryLine &line) {
	json shown{ { "id", line.id }, { "ts", to_iso8601(line.timestamp) }, { "from", line.sender },
		{ "to", line.recipient }, { "content", line.content }, { "kind", line.kind },
		{ "importance", line.importance }, { "pinned", line.pinned } };
	if (line.summarised) {
		shown["summarised"] = true;
	}
	return shown;
}

json line_to_json(const RankedLine &found) {
	json shown = line_to_json(found.line);
	shown["score"] = found.score;
	shown["relevance"] = found.relevance;
	shown["recency"] = found.recency;
	shown["weight"] = found.weight;
	return shown;
}

bool has_been(Database &database, const std::string &agent) {
	Query rows(database, "SELECT 1 FROM agents WHERE id = ?1", agent);
	return rows.next() || !rows.status().ok();
}

template <typename Line>
json lines_to_json(const std::vector<Line> &lines) {
	json shown = json::array();
	for (const Line &line : lines) {
		shown.push_back(line_to_json(line));
	}
	return shown;
}

} // namespace

void MemoryDesk::answer(const json &message, RequestId request) {
	const std::string type = message.at("type");
	if (type == "search_request") {
		search(message, request);
	} else if (type == "memory_request") {
		list(message, request);
	} else if (type == "memory_summarise_request") {
		summarise(message, request);
	} else {
		on_reader(request, [this, message, request] { make_change(message, request); });
	}
}

void MemoryDesk::make_change(const json &message, RequestId request) {
	const std::string type = message.at("type");
	if (type == "memory_pin_request") {
		pin(message, request);
	} else if (type == "memory_edit_request") {
		edit(message, request);
	} else if (type == "memory_note_request") {
		add_note(message, request);
	} else if (type == "memory_forget_request") {
		forget(message, request);
	} else {
		rooms_.requests.complete(
				request, Status(StatusCode::unsupported, type + " is not answered here"));
	}
}

// There it may wait for the writer, which the main thread and the writer's own must not.
void MemoryDesk::on_reader(RequestId request, std::function<void()> work) {
	ask_reader(
			request, [](Database &) { return Status(); },
			[this, request, work = std::move(work)](const Status &status) {
				status.ok() ? work() : rooms_.requests.complete(request, status);
			});
}

void MemoryDesk::ask_reader(RequestId request, std::function<Status(Database &)> run,
		std::function<void(const Status &)> done) {
	const Result<Reader::Ticket> ticket = rooms_.reader.ask({ std::move(run), std::move(done) });
	if (!ticket.ok()) {
		rooms_.requests.complete(request, ticket.status());
	}
}

// Answers with what was found, also of an agent that has ended.
void MemoryDesk::read_for(
		RequestId request, const json &message, std::function<Result<json>(Database &)> read) {
	const std::string agent = message.at("agent_id");
	const Status living = rooms_.known(AgentId::parse(agent).value_or(AgentId()));
	const std::shared_ptr<json> found = std::make_shared<json>();
	ask_reader(
			request,
			[read = std::move(read), found, agent, living](Database &database) {
				if (living.code() == StatusCode::not_found && !has_been(database, agent)) {
					return Status(living);
				}
				Result<json> result = read(database);
				if (!result.ok()) {
					return result.status();
				}
				*found = std::move(result).value();
				return Status();
			},
			[this, request, found](
					const Status &status) { rooms_.requests.complete(request, status, *found); });
}

void MemoryDesk::search(const json &message, RequestId request) {
	const Result<MemoryQuery> query = query_from(message, rooms_.clock.wall_now());
	if (!query.ok()) {
		rooms_.requests.complete(request, query.status());
		return;
	}
	read_for(request, message, [query = query.value()](Database &database) -> Result<json> {
		const Result<MemoryFindings> found = search_memory(database, query);
		if (!found.ok()) {
			return found.status();
		}
		return json{ { "lines", lines_to_json(found.value().lines) },
			{ "complete", found.value().is_complete } };
	});
}

void MemoryDesk::list(const json &message, RequestId request) {
	MemoryListing listing;
	listing.agent_id = message.at("agent_id");
	listing.kind = message.value("kind", "");
	listing.from = message.value("from", "");
	listing.before = whole_number(message, "before", 0);
	listing.limit = message.value("limit", LINES_SHOWN);
	if (const auto pinned = message.find("pinned"); pinned != message.end()) {
		listing.pinned = pinned->get<bool>();
	}
	read_for(request, message, [listing](Database &database) -> Result<json> {
		const Result<std::vector<MemoryLine>> lines = list_memory(database, listing);
		if (!lines.ok()) {
			return lines.status();
		}
		return json{ { "lines", lines_to_json(lines.value()) } };
	});
}

} // namespace agent_runtime
