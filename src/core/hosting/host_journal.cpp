#include "core/hosting/host_journal.h"

#include "core/hosting/output_line.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::uint64_t RESERVE = 65'536;

} // namespace

HostJournal::HostJournal(OwnFile file, std::uint64_t last_n, const Clock &clock) :
		file_(std::move(file)),
		clock_(clock),
		last_n_(last_n) {}

bool HostJournal::note(JournalLine line) {
	line.n = ++last_n_;
	line.ts = stamp_of(clock_.wall_now());
	waiting_ += line.to_text();
	waiting_ += '\n';
	return flush();
}

bool HostJournal::note(JournalKind kind, std::uint64_t inbox) {
	JournalLine line;
	line.kind = kind;
	line.inbox = inbox;
	return note(std::move(line));
}

bool HostJournal::flush() {
	if (waiting_.empty()) {
		return true;
	}
	waiting_.erase(0, file_.append(waiting_).bytes);
	if (!waiting_.empty()) {
		return false;
	}
	const std::uint64_t size = file_.size();
	if (size + RESERVE / 2 > reserved_until_) {
		file_.reserve(RESERVE);
		reserved_until_ = size + RESERVE;
	}
	return true;
}

} // namespace agent_runtime
