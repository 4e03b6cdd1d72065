#pragma once

// The one place where what an agent knows becomes what a language model reads: who it is, what it
// perceives, its task, what it remembers and why, what was said last, and what it can do. What does
// not fit into the budget is left out, the least important first, and the prompt shows that.
//
//	const Prompt prompt = assemble_prompt(request, options);
//	backend.start(prompt.request, listener);
//	reply_with(shown_prompt(agent, prompt));

#include "core/mind/mind.h"
#include "core/mind/mind_messages.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

struct PromptOptions {
	std::string model;
	std::int64_t most_tokens = 8'000; // for the whole prompt
	std::int64_t max_output_tokens = 1'024;
	std::optional<double> temperature;
	// Whether the model can be offered tools. If not, the prompt explains how to answer in JSON.
	bool offers_tools = true;
};

// Those of a provider, without a model. An agent's own options, a JSON object, take precedence.
// Thread rule: any thread.
PromptOptions prompt_options(const ProviderSettings &settings, const std::string &own);

// A part of a prompt, as people see it.
struct PromptPart {
	std::string name; // such as "persona" or "memory"
	std::string text;
	std::string reason; // why it is in the prompt
	std::int64_t tokens = 0;
	bool left_out = false; // there was no space for it
};

struct Prompt {
	ModelRequest request;
	std::vector<PromptPart> parts; // in the order in which the model reads them
	std::int64_t tokens = 0; // approximate size of the request
};

// Thread rule: any thread.
Prompt assemble_prompt(const MindRequest &request, const PromptOptions &options);

// In the form that people and a game's own minds see.
// Thread rule: any thread.
PromptFields shown_request(const ModelRequest &request);

// The same with its tokens, and with its parts and their reasons.
// Thread rule: any thread.
LastPromptReply shown_prompt(AgentId agent, const Prompt &prompt);

} // namespace agent_runtime
