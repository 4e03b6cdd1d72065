#pragma once

// The one place where what an agent knows becomes what a language model reads: who it is, what it
// perceives, its task, what it remembers and why just that, what was said last, and what it can do.
// What does not fit the budget is left out, the least important first, and says so.
//
//	const Prompt prompt = assemble_prompt(request, options);
//	backend.start(prompt.request, listener);
//	show(prompt_to_json(prompt));

#include "core/mind/mind.h"
#include "core/mind/model.h"

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

struct PromptOptions {
	std::string model;
	std::int64_t most_tokens = 8'000; // of all of it
	std::int64_t max_output_tokens = 1'024;
	std::optional<double> temperature;
	// Whether the model can be offered tools; otherwise the prompt says how to answer in JSON.
	bool offers_tools = true;
};

// A part of a prompt, as people look at it.
struct PromptPart {
	std::string name; // "persona", "memory"
	std::string text;
	std::string reason; // why it is there
	std::int64_t tokens = 0;
	bool left_out = false; // for want of room
};

struct Prompt {
	ModelRequest request;
	std::vector<PromptPart> parts; // in the order in which the model reads them
	std::int64_t tokens = 0; // of the request, about
};

// Thread rule: any thread.
Prompt assemble_prompt(const MindRequest &request, const PromptOptions &options);

// {model, system, messages, tools}.
// Thread rule: any thread.
nlohmann::json model_request_to_json(const ModelRequest &request);

// The same with its tokens, and its parts with why they are there.
// Thread rule: any thread.
nlohmann::json prompt_to_json(const Prompt &prompt);

} // namespace agent_runtime
