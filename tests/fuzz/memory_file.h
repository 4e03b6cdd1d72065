#pragma once

#include "readers.h"

#include "core/io/own_folder.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace agent_runtime::fuzz {

// A file that is on no disk, for readers and writers of files.
// Thread rule: any thread, one at a time.
class MemoryFile {
public:
	MemoryFile() :
			file_(memfd_create("fuzz", MFD_CLOEXEC)) {
		require(fcntl(file_.get(), F_SETFL, O_APPEND) == 0, "memory can be a file");
	}

	OwnFile open() const { return OwnFile(UniqueFd(dup(file_.get()))); }

private:
	UniqueFd file_;
};

} // namespace agent_runtime::fuzz
