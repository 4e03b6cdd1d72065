#include "core/io/spawn.h"

#include "core/base/files.h"
#include "core/io/child_plan.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace agent_runtime {

namespace {

constexpr int FIRST_OTHER_FD = 3;
constexpr std::string_view PATH_OF_NOBODY = "/usr/local/bin:/usr/bin:/bin";

struct Pipe {
	UniqueFd read_end;
	UniqueFd write_end;
};

// Moves it above the standard descriptors, so that it is not in the way when the child sets up its
// own.
bool lift(UniqueFd &fd) {
	if (fd.get() < FIRST_OTHER_FD) {
		fd.reset(fcntl(fd.get(), F_DUPFD_CLOEXEC, FIRST_OTHER_FD));
	}
	return fd.is_open();
}

bool open_pipe(Pipe &pipe) {
	std::array<int, 2> ends = { -1, -1 };
	if (pipe2(ends.data(), O_CLOEXEC) != 0) {
		return false;
	}
	pipe.read_end.reset(ends[0]);
	pipe.write_end.reset(ends[1]);
	return lift(pipe.read_end) && lift(pipe.write_end);
}

bool stop_blocking(const UniqueFd &fd) {
	return fcntl(fd.get(), F_SETFL, fcntl(fd.get(), F_GETFL) | O_NONBLOCK) == 0;
}

struct Pipes {
	Pipe input, output, error;

	bool open(bool with_input) {
		if (with_input) {
			if (!open_pipe(input) || !stop_blocking(input.write_end)) {
				return false;
			}
		} else {
			input.read_end = open_nothing();
			if (!input.read_end.is_open()) {
				return false;
			}
		}
		return open_pipe(output) && stop_blocking(output.read_end) && open_pipe(error) &&
				stop_blocking(error.read_end);
	}
};

std::vector<std::string> environment_with(
		const std::map<std::string, std::optional<std::string>> &changes) {
	std::vector<std::string> entries;
	for (char **entry = environ; *entry != nullptr; ++entry) {
		const std::string_view text = *entry;
		if (changes.find(std::string(text.substr(0, text.find('=')))) == changes.end()) {
			entries.emplace_back(text);
		}
	}
	for (const auto &[name, value] : changes) {
		if (value.has_value()) {
			std::string entry = name;
			entry += '=';
			entry += *value;
			entries.push_back(std::move(entry));
		}
	}
	return entries;
}

std::vector<char *> pointers_into(std::vector<std::string> &texts) {
	std::vector<char *> pointers;
	pointers.reserve(texts.size() + 1);
	for (std::string &text : texts) {
		pointers.push_back(text.data());
	}
	pointers.push_back(nullptr);
	return pointers;
}

// Where a shell with the child's environment would look for the program.
std::string search_path(const ProcessSpec &spec) {
	const auto changed = spec.environment.find("PATH");
	if (changed != spec.environment.end()) {
		return changed->second.value_or(std::string(PATH_OF_NOBODY));
	}
	const char *own = std::getenv("PATH");
	return own != nullptr ? std::string(own) : std::string(PATH_OF_NOBODY);
}

bool has_nul(const std::string &text) {
	return text.find('\0') != std::string::npos;
}

Status check_texts(const ProcessSpec &spec) {
	for (const std::string &argument : spec.arguments) {
		if (has_nul(argument)) {
			return { StatusCode::invalid_argument,
				"an argument for " + spec.program + " holds a NUL; take it out" };
		}
	}
	for (const auto &[name, value] : spec.environment) {
		if (name.empty() || has_nul(name) || name.find('=') != std::string::npos ||
				(value.has_value() && has_nul(*value))) {
			return { StatusCode::invalid_argument,
				"a variable for " + spec.program + " has a name or a value that cannot be; see \"" +
						name.substr(0, name.find('\0')) + "\"" };
		}
	}
	return {};
}

std::string reason_of(int error) {
	return std::error_code(error, std::generic_category()).message();
}

Status cannot_start(const std::string &program, int error) {
	const std::string start = program + " could not be started: ";
	switch (error) {
		case EMFILE:
		case ENFILE:
			return { StatusCode::exhausted,
				start + "too many files are open; let fewer programs run at once" };
		case EAGAIN:
		case ENOMEM:
			return { StatusCode::exhausted,
				start + "no more processes or memory; let fewer programs run at once" };
		case E2BIG:
			return { StatusCode::invalid_argument,
				start + "its arguments are too long; hand it the text as input" };
		case ENOENT:
			return { StatusCode::not_found,
				start + "it, or what is to run it, is not there; install it anew" };
		case EACCES:
		case EPERM:
			return { StatusCode::permission_denied,
				start + "it may not be run; look at its permissions" };
		case ENOEXEC:
			return { StatusCode::failed_precondition,
				start + "it is no program of this machine; install the one that is" };
		default:
			return { StatusCode::unavailable, start + reason_of(error) };
	}
}

bool is_program(const std::string &path) {
	struct stat facts = {};
	return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
			access(path.c_str(), X_OK) == 0;
}

// Waits even for a killed process, so that no zombie stays.
void wait_for_end(pid_t pid) {
	while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
	}
}

} // namespace

Result<std::string> find_program(const std::string &program, std::string_view path) {
	if (program.empty() || has_nul(program)) {
		return Status(StatusCode::not_found, "no program is named; give its name or its path");
	}
	if (program.find('/') != std::string::npos) {
		if (!is_program(program)) {
			return Status(StatusCode::not_found,
					program + " is not there, or is no program; give the path of one");
		}
		return absolute_path(program);
	}
	while (true) {
		const std::size_t colon = path.find(':');
		const std::string_view folder = path.substr(0, colon);
		const std::string candidate = std::string(folder).append("/").append(program);
		// A program in whatever folder is current is not what was meant.
		if (!folder.empty() && folder.front() == '/' && is_program(candidate)) {
			return candidate;
		}
		if (colon == std::string_view::npos) {
			return Status(StatusCode::not_found,
					"there is no program " + program +
							" in the folders of PATH; install it, or give its full path");
		}
		path.remove_prefix(colon + 1);
	}
}

UniqueFd open_nothing() {
	UniqueFd nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
	if (nothing.is_open()) {
		lift(nothing);
	}
	return nothing;
}

Result<ProcessSpec> bound_by_host(const ProcessSpec &spec, const std::string &host) {
	Result<std::string> program = find_program(spec.program, search_path(spec));
	if (!program.ok()) {
		return program.status();
	}
	ProcessSpec bound = spec;
	bound.program = host;
	bound.arguments = { "bound", std::move(program).value() };
	bound.arguments.insert(bound.arguments.end(), spec.arguments.begin(), spec.arguments.end());
	return bound;
}

Result<pid_t> spawn_by_plan(const ProcessSpec &spec, ChildPlan plan) {
	const Status texts = check_texts(spec);
	if (!texts.ok()) {
		return texts;
	}
	const Result<std::string> program = find_program(spec.program, search_path(spec));
	if (!program.ok()) {
		return program.status();
	}
	Pipe report;
	if (!open_pipe(report)) {
		return cannot_start(spec.program, errno);
	}
	std::vector<std::string> arguments = { spec.program };
	arguments.insert(arguments.end(), spec.arguments.begin(), spec.arguments.end());
	std::vector<std::string> environment = environment_with(spec.environment);
	const std::vector<char *> argument_pointers = pointers_into(arguments);
	const std::vector<char *> environment_pointers = pointers_into(environment);
	plan.program = program.value().c_str();
	plan.arguments = argument_pointers.data();
	plan.environment = environment_pointers.data();
	plan.folder = spec.folder.empty() ? nullptr : spec.folder.c_str();
	plan.report = report.write_end.get();
	const pid_t pid = start_child(plan);
	if (pid < 0) {
		return cannot_start(spec.program, errno);
	}
	report.write_end.reset();
	const ChildReport problem = read_child_report(report.read_end.get());
	if (problem.error != 0) {
		wait_for_end(pid);
		return problem.folder ? Status(StatusCode::not_found,
										spec.program + " could not be started in " + spec.folder +
												": " + reason_of(problem.error))
							  : cannot_start(spec.program, problem.error);
	}
	return pid;
}

Result<SpawnedProcess> spawn_process(const ProcessSpec &spec, SpawnInput input) {
	Pipes pipes;
	if (!pipes.open(input == SpawnInput::pipe || !spec.input.empty())) {
		return cannot_start(spec.program, errno);
	}
	ChildPlan plan;
	plan.input = pipes.input.read_end.get();
	plan.output = pipes.output.write_end.get();
	plan.error = pipes.error.write_end.get();
	const Result<pid_t> pid = spawn_by_plan(spec, plan);
	if (!pid.ok()) {
		return pid.status();
	}
	return SpawnedProcess{ pid.value(), std::move(pipes.input.write_end),
		std::move(pipes.output.read_end), std::move(pipes.error.read_end) };
}

} // namespace agent_runtime
