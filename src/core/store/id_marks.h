#pragma once

#include "core/base/mutex.h"
#include "core/base/open_file.h"
#include "core/base/status.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace agent_runtime {

// What has ids that are given as numbers.
enum class IdKind : std::uint8_t { agents, tasks, conversations, calls };
inline constexpr std::size_t ID_KINDS = 4;

// The highest number of each kind.
struct IdNumbers {
	std::array<std::uint64_t, ID_KINDS> highest = {};

	std::uint64_t &of(IdKind kind) { return highest[static_cast<std::size_t>(kind)]; }
	std::uint64_t of(IdKind kind) const { return highest[static_cast<std::size_t>(kind)]; }
	// The higher one of each kind.
	void raise_to(const IdNumbers &other);

	bool operator==(const IdNumbers &other) const = default;
};

// No id is given twice, although ids are given at once and what they stand for is stored later: up
// to which number ids may have been given is written down ahead of use, in ranges, and a process
// that begins after a crash goes on behind that. It stands in the file NAME.ids beside the
// database, not in it, because a caller that needs a whole crowd of ids must not wait for a
// transaction, and may have them while the database cannot be written. A range is one small write
// into a page that the system holds, so it survives a killed process, as commits do. After a clean
// end the database has the exact numbers, and the file is empty.
//
//	IdMarks marks;
//	Status opened = marks.open("office.db", epoch, known);
//	marks.cover(IdKind::agents, marks.taken().of(IdKind::agents) + 1);  // now it may be given
//
// Owned by the runtime. Thread rule: any thread; open() and the two ends not at the same time as
// the rest.
class IdMarks {
public:
	static constexpr std::uint64_t RANGE = 1024;
	// Beyond it a number in the file is a mistake.
	static constexpr std::uint64_t HIGHEST = std::uint64_t{ 1 } << 53U;

	// Until it is opened it has no file, nothing outlives the process, and every number may be
	// given.
	IdMarks() = default;
	IdMarks(const IdMarks &) = delete;
	IdMarks &operator=(const IdMarks &) = delete;

	// Takes what the file says of this database, `epoch` being its name, on top of what that says
	// itself, and writes down a first range of each kind. `corrupt` when `known` has come near
	// HIGHEST.
	Status open(const std::string &database_path, std::string_view epoch, const IdNumbers &known);
	// Given by earlier processes, or perhaps given: numbers begin behind these.
	const IdNumbers &taken() const { return taken_; }

	// Numbers of this kind may be given up to here. `unavailable` when that cannot be written down.
	Status cover(IdKind kind, std::uint64_t highest);
	// Writes down the next range of each kind of which less than half of one is left, so that
	// cover() seldom has to. For a thread that may wait.
	Status cover_ahead();
	// Makes the file anew when it was deleted or cut short meanwhile.
	Status keep();
	// The highest that were covered.
	IdNumbers given() const;

	// A clean end: the database says what was given; or it could not, and the file does.
	void end_empty();
	void end_exact();

private:
	Status write_down(const IdNumbers &reserved) AR_REQUIRES(mutex_);
	Status write_everywhere(const IdNumbers &reserved) AR_REQUIRES(mutex_);

	IdNumbers reserved() const;

	OpenFile file_; // after open() used, and made anew, under mutex_
	bool has_file_ = false;
	std::string path_;
	std::string epoch_;
	IdNumbers taken_;
	std::array<std::atomic<std::uint64_t>, ID_KINDS> given_{}; // each stands alone
	Mutex mutex_; // held by who writes into the file
	std::size_t place_ AR_GUARDED_BY(mutex_) = 0; // in the file, that is written next
	std::array<std::atomic<std::uint64_t>, ID_KINDS> reserved_{}; // set under mutex_
};

} // namespace agent_runtime
