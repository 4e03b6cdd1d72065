#pragma once

// Folders and files of this user alone, opened one below the other, so that no link on the way is
// followed and no name leads elsewhere. What others could read or have put there is refused.
//
//	Result<OwnFolder> base = OwnFolder::make(project + "/.coven");
//	Result<OwnFolder> output = base.value().make_folder("output");
//	Result<OwnFile> file = output.value().file("job_001.jsonl", OwnFile::Use::append);

#include "core/base/status.h"
#include "core/io/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace agent_runtime {

// A file that only grows at its end. It is closed in children that become other programs; a lock
// on it belongs to all processes that have inherited it. Thread rule: any thread, one at a time.
class OwnFile {
public:
	enum class Use : std::uint8_t {
		read, // the file must be there
		append, // it is made when it is not there
		make, // it must not be there
	};
	// How much was written, and why not all of it.
	struct Appended {
		std::size_t bytes = 0;
		std::error_code error;
	};

	OwnFile() = default;
	explicit OwnFile(UniqueFd file) :
			file_(std::move(file)) {}

	bool is_open() const { return file_.is_open(); }
	std::uint64_t size() const; // 0 when it cannot be found out
	// How many bytes were read; fewer than there is room for at the end of the file.
	Result<std::size_t> read_at(std::uint64_t place, std::span<char> room) const;
	Appended append(std::string_view text);
	// Takes away all that lies behind `size`.
	Status cut(std::uint64_t size);
	// Keeps disk space for as many bytes behind its end, where the file system can do that.
	void reserve(std::uint64_t bytes);
	// Held until the last process that has inherited it closes the file or ends.
	bool try_lock();

private:
	UniqueFd file_;
};

// Thread rule: any thread, one at a time.
class OwnFolder {
public:
	// `not_found` when there is none, `permission_denied` when it is not this user's alone.
	static Result<OwnFolder> open(const std::string &path);
	// Makes it and those above it, or closes an existing one to others.
	static Result<OwnFolder> make(const std::string &path);

	Result<OwnFolder> folder(const std::string &name) const;
	Result<OwnFolder> make_folder(const std::string &name) const;
	// `already_exists` for Use::make, `exhausted` when there is no space.
	Result<OwnFile> file(const std::string &name, OwnFile::Use use) const;
	// The whole file. `exhausted` when it is longer than `most`.
	Result<std::string> read(const std::string &name, std::size_t most) const;
	// Replaces the whole file at once: nobody ever reads half of it.
	Status write(const std::string &name, std::string_view text) const;
	// A file that is not there is no error.
	Status remove(const std::string &name) const;
	Status remove_folder(const std::string &name) const;
	std::vector<std::string> names() const; // in no particular order

	// The disk space that this user has left; nothing when it cannot be found out.
	std::optional<std::uint64_t> free_bytes() const;
	const std::string &path() const { return path_; } // to be shown

private:
	OwnFolder(UniqueFd folder, std::string path) :
			folder_(std::move(folder)),
			path_(std::move(path)) {}
	static Result<OwnFolder> checked(int folder, std::string path);

	UniqueFd folder_;
	std::string path_;
};

} // namespace agent_runtime
