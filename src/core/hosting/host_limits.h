#pragma once

#include "core/base/clock.h"
#include "core/hosting/host_journal.h"
#include "core/hosting/job_order.h"
#include "core/io/own_folder.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace agent_runtime {

// Watches what a job uses. Thread rule: any thread, one at a time; all references outlive it.
class HostLimits {
public:
	static constexpr std::chrono::seconds BETWEEN_LOOKS{ 1 };
	// What is still recorded of a program that has written too much, until it has ended.
	static constexpr std::uint64_t BYTES_BEYOND = 1'048'576;

	// `folder` lies on the disk that fills up.
	HostLimits(const JobLimits &limits, const OwnFolder &folder, const Clock &clock,
			HostJournal &journal);

	// Why the program must end, if it must. `is_stuck`: output waits for the disk.
	std::optional<EndCause> look(std::uint64_t output_bytes, bool is_stuck);

	// False while the disk is too full, or when the program has written too much already.
	bool may_read(std::uint64_t output_bytes) const;
	// Whether output has waited for the disk as long as it may.
	bool disk_is_given_up() const;

private:
	std::optional<EndCause> look_closely(std::uint64_t output_bytes, bool is_stuck);
	void look_at_disk(std::uint64_t output_bytes, bool is_stuck);

	const JobLimits &limits_;
	const OwnFolder &folder_;
	const Clock &clock_;
	HostJournal &journal_;
	const RealTime begun_;
	RealTime next_look_;
	std::uint64_t bytes_at_look_ = 0;
	std::optional<RealTime> disk_full_since_;
};

} // namespace agent_runtime
