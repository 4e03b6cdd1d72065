#include "core/store/file_watch.h"

namespace agent_runtime {

FileWatch::FileWatch(const std::string &path) :
		parts_{ { { path, FileIdentity::of(path) },
				{ path + "-wal", FileIdentity::of(path + "-wal") },
				{ path + "-shm", FileIdentity::of(path + "-shm") } } } {}

Status FileWatch::look() const {
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

} // namespace agent_runtime
