#pragma once

#include "core/base/clock.h"
#include "core/hosting/host_input.h"
#include "core/hosting/host_journal.h"
#include "core/hosting/host_limits.h"
#include "core/hosting/host_log.h"
#include "core/hosting/job_files.h"
#include "core/hosting/job_order.h"
#include "core/hosting/output_writer.h"
#include "core/io/held_program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// The files of a job as its host has them open. The lock among them is held until they are closed.
struct HostFiles {
	JobFolders folders;
	OwnFile lock;
	OwnFile inbox;
	OwnFile journal;
	OwnFile output;
	std::uint64_t last_n = 0; // of the journal
	std::uint64_t last_input = 0; // that the journal names
	std::uint64_t last_seq = 0; // of the output
};

// Holds the pipes of one program from its start until nothing of it is left: what it writes goes
// to the output file, what the inbox says goes to it, and the journal tells of both. One loop waits
// for all of it. It knows nothing of what the program says.
// Thread rule: the main thread of a process that does nothing else.
class JobHost {
public:
	JobHost(HostFiles files, JobOrder order, const Clock &clock);

	// Returns once the journal says how it ended.
	void run();

private:
	// That the program, or what it has left behind, must go.
	struct Ending {
		EndCause cause = EndCause::own;
		RealTime kill_at; // who still lives is killed from then on
		std::optional<RealTime> first_kill = {};
	};

	bool start();
	void turn();
	HostEvents::Wanted wanted() const;
	Micros time_to_wait() const;
	void read_from(HeldProgram::Stream stream);
	void carry_out(const HostInput::Asked &asked);
	void begin_end(EndCause cause, Micros grace);
	void press_on();
	void end_strays();
	void end_rest(RealTime now);
	bool may_read() const;
	bool is_rest() const;
	bool holds_pipes() const;
	bool is_given_up(RealTime now) const;
	bool is_over() const;
	void finish();
	void note_end();

	HostFiles files_;
	const JobOrder order_;
	const Clock &clock_;
	HostLog log_;
	HostJournal journal_;
	OutputWriter output_;
	HostInput input_;
	HostLimits limits_;
	std::optional<HostEvents> events_;
	bool hears_of_inbox_ = false;
	std::optional<HeldProgram> program_; // once it was started
	std::optional<ProcessExit> exit_; // once it has ended
	EndCause cause_ = EndCause::own; // why it has ended
	RealTime ended_at_;
	RealTime silent_since_; // nothing has come, although it would have been read
	std::optional<Ending> ending_;
	std::uint64_t strays_ = 0; // processes that had to be ended after the program
	bool has_family_ = true; // as it was when it was looked at last, after the program's end
	std::optional<RealTime> rest_since_; // nobody of the family is left, and the pipes are read
	std::uint64_t rest_read_ = 0; // bytes, since nobody of the family is left
	bool has_lost_rest_ = false; // of the output, for which the disk had no space
	std::vector<char> room_;
};

} // namespace agent_runtime
