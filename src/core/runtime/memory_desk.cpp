#include "core/runtime/memory_desk.h"

#include "core/agents/agent_rows.h"
#include "core/base/time.h"
#include "core/memory/memory_search.h"
#include "core/requests/request_table.h"
#include "core/store/read.h"

#include <utility>

namespace agent_runtime {

namespace {

Status read_time(const std::string &text, const char *field, std::optional<WallTime> &time) {
	if (text.empty()) {
		return Status();
	}
	const Result<WallTime> parsed = parse_iso8601(text);
	if (!parsed.ok()) {
		return FieldProblem{ field, "is no date and time", "give one such as 2026-01-31T12:00:00Z" }
				.to_status();
	}
	time = parsed.value();
	return Status();
}

std::string named(const std::optional<ParticipantId> &who) {
	return who ? who->to_string() : std::string();
}

Result<MemoryQuery> query_from(const SearchRequest &request, WallTime now) {
	MemoryQuery query;
	query.agent_id = request.agent.to_string();
	query.text = request.text;
	query.any_word = request.match == "any";
	query.kind = request.kind;
	query.from = named(request.from);
	query.limit = request.limit;
	query.now = now;
	Status status = read_time(request.since, "since", query.since);
	if (status.ok()) {
		status = read_time(request.until, "until", query.until);
	}
	return status.ok() ? Result(std::move(query)) : status;
}

LineFields shown(const MemoryLine &line) {
	LineFields fields;
	fields.id = line.id;
	fields.ts = to_iso8601(line.timestamp);
	fields.from = line.sender;
	fields.to = line.recipient;
	fields.content = line.content;
	fields.kind = line.kind;
	fields.importance = line.importance;
	fields.pinned = line.pinned;
	if (line.summarised) {
		fields.summarised = true;
	}
	return fields;
}

LineFields shown(const RankedLine &found) {
	LineFields fields = shown(found.line);
	fields.score = found.score;
	fields.relevance = found.relevance;
	fields.recency = found.recency;
	fields.weight = found.weight;
	return fields;
}

template <typename Line>
std::vector<LineFields> shown(const std::vector<Line> &lines) {
	std::vector<LineFields> all;
	all.reserve(lines.size());
	for (const Line &line : lines) {
		all.push_back(shown(line));
	}
	return all;
}

} // namespace

template <typename Found>
Status MemoryDesk::read_for(
		RequestId request, AgentId agent, std::function<Result<Found>(Database &)> run) {
	if (Status status = parts_.require_store(); !status.ok()) {
		return status;
	}
	const Status living = parts_.known(agent);
	return read<Found>(
			parts_.store.reader(),
			[run = std::move(run), agent, living](Database &database) -> Result<Found> {
				if (living.code() == StatusCode::not_found &&
						!has_lived(database, agent.to_string())) {
					return living;
				}
				return run(database);
			},
			[this, request](
					const Result<Found> &found) { complete(parts_.requests, request, found); });
}

Status MemoryDesk::answer(const SearchRequest &request, RequestId number) {
	const Result<MemoryQuery> query = query_from(request, parts_.clock.wall_now());
	if (!query.ok()) {
		return query.status();
	}
	return read_for<SearchReply>(number, request.agent,
			[query = query.value()](Database &database) -> Result<SearchReply> {
				const Result<MemoryFindings> found = search_memory(database, query);
				if (!found.ok()) {
					return found.status();
				}
				return SearchReply{ shown(found.value().lines), found.value().is_complete };
			});
}

Status MemoryDesk::answer(const MemoryRequest &request, RequestId number) {
	MemoryListing listing;
	listing.agent_id = request.agent.to_string();
	listing.kind = request.kind;
	listing.from = named(request.from);
	listing.before = request.before;
	listing.limit = request.limit;
	listing.pinned = request.pinned;
	return read_for<MemoryReply>(
			number, request.agent, [listing](Database &database) -> Result<MemoryReply> {
				const Result<std::vector<MemoryLine>> lines = list_memory(database, listing);
				if (!lines.ok()) {
					return lines.status();
				}
				return MemoryReply{ shown(lines.value()) };
			});
}

} // namespace agent_runtime
