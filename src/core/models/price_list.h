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
	std::int64_t cached_input = 0; // read from a cache
	std::int64_t cache_write = 0; // input that is also written to one
	std::int64_t output = 0;

	bool operator==(const TokenPrices &other) const = default;
};

struct ModelPrice {
	TokenPrices prices;
	std::int64_t long_over = 0; // longer prompts cost the other prices; 0: there are none
	TokenPrices long_prices;

	bool operator==(const ModelPrice &other) const = default;
};

// Which model, and who runs it.
struct ModelSource {
	MindKind kind = MindKind::offline;
	std::string_view base_url; // for an HTTP API; empty: the provider's own
	std::string_view model;
	bool free = false; // the user's settings say that it costs nothing
};

// How many tokens a command-line mind sends in addition to our prompt, for its own instructions; a
// high estimate. As they are started here, claude 2.1 sends 400 and codex 0.169 almost 6,000.
inline constexpr std::int64_t PROGRAM_PROMPT_TOKENS = 10'000;

// What models cost, by their names:
//
//	{ "date": "2026-01-31",
//	  "unknown": { "input": 15, "cached_input": 15, "output": 75 },
//	  "models": [ { "model": "claude-haiku-4-5", "input": 1, "cached_input": 0.1, "output": 5,
//	                "long": { "over_tokens": 200000, "input": 2, … } } ] }
//
// in dollars per million tokens. Input that the provider writes to a cache costs "cache_write";
// where the list does not say that, it costs a quarter more than other input. A name also stands
// for its dated versions (gpt-4o-2024-08-06, …-latest) and for nothing else, since a newer model of
// the family may cost more. Dots and dashes are equal, and a vendor in front (anthropic/…) is
// ignored.
//
// A program that is given no model has the price of the most expensive one that it may choose.
//
// Minds inside the process, and a game's own, cost nothing. Servers on this machine or in its
// private network cost nothing either, unless they are asked for a model on the list; then they
// count as a proxy for its provider.
// Thread rule: worker only.
class PriceList {
public:
	static Result<PriceList> parse(std::string_view json, Logger log = {});
	static PriceList built_in(Logger log = {});

	// The prices in this text, which has the same form, take precedence over ours. Any of its parts
	// may be missing. On failure nothing changes.
	Status lay_over(std::string_view json);

	const std::string &date() const { return date_; }
	bool knows(std::string_view model) const { return find(model) != nullptr; }
	// A paid model that is not on the list has the price of an expensive one; the log says so once.
	ModelPrice price_of(const ModelSource &source);

	// What a call cost: as the provider itself reports it, else by the list, rounded up.
	Cost cost_of(const ModelSource &source, const Usage &usage);
	// The most that a call may cost: nothing is read from a cache, and where minds ask for one, all
	// of the prompt is written to it.
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
	std::set<std::string, std::less<>> told_; // unknown models that were logged
};

} // namespace agent_runtime
