#include "core/runtime/recall_tool.h"

#include "core/base/utf8.h"
#include "core/memory/memory_search.h"
#include "core/runtime/remembered.h"
#include "core/store/read.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace agent_runtime::recall_tool {

namespace {

using nlohmann::json;

constexpr std::chrono::seconds LONGEST_SEARCH(10);

json schema() {
	return { { "type", "object" },
		{ "properties",
				{ { "query",
						  { { "type", "string" }, { "minLength", 1 },
								  { "maxLength", LONGEST_QUERY },
								  { "description", "Words to look for; any of them will do." } } },
						{ "limit",
								{ { "type", "integer" }, { "minimum", 1 },
										{ "maximum", MOST_LINES },
										{ "description",
												"How many lines at the most; 5 unless "
												"told." } } } } },
		{ "required", { "query" } }, { "additionalProperties", false } };
}

// As a prompt names whoever speaks.
Result<std::string> named(Database &database, const std::string &speaker) {
	Result<std::string> name = speaker_name(database, speaker);
	return name.ok() && !name.value().empty() ? Result(name.value() + " [" + speaker + "]")
			: name.ok()						  ? Result(speaker)
											  : name;
}

json shown(const MemoryLine &line, const std::string &from) {
	const std::string_view text = shorten(line.content, LONGEST_LINE);
	json fields{ { "from", from }, { "when", to_iso8601(line.timestamp) },
		{ "text", std::string(text) + (text.size() < line.content.size() ? "…" : "") } };
	if (line.kind != "message") {
		fields["kind"] = line.kind;
	}
	return fields;
}

std::size_t size_of(const json &value) {
	return value.dump(-1, ' ', false, json::error_handler_t::replace).size();
}

// As many of the best lines as an answer holds.
Result<json> recall(Database &database, const MemoryQuery &query) {
	const Result<MemoryFindings> found = search_memory(database, query);
	if (!found.ok()) {
		return found.status();
	}
	json answer{ { "lines", json::array() } };
	std::size_t bytes = size_of(answer);
	for (const RankedLine &each : found.value().lines) {
		const Result<std::string> from = named(database, each.line.sender);
		if (!from.ok()) {
			return from.status();
		}
		json line = shown(each.line, from.value());
		bytes += size_of(line) + 1; // with its comma
		if (bytes > LONGEST_ANSWER) {
			break;
		}
		answer["lines"].push_back(std::move(line));
	}
	return answer;
}

class RecallTool : public Tool {
public:
	RecallTool(Reader &reader, const Clock &clock) :
			reader_(reader),
			clock_(clock) {}

	void run(const Permit &permit, const json &arguments, ToolUse use) override {
		if (permit.caller().agent.is_none()) {
			use.fail("only an agent remembers anything; do without");
			return;
		}
		MemoryQuery query;
		query.agent_id = permit.caller().agent.to_string();
		query.text = arguments.at("query").get<std::string>();
		query.any_word = true;
		query.limit = arguments.value("limit", USUAL_LINES);
		query.now = clock_.wall_now();
		search(std::move(query), std::make_shared<ToolUse>(std::move(use)));
	}

private:
	void search(MemoryQuery query, const std::shared_ptr<ToolUse> &use) {
		const Status asked = read<json>(
				reader_,
				[use, query = std::move(query)](Database &database) -> Result<json> {
					return use->is_wanted() ? recall(database, query)
											: Status(StatusCode::cancelled, "nobody waits for it");
				},
				[use](const Result<json> &found) {
					if (found.ok()) {
						use->done(found.value());
					} else {
						use->fail(refusal(found.status()));
					}
				});
		if (!asked.ok()) {
			use->fail(refusal(asked));
		}
	}

	static std::string refusal(const Status &why) {
		return "the memory cannot be searched now: " + why.message() + "; go on without";
	}

	Reader &reader_;
	const Clock &clock_;
};

} // namespace

NativeTool make(Reader &reader, const Clock &clock) {
	return { "recall",
		{ "Look up what you said or heard before, by words. Gives the lines that fit best, with "
		  "who said them and when.",
				schema(), LONGEST_SEARCH },
		std::make_shared<RecallTool>(reader, clock) };
}

} // namespace agent_runtime::recall_tool
