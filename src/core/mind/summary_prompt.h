#pragma once

// How a language model is asked to sum up what an agent remembers.

#include "core/base/status.h"
#include "core/mind/mind.h"
#include "core/mind/model.h"
#include "core/mind/prompt.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace agent_runtime {

// How many of the lines, from the first, a prompt of this size holds; at least one.
// Thread rule: any thread.
std::size_t lines_for_summary(const SummaryRequest &request, std::int64_t most_tokens);

// Thread rule: any thread.
ModelRequest summary_prompt(const SummaryRequest &request, const PromptOptions &options);

// The summary that the answer is: one paragraph, shortened where it is too long. `bad_answer` when
// there is none (mind_status).
// Thread rule: any thread.
Result<std::string> summary_in(const ModelAnswer &answer);

} // namespace agent_runtime
