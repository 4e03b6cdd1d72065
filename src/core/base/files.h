#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace agent_runtime {

// Files by their paths, which are UTF-8 everywhere in this project. Here alone they become what the
// system calls a path; what it calls rights, identity and locks is open_file.h's.
// Thread rule for all: any thread.

enum class FileKind : std::uint8_t {
	nothing,
	file,
	folder,
	other, // a pipe or a device
	unknown, // it cannot be told; the error says why
};

// Of where links lead.
FileKind kind_of_file(const std::string &path, std::error_code &error);
bool is_folder(const std::string &path);
// Also a link that leads nowhere.
bool is_taken_path(const std::string &path);
bool is_absolute_path(const std::string &path);

// Empty: the path has none.
std::string parent_folder(const std::string &path);
// A relative one is meant from the current folder.
std::string absolute_path(const std::string &path);
// Absolute, and where links lead, also for what is not there yet.
std::string real_path(const std::string &path);
std::string temporary_folder();

// With those above it; no error when it is there.
std::error_code make_folders(const std::string &path);
// `no_such_file_or_directory` when there is none.
std::error_code remove_file(const std::string &path);
// Replaces what has the name.
std::error_code move_file(const std::string &from, const std::string &to);
// The names of what lies in a folder, in no order; none when it cannot be read.
std::vector<std::string> names_in_folder(const std::string &path);

// To write at its end; children do not inherit it. Null: errno says why.
std::FILE *open_to_append(const std::string &path);
// Nothing: it cannot be told.
std::optional<std::uint64_t> file_size(const std::string &path);

} // namespace agent_runtime
