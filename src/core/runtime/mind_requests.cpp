#include "core/runtime/mind_requests.h"

#include "core/jobs/job_money.h"
#include "core/mind/prompt.h"
#include "core/requests/request_table.h"

#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

// An agent's id stands for its account, and an empty text for the account of all.
Result<std::string> account_of(const std::string &name) {
	if (name.empty()) {
		return std::string(TOTAL_ACCOUNT);
	}
	if (AgentId::parse(name)) {
		return agent_account(name);
	}
	const bool is_one = name == TOTAL_ACCOUNT || name == JOBS_ACCOUNT || name == "agent" ||
			name == "group" ||
			(name.starts_with(agent_account("")) &&
					AgentId::parse(name.substr(agent_account("").size()))) ||
			(name.starts_with(group_account("")) && name.size() > group_account("").size());
	if (is_one) {
		return name;
	}
	return FieldProblem{ "account", "is no account",
		"give total, jobs, agent or group for each of them, agent_001, or group:guards" }
			.to_status();
}

} // namespace

Status MindRequests::answer(const AttentionRequest &request, TraceId trace) {
	Status status = parts_.known(request.agent);
	if (status.ok()) {
		const Lock lock(parts_.game.mutex);
		parts_.game.attention[request.agent] = request.weight;
		parts_.world.post(AttentionInput{ request.agent, request.weight, trace });
		models_->set_attention(request.agent, request.weight);
	}
	return status;
}

Result<LastPromptReply> MindRequests::answer(const LastPromptRequest &request) const {
	const AgentId agent = request.agent;
	if (Status status = parts_.known(agent); !status.ok()) {
		return status;
	}
	const std::optional<Prompt> prompt = prompts_.find(agent);
	if (!prompt) {
		return Status(StatusCode::not_found,
				agent.to_string() +
						"'s mind was not asked lately; wait until it has thought once more");
	}
	return shown_prompt(agent, *prompt);
}

Status MindRequests::answer(const UsageRequest &request, RequestId number) {
	const Result<std::string> account = account_of(request.account);
	if (account.ok()) {
		models_->report(account.value(), [this, number](const UsageReply &usage) {
			complete<UsageReply>(parts_.requests, number, usage);
		});
	}
	return account.status();
}

Status MindRequests::answer(const CapsRequest &request, RequestId number) {
	const Result<std::string> account = account_of(request.account);
	if (account.ok()) {
		CapsRequest settled = request;
		settled.account = account.value();
		models_->set_caps(settled, [this, number] { parts_.requests.complete(number, Status()); });
	}
	return account.status();
}

} // namespace agent_runtime
