#include "core/io/file_changes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::array<std::uint32_t, 7> OF_OTHER_MACHINES = { 0x6969, 0xFF53'4D42, 0xFE53'4D42,
	0x0102'1997, 0x6573'5546, 0x517B, 0x0BD0'0BD0 };
constexpr std::uint32_t CHANGES_OF_INTEREST =
		IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ONLYDIR;

} // namespace

bool is_on_other_machine(const std::string &path) {
	struct statfs facts = {};
	return statfs(path.c_str(), &facts) != 0 ||
			std::find(OF_OTHER_MACHINES.begin(), OF_OTHER_MACHINES.end(),
					static_cast<std::uint32_t>(facts.f_type)) != OF_OTHER_MACHINES.end();
}

FileChanges::FileChanges() :
		changes_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
		wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

int FileChanges::watch(const std::string &folder) {
	const bool is_reported = changes_.is_open() && !is_on_other_machine(folder);
	const int watched = is_reported
			? inotify_add_watch(changes_.get(), folder.c_str(), CHANGES_OF_INTEREST)
			: -1;
	unreported_ += watched < 0 ? 1 : 0;
	return watched;
}

void FileChanges::unwatch(int watched) {
	if (watched < 0) {
		unreported_ -= unreported_ > 0 ? 1 : 0;
		return;
	}
	inotify_rm_watch(changes_.get(), watched);
}

void FileChanges::wait(Micros longest) {
	const bool hears_all = unreported_ == 0 && wake_.is_open();
	const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(
			hears_all ? longest : std::min(longest, BETWEEN_LOOKS));
	std::array<pollfd, 2> files = { pollfd{ changes_.get(), POLLIN, 0 },
		pollfd{ wake_.get(), POLLIN, 0 } };
	poll(files.data(), files.size(),
			static_cast<int>(std::clamp<std::int64_t>(milliseconds.count(), 0, 60'000)));
	std::array<char, 4096> news; // that there are some is all that counts
	while (changes_.is_open() && ::read(changes_.get(), news.data(), news.size()) > 0) {
	}
	while (wake_.is_open() && ::read(wake_.get(), news.data(), sizeof(std::uint64_t)) > 0) {
	}
}

void FileChanges::wake() const {
	const std::uint64_t once = 1;
	const ssize_t written = ::write(wake_.get(), &once, sizeof(once));
	static_cast<void>(written); // when there is no room, it is awake
}

} // namespace agent_runtime
