#include "core/runtime/memory_summaries.h"

#include "core/base/memory_weights.h"
#include "core/base/time.h"
#include "core/memory/memory_store.h"
#include "core/mind/summary_prompt.h"
#include "core/requests/request_table.h"
#include "core/runtime/remembered.h"
#include "core/store/read.h"

#include <map>
#include <utility>

namespace agent_runtime {

namespace {

// Looks up each speaker's name once.
class Names {
public:
	explicit Names(Database &database) :
			database_(database) {}

	const std::string &of(const std::string &speaker) {
		const auto found = names_.find(speaker);
		if (found != names_.end()) {
			return found->second;
		}
		const Result<std::string> name = speaker_name(database_, speaker);
		return names_.emplace(speaker, name.value_or("")).first->second;
	}

private:
	Database &database_;
	std::map<std::string, std::string> names_;
};

} // namespace

struct MemorySummaries::Summary {
	// Whether the agent's mind can be asked: it lives, and its mind is one outside this process.
	bool has_own_mind() const { return profile != nullptr && is_outside(profile->mind); }

	RequestId request;
	AgentId agent;
	ProfilePtr profile; // null: it does not live any more
	std::size_t keep = 0;
	bool remove_originals = false;
	// What was read, and how the writer checks whether it is still the same.
	SummaryRequest talk;
	std::vector<MemoryLine> lines;
	std::string text;
	MindKind mind = MindKind::offline; // whose text it is
};

Status MemorySummaries::answer(const SummariseRequest &request, RequestId number) {
	if (Status status = parts_.require_store(); !status.ok()) {
		return status;
	}
	const std::shared_ptr<Summary> summary = std::make_shared<Summary>();
	summary->request = number;
	summary->agent = request.agent;
	summary->profile = parts_.directory.find(request.agent);
	summary->keep = static_cast<std::size_t>(request.keep);
	summary->remove_originals = request.remove_originals;
	return read<NoFields>(
			parts_.store.reader(),
			[this, summary](Database &database) -> Result<NoFields> {
				Status status = read_lines(database, *summary);
				return status.ok() ? Result(NoFields()) : status;
			},
			[this, summary](const Result<NoFields> &read) {
				if (!read.ok()) {
					parts_.requests.complete(summary->request, read.status());
				} else if (summary->talk.lines.empty()) {
					complete<SummaryReply>(parts_.requests, summary->request, SummaryReply());
				} else {
					sum_up(summary);
				}
			});
}

Status MemorySummaries::read_lines(Database &database, Summary &summary) const {
	const std::string agent = summary.agent.to_string();
	Result<SummaryWindow> window = read_summary_window(database, agent, summary.keep);
	if (!window.ok() || window.value().lines.empty()) {
		return window.status();
	}
	summary.lines = std::move(window.value().lines);
	std::vector<MemoryLine> &lines = summary.lines;
	Names names(database);
	SummaryRequest &talk = summary.talk;
	talk.self =
			summary.profile != nullptr ? summary.profile->self : Persona{ names.of(agent), {}, {} };
	talk.earlier = window.value().earlier;
	talk.since = to_iso8601(lines.front().timestamp);
	talk.until = to_iso8601(lines.back().timestamp);
	for (const MemoryLine &line : lines) {
		talk.lines.push_back({ ParticipantId::parse(line.sender).value_or(ParticipantId()),
				names.of(line.sender), line.content });
	}
	if (summary.has_own_mind()) { // the rest waits for the next summary
		const std::int64_t most = parts_.options.minds.of(summary.profile->mind).prompt_tokens;
		talk.lines.resize(lines_for_summary(talk, most));
		lines.resize(talk.lines.size());
		talk.until = to_iso8601(lines.back().timestamp);
	}
	return Status();
}

void MemorySummaries::sum_up(const std::shared_ptr<Summary> &summary) {
	if (summary->has_own_mind()) {
		ask_own_mind(summary);
	} else {
		sum_up_built_in(summary);
	}
}

// What the built-in mind does, and what is stored, is the work of the reader's thread.
void MemorySummaries::ask_own_mind(const std::shared_ptr<Summary> &summary) {
	const AgentProfile &profile = *summary->profile;
	SummaryOrder order{ .agent = summary->agent,
		.mind = profile.mind,
		.model = profile.model,
		.options = profile.mind_options,
		.groups = profile.subscription().groups,
		.caps = { .tokens = profile.budget.tokens, .money = profile.budget.money },
		.talk = summary->talk,
		.is_wanted = [this, number = summary->request] {
			return parts_.requests.is_open(number);
		} };
	models_->summarise(std::move(order), [this, summary](const Result<std::string> &text) {
		const Status asked = read<NoFields>(
				parts_.store.reader(), [](Database &) { return NoFields(); },
				[this, summary, text](const Result<NoFields> &turn) {
					if (!turn.ok()) {
						parts_.requests.complete(summary->request, turn.status());
					} else if (text.ok()) {
						summary->text = text.value();
						summary->mind = summary->profile->mind;
						store(summary);
					} else {
						parts_.log.warning("the built-in mind sums up what " +
								summary->agent.to_string() +
								" remembers, since its own has not: " + text.status().message());
						sum_up_built_in(summary);
					}
				});
		if (!asked.ok()) {
			parts_.requests.complete(summary->request, asked);
		}
	});
}

void MemorySummaries::sum_up_built_in(const std::shared_ptr<Summary> &summary) {
	const Result<std::string> text = mind_.summarise(summary->talk);
	if (!text.ok()) {
		parts_.requests.complete(summary->request, text.status());
		return;
	}
	summary->text = text.value();
	summary->mind = MindKind::offline;
	store(summary);
}

void MemorySummaries::store(const std::shared_ptr<Summary> &summary) {
	const auto decide = [summary, now = parts_.clock.wall_now()](Database &database,
								MemoryChanges::News &) -> Result<MemoryOutcome> {
		const Result<bool> unchanged =
				is_unchanged(database, summary->agent.to_string(), summary->lines);
		if (!unchanged.ok()) {
			return unchanged.status();
		}
		if (!unchanged.value()) {
			return Status(StatusCode::failed_precondition,
					"the lines were changed while they were summed up; ask again");
		}
		const std::string agent = summary->agent.to_string();
		const Result<std::int64_t> id = add_line(database,
				{ .agent_id = agent,
						.timestamp = now,
						.sender = agent,
						.content = summary->text,
						.kind = "summary",
						.importance = IMPORTANCE_SUMMARY,
						.covers_to = summary->lines.back().id });
		if (!id.ok()) {
			return id.status();
		}
		return MemoryOutcome{ .ids = { id.value() } };
	};
	changes_.change(summary->request, summary->agent, "summarised", decide,
			[this, summary](const Result<MemoryOutcome> &outcome) { end(*summary, outcome); });
}

void MemorySummaries::end(const Summary &summary, const Result<MemoryOutcome> &outcome) {
	if (!outcome.ok()) {
		parts_.requests.complete(summary.request, outcome.status());
		return;
	}
	const SummaryReply result{ .count = summary.talk.lines.size(),
		.summary = outcome.value().ids.front(),
		.content = summary.text,
		.removed = {},
		.mind = std::string(mind_kind_name(summary.mind)) };
	if (!summary.remove_originals) {
		complete<SummaryReply>(parts_.requests, summary.request, result);
		return;
	}
	MemoryChanges::ForgetOrder order{ .agent = summary.agent, .line = 0, .filter = {} };
	order.filter = { .agent_id = summary.agent.to_string(),
		.last = summary.lines.back().id,
		.from = "",
		.unpinned_messages = true };
	changes_.forget_originals(summary.request, order, summary.lines.front().id - 1, result);
}

} // namespace agent_runtime
