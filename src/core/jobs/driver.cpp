#include "core/jobs/driver.h"

#include "core/jobs/claude_driver.h"
#include "core/jobs/codex_driver.h"
#include "core/jobs/command_driver.h"

namespace agent_runtime {

std::unique_ptr<Driver> make_driver(JobProgram program) {
	switch (program) {
		case JobProgram::claude:
			return std::make_unique<ClaudeDriver>();
		case JobProgram::codex:
			return std::make_unique<CodexDriver>();
		case JobProgram::command:
			break;
	}
	return std::make_unique<CommandDriver>();
}

std::unique_ptr<Driver> restore_driver(JobProgram program, std::string_view state) {
	switch (program) {
		case JobProgram::claude:
			return std::make_unique<ClaudeDriver>(state);
		case JobProgram::codex:
			return std::make_unique<CodexDriver>(state);
		case JobProgram::command:
			break;
	}
	return std::make_unique<CommandDriver>(state);
}

} // namespace agent_runtime
