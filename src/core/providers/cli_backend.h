#pragma once

// Minds that are command-line programs, `claude` and `codex`: one process for each call, which
// answers in words. They are not offered the tools of a request; the prompt explains how to decide
// in JSON.
//
//	CliBackend backend({ .kind = MindKind::claude, .settings = settings }, runner, later);
//	std::unique_ptr<ModelCall> call = backend.start(request, listener);
//	call.reset(); // the process and all that it has started are gone

#include "core/io/process_runner.h"
#include "core/mind/model.h"
#include "core/providers/cli_command.h"

#include <functional>
#include <memory>

namespace agent_runtime {

// Each call reports what is wrong with the options: `not_allowed` when a program would skip
// permissions, `misconfigured` when it is not there. Sets no time limits, retries nothing, and
// turns off the programs' own retries where they allow that. No message contains a key. Temperature
// and, for codex, max_output_tokens are left to the program. Owned by whoever owns the minds. The
// runner outlives it and its calls; calls may outlive it.
// Thread rule: worker only, that of the runner.
class CliBackend : public ModelBackend {
public:
	// Runs work on this thread, after the current handler returns.
	using Later = std::function<void(std::function<void()> work)>;

	CliBackend(CliOptions options, ProcessRunner &runner, Later later);

	std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) override;

private:
	const std::shared_ptr<const CliOptions> options_; // shared with the calls
	ProcessRunner &runner_;
	const Later later_;
};

} // namespace agent_runtime
