#include "core/jobs/job_base.h"

#include "core/base/files.h"
#include "core/base/json_fields.h"
#include "core/base/json_io.h"
#include "core/hosting/job_order.h"
#include "core/io/own_folder.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr const char *CRUCIBLE = "/.crucible";
constexpr const char *NAME_IN_PROJECT = "/.coven";
constexpr const char *NAME_BESIDE_DATABASE = ".coven";
constexpr const char *WORKTREES = "worktrees";
constexpr const char *STORE = "store.json";
constexpr const char *GIT_IGNORE = ".gitignore";
constexpr std::string_view OUTPUT_ENDING = ".jsonl";
constexpr std::size_t MOST_STORE_BYTES = 65'536;
constexpr int STORE_FORMAT = 1;
// A name with a higher number is no reason to skip all numbers up to it.
constexpr std::uint64_t HIGHEST_BELIEVED = 1'000'000'000'000;

std::optional<JobId> id_of_output(std::string_view name) {
	return name.ends_with(OUTPUT_ENDING)
			? JobId::parse(name.substr(0, name.size() - OUTPUT_ENDING.size()))
			: std::nullopt;
}

Result<OwnFolder> open_below(const std::string &base, const char *name) {
	return OwnFolder::open(base + "/" + name);
}

std::vector<std::string> names_below(const std::string &base, const char *name) {
	const Result<OwnFolder> folder = open_below(base, name);
	return folder.ok() ? folder.value().names() : std::vector<std::string>();
}

} // namespace

std::string JobBase::path_for(const std::string &database_path) {
	const std::string path = real_path(database_path);
	const std::string folder = parent_folder(path);
	return folder.ends_with(CRUCIBLE) ? parent_folder(folder) + NAME_IN_PROJECT
									  : path + NAME_BESIDE_DATABASE;
}

Result<JobBase> JobBase::open(
		const std::string &database_path, const std::string &epoch, const Logger &log) {
	JobBase base(path_for(database_path), epoch);
	const Result<OwnFolder> folder = OwnFolder::make(base.path_);
	const Result<OwnFolder> output = OwnFolder::make(base.path_ + "/" + job_files::OUTPUT);
	const Result<OwnFolder> jobs = OwnFolder::make(base.path_ + "/" + job_files::JOBS);
	if (Status failed = first_failure(folder, output, jobs); !failed.ok()) {
		return failed;
	}
	if (!folder.value().file(GIT_IGNORE, OwnFile::Use::read).ok()) {
		// Somebody else's own is fine as well.
		const Status ignored = folder.value().write(GIT_IGNORE, "*\n");
		static_cast<void>(ignored.ok());
	}
	const Status settled = base.settle_epoch(folder.value(), real_path(database_path), log);
	return settled.ok() ? Result(std::move(base)) : settled;
}

Status JobBase::settle_epoch(
		const OwnFolder &folder, const std::string &database_path, const Logger &log) const {
	const Result<std::string> text = folder.read(STORE, MOST_STORE_BYTES);
	const Result<json> store = text.ok() ? parse_json(text.value()) : text.status();
	const std::string former = store.ok() && store.value().is_object()
			? text_of(store.value(), "epoch")
			: std::string();
	if (former == epoch_) {
		return {};
	}
	if (text.ok()) {
		const std::string name = former.empty() ? "unreadable" : former;
		log.warning(path_ +
				" was that of another database, which is gone or was set aside; its "
				"jobs stay where they are, and store.json." +
				name + " says whose they were");
		const bool is_name = name.find('/') == std::string::npos && name.size() < 100;
		Status kept =
				folder.write(std::string(STORE) + "." + (is_name ? name : "former"), text.value());
		if (!kept.ok()) {
			return kept;
		}
	}
	const json now{ { "format", STORE_FORMAT }, { "epoch", epoch_ },
		{ "database", database_path } };
	return folder.write(STORE, now.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

std::string JobBase::output_path(JobId id) const {
	return path_ + "/" + job_files::OUTPUT + "/" + job_files::output_name(id);
}

std::string JobBase::worktree_path(JobId id) const {
	return path_ + "/" + WORKTREES + "/" + id.to_string();
}

std::vector<JobId> JobBase::ids_there() const {
	std::vector<JobId> ids;
	for (const std::string &name : names_below(path_, job_files::OUTPUT)) {
		if (const std::optional<JobId> id = id_of_output(name)) {
			ids.push_back(*id);
		}
	}
	for (const std::string &name : names_below(path_, job_files::JOBS)) {
		if (const std::optional<JobId> id = JobId::parse(name)) {
			ids.push_back(*id);
		}
	}
	std::sort(ids.begin(), ids.end());
	ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
	return ids;
}

std::uint64_t JobBase::highest_number() const {
	std::vector<JobId> ids = ids_there();
	for (const std::string &name : names_in_folder(path_ + "/" + WORKTREES)) {
		ids.push_back(JobId::parse(name).value_or(JobId()));
	}
	std::uint64_t highest = 0;
	for (const JobId id : ids) {
		highest = id.number() <= HIGHEST_BELIEVED ? std::max(highest, id.number()) : highest;
	}
	return highest;
}

Result<JobFolders> JobBase::make(JobId id) const {
	Result<JobFolders> folders = JobFolders::make(path_, id);
	if (!folders.ok()) {
		return folders;
	}
	const Result<OwnFile> output = folders.value().output_file(OwnFile::Use::make);
	return output.ok() ? std::move(folders) : output.status();
}

std::uint64_t JobBase::bytes_of(JobId id) const {
	std::uint64_t bytes = file_size(output_path(id)).value_or(0);
	const std::string folder = path_ + "/" + job_files::JOBS + "/" + id.to_string();
	for (const std::string &name : names_in_folder(folder)) {
		bytes += file_size(std::string(folder).append("/").append(name)).value_or(0);
	}
	return bytes;
}

// The order goes last, since it says whose the files are.
Status JobBase::remove(JobId id) const {
	const Result<OwnFolder> output = open_below(path_, job_files::OUTPUT);
	const Result<OwnFolder> jobs = open_below(path_, job_files::JOBS);
	if (Status failed = first_failure(output, jobs); !failed.ok()) {
		return failed;
	}
	Status status = output.value().remove(job_files::output_name(id));
	const Result<OwnFolder> job = jobs.value().folder(id.to_string());
	if (!job.ok()) {
		return job.status().code() == StatusCode::not_found ? status : job.status();
	}
	std::vector<std::string> names = job.value().names();
	std::stable_partition(names.begin(), names.end(),
			[](const std::string &name) { return name != job_files::ORDER; });
	for (const std::string &name : names) {
		status = status.ok() ? job.value().remove(name) : status;
	}
	return status.ok() ? jobs.value().remove_folder(id.to_string()) : status;
}

std::string JobBase::marker(JobId id, std::uint64_t attempt) const {
	JobOrder order;
	order.id = id;
	order.epoch = epoch_;
	order.attempt = attempt;
	return order.marker();
}

std::vector<JobId> JobBase::without_record(const std::vector<JobId> &known) const {
	std::vector<JobId> ids = ids_there();
	std::erase_if(
			ids, [&known](JobId id) { return std::binary_search(known.begin(), known.end(), id); });
	return ids;
}

std::vector<JobId> JobBase::worktrees_without_record(const std::vector<JobId> &known) const {
	std::vector<JobId> ids;
	for (const std::string &name : names_in_folder(path_ + "/" + WORKTREES)) {
		const std::optional<JobId> id = JobId::parse(name);
		if (id && !std::binary_search(known.begin(), known.end(), *id)) {
			ids.push_back(*id);
		}
	}
	std::sort(ids.begin(), ids.end());
	return ids;
}

} // namespace agent_runtime
