#pragma once

#include "core/base/time.h"
#include "core/io/unique_fd.h"

#include <cstddef>
#include <string>

namespace agent_runtime {

// Waits until something changes in one of several folders, until somebody wakes it, or until a time
// is over. It is there to be quick and no more: where changes are not reported, as on file systems
// of other machines, wait() ends often enough for the caller to look for itself.
//
//	FileChanges changes;
//	const int jobs = changes.watch(base + "/output");
//	while (goes_on()) { look(); changes.wait(1s); }
//
// Thread rule: worker only, one thread; wake() any thread.
class FileChanges {
public:
	// How long a wait lasts at most where some changes are not reported.
	static constexpr Micros BETWEEN_LOOKS = std::chrono::milliseconds(250);

	FileChanges();

	// Files that are made, written to or removed in it end a wait from now on. Returns what
	// unwatch() takes; a negative number where changes there are not reported.
	int watch(const std::string &folder);
	void unwatch(int watched);
	void wait(Micros longest);
	void wake() const;

private:
	UniqueFd changes_;
	UniqueFd wake_;
	std::size_t unreported_ = 0; // folders of which nothing is heard
};

// Whether a folder lies on a file system of another machine, where changes that are made there are
// not reported.
bool is_on_other_machine(const std::string &path);

} // namespace agent_runtime
