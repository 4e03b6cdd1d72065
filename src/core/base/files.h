#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace agent_runtime {

// Files by their paths, which are UTF-8 everywhere in this project. Only here are they converted to
// the system's own paths. Rights, identity and locks are in open_file.h. Thread rule for all: any
// thread.

enum class FileKind : std::uint8_t {
	nothing,
	file,
	folder,
	other, // a pipe or a device
	unknown, // it could not be found out; the error says why
};

// Follows links.
FileKind kind_of_file(const std::string &path, std::error_code &error);
bool is_folder(const std::string &path);
// True even for a link that leads nowhere.
bool is_taken_path(const std::string &path);
bool is_absolute_path(const std::string &path);

// Empty when the path has none.
std::string parent_folder(const std::string &path);
// A relative path starts from the current folder.
std::string absolute_path(const std::string &path);
// The absolute path after following links, even when nothing exists there yet.
std::string real_path(const std::string &path);
std::string temporary_folder();

// Makes the folders above it, too. An existing folder is no error.
std::error_code make_folders(const std::string &path);
// `no_such_file_or_directory` when there is no such file.
std::error_code remove_file(const std::string &path);
// Replaces a file that has the new name.
std::error_code move_file(const std::string &from, const std::string &to);
// The names of everything in a folder, in no particular order; empty when it cannot be read.
std::vector<std::string> names_in_folder(const std::string &path);

// Opens a file to write at its end; children do not inherit it. Null: errno says why.
std::FILE *open_to_append(const std::string &path);
// The beginning of a file, at most `most` bytes; nothing when it is not a file or cannot be read.
std::optional<std::string> read_file(const std::string &path, std::size_t most);
// Nothing when it cannot be found out.
std::optional<std::uint64_t> file_size(const std::string &path);

} // namespace agent_runtime
