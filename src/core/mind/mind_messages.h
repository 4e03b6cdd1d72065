#pragma once

// What minds may cost, what they were asked, and how much the player sees of an agent: the
// requests, with their fields and replies.
// Thread rule: immutable.

#include "core/base/bound_fields.h"
#include "core/base/vocabulary_minds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace agent_runtime {

// What `mind_options` may hold, unless the mind is the game's own, which may have any.
struct MindOptionFields {
	nlohmann::json script;
	bool repeat = false;
	std::optional<double> temperature;
	std::optional<std::int64_t> max_output_tokens;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "script",
						 .kind = any,
						 .sentence = "A list of answers, one for each thought.",
						 .max_length = LARGEST_METADATA },
					&MindOptionFields::script),
			bind({ .name = "repeat",
						 .kind = boolean,
						 .sentence = "Whether the script begins again when it has been used." },
					&MindOptionFields::repeat),
			bind({ .name = "temperature",
						 .kind = number,
						 .sentence = "How freely a language model chooses its words.",
						 .max = HIGHEST_TEMPERATURE },
					&MindOptionFields::temperature),
			bind({ .name = "max_output_tokens",
						 .kind = integer,
						 .sentence = "How long an answer may be at the most.",
						 .min = 1,
						 .max = MOST_TOKENS },
					&MindOptionFields::max_output_tokens),
		};
	}
};

struct AttentionRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "attention_request",
		.sentence = "Settle how much the player sees of an agent." };
	AgentId agent;
	float weight = 1.0f;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind(AGENT, &AttentionRequest::agent),
			bind({ .name = "weight",
						 .kind = number,
						 .sentence = "How much the player sees of the agent: 1 is usual, more goes "
									 "first, less thinks less often, and 0 not of its own accord.",
						 .required = true,
						 .max = GREATEST_ATTENTION },
					&AttentionRequest::weight),
		};
	}
};

// --- What a mind was asked ---

namespace vocabulary {

inline constexpr std::size_t MOST_IN_A_PROMPT = 10'000;

inline constexpr Field OF_PROMPT_CALL[] = {
	{ .name = "name", .sentence = "The tool's or the action's name.", .required = true },
	{ .name = "arguments",
			.kind = any,
			.sentence = "What the mind chose.",
			.required = true,
			.max_length = LARGEST_RESULT },
};
inline constexpr Field OF_PROMPT_MESSAGE[] = {
	{ .name = "role", .sentence = "Whose words.", .required = true },
	{ .name = "text", .sentence = "The words.", .required = true, .max_length = LARGEST_RESULT },
	{ .name = "tool_calls",
			.kind = object_list,
			.sentence = "The tools that it used then.",
			.max_length = MOST_IN_A_PROMPT,
			.fields = OF_PROMPT_CALL },
};
inline constexpr Field OF_PROMPT_TOOL[] = {
	{ .name = "name", .sentence = "The tool's name.", .required = true },
	{ .name = "description",
			.sentence = "What it does.",
			.required = true,
			.max_length = LARGEST_METADATA },
	{ .name = "schema",
			.kind = any,
			.sentence = "The JSON Schema of its arguments.",
			.required = true,
			.max_length = LARGEST_METADATA },
};
inline constexpr Field OF_PROMPT_PART[] = {
	{ .name = "name", .sentence = "Which part.", .required = true },
	{ .name = "text", .sentence = "The part.", .required = true, .max_length = LARGEST_RESULT },
	{ .name = "reason",
			.sentence = "Why it stands there.",
			.required = true,
			.max_length = LONGEST_SENTENCE },
	{ .name = "tokens", .kind = integer, .sentence = "Its size, estimated.", .required = true },
	{ .name = "left_out",
			.kind = boolean,
			.sentence = "Whether there was no room for it.",
			.required = true },
};

} // namespace vocabulary

// Written by prompt_to_json().
struct LastPromptReply {
	static constexpr std::array<Field, 7> LIST{ {
			vocabulary::AGENT,
			{ .name = "model", .sentence = "Which model.", .required = true },
			{ .name = "system",
					.sentence = "What it is told of itself.",
					.required = true,
					.max_length = vocabulary::LARGEST_RESULT },
			{ .name = "messages",
					.kind = FieldKind::object_list,
					.sentence = "What was said.",
					.required = true,
					.max_length = vocabulary::MOST_IN_A_PROMPT,
					.fields = vocabulary::OF_PROMPT_MESSAGE },
			{ .name = "tools",
					.kind = FieldKind::object_list,
					.sentence = "What it might use.",
					.required = true,
					.max_length = vocabulary::MOST_IN_A_PROMPT,
					.fields = vocabulary::OF_PROMPT_TOOL },
			{ .name = "tokens",
					.kind = FieldKind::integer,
					.sentence = "The size of all, estimated.",
					.required = true },
			{ .name = "parts",
					.kind = FieldKind::object_list,
					.sentence = "Of what it was put together, and why.",
					.required = true,
					.max_length = vocabulary::MOST_IN_A_PROMPT,
					.fields = vocabulary::OF_PROMPT_PART },
	} };
	nlohmann::json written;
};

struct LastPromptRequest {
	using Reply = LastPromptReply;
	static constexpr RequestWords WORDS{ .name = "last_prompt_request",
		.sentence = "Show what an agent's mind was asked last." };
	AgentId agent;
	static constexpr auto fields() {
		return std::tuple{ bind(vocabulary::AGENT, &LastPromptRequest::agent) };
	}
};

// --- What minds cost ---

namespace vocabulary {

inline constexpr Field ACCOUNT = { .name = "account",
	.sentence = "Whose: agent_001 or group:guards for one, agent or group for each, or total, "
				"which it is when absent.",
	.one_line = true };

} // namespace vocabulary

struct SpendingFields {
	std::int64_t calls = 0;
	std::int64_t paid_calls = 0;
	std::int64_t input_tokens = 0;
	std::int64_t output_tokens = 0;
	double dollars = 0.0;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "calls",
						 .kind = integer,
						 .sentence = "How many calls.",
						 .required = true },
					&SpendingFields::calls),
			bind({ .name = "paid_calls",
						 .kind = integer,
						 .sentence = "How many that cost money.",
						 .required = true },
					&SpendingFields::paid_calls),
			bind({ .name = "input_tokens",
						 .kind = integer,
						 .sentence = "How many tokens were read.",
						 .required = true },
					&SpendingFields::input_tokens),
			bind({ .name = "output_tokens",
						 .kind = integer,
						 .sentence = "How many were written.",
						 .required = true },
					&SpendingFields::output_tokens),
			bind({ .name = "dollars",
						 .kind = number,
						 .sentence = "How much money.",
						 .required = true },
					&SpendingFields::dollars),
		};
	}
};

struct CapFields {
	std::optional<std::int64_t> calls;
	std::optional<std::int64_t> paid_calls;
	std::optional<std::int64_t> tokens;
	std::optional<double> dollars;
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "calls",
						 .kind = integer,
						 .sentence = "How many calls; 0 sets no bound.",
						 .max = MOST_TOKENS },
					&CapFields::calls),
			bind({ .name = "paid_calls",
						 .kind = integer,
						 .sentence = "How many calls that cost money; 0 sets no bound.",
						 .max = MOST_TOKENS },
					&CapFields::paid_calls),
			bind({ .name = "tokens",
						 .kind = integer,
						 .sentence = "How many tokens, read and written; 0 sets no bound.",
						 .max = MOST_TOKENS },
					&CapFields::tokens),
			bind({ .name = "dollars",
						 .kind = number,
						 .sentence = "How much money; 0 sets no bound.",
						 .max = MOST_DOLLARS },
					&CapFields::dollars),
		};
	}
};

struct UsageReply {
	std::string account;
	SpendingFields spent;
	SpendingFields counted;
	SpendingFields reserved;
	CapFields caps;
	std::optional<std::uint64_t> queue_position;
	nlohmann::json providers; // by name
	static constexpr auto fields() {
		using namespace vocabulary;
		return std::tuple{
			bind({ .name = "account", .sentence = "Whose.", .required = true },
					&UsageReply::account),
			bind({ .name = "spent",
						 .kind = object,
						 .sentence = "Over all runs.",
						 .required = true,
						 .fields = fields_of<SpendingFields>() },
					&UsageReply::spent),
			bind({ .name = "counted",
						 .kind = object,
						 .sentence = "Since the account was filled up last.",
						 .required = true,
						 .fields = fields_of<SpendingFields>() },
					&UsageReply::counted),
			bind({ .name = "reserved",
						 .kind = object,
						 .sentence = "What calls that are open may still cost.",
						 .required = true,
						 .fields = fields_of<SpendingFields>() },
					&UsageReply::reserved),
			bind({ .name = "caps",
						 .kind = object,
						 .sentence = "What it may be.",
						 .required = true,
						 .fields = fields_of<CapFields>() },
					&UsageReply::caps),
			bind({ .name = "queue_position",
						 .kind = integer,
						 .sentence = "Where the agent stands, while it waits for its turn." },
					&UsageReply::queue_position),
			bind({ .name = "providers",
						 .kind = any_object,
						 .sentence = "Those that are at work: in_flight, waiting, "
									 "held_off_seconds, opens_in_seconds of each.",
						 .required = true,
						 .max_length = LARGEST_METADATA },
					&UsageReply::providers),
		};
	}
};

struct UsageRequest {
	using Reply = UsageReply;
	static constexpr RequestWords WORDS{ .name = "usage_request",
		.sentence = "Tell what minds have cost, and what they may." };
	std::string account; // empty: total
	static constexpr auto fields() {
		return std::tuple{ bind(vocabulary::ACCOUNT, &UsageRequest::account) };
	}
};

struct CapsRequest : CapFields {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "caps_request",
		.sentence = "Settle what minds may cost; what is absent stays.",
		.changes = true };
	std::string account; // empty: total
	bool refill = false;
	static constexpr auto fields() {
		return std::tuple_cat(std::tuple{ bind(vocabulary::ACCOUNT, &CapsRequest::account) },
				CapFields::fields(),
				std::tuple{
						bind({ .name = "refill",
									 .kind = FieldKind::boolean,
									 .sentence = "Whether they count anew from now on; what was "
												 "spent stays in the books." },
								&CapsRequest::refill),
				});
	}
};

} // namespace agent_runtime
