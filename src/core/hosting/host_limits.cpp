#include "core/hosting/host_limits.h"

#include "core/io/process_family.h"

#include <utility>

namespace agent_runtime {

HostLimits::HostLimits(const JobLimits &limits, const OwnFolder &folder, const Clock &clock,
		HostJournal &journal) :
		limits_(limits),
		folder_(folder),
		clock_(clock),
		journal_(journal),
		begun_(clock.now()),
		next_look_(begun_) {}

bool HostLimits::may_read(std::uint64_t output_bytes) const {
	const bool is_too_much =
			limits_.output_bytes > 0 && output_bytes >= limits_.output_bytes + BYTES_BEYOND;
	return !disk_full_since_ && !is_too_much;
}

bool HostLimits::disk_is_given_up() const {
	return disk_full_since_ &&
			clock_.now() - *disk_full_since_ >= std::chrono::seconds(limits_.disk_seconds);
}

std::optional<EndCause> HostLimits::look(std::uint64_t output_bytes, bool is_stuck) {
	// Whether the disk takes output is known at once, and whatever else is wrong: nobody waits for
	// it without an end.
	if (is_stuck != disk_full_since_.has_value()) {
		look_at_disk(output_bytes, is_stuck);
	}
	if (limits_.output_bytes > 0 && output_bytes >= limits_.output_bytes) {
		return EndCause::output;
	}
	if (clock_.now() < next_look_) {
		return std::nullopt;
	}
	next_look_ = clock_.now() + BETWEEN_LOOKS;
	return look_closely(output_bytes, is_stuck);
}

std::optional<EndCause> HostLimits::look_closely(std::uint64_t output_bytes, bool is_stuck) {
	look_at_disk(output_bytes, is_stuck);
	if (disk_is_given_up()) {
		return EndCause::disk;
	}
	if (limits_.seconds > 0 && clock_.now() - begun_ >= std::chrono::seconds(limits_.seconds)) {
		return EndCause::time;
	}
	if (limits_.memory_bytes > 0 &&
			memory_of_descendants(limits_.memory_bytes) > limits_.memory_bytes) {
		return EndCause::memory;
	}
	return std::nullopt;
}

void HostLimits::look_at_disk(std::uint64_t output_bytes, bool is_stuck) {
	// Nothing is asked of the disk while nothing is written.
	if (!is_stuck && !disk_full_since_ && output_bytes == bytes_at_look_) {
		return;
	}
	bytes_at_look_ = output_bytes;
	const bool is_full =
			is_stuck || folder_.free_bytes().value_or(limits_.free_bytes) < limits_.free_bytes;
	if (is_full == disk_full_since_.has_value()) {
		return;
	}
	JournalLine line;
	line.kind = is_full ? JournalKind::disk_full : JournalKind::disk_free;
	if (is_full) {
		line.reason = is_stuck ? "the output cannot be written" : "too little of the disk is free";
		disk_full_since_ = clock_.now();
	} else {
		disk_full_since_.reset();
	}
	journal_.note(std::move(line));
}

} // namespace agent_runtime
