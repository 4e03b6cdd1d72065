#include "core/jobs/codex_usage.h"

#include "core/base/json_fields.h"
#include "core/providers/json_peek.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

Usage usage_in(const json &totals) {
	Usage usage;
	usage.input_tokens = count_member(totals, "inputTokens");
	usage.cached_tokens = count_member(totals, "cachedInputTokens");
	usage.cache_write_tokens = count_member(totals, "cacheWriteInputTokens");
	usage.output_tokens = count_member(totals, "outputTokens");
	return usage;
}

json totals_of(const Usage &usage) {
	return { { "inputTokens", usage.input_tokens }, { "cachedInputTokens", usage.cached_tokens },
		{ "cacheWriteInputTokens", usage.cache_write_tokens },
		{ "outputTokens", usage.output_tokens } };
}

// Never below nothing: a thread that was shortened has used no less.
Usage difference(const Usage &now, const Usage &before) {
	Usage usage;
	usage.input_tokens = std::max<std::int64_t>(now.input_tokens - before.input_tokens, 0);
	usage.cached_tokens = std::max<std::int64_t>(now.cached_tokens - before.cached_tokens, 0);
	usage.cache_write_tokens =
			std::max<std::int64_t>(now.cache_write_tokens - before.cache_write_tokens, 0);
	usage.output_tokens = std::max<std::int64_t>(now.output_tokens - before.output_tokens, 0);
	return usage;
}

} // namespace

CodexUsage CodexUsage::begun(bool resumed) {
	CodexUsage usage;
	usage.resumed_ = resumed;
	return usage;
}

CodexUsage CodexUsage::restored(const json &state) {
	CodexUsage usage;
	if (!state.is_object()) {
		return usage;
	}
	usage.resumed_ = flag_of(state, "resumed");
	usage.had_turn_ = flag_of(state, "had_turn");
	usage.was_told_ = flag_of(state, "was_told");
	if (const json *const used = member(state, "used")) {
		usage.used_ = usage_in(*used);
	}
	return usage;
}

json CodexUsage::state() const {
	return { { "resumed", resumed_ }, { "had_turn", had_turn_ }, { "was_told", was_told_ },
		{ "used", totals_of(used_) } };
}

std::optional<Usage> CodexUsage::read(const json &params) {
	const json *const usage = member(params, "tokenUsage");
	const json *const total = usage != nullptr ? member(*usage, "total") : nullptr;
	const json *const last = usage != nullptr ? member(*usage, "last") : nullptr;
	if (total == nullptr) {
		return std::nullopt;
	}
	const Usage now = usage_in(*total);
	if (!was_told_ && resumed_) {
		used_ = had_turn_ && last != nullptr ? difference(now, usage_in(*last)) : now;
	}
	was_told_ = true;
	const Usage more = difference(now, std::exchange(used_, now));
	return more != Usage() ? std::optional(more) : std::nullopt;
}

} // namespace agent_runtime
