#include "core/hosting/host_input.h"

#include "core/hosting/inbox_writer.h"
#include "core/hosting/job_files.h"

#include "../store/scratch.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace agent_runtime;

namespace {

// An inbox, and what its host reads from it for a program that reads nothing.
class UnreadInbox {
public:
	UnreadInbox() :
			folders_(JobFolders::make(scratch_.path(".coven"), JobId(12)).value()),
			writer_(InboxWriter::open(folders_).value()),
			file_(folders_.job.file(job_files::INBOX, OwnFile::Use::read).value()),
			journal_(
					folders_.job.file(job_files::JOURNAL, OwnFile::Use::append).value(), 0, clock_),
			log_(folders_.job, clock_),
			input_(file_, 1, journal_, log_) {}

	void add(InboxLine line) {
		line.n = writer_.last_n() + 1;
		REQUIRE(writer_.append(line).ok());
	}
	void write(std::size_t lines) {
		for (std::size_t i = 0; i < lines; i++) {
			add({ .kind = InboxKind::write, .data = "more" });
		}
	}
	HostInput::Asked look() { return input_.look(); }
	// The lines of the inbox of which the journal says this.
	std::vector<std::uint64_t> noted(JournalKind kind) const {
		const OwnFile journal = folders_.job.file(job_files::JOURNAL, OwnFile::Use::read).value();
		LineReader reader(journal, 0, JournalLine::MOST_BYTES);
		std::vector<std::uint64_t> lines;
		for (std::string_view text; reader.next(text);) {
			const JournalLine line = JournalLine::parse(text).value();
			if (line.kind == kind) {
				lines.push_back(line.inbox);
			}
		}
		return lines;
	}

private:
	ScratchFolder scratch_;
	ManualClock clock_;
	JobFolders folders_;
	InboxWriter writer_;
	OwnFile file_;
	HostJournal journal_;
	HostLog log_;
	HostInput input_;
};

} // namespace

TEST_SUITE("HostInput") {
	TEST_CASE("however much waits for the program, a kill is heard, and what is too much refused") {
		UnreadInbox inbox;
		inbox.write(HostInput::MOST_WAITING + 2);
		inbox.add({ .kind = InboxKind::kill, .grace_seconds = 7 });
		CHECK(inbox.look().kill_after == 7);
		const std::uint64_t most = HostInput::MOST_WAITING;
		CHECK(inbox.noted(JournalKind::not_written) ==
				std::vector<std::uint64_t>{ most + 1, most + 2 });
		CHECK(inbox.noted(JournalKind::done) == std::vector<std::uint64_t>{ most + 3 });
	}

	TEST_CASE("the end of the input finds its place, and nothing comes behind it") {
		UnreadInbox inbox;
		inbox.write(HostInput::MOST_WAITING);
		inbox.add({ .kind = InboxKind::close_input });
		inbox.write(1);
		inbox.add({ .kind = InboxKind::close_input });
		inbox.look();
		const std::uint64_t most = HostInput::MOST_WAITING;
		CHECK(inbox.noted(JournalKind::not_written) == std::vector<std::uint64_t>{ most + 2 });
		CHECK(inbox.noted(JournalKind::done) == std::vector<std::uint64_t>{ most + 3 });
	}
}
