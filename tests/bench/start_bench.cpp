// How long a program takes that uses the store, the log and requests alone
// (tests/peers/notebook): it starts, opens its file, answers nothing, and ends. Beside it an empty
// program, in turns.

#include "bench.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

#include <vector>

namespace {

constexpr int STARTS = 200;

// In seconds, from the call that starts it to its end.
double time_of(const std::string &program, const std::string &argument) {
	std::vector<char *> arguments = { const_cast<char *>(program.c_str()),
		argument.empty() ? nullptr : const_cast<char *>(argument.c_str()), nullptr };
	posix_spawn_file_actions_t files;
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	const bench::Stopwatch watch;
	pid_t child = 0;
	const int error =
			posix_spawn(&child, program.c_str(), &files, nullptr, arguments.data(), environ);
	bench::require(error == 0, "start " + program);
	int status = 0;
	bench::require(waitpid(child, &status, 0) == child && status == 0, program + " ends well");
	const double seconds = watch.seconds();
	posix_spawn_file_actions_destroy(&files);
	return seconds;
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	const std::string here = std::filesystem::canonical("/proc/self/exe").parent_path();
	const std::string notebook = here + "/../tests/peers/notebook";
	const std::string empty = here + "/empty";
	const bench::Folder folder;
	const std::string path = folder.path("notes.db");
	time_of(notebook, path); // makes the file
	bench::Series ours;
	bench::Series nothing;
	for (int i = 0; i < STARTS; i++) {
		ours.add(time_of(notebook, path));
		nothing.add(time_of(empty, ""));
	}
	if (wanted("start.notebook")) {
		bench::report(
				"start.notebook", "ms", ours.at_share(0.5) * 1e3, nothing.at_share(0.5) * 1e3);
	}
	return 0;
}
