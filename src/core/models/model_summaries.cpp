#include "core/models/model_summaries.h"

#include "core/mind/mind_failure.h"
#include "core/mind/prompt.h"
#include "core/mind/summary_prompt.h"
#include "core/mind/token_estimate.h"

#include <utility>

namespace agent_runtime {

// A summary in progress, which listens to its call.
struct ModelSummaries::Open : CallListener {
	Open(ModelSummaries &owner, std::uint64_t id, SummaryOrder what, Done when_done) :
			summaries(owner),
			number(id),
			order(std::move(what)),
			done(std::move(when_done)) {}

	void wrote(std::string_view, bool) override { summaries.wrote(*this); }
	void answered(const ModelAnswer &answer) override { summaries.end(*this, summary_in(answer)); }
	void failed(const ModelProblem &problem) override {
		summaries.end(*this, mind_status(problem.failure, problem.message));
	}

	// It and its groups pay.
	Spender spender() const {
		Spender spender{ { agent_account(order.agent.to_string()) } };
		for (const std::string &group : order.groups) {
			spender.accounts.push_back(group_account(group));
		}
		return spender;
	}

	ModelSummaries &summaries;
	const std::uint64_t number;
	const SummaryOrder order;
	const Done done;
	ModelCallId call;
};

ModelSummaries::ModelSummaries(const MindSettings &settings, ModelCalls &calls) :
		settings_(settings),
		calls_(calls) {}

ModelSummaries::~ModelSummaries() {
	cancel_all();
}

void ModelSummaries::begin(SummaryOrder order, Done done) {
	if (order.is_wanted && !order.is_wanted()) {
		return;
	}
	const ProviderSettings &settings = settings_.of(order.mind);
	PromptOptions options = prompt_options(settings, order.options);
	options.model = order.model.empty() ? settings.model : order.model;
	std::shared_ptr<ModelRequest> request =
			std::make_shared<ModelRequest>(summary_prompt(order.talk, options));
	request->agent = order.agent;
	const std::int64_t tokens = estimate_tokens(*request);
	calls_.set_own_caps(agent_account(order.agent.to_string()), order.caps);
	std::unique_ptr<Open> &summary = open_[++newest_];
	summary = std::make_unique<Open>(*this, newest_, std::move(order), std::move(done));
	summary->call = calls_.begin(
			{ summary->order.mind, summary->spender(), std::move(request), tokens }, *summary);
}

// A request that was withdrawn needs no more of the answer, which is paid for by the word.
void ModelSummaries::wrote(Open &summary) {
	if (summary.order.is_wanted && !summary.order.is_wanted()) {
		const std::unique_ptr<Open> ended = std::move(open_[summary.number]);
		open_.erase(ended->number);
		calls_.cancel({ ended->call });
	}
}

void ModelSummaries::end(Open &summary, const Result<std::string> &text) {
	const std::unique_ptr<Open> ended = std::move(open_[summary.number]);
	open_.erase(ended->number);
	ended->done(text);
}

void ModelSummaries::forget(AgentId agent) {
	std::vector<std::unique_ptr<Open>> gone;
	std::vector<ModelCallId> calls;
	for (auto each = open_.begin(); each != open_.end();) {
		if (each->second->order.agent != agent) {
			++each;
			continue;
		}
		calls.push_back(each->second->call);
		gone.push_back(std::move(each->second));
		each = open_.erase(each);
	}
	calls_.cancel(calls);
	for (const std::unique_ptr<Open> &each : gone) {
		each->done(mind_status(MindFailure::cancelled, "its agent is gone"));
	}
}

void ModelSummaries::cancel_all() {
	std::vector<ModelCallId> calls;
	for (const auto &[number, summary] : open_) {
		calls.push_back(summary->call);
	}
	calls_.cancel(calls);
	open_.clear();
}

} // namespace agent_runtime
