#pragma once

#include "core/base/log.h"
#include "core/base/status.h"
#include "core/mind/budget.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// In micro-dollars per million tokens.
struct TokenPrices {
	std::int64_t input = 0;
	std::int64_t cached_input = 0;
	std::int64_t output = 0;

	bool operator==(const TokenPrices &other) const = default;
};

struct ModelPrice {
	TokenPrices prices;
	std::int64_t long_over = 0; // prompts of more tokens cost the other prices; 0: none do
	TokenPrices long_prices;

	bool operator==(const ModelPrice &other) const = default;
};

// Which model, and who runs it.
struct ModelSource {
	MindKind kind = MindKind::offline;
	std::string_view base_url; // of an HTTP API; empty: the provider's own
	std::string_view model;
	bool free = false; // whoever set it up says that it costs nothing
};

// What a command-line mind sends beyond our prompt, rather too much: its own instructions. As they
// are started here, claude 2.1 sends 400 tokens and codex 0.169 not quite 6,000.
inline constexpr std::int64_t PROGRAM_PROMPT_TOKENS = 10'000;

// What models cost, by their names:
//
//	{ "date": "2026-01-31",
//	  "unknown": { "input": 15, "cached_input": 15, "output": 75 },
//	  "models": [ { "model": "claude-haiku-4-5", "input": 1, "cached_input": 0.1, "output": 5,
//	                "long": { "over_tokens": 200000, "input": 2, … } } ] }
//
// in dollars per million tokens. A name stands for its dated versions too (gpt-4o-2024-08-06,
// …-latest) and for no other: a newer model of the family may cost more. Dots and dashes are the
// same, a vendor in front (anthropic/…) does not matter.
//
// A program that is told no model has the price of the dearest that it may choose.
//
// Minds inside the process, and a game's own, cost nothing; neither do servers on this machine or
// in its private network, unless they are asked for a model that the list knows: then they are
// taken for a proxy of whoever is paid for it.
// Thread rule: worker only.
class PriceList {
public:
	static Result<PriceList> parse(std::string_view json, Logger log = {});
	static PriceList built_in(Logger log = {});

	// The prices of a file of the same form come before ours; all of its parts may be missing. On
	// failure nothing is changed.
	Status lay_over(std::string_view json);

	const std::string &date() const { return date_; }
	bool knows(std::string_view model) const { return find(model) != nullptr; }
	// A paid model that the list does not know has the price of a dear one; the log says so once.
	ModelPrice price_of(const ModelSource &source);

	// What a call came to: what the provider itself says, else by the list; rounded up.
	Cost cost_of(const ModelSource &source, const Usage &usage);
	// What it may come to at the most: nothing is taken from a cache.
	Cost most_of(
			const ModelSource &source, std::int64_t prompt_tokens, std::int64_t max_output_tokens);

private:
	using Models = std::map<std::string, ModelPrice, std::less<>>;

	explicit PriceList(Logger log);
	const ModelPrice *find(std::string_view model) const;

	Logger log_;
	std::string date_;
	ModelPrice unknown_;
	Models models_; // by normalised name
	std::set<std::string, std::less<>> told_; // unknown ones that the log knows
};

} // namespace agent_runtime
