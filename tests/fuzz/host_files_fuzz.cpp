// Lines and files between the game and the hosts of its jobs.

#include "readers.h"

#include "core/base/json_text.h"
#include "core/hosting/inbox_line.h"
#include "core/hosting/job_order.h"
#include "core/hosting/journal_line.h"
#include "core/hosting/output_line.h"
#include "core/jobs/job_plan.h"

#include <optional>

namespace agent_runtime::fuzz {

namespace {

constexpr std::string_view SOME_STAMP = "2026-11-19T09:12:03Z";

bool is_one_line(std::string_view text) {
	return text.find('\n') == std::string_view::npos;
}

// Whether JSON needs no escapes for it, as for the stamps that we write.
bool is_plain(std::string_view text) {
	std::string quoted;
	append_json(quoted, text);
	return quoted.size() == text.size() + 2;
}

void check_summary(const JournalSummary &summary, const JournalLine &last) {
	require(summary.last_n() >= last.n, "the highest number is known");
	require(summary.last_input() >= last.inbox, "the highest input is known");
	require(summary.open_input() <= summary.last_input(), "an open input is one that was named");
	require(!summary.is_over() || summary.end()->attempt == summary.attempt(),
			"an end is that of the newest attempt");
	require(!summary.host() || summary.host()->attempt <= summary.attempt(),
			"a host belongs to no attempt that nobody knows");
}

} // namespace

void read_journal_lines(std::string_view bytes) {
	JournalSummary summary;
	for (const std::string_view text : lines_in(bytes)) {
		const Result<JournalLine> line = JournalLine::parse(text);
		if (!line.ok()) {
			require(line.status().code() == StatusCode::corrupt, "what is no line is corrupt");
			continue;
		}
		const std::uint64_t attempt = summary.attempt();
		summary.add(line.value());
		require(summary.attempt() >= attempt, "attempts only grow");
		check_summary(summary, line.value());
		const std::string written = line.value().to_text();
		require(is_one_line(written), "a line is one line");
		const Result<JournalLine> again = JournalLine::parse(written);
		if (again.ok() || written.size() <= JournalLine::MOST_BYTES) {
			require(again.ok() && again.value().to_text() == written, "a line reads as written");
		}
	}
}

void read_inbox_lines(std::string_view bytes) {
	for (const std::string_view text : lines_in(bytes)) {
		const Result<InboxLine> line = InboxLine::parse(text);
		if (!line.ok()) {
			require(line.status().code() == StatusCode::corrupt, "what is no line is corrupt");
			continue;
		}
		const bool is_signal = line.value().kind == InboxKind::signal;
		require(is_signal == (signal_number(line.value().signal) != 0), "signals are known");
		require(line.value().grace_seconds <= InboxLine::LONGEST_GRACE, "grace has an end");
		const Result<std::string> written = line.value().to_text();
		require(written.ok() && is_one_line(written.value()), "a line is one line");
		const Result<InboxLine> again = InboxLine::parse(written.value());
		require(again.ok() && again.value() == line.value(), "a line reads as written");
	}
}

void read_output_lines(std::string_view bytes) {
	for (const std::string_view text : lines_in(bytes)) {
		const std::optional<std::uint64_t> seq = seq_of_output_line(text);
		Result<OutputLine> line = OutputLine::parse(text);
		if (!line.ok()) {
			require(line.status().code() == StatusCode::corrupt, "what is no line is corrupt");
			continue;
		}
		require(!seq || *seq == line.value().seq, "the beginning of a line tells its number");
		if (!is_plain(line.value().ts)) {
			line = OutputLine{ line.value().seq, std::string(SOME_STAMP), line.value().stream,
				line.value().data, line.value().more };
		}
		const OutputLine &read = line.value();
		std::string written;
		append_output_line(written, read.seq, read.ts, read.stream, read.data, read.more);
		require(written.ends_with('\n'), "a line ends");
		written.pop_back();
		require(is_one_line(written), "a line is one line");
		require(seq_of_output_line(written) == read.seq, "a number is at its place");
		const Result<OutputLine> again = OutputLine::parse(written);
		require(again.ok() && again.value() == read, "a line reads as written");
	}
}

void read_job_order(std::string_view bytes) {
	const Result<JobOrder> order = JobOrder::parse(bytes);
	if (!order.ok()) {
		const StatusCode code = order.status().code();
		require(code == StatusCode::invalid_argument || code == StatusCode::unsupported,
				"what is no order is an invalid argument, or of a later version");
		return;
	}
	require(order.value().folder.starts_with('/'), "the folder is a full path");
	const Result<std::string> written = order.value().to_text();
	require(written.ok(), "an order that was read can be written");
	const Result<JobOrder> again = JobOrder::parse(written.value());
	require(again.ok() && again.value() == order.value(), "an order reads as written");
}

void read_job_plan(std::string_view bytes) {
	const Result<JobPlan> plan = JobPlan::parse(bytes);
	if (!plan.ok()) {
		require(plan.status().code() == StatusCode::corrupt, "what is no plan is corrupt");
		return;
	}
	const Result<JobPlan> again = JobPlan::parse(plan.value().to_text());
	require(again.ok() && again.value() == plan.value(), "a plan reads as written");
}

} // namespace agent_runtime::fuzz
