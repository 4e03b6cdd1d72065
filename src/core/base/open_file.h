#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace agent_runtime {

// What the standard library does not offer for files: rights, identity, locks, writing in place.
// With open_file.cpp this is one of the few files that speak to the system itself.

// Which file a path leads to at a moment.
// Thread rule: immutable.
struct FileIdentity {
	std::uint64_t device = 0;
	std::uint64_t number = 0;
	std::uint64_t bytes = 0;
	std::uint64_t stored_bytes = 0; // room that it takes: less, where it has holes
	bool exists = false;

	static FileIdentity of(const std::string &path);

	bool same_file(const FileIdentity &other) const {
		return exists == other.exists && device == other.device && number == other.number;
	}
};

// Makes an empty file that only its owner may read and write. `file_exists` when anything has the
// name, be it a link that leads nowhere.
std::error_code make_private_file(const std::string &path);

// The same for a folder.
std::error_code make_private_folder(const std::string &path);

// Gives a file a name that nothing has. `file_exists` also when something has taken the name
// meanwhile; it is never replaced.
std::error_code move_to_new_name(const std::string &from, const std::string &to);

// Whether room, a quota or the number of open files has run out.
bool is_exhausted(const std::error_code &error);

// Why a file could not be opened, and what to try, to be shown to people.
std::string opening_problem(const std::error_code &error);

// A file that is read and written in place, and can be locked. It is closed when another program
// takes the place of the process, so that a child does not hold it.
// Thread rule: any thread, one at a time.
class OpenFile {
public:
	enum class Readers : std::uint8_t {
		owner, // alone; a link is not followed
		everybody,
	};

	OpenFile() = default;
	OpenFile(OpenFile &&other) noexcept;
	OpenFile &operator=(OpenFile &&other) noexcept;
	~OpenFile();

	// Makes the file when there is none; `readers` are those of a new one. Never waits, and opens
	// nothing but files: no folder, pipe or device.
	std::error_code open(const std::string &path, Readers readers);
	bool is_open() const { return file_ >= 0; }
	void close();

	// Holds it against everybody else, other OpenFiles of this process too, until it is closed or
	// the process ends, however it ends. False: somebody else holds it.
	bool try_lock();
	FileIdentity identity() const;
	// Fewer bytes than asked for where the file ends; none when it cannot be read.
	std::string read_at(std::uint64_t place, std::size_t most) const;
	// `no_space_on_device` also when a part was written.
	std::error_code write_at(std::uint64_t place, std::string_view text);
	std::error_code clear();

private:
	int file_ = -1;
};

} // namespace agent_runtime
