#include "core/base/files.h"

#include <filesystem>
#include <fstream>

namespace agent_runtime {

namespace {

namespace fs = std::filesystem;

fs::path native(const std::string &path) {
	return std::u8string(path.begin(), path.end());
}

std::string text_of(const fs::path &path) {
	const std::u8string text = path.u8string();
	return { text.begin(), text.end() };
}

} // namespace

FileKind kind_of_file(const std::string &path, std::error_code &error) {
	switch (fs::status(native(path), error).type()) {
		case fs::file_type::not_found:
			return FileKind::nothing;
		case fs::file_type::regular:
			return FileKind::file;
		case fs::file_type::directory:
			return FileKind::folder;
		case fs::file_type::none:
			return FileKind::unknown;
		default:
			return FileKind::other;
	}
}

bool is_folder(const std::string &path) {
	std::error_code ignored;
	return kind_of_file(path, ignored) == FileKind::folder;
}

bool is_taken_path(const std::string &path) {
	std::error_code error;
	return fs::exists(fs::symlink_status(native(path), error));
}

bool is_absolute_path(const std::string &path) {
	return native(path).is_absolute();
}

std::string parent_folder(const std::string &path) {
	return text_of(native(path).parent_path());
}

std::string absolute_path(const std::string &path) {
	std::error_code error;
	const fs::path absolute = fs::absolute(native(path), error);
	return error ? path : text_of(absolute);
}

std::string real_path(const std::string &path) {
	std::error_code error;
	const fs::path real = fs::weakly_canonical(native(path), error);
	return error ? path : text_of(real);
}

std::string temporary_folder() {
	std::error_code error;
	const fs::path folder = fs::temp_directory_path(error);
	return error ? "/tmp" : text_of(folder);
}

std::error_code make_folders(const std::string &path) {
	std::error_code error;
	fs::create_directories(native(path), error);
	return error;
}

std::error_code remove_file(const std::string &path) {
	std::error_code error;
	const bool was_there = fs::remove(native(path), error);
	return was_there || error ? error : make_error_code(std::errc::no_such_file_or_directory);
}

std::error_code move_file(const std::string &from, const std::string &to) {
	std::error_code error;
	fs::rename(native(from), native(to), error);
	return error;
}

std::vector<std::string> names_in_folder(const std::string &path) {
	std::vector<std::string> names;
	std::error_code error;
	for (fs::directory_iterator file(native(path), error);
			!error && file != fs::directory_iterator(); file.increment(error)) {
		names.push_back(text_of(file->path().filename()));
	}
	return names;
}

std::FILE *open_to_append(const std::string &path) {
#if defined(_WIN32)
	return ::_wfopen(native(path).c_str(), L"abN");
#else
	return std::fopen(path.c_str(), "ae");
#endif
}

std::optional<std::string> read_file(const std::string &path, std::size_t most) {
	std::error_code error;
	if (kind_of_file(path, error) != FileKind::file) {
		return std::nullopt; // opening a pipe would wait for a writer
	}
	std::ifstream file(native(path), std::ios::binary);
	std::string text(most, '\0');
	file.read(text.data(), static_cast<std::streamsize>(most));
	if (file.bad() || (file.gcount() == 0 && !file.eof())) {
		return std::nullopt;
	}
	text.resize(static_cast<std::size_t>(file.gcount()));
	return text;
}

std::optional<std::uint64_t> file_size(const std::string &path) {
	std::error_code error;
	const std::uintmax_t size = fs::file_size(native(path), error);
	return error ? std::nullopt : std::optional<std::uint64_t>(size);
}

} // namespace agent_runtime
