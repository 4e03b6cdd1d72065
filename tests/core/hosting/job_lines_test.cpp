#include "core/hosting/inbox_line.h"
#include "core/hosting/job_files.h"
#include "core/hosting/job_order.h"
#include "core/hosting/journal_line.h"
#include "core/hosting/output_line.h"

#include <doctest/doctest.h>

#include <chrono>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

JobOrder example_order() {
	JobOrder order;
	order.id = JobId(12);
	order.epoch = "3f0c";
	order.attempt = 2;
	order.program = "/usr/bin/claude";
	order.arguments = { "-p", "--input-format=stream-json", "a b\"c\n" };
	order.folder = "/tmp/Jörg's";
	order.environment = { { "CI", "1" }, { "CLAUDECODE", std::nullopt } };
	order.first_input = 7;
	order.limits = { 60, 1'000, 128, 2'000, 3, 4'000 };
	order.grace_seconds = 9;
	return order;
}

// Changes, cuts and doubles bytes of a text in every way that chance has.
void try_mutations(const std::string &text, const std::function<void(std::string_view)> &reader) {
	std::mt19937 chance(4);
	for (int i = 0; i < 3'000; i++) {
		std::string changed = text;
		for (unsigned rounds = 1 + chance() % 4; rounds > 0 && !changed.empty(); rounds--) {
			const std::size_t at = chance() % changed.size();
			switch (chance() % 4) {
				case 0:
					changed[at] = static_cast<char>(chance());
					break;
				case 1:
					changed.resize(at);
					break;
				case 2:
					changed.insert(at, changed.substr(chance() % changed.size(), chance() % 40));
					break;
				default:
					changed.erase(at, 1 + chance() % 8);
			}
		}
		reader(changed);
	}
}

} // namespace

TEST_SUITE("lines of a job's files") {
	TEST_CASE("spec:004.1.3 a line of output is the spec's, byte for byte") {
		const WallTime time = parse_iso8601("2024-01-15T10:00:00Z").value();
		std::string text;
		append_output_line(
				text, 1, stamp_of(time), OutputStream::standard, "Starting task...", false);
		CHECK(text ==
				"{\"seq\":1,\"ts\":\"2024-01-15T10:00:00Z\",\"stream\":\"stdout\","
				"\"data\":\"Starting task...\"}\n");
		text.clear();
		append_output_line(text, 2, stamp_of(time + std::chrono::milliseconds(259)),
				OutputStream::error, "\xFF\x80\x0A", false);
		CHECK(text ==
				"{\"seq\":2,\"ts\":\"2024-01-15T10:00:00.259Z\",\"stream\":\"stderr\","
				"\"data\":\"/4AK\",\"encoding\":\"base64\"}\n");
		text.clear();
		append_output_line(text, 3, stamp_of(time + std::chrono::microseconds(259)),
				OutputStream::standard, std::string_view("[y/N] \0", 7), true);
		CHECK(text ==
				"{\"seq\":3,\"ts\":\"2024-01-15T10:00:00Z\",\"stream\":\"stdout\","
				"\"data\":\"[y/N] \\u0000\",\"more\":true}\n");
	}

	TEST_CASE("what was written is read back, whatever the bytes") {
		std::mt19937 chance(7);
		for (int i = 0; i < 2'000; i++) {
			OutputLine line{ chance() + 1ULL, "2024-01-15T10:00:00Z",
				chance() % 2 == 0 ? OutputStream::standard : OutputStream::error, {},
				chance() % 2 == 0 };
			const bool is_text = chance() % 2 == 0;
			for (unsigned size = chance() % 60; size > 0; size--) {
				line.data += static_cast<char>(is_text ? chance() % 128 : chance());
			}
			std::string text;
			append_output_line(text, line.seq, line.ts, line.stream, line.data, line.more);
			CHECK(text.find('\n') == text.size() - 1);
			CHECK(OutputLine::parse(std::string_view(text).substr(0, text.size() - 1)).value() ==
					line);
			CHECK(seq_of_output_line(text.substr(0, 30)) == line.seq);

			const InboxLine input{ .n = 1ULL + i, .data = line.data, .raw = line.more };
			CHECK(InboxLine::parse(input.to_text().value()).value() == input);
		}
		const InboxLine others[] = { { .n = 1, .kind = InboxKind::close_input },
			{ .n = 2, .kind = InboxKind::signal, .signal = "INT" },
			{ .n = 3, .kind = InboxKind::kill, .grace_seconds = 0 } };
		for (const InboxLine &line : others) {
			CHECK(InboxLine::parse(line.to_text().value()).value() == line);
		}
	}

	TEST_CASE("an order is read as it was written") {
		const JobOrder order = example_order();
		const std::string text = order.to_text().value();
		CHECK(JobOrder::parse(text).value() == order);
		CHECK(text.find("\"marker\":\"3f0c:job_012:2\"") != std::string::npos);
		CHECK(text.find("\"task_id\":\"job_012\"") != std::string::npos);
		CHECK(text.find("\"output\":\"../../output/job_012.jsonl\"") != std::string::npos);
		JobOrder wrong = order;
		wrong.limits.line_bytes = 3;
		CHECK(!JobOrder::parse(wrong.to_text().value()).ok());
		wrong = order;
		wrong.folder = "relative";
		CHECK(!JobOrder::parse(wrong.to_text().value()).ok());
	}

	TEST_CASE("a journal is read as it was written, and knows what is open") {
		JournalSummary summary;
		std::uint64_t n = 0;
		const auto add = [&](JournalLine line) {
			line.n = ++n;
			line.ts = "2024-01-15T10:00:00Z";
			const JournalLine read = JournalLine::parse(line.to_text()).value();
			CHECK(read == line);
			summary.add(read);
		};
		JournalLine host;
		host.kind = JournalKind::host;
		host.process = ProcessIdentity::own();
		host.process.start = ~0ULL; // more than a double can hold
		host.version = "1.2.3";
		host.attempt = 1;
		add(host);
		JournalLine line;
		line.kind = JournalKind::started;
		line.process = ProcessIdentity::own();
		line.command = "cla\"ude";
		add(line);
		for (const JournalKind kind : { JournalKind::writing, JournalKind::written,
					 JournalKind::done, JournalKind::writing }) {
			line = {};
			line.kind = kind;
			line.inbox = summary.last_input() + (kind == JournalKind::written ? 0 : 1);
			add(line);
		}
		line = {};
		line.kind = JournalKind::not_written; // which says nothing of the one that is open
		line.inbox = 4;
		add(line);
		CHECK(summary.open_input() == 3);
		CHECK(summary.last_input() == 4);
		CHECK(!summary.is_over());
		line = {};
		line.kind = JournalKind::ended;
		line.attempt = 1;
		line.cause = EndCause::memory;
		line.signal = 9;
		line.last_seq = 812;
		line.bytes = 99'121;
		line.strays = 2;
		add(line);
		CHECK(summary.is_over());
		CHECK(summary.end()->cause == EndCause::memory);
		CHECK(summary.last_n() == n);
		host.attempt = 2;
		add(host);
		CHECK(!summary.is_over());
		CHECK(summary.attempt() == 2);
	}

	TEST_CASE("a reason is as long in the journal as when it is read again") {
		JournalLine line;
		line.n = 1;
		line.kind = JournalKind::disk_full;
		line.reason = std::string(4'000, '\x01');
		const std::string text = line.to_text();
		CHECK(JournalLine::parse(text).value().to_text() == text);
	}

	TEST_CASE("what a later version writes is passed over") {
		const JournalLine line =
				JournalLine::parse(R"({"n":3,"kind":"dreamt","of":["sheep",{"n":1}]})").value();
		CHECK(line.kind == JournalKind::unknown);
		CHECK(line.n == 3);
		CHECK(InboxLine::parse(R"({"n":1,"kind":"close_input","why":[]})").ok());
		CHECK(OutputLine::parse(R"({"seq":1,"ts":"x","stream":"stderr","data":"","new":1})").ok());
		CHECK(!InboxLine::parse(R"({"n":1,"kind":"dance"})").ok());
		CHECK(!InboxLine::parse(R"({"n":1,"kind":"signal","signal":"STKFLT"})").ok());
		CHECK(!InboxLine::parse(R"({"n":0,"kind":"close_input"})").ok());
		CHECK(!OutputLine::parse(R"({"seq":1,"ts":"x","stream":"other","data":""})").ok());
		CHECK(!JournalLine::parse("{}").ok());
		CHECK(!JobOrder::parse("[]").ok());
	}

	TEST_CASE("whatever stands in a file, a reader answers") {
		std::size_t read = 0;
		std::string output;
		append_output_line(output, 12, "2024-01-15T10:00:00Z", OutputStream::error, "\xFF\n", true);
		try_mutations(output, [&](std::string_view text) {
			read += OutputLine::parse(text).ok() ? 1 : 0;
			seq_of_output_line(text);
		});
		const InboxLine inbox{ .n = 5, .data = "hello\xFF" };
		try_mutations(inbox.to_text().value(),
				[&](std::string_view text) { read += InboxLine::parse(text).ok() ? 1 : 0; });
		JournalLine journal;
		journal.n = 4;
		journal.kind = JournalKind::ended;
		try_mutations(journal.to_text(), [&](std::string_view text) {
			const Result<JournalLine> line = JournalLine::parse(text);
			read += line.ok() ? 1 : 0;
			CHECK((!line.ok() || JournalLine::parse(line.value().to_text()).ok()));
		});
		try_mutations(example_order().to_text().value(),
				[&](std::string_view text) { read += JobOrder::parse(text).ok() ? 1 : 0; });
		CHECK(read > 0);
	}

	TEST_CASE("a line of the inbox that is too long is refused") {
		const InboxLine line{ .n = 1, .data = std::string(InboxLine::MOST_BYTES, 'x') };
		CHECK(line.to_text().status().code() == StatusCode::exhausted);
	}
}
