#include "core/models/built_in_prices.h"

namespace agent_runtime {

namespace {

// Dollars per million tokens, as read on 2026-11-18 from the providers' own pages
// (platform.claude.com/docs/en/about-claude/pricing, developers.openai.com/api/docs/pricing) and,
// for models that those did not show, from tables that others publish. Where two sources disagreed,
// the higher price stands. A short name of Claude Code ("opus") has the price of the most expensive
// model that it may stand for today. Writing to a cache costs a quarter more than other input with
// all of Anthropic's models, which is what holds where the list says nothing. An unknown model
// counts as an expensive one.
constexpr std::string_view PRICES = R"json({
	"date": "2026-11-18",
	"unknown": { "input": 15, "cached_input": 15, "output": 75 },
	"models": [
		{ "model": "claude-fable-5-1", "input": 10, "cached_input": 0.25, "output": 50 },
		{ "model": "claude-fable-5", "input": 10, "cached_input": 1, "output": 50 },
		{ "model": "claude-mythos-5-1", "input": 10, "cached_input": 0.25, "output": 50 },
		{ "model": "claude-mythos-5", "input": 10, "cached_input": 1, "output": 50 },
		{ "model": "claude-opus-5-5", "input": 4, "cached_input": 0.2, "output": 20 },
		{ "model": "claude-opus-5", "input": 5, "cached_input": 0.5, "output": 25 },
		{ "model": "claude-opus-4-8", "input": 5, "cached_input": 0.5, "output": 25 },
		{ "model": "claude-opus-4-7", "input": 5, "cached_input": 0.5, "output": 25 },
		{ "model": "claude-opus-4-6", "input": 5, "cached_input": 0.5, "output": 25 },
		{ "model": "claude-opus-4-5", "input": 5, "cached_input": 0.5, "output": 25 },
		{ "model": "claude-opus-4-1", "input": 15, "cached_input": 1.5, "output": 75 },
		{ "model": "claude-opus-4", "input": 15, "cached_input": 1.5, "output": 75 },
		{ "model": "claude-sonnet-5-5", "input": 2, "cached_input": 0.2, "output": 10 },
		{ "model": "claude-sonnet-5", "input": 2, "cached_input": 0.2, "output": 10 },
		{ "model": "claude-sonnet-4-6", "input": 3, "cached_input": 0.3, "output": 15 },
		{ "model": "claude-sonnet-4-5", "input": 3, "cached_input": 0.3, "output": 15 },
		{ "model": "claude-sonnet-4", "input": 3, "cached_input": 0.3, "output": 15 },
		{ "model": "claude-3-7-sonnet", "input": 3, "cached_input": 0.3, "output": 15 },
		{ "model": "claude-haiku-5-5", "input": 0.1, "cached_input": 0.01, "output": 0.5,
			"long": { "over_tokens": 100000, "input": 0.5, "cached_input": 0.05, "output": 2.5 } },
		{ "model": "claude-haiku-4-5", "input": 1, "cached_input": 0.1, "output": 5 },
		{ "model": "claude-3-5-haiku", "input": 0.8, "cached_input": 0.08, "output": 4 },
		{ "model": "claude-3-haiku", "input": 0.25, "cached_input": 0.03, "output": 1.25 },
		{ "model": "fable", "input": 10, "cached_input": 1, "output": 50 },
		{ "model": "opus", "input": 5, "cached_input": 0.5, "output": 25 },
		{ "model": "sonnet", "input": 3, "cached_input": 0.3, "output": 15 },
		{ "model": "haiku", "input": 1, "cached_input": 0.1, "output": 5 },
		{ "model": "gpt-6-astra", "input": 10, "cached_input": 1, "output": 50 },
		{ "model": "gpt-6-sol", "input": 2, "cached_input": 0.2, "output": 10 },
		{ "model": "gpt-6-luna", "input": 0.1, "cached_input": 0.01, "output": 0.5 },
		{ "model": "gpt-5.6-sol", "input": 5, "cached_input": 0.5, "output": 30,
			"long": { "over_tokens": 272000, "input": 10, "cached_input": 1, "output": 45 } },
		{ "model": "gpt-5.6-terra", "input": 2, "cached_input": 0.2, "output": 12,
			"long": { "over_tokens": 272000, "input": 4, "cached_input": 0.4, "output": 18 } },
		{ "model": "gpt-5.6-luna", "input": 0.2, "cached_input": 0.02, "output": 1.2,
			"long": { "over_tokens": 200000, "input": 0.4, "cached_input": 0.04, "output": 1.8 } },
		{ "model": "gpt-5.5", "input": 5, "cached_input": 0.5, "output": 30,
			"long": { "over_tokens": 272000, "input": 10, "cached_input": 1, "output": 45 } },
		{ "model": "gpt-5.4", "input": 2.5, "cached_input": 0.25, "output": 15,
			"long": { "over_tokens": 272000, "input": 5, "cached_input": 0.5, "output": 22.5 } },
		{ "model": "gpt-5.4-mini", "input": 0.75, "cached_input": 0.075, "output": 4.5 },
		{ "model": "gpt-5.4-nano", "input": 0.2, "cached_input": 0.02, "output": 1.25 },
		{ "model": "gpt-5.3-codex", "input": 1.75, "cached_input": 0.175, "output": 14 },
		{ "model": "gpt-5.2-codex", "input": 1.75, "cached_input": 0.175, "output": 14 },
		{ "model": "gpt-5.2", "input": 1.75, "cached_input": 0.175, "output": 14 },
		{ "model": "gpt-5.1", "input": 1.25, "cached_input": 0.125, "output": 10 },
		{ "model": "gpt-5-codex", "input": 1.25, "cached_input": 0.125, "output": 10 },
		{ "model": "codex-mini", "input": 1.5, "cached_input": 0.375, "output": 6 },
		{ "model": "gpt-5", "input": 1.25, "cached_input": 0.125, "output": 10 },
		{ "model": "gpt-5-mini", "input": 0.25, "cached_input": 0.025, "output": 2 },
		{ "model": "gpt-5-nano", "input": 0.05, "cached_input": 0.005, "output": 0.4 },
		{ "model": "gpt-5-pro", "input": 15, "cached_input": 15, "output": 120 },
		{ "model": "gpt-4.1", "input": 2, "cached_input": 0.5, "output": 8 },
		{ "model": "gpt-4.1-mini", "input": 0.4, "cached_input": 0.1, "output": 1.6 },
		{ "model": "gpt-4.1-nano", "input": 0.1, "cached_input": 0.025, "output": 0.4 },
		{ "model": "gpt-4o", "input": 2.5, "cached_input": 1.25, "output": 10 },
		{ "model": "gpt-4o-mini", "input": 0.15, "cached_input": 0.075, "output": 0.6 },
		{ "model": "o3", "input": 2, "cached_input": 1, "output": 8 },
		{ "model": "o4-mini", "input": 1.1, "cached_input": 0.55, "output": 4.4 },
		{ "model": "o3-mini", "input": 1.1, "cached_input": 0.55, "output": 4.4 }
	]
})json";

} // namespace

std::string_view built_in_prices() {
	return PRICES;
}

} // namespace agent_runtime
