#include "core/io/shipped_program.h"

#include "core/io/own_folder.h"
#include "core/io/user_folders.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <system_error>

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::size_t LARGEST_PROGRAM = 16U << 20U;
constexpr mode_t OWNER_MAY_RUN = 0100;
// A game that runs has found its copy once, and starts it whenever it needs it.
constexpr std::chrono::hours LIFE_OF_UNUSED_COPY{ 30 * 24 };

bool can_be_run(const std::string &file) {
	// Not where nothing may be run, which the answer takes into account.
	return ::access(file.c_str(), X_OK) == 0;
}

// Does nothing when the file belongs to somebody else.
void give_right_back(const std::string &file) {
	struct stat now = {};
	if (::stat(file.c_str(), &now) == 0) {
		// Where others may read it, they may run it.
		const mode_t readers = now.st_mode & 0444U;
		(void)::chmod(file.c_str(), (now.st_mode | OWNER_MAY_RUN | readers >> 2U) & 07777U);
	}
}

Result<std::string> contents_of(const std::string &file) {
	std::ifstream stream(file, std::ios::binary);
	std::string contents(LARGEST_PROGRAM + 1, '\0');
	stream.read(contents.data(), static_cast<std::streamsize>(contents.size()));
	contents.resize(static_cast<std::size_t>(stream.gcount()));
	if (stream.bad() || contents.empty() || contents.size() > LARGEST_PROGRAM) {
		return Status(StatusCode::failed_precondition,
				"nor can it be copied, since it is empty, too long, or cannot be read");
	}
	return contents;
}

using FileTime = std::filesystem::file_time_type;

// Copies of other versions go when nobody has used them for long; games of several versions may
// take turns. The same age befits what is left of a copy that was never finished.
void remove_unused(const OwnFolder &folder, const std::string &stem) {
	const FileTime latest = FileTime::clock::now() - LIFE_OF_UNUSED_COPY;
	for (const std::string &name : folder.names()) {
		std::error_code problem;
		const FileTime used = std::filesystem::last_write_time(folder.path() + "/" + name, problem);
		if (!problem && name.starts_with(stem + ".") && used < latest) {
			(void)folder.remove(name);
		}
	}
}

Result<std::string> copied(const std::string &file) {
	const std::string state = user_state_folder();
	if (state.empty()) {
		return Status(StatusCode::failed_precondition,
				"the environment names no folder for a copy of it; set HOME");
	}
	Result<std::string> contents = contents_of(file);
	if (!contents.ok()) {
		return contents;
	}
	Result<OwnFolder> folder = OwnFolder::make(state + "/bin");
	if (!folder.ok()) {
		return folder.status();
	}
	const std::string stem = std::filesystem::path(file).filename().string();
	const std::string name =
			stem + "." + std::to_string(std::hash<std::string>()(contents.value()));
	Result<std::string> there = folder.value().read(name, LARGEST_PROGRAM);
	if (!there.ok() || there.value() != contents.value()) {
		Status status = folder.value().write(name, contents.value());
		if (!status.ok()) {
			return status;
		}
	}
	const std::string path = folder.value().path() + "/" + name;
	give_right_back(path);
	std::error_code ignored;
	std::filesystem::last_write_time(path, FileTime::clock::now(), ignored); // it is used
	remove_unused(folder.value(), stem);
	return path;
}

} // namespace

Result<std::string> runnable_program(const std::string &file) {
	std::error_code ignored;
	if (!std::filesystem::is_regular_file(file, ignored)) {
		return Status(StatusCode::not_found,
				"there is no \"" + file +
						"\"; take the archive of the addon that has it, or export the game again");
	}
	if (can_be_run(file)) {
		return file;
	}
	give_right_back(file);
	if (can_be_run(file)) {
		return file;
	}
	Result<std::string> copy = copied(file);
	if (copy.ok() && !can_be_run(copy.value())) {
		copy = Status(StatusCode::permission_denied, "nor can its copy \"" + copy.value() + "\"");
	}
	if (!copy.ok()) {
		return Status(StatusCode::permission_denied,
				"\"" + file + "\" cannot be run: " + copy.status().message() +
						"; put the game on a disk from which programs may be run");
	}
	return copy;
}

std::string file_beside_this_code(const std::string &name) {
	Dl_info found = {};
	if (::dladdr(reinterpret_cast<const void *>(&file_beside_this_code), &found) == 0 ||
			found.dli_fname == nullptr) {
		return "";
	}
	std::error_code problem;
	const std::filesystem::path code = std::filesystem::absolute(found.dli_fname, problem);
	return problem ? std::string() : (code.parent_path() / name).string();
}

} // namespace agent_runtime
