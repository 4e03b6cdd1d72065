#pragma once

// What minds do and fail to do, and what agents remember.
// Thread rule: immutable once emitted.

#include "core/agents/agent_fields.h"
#include "core/base/vocabulary_fields.h"
#include "core/log/event.h"
#include "core/log/event_fields.h"
#include "core/memory/memory_fields.h"
#include "core/mind/mind.h"
#include "core/mind/mind_failure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

struct MindEvents; // the list of all of them

struct MindFailed {
	using List = MindEvents;
	static constexpr std::string_view TYPE = "mind_failed";
	static constexpr EventNote NOTE = { "A mind gave no answer.", "agent_mind_failed" };
	MindFailure failure = MindFailure::internal;
	std::string message;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "failure",
							 .sentence = "What kind of failure.",
							 .required = true,
							 .values = NAMES_OF<MindFailure> },
						&MindFailed::failure)
						.shown(),
				bind({ .name = "message",
							 .sentence = "What failed, why, and what to try.",
							 .required = true,
							 .max_length = LONGEST_SENTENCE },
						&MindFailed::message)
						.shown(),
				derived_field(
						Field{ .name = "code",
								.sentence = "The same, for who knows only the codes of errors.",
								.required = true,
								.values = ERROR_CODES },
						[](const MindFailed &event) {
							return std::string(status_code_name(status_code_of(event.failure)));
						}));
	}
};

// A cap prevents its thoughts: its own, its group's, or that of all agents.
struct BudgetExhausted {
	using List = MindEvents;
	static constexpr std::string_view TYPE = "budget_exhausted";
	static constexpr EventNote NOTE = { "A cap stands in the way of an agent's thoughts.",
		"budget_exhausted" };
	std::string reason;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "reason",
							 .sentence = "Which cap stands in the way, and what to try.",
							 .required = true,
							 .max_length = LONGEST_SENTENCE },
						&BudgetExhausted::reason)
						.shown());
	}
};

// How a tool has ended that its mind wanted to use.
struct ToolUsed {
	using List = MindEvents;
	static constexpr std::string_view TYPE = "tool_used";
	static constexpr EventNote NOTE = { "A tool has ended that a mind wanted used.", "tool_used" };
	ToolResult result;

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind(
						{ .name = "tool",
								.kind = identifier,
								.sentence = "The tool's name.",
								.required = true },
						[](const ToolUsed &event) -> const std::string & {
							return event.result.call.name;
						},
						[](ToolUsed &event, std::string name) {
							event.result.call.name = std::move(name);
						})
						.shown(),
				bind(
						{ .name = "ok", .sentence = "Whether it worked.", .required = true },
						[](const ToolUsed &event) { return event.result.ok; },
						[](ToolUsed &event, bool ok) { event.result.ok = ok; })
						.shown(),
				argument_only("result",
						[](const ToolUsed &event) -> const std::string & {
							return event.result.result;
						}),
				bind(
						{ .name = "result",
								.sentence = "What came of it, as JSON.",
								.max_length = LARGEST_RESULT },
						[](const ToolUsed &event) {
							return event.result.ok == true ? std::optional(event.result.result)
														   : std::nullopt;
						},
						[](ToolUsed &event, std::string text) {
							if (event.result.ok == true) {
								event.result.result = std::move(text);
							}
						}),
				bind(
						{ .name = "reason",
								.sentence = "Why it did not work.",
								.max_length = LONGEST_SENTENCE },
						[](const ToolUsed &event) {
							return event.result.ok == false ? std::optional(event.result.result)
															: std::nullopt;
						},
						[](ToolUsed &event, std::string text) {
							if (event.result.ok == false) {
								event.result.result = std::move(text);
							}
						}));
	}
};

struct ActionPerformed {
	using List = MindEvents;
	static constexpr std::string_view TYPE = "action_performed";
	static constexpr EventNote NOTE = { "An action of the game has ended.", "action_performed" };
	std::string action;
	bool ok = false;
	std::string result; // JSON; a reason when it is not ok

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind(ACTION, &ActionPerformed::action).shown(),
				bind({ .name = "ok", .sentence = "Whether it was done.", .required = true },
						&ActionPerformed::ok)
						.shown(),
				argument_only("result",
						[](const ActionPerformed &event) {
							return JsonValue{ event.result, event.ok };
						}),
				bind({ .name = "result",
							 .sentence = "What came of it, as JSON, or why nothing did.",
							 .max_length = LARGEST_METADATA },
						&ActionPerformed::result));
	}
};

struct MemoryChanged {
	using List = MindEvents;
	static constexpr std::string_view TYPE = "memory_changed";
	static constexpr EventNote NOTE = { "What an agent remembers was changed.", "memory_changed" };
	std::string what; // one of MEMORY_CHANGES
	std::uint64_t count = 0; // how many lines it concerns
	std::vector<std::int64_t> line_ids; // empty when there are too many to list

	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows(subject_field(AGENT).shown(),
				bind({ .name = "what",
							 .sentence = "What was done.",
							 .required = true,
							 .values = MEMORY_CHANGES },
						&MemoryChanged::what)
						.shown(),
				bind({ .name = "count",
							 .sentence = "How many lines it concerns.",
							 .required = true },
						&MemoryChanged::count),
				bind(
						{ .name = "line_ids",
								.sentence = "Their ids; absent when they are more than a hundred.",
								.max_length = MOST_LINES_NAMED,
								.min = 1 },
						[](const MemoryChanged &event) {
							return event.line_ids.empty() ? std::nullopt
														  : std::optional(event.line_ids);
						},
						[](MemoryChanged &event, std::vector<std::int64_t> ids) {
							event.line_ids = std::move(ids);
						}));
	}
};

struct MindEvents
		: EventList<MindFailed, BudgetExhausted, ToolUsed, ActionPerformed, MemoryChanged> {};

extern template struct EventTable<MindEvents>;

} // namespace agent_runtime
