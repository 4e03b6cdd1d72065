#pragma once

#include "core/base/status.h"
#include "core/base/uuid.h"
#include "core/jobs/job_plan.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// What the program of a job is told about one attempt. No secret stands in it.
// Thread rule: immutable.
struct JobBrief {
	static constexpr std::size_t MOST_PROMPT_BYTES = 1'048'576;
	static constexpr std::string_view QUESTION_MARKER = "@@question";

	JobPlan plan;
	std::uint64_t attempt = 1;
	std::string prompt; // claude and codex need one
	Uuid prompt_uuid; // claude runs one that its session has seen only once
	// The program's own name for the conversation. For claude it is chosen before its first
	// attempt; codex tells it (DriverNews).
	std::string session;
	bool resumes = false; // goes on with `session`
	Money cap; // what claude may spend in this attempt; 0: no cap
	std::vector<std::string> hidden_folders; // into which claude may not look or write
	std::string question_marker = std::string(QUESTION_MARKER); // of a command
};

// The process that does a job. Thread rule: immutable.
struct JobProcess {
	std::string program; // a path, or a name to be found on PATH
	std::vector<std::string> arguments; // no prompt and no key, since everybody can read them
	std::map<std::string, std::optional<std::string>> environment; // changes, for its JobOrder
	// Must be in the environment in which its host is launched, and are never stored.
	std::map<std::string, std::string> secrets;
};

// `access` says where claude and codex find their model, and which programs they are: nothing but
// its base_url, key, headers and program is used. `invalid_argument` names what cannot be used.
// Thread rule: any thread.
Result<JobProcess> job_process(const JobBrief &brief, const ProviderSettings &access);

} // namespace agent_runtime
