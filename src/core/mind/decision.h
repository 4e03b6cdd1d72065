#pragma once

// Between what an agent can do and what a language model is offered and answers: tools that decide,
// tools of the game, and plain words, which are speech.

#include "core/mind/mind.h"
#include "core/mind/model.h"

#include <string_view>
#include <vector>

namespace agent_runtime {

// What every agent can do: speak, move, wait, collaborate, answer_invitation, complete_task.
// Thread rule: any thread.
bool is_built_in_action(std::string_view name);

// What the thinker can decide on at the moment, and the tools that it can use before.
// Thread rule: any thread.
std::vector<ModelTool> tools_for(const MindRequest &request);

// What an answer means. Tools come before decisions; without either, words are speech, and a JSON
// object in the form of action_json.h is what it says. invalid_argument: it means nothing.
// Thread rule: any thread.
Result<MindAction> decide(const ModelAnswer &answer, const MindRequest &request);

} // namespace agent_runtime
