#pragma once

#include "core/base/status.h"
#include "core/mind/budget.h"
#include "core/mind/mind.h"
#include "core/mind/provider.h"
#include "core/models/model_calls.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace agent_runtime {

// A summary of what an agent remembers, by its own mind, which is one outside this process.
struct SummaryOrder {
	AgentId agent;
	MindKind mind = MindKind::openai;
	std::string model = {}; // chosen by the agent; empty: the provider's
	std::string options = {}; // of the agent's mind, a JSON object; empty: none
	std::vector<std::string> groups = {}; // that pay too
	Caps caps = {}; // for the agent's own account
	SummaryRequest talk = {};
	// Whether somebody still waits for it; asked now and then.
	std::function<bool()> is_wanted = {};
};

// Summaries that language models make, each one call for which the agent and its groups pay.
//
//	summaries.begin(order, done);   // later: done(the text, or a status made by mind_status())
//	summaries.forget(agent);        // at once: its summaries are `cancelled`
//
// Thread rule: worker only, that of the calls.
class ModelSummaries {
public:
	using Done = std::function<void(const Result<std::string> &text)>;

	// All references must outlive the summaries.
	ModelSummaries(const MindSettings &settings, ModelCalls &calls);
	~ModelSummaries();
	ModelSummaries(const ModelSummaries &) = delete;
	ModelSummaries &operator=(const ModelSummaries &) = delete;

	// `done` is called once and not from within, unless nobody waits for it any more.
	void begin(SummaryOrder order, Done done);
	// The agent is gone.
	void forget(AgentId agent);
	// Nobody waits for any of them.
	void cancel_all();
	std::size_t open() const { return open_.size(); }

private:
	struct Open;

	void wrote(Open &summary);
	void end(Open &summary, const Result<std::string> &text);

	const MindSettings &settings_;
	ModelCalls &calls_;
	std::uint64_t newest_ = 0;
	std::map<std::uint64_t, std::unique_ptr<Open>> open_;
};

} // namespace agent_runtime
