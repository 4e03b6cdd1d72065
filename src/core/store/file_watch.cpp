#include "core/store/file_watch.h"

#include "core/store/raw_file.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace agent_runtime {

namespace {

constexpr std::string_view DATABASE_MAGIC = "SQLite format 3";
constexpr std::uint64_t WAL_HEADER_BYTES = 32;
constexpr std::uint64_t FRAME_HEADER_BYTES = 24;
constexpr std::size_t SALTS_AT = 16;

// A file that was emptied may have its old length again, with nothing in the places that were
// written last.
bool has_lost_frames(const RawBytes &wal, const WalIndex &index) {
	if (index.frames == 0) {
		return false; // it begins anew, and may have any length until then
	}
	std::array<std::uint32_t, 2> salts{};
	if (wal.beginning.size() == WAL_HEADER_BYTES) {
		std::memcpy(salts.data(), wal.beginning.data() + SALTS_AT, sizeof(salts));
	}
	return salts != index.salts ||
			wal.size < WAL_HEADER_BYTES + index.frames * (FRAME_HEADER_BYTES + index.page_bytes);
}

// Whatever is not in the file yet is in the WAL.
bool has_lost_pages(const RawBytes &file, const WalIndex &index) {
	const std::uint64_t in_wal = index.frames - std::min(index.copied, index.frames);
	const std::uint64_t in_file = index.pages - std::min(in_wal, index.pages);
	return !file.beginning.starts_with(DATABASE_MAGIC) ||
			file.size < std::max<std::uint64_t>(in_file, 1) * index.page_bytes;
}

Status is_cut(const std::string &path) {
	return Status(StatusCode::corrupt,
			"the file \"" + path +
					"\" was emptied or cut short by another program while it is in use: what was"
					" stored in it may be lost, and what happens now is not stored; save what can"
					" still be read to a new file with request({\"type\":"
					" \"database_copy_request\", \"path\": \"/...\"}), or go on with a saved "
					"world");
}

} // namespace

FileWatch::FileWatch(const std::string &path) :
		parts_{ { { path, FileIdentity::of(path) },
				{ path + "-wal", FileIdentity::of(path + "-wal") },
				{ path + "-shm", FileIdentity::of(path + "-shm") } } } {}

Status FileWatch::look(Database &database) {
	if (cut_.ok() && parts_[0].file.exists) {
		cut_ = look_for_content(database);
	}
	return cut_.ok() ? look_for_names() : cut_;
}

Status FileWatch::look_for_names() const {
	for (const Part &part : parts_) {
		const FileIdentity now = FileIdentity::of(part.path);
		if (!part.file.exists || now.same_file(part.file)) {
			continue;
		}
		return Status(StatusCode::not_found,
				"the file \"" + part.path + "\" was " +
						(now.exists ? "replaced by another one" : "deleted or moved away") +
						" while it is in use: what happens now is not stored, and is lost at the"
						" end; put it back, or save all to a new file with"
						" request({\"type\": \"database_copy_request\", \"path\": \"/...\"})");
	}
	return {};
}

// Checks the files that are open, whatever their names are now.
Status FileWatch::look_for_content(Database &database) const {
	const std::optional<WalIndex> index = read_wal_index(database);
	const std::optional<RawBytes> file =
			read_beginning(database, RawFile::database, DATABASE_MAGIC.size());
	const std::optional<RawBytes> wal = read_beginning(database, RawFile::wal, WAL_HEADER_BYTES);
	if (!index || !file || !wal || read_wal_index(database) != index) {
		return {}; // somebody is writing; the next look will tell
	}
	if (has_lost_pages(*file, *index)) {
		return is_cut(parts_[0].path);
	}
	return has_lost_frames(*wal, *index) ? is_cut(parts_[1].path) : Status();
}

} // namespace agent_runtime
