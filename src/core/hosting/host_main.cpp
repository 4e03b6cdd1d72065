#include "core/hosting/host_main.h"

#include "core/base/clock.h"
#include "core/base/version.h"
#include "core/hosting/run_job_host.h"
#include "core/io/bound_program.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

namespace {

constexpr const char *USAGE =
		"agent_runtime_host job FOLDER             runs the job whose order lies in the folder, "
		"and\n"
		"                                          outlives whoever starts it\n"
		"agent_runtime_host bound PROGRAM WORD...  runs a program, and ends it and all that it "
		"has\n"
		"                                          started with whoever starts it\n"
		"agent_runtime_host --version\n"
		"AgentRuntime starts it; nobody else needs to.\n";
constexpr int WRONG_USE = 2;

} // namespace

int host_main(int count, char **arguments) {
	const std::vector<std::string> words(arguments + 1, arguments + count);
	const std::string_view mode = words.empty() ? std::string_view() : words.front();
	if (mode == "job" && words.size() == 2) {
		const SystemClock clock;
		return static_cast<int>(run_job_host(words[1], clock));
	}
	if (mode == "bound" && words.size() > 1) {
		become_bound_program({ words.begin() + 1, words.end() });
	}
	if (mode == "--version" && words.size() == 1) {
		std::printf("agent_runtime_host %s\n", std::string(library_version()).c_str());
		return 0;
	}
	std::fputs(USAGE, stderr);
	return WRONG_USE;
}

} // namespace agent_runtime
