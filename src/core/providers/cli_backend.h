#pragma once

// Minds that are command-line programs, `claude` and `codex`: one process a call, which answers in
// words. Tools of a request are not offered to it; its prompt says how to decide in JSON.
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

// What is wrong with the options is told by each call: `not_allowed` where a program would skip
// permissions, `misconfigured` where it is not there. Sets no time limits, retries nothing, and has
// the programs retry nothing where they can be told. No message holds a key. Temperature and, for
// codex, max_output_tokens are the program's own. Owned by whoever owns the minds; the runner
// outlives it and its calls, and calls may outlive it.
// Thread rule: worker only, that of the runner.
class CliBackend : public ModelBackend {
public:
	// Runs work on this thread, after what runs now.
	using Later = std::function<void(std::function<void()> work)>;

	CliBackend(CliOptions options, ProcessRunner &runner, Later later);

	std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) override;

private:
	const std::shared_ptr<const CliOptions> options_; // shared with the calls
	ProcessRunner &runner_;
	const Later later_;
};

} // namespace agent_runtime
