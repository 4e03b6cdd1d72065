#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace agent_runtime {

// What the standard library does not offer for files: rights, identity, locks, and writing in
// place. Together with open_file.cpp, this is one of the few files that call the system directly.

// Which file a path leads to at one moment.
// Thread rule: immutable.
struct FileIdentity {
	std::uint64_t device = 0;
	std::uint64_t number = 0;
	std::uint64_t bytes = 0;
	// the space that it takes up; less than its size if it has holes
	std::uint64_t stored_bytes = 0;
	bool exists = false;

	static FileIdentity of(const std::string &path);

	bool same_file(const FileIdentity &other) const {
		return exists == other.exists && device == other.device && number == other.number;
	}
};

// Makes an empty file that only its owner may read and write. `file_exists` when the name is taken,
// even by a link that leads nowhere.
std::error_code make_private_file(const std::string &path);

// The same for a folder.
std::error_code make_private_folder(const std::string &path);

// Renames a file to a name that is free. `file_exists` when the name is taken, even if that
// happened only just now; nothing is ever replaced.
std::error_code move_to_new_name(const std::string &from, const std::string &to);

// Whether disk space, a quota or the number of open files has run out.
bool is_exhausted(const std::error_code &error);

// Why a file could not be opened and what to try, to show to people.
std::string opening_problem(const std::error_code &error);

// A file that is read and written in place and can be locked. It is closed when the process runs
// another program, so that a child does not hold it.
// Thread rule: any thread, one at a time.
class OpenFile {
public:
	enum class Readers : std::uint8_t {
		owner, // only the owner; links are not followed
		everybody,
	};

	OpenFile() = default;
	OpenFile(OpenFile &&other) noexcept;
	OpenFile &operator=(OpenFile &&other) noexcept;
	~OpenFile();

	// Makes the file when there is none; `readers` applies to a new file. Never waits, and opens
	// only regular files, no folder, pipe or device.
	std::error_code open(const std::string &path, Readers readers);
	bool is_open() const { return file_ >= 0; }
	void close();

	// Locks it against everybody else, including other OpenFiles of this process, until it is
	// closed or the process ends, however it ends. False when somebody else holds the lock.
	bool try_lock();
	FileIdentity identity() const;
	// Returns fewer bytes than asked for at the end of the file, and none when it cannot be read.
	std::string read_at(std::uint64_t place, std::size_t most) const;
	// `no_space_on_device` even when a part was written.
	std::error_code write_at(std::uint64_t place, std::string_view text);
	std::error_code clear();

private:
	int file_ = -1;
};

} // namespace agent_runtime
