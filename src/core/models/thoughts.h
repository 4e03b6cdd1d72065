#pragma once

#include "core/mind/last_prompts.h"
#include "core/mind/mind.h"
#include "core/mind/provider.h"
#include "core/mind/thought.h"
#include "core/models/model_calls.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// What thoughts report to and ask of their owner, on its thread.
struct ThoughtHooks {
	std::function<void(ThoughtAnswer answer)> answered;
	// Part of what a mind is writing. `begins`: a new text begins, and what came before is void.
	std::function<void(AgentId agent, std::string_view text, bool begins)> wrote = {};
	// Finds older lines that are relevant. `done` is called once, on this thread, not from within.
	// Empty: there are none.
	std::function<void(
			const MindRequest &request, std::function<void(std::vector<RecalledLine> lines)> done)>
			recall = {};
};

// Thoughts of minds outside this process, from the question to the decision. Each recalls what is
// relevant, assembles a prompt, has a model called (ModelCalls), and reads its answer as a
// decision. It ends exactly once with an answer, unless it is cancelled.
//
//	thoughts.begin(request);          // later: hooks.answered
//	thoughts.cancel({ agent, 7 });    // at once, and its call with it
//
// Thread rule: worker only, that of the calls.
class Thoughts {
public:
	// Agents with less attention than this think with the provider's far_model.
	static constexpr double FAR_ATTENTION = 0.5;

	// All references must outlive the thoughts.
	Thoughts(const MindSettings &settings, ModelCalls &calls, LastPrompts &last_prompts,
			ThoughtHooks hooks);
	~Thoughts();
	Thoughts(const Thoughts &) = delete;
	Thoughts &operator=(const Thoughts &) = delete;

	void begin(ThoughtRequest request);
	// Does nothing when the thought has ended.
	void cancel(ThoughtId id);
	void cancel_all();
	std::size_t open() const { return thoughts_.size(); }

private:
	struct Thought;

	void recalled(ThoughtId id, std::vector<RecalledLine> lines);
	void call(Thought &thought);
	PromptOptions options_for(const Thought &thought) const;
	void wrote(Thought &thought, std::string_view text, bool begins);
	void conclude(Thought &thought, const ModelAnswer &answer);
	void end(const Thought &thought, MindFailure failure, const std::string &error);
	void take_back(const Thought &thought) const;

	const MindSettings &settings_;
	ModelCalls &calls_;
	LastPrompts &last_prompts_;
	const ThoughtHooks hooks_;
	std::map<ThoughtId, std::unique_ptr<Thought>> thoughts_;
};

} // namespace agent_runtime
