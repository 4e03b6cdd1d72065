#include "core/io/process_family.h"

#include "core/io/unique_fd.h"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

using std::chrono::milliseconds;
using Pids = std::vector<pid_t>;

constexpr std::size_t MOST_FAMILY = 4096; // whoever starts more is met in several rounds
constexpr std::size_t MOST_BYTES_OF_A_LIST = 65'536;
constexpr std::size_t MOST_BYTES_OF_AN_ENVIRONMENT = 4'194'304;
constexpr std::uint64_t BYTES_OF_A_KILOBYTE = 1024;
constexpr int LAST_ROUND = 8; // of killing those who were started meanwhile
constexpr int HIGHEST_SCORE = 1000;

std::string text_of_file(const std::string &path, std::size_t most) {
	constexpr std::size_t PIECE = 4096;
	const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
	std::string text;
	std::size_t size = 0;
	while (file.is_open() && size < most) {
		text.resize(size + PIECE);
		const ssize_t got = read(file.get(), text.data() + size, PIECE);
		if (got <= 0) {
			break;
		}
		size += static_cast<std::size_t>(got);
	}
	text.resize(size);
	return text;
}

std::string proc_text(pid_t pid, const char *name, std::size_t most = MOST_BYTES_OF_A_LIST) {
	return text_of_file("/proc/" + std::to_string(pid) + "/" + name, most);
}

// The numbers among the names in a folder of /proc.
Pids numbers_in_folder(const std::string &path) {
	Pids pids;
	DIR *const folder = opendir(path.c_str());
	while (const dirent *const entry = folder != nullptr ? readdir(folder) : nullptr) {
		const std::string_view name = entry->d_name;
		pid_t pid = 0;
		const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
		if (error == std::errc() && end == name.data() + name.size()) {
			pids.push_back(pid);
		}
	}
	if (folder != nullptr) {
		closedir(folder);
	}
	return pids;
}

void add_numbers(std::string_view text, Pids &pids) {
	const char *at = text.data();
	const char *const end = at + text.size();
	while (at < end && pids.size() < MOST_FAMILY) {
		pid_t pid = 0;
		const auto [next, error] = std::from_chars(at, end, pid);
		if (error == std::errc() && pid > 0) {
			pids.push_back(pid);
		}
		at = next + 1;
	}
}

void add_children_of(pid_t pid, Pids &pids) {
	const std::string tasks = "/proc/" + std::to_string(pid) + "/task/";
	for (const pid_t task : numbers_in_folder(tasks)) {
		add_numbers(text_of_file(tasks + std::to_string(task) + "/children", MOST_BYTES_OF_A_LIST),
				pids);
	}
}

Pids all_processes() {
	return numbers_in_folder("/proc");
}

struct StatFields {
	char state = 0;
	pid_t parent = 0;
};

// The command in parentheses may hold anything, so the fields are counted from its end.
StatFields stat_of(pid_t pid) {
	const std::string stat = proc_text(pid, "stat");
	const std::size_t end = stat.rfind(") ");
	StatFields fields;
	if (end != std::string::npos && stat.size() > end + 4) {
		fields.state = stat[end + 2];
		std::from_chars(stat.data() + end + 4, stat.data() + stat.size(), fields.parent);
	}
	return fields;
}

// For kernels that do not list children.
void add_by_parent(const Pids &all, Pids &family) {
	for (std::size_t i = 0; i < family.size(); i++) {
		for (const pid_t pid : all) {
			if (stat_of(pid).parent == family[i] && family.size() < MOST_FAMILY) {
				family.push_back(pid);
			}
		}
	}
}

FamilyLookup lookup_of_system() {
	const std::string own = std::to_string(getpid());
	const std::string children = "/proc/" + own + "/task/" + own + "/children";
	return access(children.c_str(), R_OK) == 0 ? FamilyLookup::by_children
											   : FamilyLookup::by_parents;
}

Pids family_of(pid_t pid, FamilyLookup lookup) {
	Pids family = { pid };
	if (lookup == FamilyLookup::by_parents) {
		add_by_parent(all_processes(), family);
	} else {
		for (std::size_t i = 0; i < family.size(); i++) {
			add_children_of(family[i], family);
		}
	}
	family.erase(family.begin());
	std::erase_if(family, [](pid_t each) {
		const char state = stat_of(each).state;
		return state == 'Z' || state == 'X' || state == 0;
	});
	return family;
}

Pids descendants() {
	return family_of(getpid(), lookup_of_system());
}

UniqueFd hold(pid_t pid) {
	return UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
}

void signal_held(const UniqueFd &process, int signal) {
	syscall(SYS_pidfd_send_signal, process.get(), signal, nullptr, 0);
}

std::uint64_t number_after(std::string_view text, std::string_view label) {
	const std::size_t at = text.find(label);
	std::uint64_t number = 0;
	if (at != std::string_view::npos) {
		text.remove_prefix(at + label.size());
		text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
		std::from_chars(text.data(), text.data() + text.size(), number);
	}
	return number;
}

std::uint64_t resident_memory(pid_t pid) {
	const std::string facts = proc_text(pid, "statm"); // "SIZE RESIDENT …", in pages
	return number_after(facts, " ") * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Its share of what it has in common with others; the plain sum where that is hidden.
std::uint64_t proportional_memory(pid_t pid) {
	const std::string facts = proc_text(pid, "smaps_rollup");
	const std::uint64_t share = number_after(facts, "\nPss:") * BYTES_OF_A_KILOBYTE;
	return share != 0 ? share : resident_memory(pid);
}

bool is_marked(pid_t pid, std::string_view entry) {
	struct stat facts = {};
	const std::string folder = "/proc/" + std::to_string(pid);
	if (pid == getpid() || stat(folder.c_str(), &facts) != 0 || facts.st_uid != geteuid()) {
		return false;
	}
	const std::string environment = proc_text(pid, "environ", MOST_BYTES_OF_AN_ENVIRONMENT);
	std::string wanted(1, '\0');
	wanted.append(entry).append(1, '\0');
	return environment.starts_with(std::string_view(wanted).substr(1)) ||
			environment.find(wanted) != std::string::npos;
}

// Held before they are looked at, so that a number that is given anew is nobody else.
std::vector<UniqueFd> find_marked(std::string_view entry) {
	std::vector<UniqueFd> marked;
	for (const pid_t pid : all_processes()) {
		UniqueFd process = hold(pid);
		if (process.is_open() && is_marked(pid, entry) && stat_of(pid).state != 'Z') {
			marked.push_back(std::move(process));
		}
	}
	return marked;
}

void wait_for(const std::vector<UniqueFd> &processes, milliseconds limit) {
	const auto latest = std::chrono::steady_clock::now() + limit;
	for (const UniqueFd &each : processes) {
		const auto left =
				std::chrono::duration_cast<milliseconds>(latest - std::chrono::steady_clock::now());
		pollfd ended = { each.get(), POLLIN, 0 };
		poll(&ended, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
	}
}

} // namespace

std::vector<std::int64_t> descendants_of(std::int64_t pid, FamilyLookup lookup) {
	const Pids family = family_of(static_cast<pid_t>(pid), lookup);
	return { family.begin(), family.end() };
}

void adopt_orphans() {
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::optional<ProcessExit> reap_children(std::int64_t wanted) {
	std::optional<ProcessExit> exit;
	int status = 0;
	for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
		if (pid == wanted) {
			exit = WIFSIGNALED(status) ? ProcessExit{ 0, WTERMSIG(status) }
									   : ProcessExit{ WEXITSTATUS(status), 0 };
		}
	}
	return exit;
}

std::size_t signal_descendants(int signal) {
	const Pids family = descendants();
	for (const pid_t pid : family) {
		const UniqueFd process = hold(pid);
		if (process.is_open()) {
			signal_held(process, signal);
		} else {
			kill(pid, signal);
		}
	}
	return family.size();
}

std::uint64_t memory_of_descendants(std::uint64_t exact_above) {
	const Pids family = descendants();
	std::uint64_t resident = 0;
	for (const pid_t pid : family) {
		resident += resident_memory(pid);
	}
	if (resident <= exact_above) {
		return resident;
	}
	std::uint64_t exact = 0;
	for (const pid_t pid : family) {
		exact += proportional_memory(pid);
	}
	return exact;
}

void sacrifice_sooner(std::int64_t pid, int more) {
	const std::string path = "/proc/" + std::to_string(pid) + "/oom_score_adj";
	const int own = static_cast<int>(
			std::strtol(text_of_file(path, MOST_BYTES_OF_A_LIST).c_str(), nullptr, 10));
	const std::string score = std::to_string(std::min(own + more, HIGHEST_SCORE));
	const UniqueFd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
	// Where that is not allowed, all are taken alike.
	if (file.is_open() && write(file.get(), score.data(), score.size()) < 0) {
		return;
	}
}

std::size_t count_marked_processes(std::string_view entry) {
	return find_marked(entry).size();
}

std::size_t end_marked_processes(std::string_view entry, milliseconds grace) {
	constexpr milliseconds FOR_KILLED{ 1'000 };
	std::vector<UniqueFd> marked = find_marked(entry);
	const std::size_t count = marked.size();
	for (const UniqueFd &each : marked) {
		signal_held(each, SIGTERM);
	}
	wait_for(marked, grace);
	marked = find_marked(entry);
	for (int round = 0; round < LAST_ROUND && !marked.empty(); round++) {
		for (const UniqueFd &each : marked) {
			signal_held(each, SIGKILL);
		}
		wait_for(marked, FOR_KILLED);
		marked = find_marked(entry);
	}
	return count;
}

} // namespace agent_runtime
