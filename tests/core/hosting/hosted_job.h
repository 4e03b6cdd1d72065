#pragma once

// A job in a folder of its own, under a real host: the program that AGENT_RUNTIME_HOST names, else
// this test program in the host's place, so that sanitizers look into it.

#include "core/hosting/inbox_writer.h"
#include "core/hosting/job_launch.h"
#include "core/hosting/job_remains.h"
#include "core/hosting/output_line.h"

#include "../store/scratch.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace agent_runtime::test {

std::string host_program();

// Requires that it comes about.
void wait_until(const char *what, const std::function<bool()> &come_about);

class HostedJob {
public:
	// The program is a shell with this script.
	explicit HostedJob(const std::string &script);
	// Kills what still runs.
	~HostedJob();
	HostedJob(const HostedJob &) = delete;
	HostedJob &operator=(const HostedJob &) = delete;

	Status launch(); // with the order as it is
	void start(); // and requires that it works
	void send(InboxLine line); // with the next number
	void write(const std::string &data);
	void kill(std::uint64_t grace_seconds);

	std::vector<JournalLine> journal() const;
	std::optional<JournalLine> noted(JournalKind kind, std::uint64_t inbox = 0) const;
	JournalLine wait_for(JournalKind kind, std::uint64_t inbox = 0) const;
	JournalLine wait_for_end() const; // of the host, too
	std::vector<OutputLine> output() const;
	// What the program wrote to a stream, put together again.
	std::string bytes_of(OutputStream stream) const;
	void wait_for_output(const std::string &part) const;
	pid_t host() const;
	pid_t program() const;
	std::size_t family() const; // processes that carry the marker
	std::string path(const std::string &name) const { return scratch_.path(name); }

private:
	ScratchFolder scratch_;

public:
	JobFolders folders;
	JobOrder order;
};

} // namespace agent_runtime::test
