#pragma once

// Requests about what minds may cost, what they were asked, and how much attention agents get, with
// their fields and replies.
// Thread rule: immutable.

#include "core/base/ids.h"
#include "core/base/vocabulary_fields.h"
#include "core/requests/request_words.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace vocabulary {

inline constexpr double MOST_COUNTED_TOKENS = 1e15; // of a budget
inline constexpr double MOST_DOLLARS = 1e9;
inline constexpr double GREATEST_ATTENTION = 1'000.0;
inline constexpr double HIGHEST_TEMPERATURE = 2.0;

} // namespace vocabulary

// What `mind_options` may contain, unless the mind is the game's own, which may have any options.
struct MindOptionFields {
	nlohmann::json script;
	bool repeat = false;
	std::optional<double> temperature;
	std::optional<std::int64_t> max_output_tokens;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "script",
						 .kind = any,
						 .sentence = "A list of answers, one for each thought.",
						 .max_length = LARGEST_METADATA },
					&MindOptionFields::script),
			bind({ .name = "repeat",
						 .sentence = "Whether the script begins again when it has been used." },
					&MindOptionFields::repeat),
			bind({ .name = "temperature",
						 .sentence = "How freely a language model chooses its words.",
						 .max = HIGHEST_TEMPERATURE },
					&MindOptionFields::temperature),
			bind({ .name = "max_output_tokens",
						 .sentence = "How long an answer may be at the most.",
						 .min = 1,
						 .max = MOST_COUNTED_TOKENS },
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
		return FieldRows{
			bind(AGENT, &AttentionRequest::agent),
			bind({ .name = "weight",
						 .sentence = "How much the player sees of the agent: 1 is usual, more goes "
									 "first, less thinks less often, and 0 not of its own accord.",
						 .required = true,
						 .max = GREATEST_ATTENTION },
					&AttentionRequest::weight),
		};
	}
};

inline constexpr std::size_t MOST_IN_A_PROMPT = 10'000; // messages, tools, or parts

struct PromptCallFields {
	std::string name;
	std::string arguments;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "name",
						 .sentence = "The tool's or the action's name.",
						 .required = true },
					&PromptCallFields::name),
			bind({ .name = "arguments",
						 .sentence = "What the mind chose: JSON, as it wrote it.",
						 .required = true,
						 .max_length = vocabulary::LARGEST_RESULT },
					&PromptCallFields::arguments),
		};
	}
};

struct PromptMessageFields {
	std::string role;
	std::string text;
	std::optional<std::vector<PromptCallFields>> tool_calls;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "role", .sentence = "Whose words.", .required = true },
					&PromptMessageFields::role),
			bind({ .name = "text",
						 .sentence = "The words.",
						 .required = true,
						 .max_length = vocabulary::LARGEST_RESULT },
					&PromptMessageFields::text),
			bind({ .name = "tool_calls",
						 .sentence = "The tools that it used then.",
						 .max_length = MOST_IN_A_PROMPT },
					&PromptMessageFields::tool_calls),
		};
	}
};

struct PromptToolFields {
	std::string name;
	std::string description;
	nlohmann::json schema;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "name", .sentence = "The tool's name.", .required = true },
					&PromptToolFields::name),
			bind({ .name = "description",
						 .sentence = "What it does.",
						 .required = true,
						 .max_length = vocabulary::LARGEST_METADATA },
					&PromptToolFields::description),
			bind({ .name = "schema",
						 .sentence = "The JSON Schema of its arguments.",
						 .required = true,
						 .max_length = vocabulary::LARGEST_METADATA },
					&PromptToolFields::schema),
		};
	}
};

struct PromptPartFields {
	std::string name;
	std::string text;
	std::string reason;
	std::int64_t tokens = 0;
	bool left_out = false;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "name", .sentence = "Which part.", .required = true },
					&PromptPartFields::name),
			bind({ .name = "text",
						 .sentence = "The part.",
						 .required = true,
						 .max_length = vocabulary::LARGEST_RESULT },
					&PromptPartFields::text),
			bind({ .name = "reason",
						 .sentence = "Why it stands there.",
						 .required = true,
						 .max_length = vocabulary::LONGEST_SENTENCE },
					&PromptPartFields::reason),
			bind({ .name = "tokens", .sentence = "Its size, estimated.", .required = true },
					&PromptPartFields::tokens),
			bind({ .name = "left_out",
						 .sentence = "Whether there was no space for it.",
						 .required = true },
					&PromptPartFields::left_out),
		};
	}
};

// What a language model is asked.
struct PromptFields {
	std::string model;
	std::string system;
	std::vector<PromptMessageFields> messages;
	std::vector<PromptToolFields> tools;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "model", .sentence = "Which model.", .required = true },
					&PromptFields::model),
			bind({ .name = "system",
						 .sentence = "What it is told of itself.",
						 .required = true,
						 .max_length = vocabulary::LARGEST_RESULT },
					&PromptFields::system),
			bind({ .name = "messages",
						 .sentence = "What was said.",
						 .required = true,
						 .max_length = MOST_IN_A_PROMPT },
					&PromptFields::messages),
			bind({ .name = "tools",
						 .sentence = "What it might use.",
						 .required = true,
						 .max_length = MOST_IN_A_PROMPT },
					&PromptFields::tools),
		};
	}
};

struct LastPromptReply {
	AgentId agent;
	PromptFields prompt;
	std::int64_t tokens = 0;
	std::vector<PromptPartFields> parts;
	static constexpr auto fields() {
		return join_rows(FieldRows{ bind(vocabulary::AGENT, &LastPromptReply::agent) },
				part_fields(&LastPromptReply::prompt),
				FieldRows{
						bind({ .name = "tokens",
									 .sentence = "The size of all, estimated.",
									 .required = true },
								&LastPromptReply::tokens),
						bind({ .name = "parts",
									 .sentence = "Of what it was put together, and why.",
									 .required = true,
									 .max_length = MOST_IN_A_PROMPT },
								&LastPromptReply::parts),
				});
	}
};

struct LastPromptRequest {
	using Reply = LastPromptReply;
	static constexpr RequestWords WORDS{ .name = "last_prompt_request",
		.sentence = "Show what an agent's mind was asked last." };
	AgentId agent;
	static constexpr auto fields() {
		return FieldRows{ bind(vocabulary::AGENT, &LastPromptRequest::agent) };
	}
};

namespace vocabulary {

inline constexpr Field ACCOUNT = { .name = "account",
	.sentence =
			"Whose: agent_001 or group:guards for one, agent or group for each, jobs for all jobs "
			"together, or total, which it is when absent.",
	.one_line = true };

} // namespace vocabulary

struct SpendingFields {
	std::int64_t calls = 0;
	std::int64_t paid_calls = 0;
	std::int64_t input_tokens = 0;
	std::int64_t output_tokens = 0;
	std::int64_t cached_tokens = 0;
	std::int64_t cache_write_tokens = 0;
	double dollars = 0.0;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "calls", .sentence = "How many calls.", .required = true },
					&SpendingFields::calls),
			bind({ .name = "paid_calls",
						 .sentence = "How many that cost money.",
						 .required = true },
					&SpendingFields::paid_calls),
			bind({ .name = "input_tokens",
						 .sentence = "How many tokens were read.",
						 .required = true },
					&SpendingFields::input_tokens),
			bind({ .name = "output_tokens",
						 .sentence = "How many were written.",
						 .required = true },
					&SpendingFields::output_tokens),
			bind({ .name = "cached_tokens",
						 .sentence = "How many of those that were read came from a cache.",
						 .required = true },
					&SpendingFields::cached_tokens),
			bind({ .name = "cache_write_tokens",
						 .sentence = "How many of those that were read went into a cache.",
						 .required = true },
					&SpendingFields::cache_write_tokens),
			bind({ .name = "dollars", .sentence = "How much money.", .required = true },
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
		return FieldRows{
			bind({ .name = "calls",
						 .sentence = "How many calls; 0 sets no bound.",
						 .max = MOST_COUNTED_TOKENS },
					&CapFields::calls),
			bind({ .name = "paid_calls",
						 .sentence = "How many calls that cost money; 0 sets no bound.",
						 .max = MOST_COUNTED_TOKENS },
					&CapFields::paid_calls),
			bind({ .name = "tokens",
						 .sentence = "How many tokens, read and written; 0 sets no bound.",
						 .max = MOST_COUNTED_TOKENS },
					&CapFields::tokens),
			bind({ .name = "dollars",
						 .sentence = "How much money; 0 sets no bound.",
						 .max = MOST_DOLLARS },
					&CapFields::dollars),
		};
	}
};

// What happens at a provider.
struct ProviderFields {
	std::uint64_t in_flight = 0;
	std::uint64_t waiting = 0;
	std::optional<double> held_off_seconds;
	std::optional<double> opens_in_seconds;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "in_flight", .sentence = "How many calls are open.", .required = true },
					&ProviderFields::in_flight),
			bind({ .name = "waiting",
						 .sentence = "How many wait for their turn.",
						 .required = true },
					&ProviderFields::waiting),
			bind({ .name = "held_off_seconds",
						 .sentence = "For how long the provider wants no calls, from now." },
					&ProviderFields::held_off_seconds),
			bind({ .name = "opens_in_seconds", .sentence = "When the next call may begin." },
					&ProviderFields::opens_in_seconds),
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
	std::map<std::string, ProviderFields> providers;
	static constexpr auto fields() {
		using namespace vocabulary;
		return FieldRows{
			bind({ .name = "account", .sentence = "Whose.", .required = true },
					&UsageReply::account),
			bind({ .name = "spent", .sentence = "Over all runs.", .required = true },
					&UsageReply::spent),
			bind({ .name = "counted",
						 .sentence = "Since the account was filled up last.",
						 .required = true },
					&UsageReply::counted),
			bind({ .name = "reserved",
						 .sentence = "What calls that are open may still cost.",
						 .required = true },
					&UsageReply::reserved),
			bind({ .name = "caps", .sentence = "What it may be.", .required = true },
					&UsageReply::caps),
			bind({ .name = "queue_position",
						 .sentence = "Where the agent stands, while it waits for its turn." },
					&UsageReply::queue_position),
			bind({ .name = "providers",
						 .sentence = "Those that are at work, by name.",
						 .required = true },
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
		return FieldRows{ bind(vocabulary::ACCOUNT, &UsageRequest::account) };
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
		return join_rows(FieldRows{ bind(vocabulary::ACCOUNT, &CapsRequest::account) },
				CapFields::fields(),
				FieldRows{
						bind({ .name = "refill",
									 .sentence = "Whether they count anew from now on; what was "
												 "spent stays in the books. For \"agent\" or "
												 "\"group\": those of each agent or group, "
												 "whichever program knows it." },
								&CapsRequest::refill),
				});
	}
};

} // namespace agent_runtime
