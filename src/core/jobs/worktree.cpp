#include "core/jobs/worktree.h"

#include "core/base/files.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_OUTPUT = 4'194'304;
constexpr std::size_t MOST_SHOWN = 300;
constexpr std::size_t MOST_PATH = 8'192;
constexpr int MOST_BRANCHES_OF_A_NAME = 9;
constexpr std::string_view GIT_OF_A_TREE = "gitdir: ";

// Nothing but what is asked for is done, whatever the settings of the repository say.
constexpr std::array<std::pair<const char *, const char *>, 9> SETTINGS = { {
		{ "core.hooksPath", "/dev/null" },
		{ "core.fsmonitor", "false" },
		{ "core.pager", "cat" },
		{ "core.sshCommand", "false" },
		{ "credential.helper", "" },
		{ "gc.auto", "0" },
		{ "maintenance.auto", "false" },
		{ "protocol.allow", "never" },
		{ "submodule.recurse", "false" },
} };

// What would lead git elsewhere, when the game itself was started by git.
constexpr std::array<const char *, 16> NOT_INHERITED = { "GIT_DIR", "GIT_WORK_TREE",
	"GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG_PARAMETERS", "GIT_PREFIX", "GIT_EXEC_PATH",
	"GIT_CEILING_DIRECTORIES", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_TRACE",
	"GIT_DEFAULT_REF_FORMAT", "GIT_IMPLICIT_WORK_TREE" };

std::string without_newline(std::string text) {
	if (text.ends_with('\n')) {
		text.pop_back();
	}
	return text;
}

std::string words_of_git(const ProgramOutcome &outcome) {
	const std::string &text = outcome.error.empty() ? outcome.output : outcome.error;
	const std::string words = for_display(shorten(text, MOST_SHOWN));
	return words.empty() ? "it said nothing" : without_newline(words);
}

std::string first_lines(std::string_view text) {
	return without_newline(for_display(shorten(text, MOST_SHOWN)));
}

// A branch as git names it in full.
std::string ref_of(const std::string &branch) {
	return "refs/heads/" + branch;
}

Status check_branch(const std::string &branch) {
	const bool is_plain =
			!branch.empty() && std::all_of(branch.begin(), branch.end(), [](char character) {
				return (character >= 'a' && character <= 'z') ||
						(character >= 'A' && character <= 'Z') ||
						(character >= '0' && character <= '9') || character == '/' ||
						character == '_' || character == '-';
			});
	return is_plain && branch.front() != '-'
			? Status()
			: Status(StatusCode::invalid_argument,
					  "\"" + first_lines(branch) + "\" is no name for a branch of a job");
}

} // namespace

Result<Worktrees> Worktrees::of(const std::string &folder, const std::atomic<bool> *cancelled) {
	Worktrees trees(cancelled);
	if (Status failed = trees.read_place(folder); !failed.ok()) {
		return failed;
	}
	trees.silence_filters({});
	const Result<std::string> commit =
			trees.ask(trees.top_, { "rev-parse", "--verify", "--quiet", "HEAD^{commit}" });
	if (!commit.ok()) {
		return Status(StatusCode::failed_precondition,
				"the repository of " + folder +
						" has no commit that a worktree could begin from; "
						"commit something first");
	}
	return trees;
}

// Git is asked from its own folder, since the worktree may go.
Result<Worktrees> Worktrees::around(const std::string &path, const std::atomic<bool> *cancelled) {
	Worktrees trees(cancelled);
	if (Status failed = trees.read_place(path); !failed.ok()) {
		return failed;
	}
	trees.silence_filters({});
	trees.top_ = trees.common_;
	trees.inside_.clear();
	return trees;
}

Result<Worktree> Worktrees::find(const std::string &path, const std::string &branch) const {
	const std::optional<std::string> record = record_of(path);
	if (!record) {
		return Status(StatusCode::not_found, path + " is no worktree of " + top_);
	}
	const Result<std::string> head =
			ask(top_, { "--git-dir=" + *record, "symbolic-ref", "--quiet", "--short", "HEAD" });
	// It may be one of those that are taken when the name is taken.
	const bool is_ours = head.ok() && head.value().starts_with(branch + "-");
	return Worktree{ path, is_ours ? head.value() : branch, path };
}

Status Worktrees::read_place(const std::string &folder) {
	const Result<ProgramOutcome> found = run(folder,
			{ "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir" });
	if (!found.ok()) {
		return found.status();
	}
	const std::string &words = found.value().output;
	const std::size_t end = words.find('\n');
	if (!found.value().succeeded() || end == std::string::npos) {
		return { StatusCode::failed_precondition,
			folder + " is in no repository of git in which one can work (" +
					words_of_git(found.value()) + "); start the job without a worktree" };
	}
	top_ = words.substr(0, end);
	common_ = without_newline(words.substr(end + 1));
	const Result<std::string> inside = ask(folder, { "rev-parse", "--show-prefix" });
	if (!inside.ok()) {
		return inside.status();
	}
	inside_ = inside.value();
	return {};
}

// What the repository itself names as filters and hooks; those of the user and of the system are
// trusted, but go the same way where both use one name.
void Worktrees::silence_filters(const Words &which) {
	constexpr const char *PROGRAMS =
			"^(filter\\..*\\.(clean|smudge|process|required)|hook\\..*\\.(command|event|enabled))$";
	for (const char *const scope : { "--local", "--worktree" }) {
		Words words = which;
		words.insert(words.end(),
				{ "config", scope, "--includes", "--name-only", "-z", "--get-regexp", PROGRAMS });
		const Result<ProgramOutcome> found = run(top_, std::move(words));
		std::string_view names = found.ok() ? found.value().output : std::string_view();
		while (!names.empty()) {
			const std::size_t end = std::min(names.find('\0'), names.size());
			silence(std::string(names.substr(0, end)));
			names.remove_prefix(std::min(end + 1, names.size()));
		}
	}
}

void Worktrees::silence(const std::string &setting) {
	const std::string owner = setting.substr(0, setting.rfind('.'));
	if (!setting.starts_with("filter.")) {
		silenced_[owner + ".enabled"] = "false";
		return;
	}
	for (const char *const program : { ".clean", ".smudge", ".process" }) {
		silenced_[owner + program] = "";
	}
	silenced_[owner + ".required"] = "false";
}

ProcessSpec Worktrees::git(const std::string &folder, Words words) const {
	ProcessSpec spec;
	spec.program = "git";
	spec.arguments = std::move(words);
	spec.folder = folder;
	for (const char *const name : NOT_INHERITED) {
		spec.environment[name] = std::nullopt;
	}
	spec.environment["LC_ALL"] = "C";
	spec.environment["GIT_TERMINAL_PROMPT"] = "0";
	spec.environment["GIT_OPTIONAL_LOCKS"] = "0";
	spec.environment["GIT_NO_LAZY_FETCH"] = "1";
	int count = 0;
	const auto set = [&](const std::string &name, const std::string &value) {
		const std::string number = std::to_string(count++);
		spec.environment["GIT_CONFIG_KEY_" + number] = name;
		spec.environment["GIT_CONFIG_VALUE_" + number] = value;
	};
	for (const auto &[name, value] : SETTINGS) {
		set(name, value);
	}
	for (const auto &[name, value] : silenced_) {
		set(name, value);
	}
	spec.environment["GIT_CONFIG_COUNT"] = std::to_string(count);
	return spec;
}

ProgramBounds Worktrees::bounds(std::chrono::milliseconds limit) const {
	return { .limit = limit, .output_bytes = MOST_OUTPUT, .cancelled = cancelled_ };
}

Result<ProgramOutcome> Worktrees::run(const std::string &folder, Words words) const {
	return run_program(git(folder, std::move(words)), bounds(LIMIT));
}

Result<std::string> Worktrees::ask(const std::string &folder, Words words) const {
	return ask(git(folder, std::move(words)));
}

Result<std::string> Worktrees::ask(const ProcessSpec &spec) const {
	Result<ProgramOutcome> outcome = run_program(spec, bounds(LIMIT));
	if (!outcome.ok()) {
		return outcome.status();
	}
	if (!outcome.value().succeeded()) {
		return Status(StatusCode::unavailable,
				"git " + spec.arguments.front() + " failed: " + words_of_git(outcome.value()));
	}
	return without_newline(std::move(outcome.value().output));
}

bool Worktrees::has_branch(const std::string &branch) const {
	return ask(top_, { "show-ref", "--verify", "--quiet", ref_of(branch) }).ok();
}

Result<std::string> Worktrees::free_branch(const std::string &branch) const {
	std::string name = branch;
	for (int number = 2; has_branch(name); number++) {
		if (number > MOST_BRANCHES_OF_A_NAME) {
			return Status(StatusCode::already_exists,
					"the branch " + branch +
							" and others of its name are there already; "
							"delete those that nobody needs");
		}
		name = branch + "-" + std::to_string(number);
	}
	return name;
}

Result<Worktree> Worktrees::add(const std::string &path, const std::string &branch) const {
	if (Status wrong = check_branch(branch); !wrong.ok()) {
		return wrong;
	}
	if (is_taken_path(path)) {
		return Status(StatusCode::already_exists,
				path + " is there already; look into it, and move it away");
	}
	Result<std::string> name = free_branch(branch);
	if (!name.ok()) {
		return name.status();
	}
	const Worktree tree = { path, name.value(),
		inside_.empty() ? path : path + "/" + inside_.substr(0, inside_.size() - 1) };
	const Result<ProgramOutcome> made =
			run_program(git(top_,
								{ "worktree", "add", "--quiet", "--lock", "-b", tree.branch, "--",
										path, "HEAD" }),
					bounds(LIMIT_OF_COPY));
	if (made.ok() && made.value().succeeded()) {
		return tree;
	}
	// Nobody has worked in it yet.
	static_cast<void>(run(top_, { "worktree", "remove", "--force", "--force", "--", path }));
	drop_branch(tree.branch);
	return made.ok()
			? Status(StatusCode::unavailable, "git made no worktree: " + words_of_git(made.value()))
			: made.status();
}

Status Worktrees::lock(const Worktree &tree) const {
	const std::optional<std::string> record = record_of(tree.path);
	if (!record) {
		return { StatusCode::not_found, tree.path + " is no worktree of " + top_ + " any more" };
	}
	if (is_taken_path(*record + "/locked")) {
		return {};
	}
	return ask(top_, { "worktree", "lock", "--", tree.path }).status();
}

Status Worktrees::unlock(const Worktree &tree) const {
	const std::optional<std::string> record = record_of(tree.path);
	if (!record || !is_taken_path(*record + "/locked")) {
		return {};
	}
	return ask(top_, { "worktree", "unlock", "--", tree.path }).status();
}

// Where git keeps what it knows of a worktree. What the worktree itself says of that is not
// believed: whoever worked there may have changed it.
std::optional<std::string> Worktrees::record_of(const std::string &path) const {
	const std::string records = common_ + "/worktrees";
	const std::string wanted = real_path(path) + "/.git";
	for (const std::string &name : names_in_folder(records)) {
		const std::string record = std::string(records).append("/").append(name);
		const std::optional<std::string> tree = read_file(record + "/gitdir", MOST_PATH);
		if (tree && real_path(parent_folder(without_newline(*tree))) + "/.git" == wanted) {
			return record;
		}
	}
	return std::nullopt;
}

Result<std::string> Worktrees::find_work(const Worktree &tree) const {
	const std::optional<std::string> record = record_of(tree.path);
	if (!record) {
		return Status(StatusCode::not_found,
				tree.path + " is no worktree of " + top_ + " any more; look into it yourself");
	}
	const std::optional<std::string> leads = read_file(tree.path + "/.git", MOST_PATH);
	if (!leads || !leads->starts_with(GIT_OF_A_TREE)) {
		return std::string("it is not what git has made any more");
	}
	if (!names_in_folder(*record + "/modules").empty()) {
		return std::string("it has submodules, which may hold work of their own");
	}
	Worktrees here = *this;
	here.silence_filters({ "--git-dir=" + *record });
	const ProcessSpec status = here.git(tree.path,
			{ "--git-dir=" + *record, "--work-tree=" + tree.path, "status", "--porcelain",
					"--untracked-files=all", "--ignored=matching", "--ignore-submodules=none" });
	const Result<std::string> changes = ask(status);
	if (!changes.ok()) {
		return changes.status();
	}
	if (!changes.value().empty()) {
		return "files that are not committed, or are ignored: " + first_lines(changes.value());
	}
	return find_loose_commits(*record, tree);
}

// Commits at its head and on its branch that no other branch, here or of a remote, has.
Result<std::string> Worktrees::find_loose_commits(
		const std::string &record, const Worktree &tree) const {
	Words tips;
	const Result<std::string> head =
			ask(git(top_, { "--git-dir=" + record, "rev-parse", "--verify", "HEAD^{commit}" }));
	if (!head.ok()) {
		return head.status();
	}
	tips.push_back(head.value());
	if (has_branch(tree.branch)) {
		tips.push_back(ref_of(tree.branch));
	}
	for (const std::string &tip : tips) {
		const Result<std::string> branches = ask(top_,
				{ "for-each-ref", "--contains=" + tip, "--format=%(refname)", "refs/heads",
						"refs/remotes" });
		if (!branches.ok()) {
			return branches.status();
		}
		const std::string all = branches.value() + "\n";
		const std::string own = ref_of(tree.branch) + "\n";
		if (all == "\n" || all == own) {
			return "commits that no other branch has, on " + tree.branch;
		}
	}
	return std::string();
}

Result<std::string> Worktrees::remove(const Worktree &tree) const {
	if (!is_taken_path(tree.path)) {
		static_cast<void>(unlock(tree));
		static_cast<void>(run(top_, { "worktree", "prune" }));
		return std::string();
	}
	Result<std::string> work = find_work(tree);
	if (!work.ok() || !work.value().empty()) {
		return work;
	}
	Worktrees here = *this;
	here.silence_filters({ "--git-dir=" + record_of(tree.path).value_or(common_) });
	if (Status failed = unlock(tree); !failed.ok()) {
		return failed;
	}
	// It looks again, and leaves what has changed meanwhile.
	const Result<std::string> removed = here.ask(top_, { "worktree", "remove", "--", tree.path });
	if (!removed.ok()) {
		return removed.status();
	}
	drop_branch(tree.branch);
	return std::string();
}

// One that somebody else has checked out stays.
void Worktrees::drop_branch(const std::string &branch) const {
	static_cast<void>(run(top_, { "branch", "--quiet", "-D", "--", branch }));
}

} // namespace agent_runtime
