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

// The kinds of ids that are given as numbers.
enum class IdKind : std::uint8_t { agents, tasks, conversations, calls };
inline constexpr std::size_t ID_KINDS = 4;

// The highest number of each kind.
struct IdNumbers {
	std::array<std::uint64_t, ID_KINDS> highest = {};

	std::uint64_t &of(IdKind kind) { return highest[static_cast<std::size_t>(kind)]; }
	std::uint64_t of(IdKind kind) const { return highest[static_cast<std::size_t>(kind)]; }
	// Takes the higher number of each kind.
	void raise_to(const IdNumbers &other);

	bool operator==(const IdNumbers &other) const = default;
};

// Makes sure that no id is given twice, although ids are given at once and what they stand for is
// stored later. Up to which number ids may have been given is written down in advance, in ranges,
// and after a crash the next process continues beyond that. It stands in the file NAME.ids beside
// the database and not in the database, because a caller that needs ids for a whole crowd must not
// wait for a transaction, and may have them while the database cannot be written. A range is one
// small write into a page that the system holds, so it survives a killed process, as commits do.
// After a clean end the database has the exact numbers, and the file is empty.
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
	// A number above this must be a mistake in the file.
	static constexpr std::uint64_t HIGHEST = std::uint64_t{ 1 } << 53U;

	// Before open() it has no file: nothing outlives the process, and every number may be given.
	IdMarks() = default;
	IdMarks(const IdMarks &) = delete;
	IdMarks &operator=(const IdMarks &) = delete;

	// Reads what the file says about this database, whose name is `epoch`, combines it with
	// `known`, which the database itself says, and writes down a first range of each kind.
	// `corrupt` when `known` has come near HIGHEST.
	Status open(const std::string &database_path, std::string_view epoch, const IdNumbers &known);
	// Earlier processes gave these numbers, or may have given them. New numbers follow them.
	const IdNumbers &taken() const { return taken_; }

	// Allows numbers of this kind up to this one. `unavailable` when that cannot be written down.
	Status cover(IdKind kind, std::uint64_t highest);
	// Writes down the next range of each kind that has less than half a range left, so that cover()
	// seldom has to. For a thread that may wait.
	Status cover_ahead();
	// Makes the file anew when it was deleted or cut short.
	Status keep();
	// The highest numbers that were covered.
	IdNumbers given() const;

	// For a clean end: the first when the database has the numbers, the second when it could not
	// store them and the file has to.
	void end_empty();
	void end_exact();

private:
	Status write_down(const IdNumbers &reserved) AR_REQUIRES(mutex_);
	Status write_everywhere(const IdNumbers &reserved) AR_REQUIRES(mutex_);

	IdNumbers reserved() const;

	OpenFile file_; // used after open(), and made anew, with mutex_ held
	bool has_file_ = false;
	std::string path_;
	std::string epoch_;
	IdNumbers taken_;
	std::array<std::atomic<std::uint64_t>, ID_KINDS> given_{}; // each guards no other data
	Mutex mutex_; // held while writing into the file
	std::size_t place_ AR_GUARDED_BY(mutex_) = 0; // where in the file the next write goes
	std::array<std::atomic<std::uint64_t>, ID_KINDS> reserved_{}; // set with mutex_ held
};

} // namespace agent_runtime
