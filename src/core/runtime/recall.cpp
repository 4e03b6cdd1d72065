#include "core/runtime/recall.h"

#include "core/base/utf8.h"
#include "core/memory/memory_search.h"
#include "core/store/read.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_RECALLED = 5;
constexpr std::size_t LONGEST_QUERY = 512; // in bytes

std::string query_of(const MindRequest &request) {
	std::string text = request.topic;
	if (request.task) {
		text += " " + request.task->name;
	}
	if (!request.last_lines.empty()) {
		text += " " + request.last_lines.back().content;
	}
	return std::string(shorten(text, LONGEST_QUERY));
}

bool is_known(const MindRequest &request, const std::string &content) {
	const auto is_it = [&](const RememberedLine &line) { return line.content == content; };
	return std::any_of(request.last_lines.begin(), request.last_lines.end(), is_it) ||
			std::any_of(request.pinned.begin(), request.pinned.end(), is_it);
}

std::string percent(double share) {
	return std::to_string(std::lround(share * 100.0)) + " %";
}

RecalledLine recalled(const RankedLine &found) {
	const ParticipantId sender = ParticipantId::parse(found.line.sender).value_or(ParticipantId());
	return { { sender, "", found.line.content },
		"fits by " + percent(found.relevance) + ", new by " + percent(found.recency) +
				", important by " + percent(found.weight) };
}

} // namespace

void recall(Reader &reader, const Clock &clock, const MindRequest &request, const RecallPost &post,
		RecallDone done) {
	MemoryQuery query;
	query.agent_id = request.agent.to_string();
	query.text = query_of(request);
	query.any_word = true;
	query.limit = MOST_RECALLED + request.last_lines.size() + request.pinned.size();
	query.now = clock.wall_now();
	const auto tell = [post, done = std::move(done), request](
							  const std::vector<RankedLine> &found) {
		std::vector<RecalledLine> lines;
		for (const RankedLine &each : found) {
			if (lines.size() < MOST_RECALLED && !is_known(request, each.line.content)) {
				lines.push_back(recalled(each));
			}
		}
		post([done, lines = std::move(lines)] { done(lines); });
	};
	const Status asked = read<MemoryFindings>(
			reader,
			[query = std::move(query)](
					Database &database) { return search_memory(database, query); },
			[tell](const Result<MemoryFindings> &findings) {
				tell(findings.value_or(MemoryFindings()).lines);
			});
	if (!asked.ok()) {
		tell({});
	}
}

} // namespace agent_runtime
