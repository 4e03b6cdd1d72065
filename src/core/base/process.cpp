#include "core/base/process.h"

#include "core/base/files.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <limits>

#include <sys/stat.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_BYTES_OF_A_PROC_FILE = 4096;
constexpr std::int64_t HIGHEST_PID = std::numeric_limits<pid_t>::max();

// What the system knows about a process.
struct ProcessFacts {
	std::int64_t pid = 0;
	std::uint64_t start = 0;
	bool has_ended = false; // it has ended, and only waits for its parent to ask how
};

std::string proc_file(const std::string &path) {
	return read_file(path, MOST_BYTES_OF_A_PROC_FILE).value_or("");
}

// Reads a text that consists entirely of decimal digits.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
	Number number = 0;
	const char *const end = text.data() + text.size();
	const auto [stopped, error] = std::from_chars(text.data(), end, number);
	return error == std::errc() && stopped == end ? std::optional<Number>(number) : std::nullopt;
}

// Counts fields after the command's closing parenthesis, which ends field 2, because the command
// may contain blanks and parentheses of its own.
std::string_view stat_field(std::string_view stat, int wanted) {
	std::size_t at = stat.rfind(')');
	for (int field = 2; field < wanted && at != std::string_view::npos; field++) {
		at = stat.find(' ', at + 1);
	}
	if (at == std::string_view::npos) {
		return {};
	}
	return stat.substr(at + 1, stat.find(' ', at + 1) - at - 1);
}

std::optional<ProcessFacts> facts_of(const std::string &process) {
	constexpr int STATE = 3;
	constexpr int START = 22;
	const std::string stat = proc_file("/proc/" + process + "/stat");
	const std::optional<std::int64_t> pid =
			number_in<std::int64_t>(std::string_view(stat).substr(0, stat.find(' ')));
	const std::optional<std::uint64_t> start = number_in<std::uint64_t>(stat_field(stat, START));
	const std::string_view state = stat_field(stat, STATE);
	if (!pid || !start) {
		return std::nullopt;
	}
	return ProcessFacts{ *pid, *start, state == "Z" || state == "X" };
}

Uuid boot_id() {
	const std::string text = proc_file("/proc/sys/kernel/random/boot_id");
	return Uuid::parse(std::string_view(text).substr(0, Uuid::LENGTH)).value_or(Uuid());
}

} // namespace

std::int64_t process_id() {
	return getpid();
}

std::uint64_t user_id() {
	return geteuid();
}

std::string process_name(std::int64_t pid) {
	std::string name = proc_file("/proc/" + std::to_string(pid) + "/comm");
	if (name.ends_with('\n')) {
		name.pop_back();
	}
	return name;
}

ProcessIdentity ProcessIdentity::own() {
	ProcessIdentity own;
	own.pid = process_id();
	const std::optional<ProcessFacts> facts = facts_of("self");
	// In a container that shows the /proc of another namespace, the ids there are different.
	if (!facts || facts->pid != own.pid) {
		return own;
	}
	own.start = facts->start;
	own.boot = boot_id();
	struct stat space = {};
	own.id_namespace = ::stat("/proc/self/ns/pid", &space) == 0 ? space.st_ino : 0;
	return own;
}

ProcessIdentity ProcessIdentity::of(std::int64_t pid) {
	ProcessIdentity identity = own();
	const std::optional<ProcessFacts> facts =
			identity.start != 0 && pid > 0 ? facts_of(std::to_string(pid)) : std::nullopt;
	if (!facts) {
		identity = ProcessIdentity();
	}
	identity.pid = pid;
	identity.start = facts ? facts->start : 0;
	return identity;
}

bool ProcessIdentity::can_be_judged_from(const ProcessIdentity &here) const {
	return pid > 0 && pid <= HIGHEST_PID && start != 0 && !boot.is_none() && id_namespace != 0 &&
			boot == here.boot && id_namespace == here.id_namespace;
}

ProcessLife ProcessIdentity::life() const {
	if (!can_be_judged_from(own())) {
		return ProcessLife::unknown;
	}
	if (const std::optional<ProcessFacts> found = facts_of(std::to_string(pid))) {
		const bool is_the_same = found->start == start && !found->has_ended;
		return is_the_same ? ProcessLife::alive : ProcessLife::ended;
	}
	// The system may hide other users' processes. Then only the signal shows whether it exists.
	const bool is_gone = ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
	return is_gone ? ProcessLife::ended : ProcessLife::unknown;
}

std::string ProcessIdentity::to_string() const {
	return std::to_string(pid) + ":" + std::to_string(start) + ":" + boot.to_string() + ":" +
			std::to_string(id_namespace);
}

std::optional<ProcessIdentity> ProcessIdentity::parse(std::string_view text) {
	constexpr std::size_t FIELDS = 4;
	std::array<std::string_view, FIELDS> fields;
	if (text.size() > MOST_BYTES) {
		return std::nullopt;
	}
	for (std::size_t i = 0; i + 1 < FIELDS; i++) {
		const std::size_t colon = text.find(':');
		if (colon == std::string_view::npos) {
			return std::nullopt;
		}
		fields[i] = text.substr(0, colon);
		text.remove_prefix(colon + 1);
	}
	fields.back() = text;
	const std::optional<std::int64_t> pid = number_in<std::int64_t>(fields[0]);
	const std::optional<std::uint64_t> start = number_in<std::uint64_t>(fields[1]);
	const std::optional<Uuid> boot = fields[2].empty() ? Uuid() : Uuid::parse(fields[2]);
	const std::optional<std::uint64_t> space = number_in<std::uint64_t>(fields[3]);
	if (!pid || *pid <= 0 || *pid > HIGHEST_PID || !start || !boot || !space) {
		return std::nullopt;
	}
	return ProcessIdentity{ *pid, *start, *boot, *space };
}

} // namespace agent_runtime
