#include "hosted_job.h"

#include "../sanitized.h"

#include "core/hosting/output_reader.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>

#include <sys/resource.h>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

std::string proc_value(pid_t pid, const std::string &file, const std::string &label) {
	std::ifstream lines("/proc/" + std::to_string(pid) + "/" + file);
	for (std::string line; std::getline(lines, line);) {
		if (line.starts_with(label)) {
			return line.substr(label.size());
		}
	}
	return {};
}

void write_file(const std::string &path, const std::string &bytes) {
	std::ofstream(path, std::ios::binary) << bytes;
}

// Writes 2,000 lines of 100 bytes. Somebody lives on for longer than whoever holds the pipes may
// be silent.
const std::string LEAVES_MUCH = "echo ready; read go; setsid sleep 1.5 & "
								"yes $(head -c 99 /dev/zero | tr '\\0' x) | head -c 200000; exit 3";

std::string what_it_leaves() {
	std::string lines = "ready\n";
	for (int i = 0; i < 2'000; i++) {
		lines += std::string(99, 'x') + "\n";
	}
	return lines;
}

} // namespace

TEST_SUITE("JobHost") {
	TEST_CASE("what a program writes to both streams is recorded, and how it has ended") {
		HostedJob job("echo Starting task...; echo oops >&2; exit 3");
		job.start();
		const JournalLine ended = job.wait_for_end();
		CHECK(ended.cause == EndCause::own);
		CHECK(ended.exit_code == 3);
		CHECK(ended.signal == 0);
		CHECK(ended.last_seq == 2);
		CHECK(ended.strays == 0);
		CHECK(ended.attempt == 1);
		CHECK(job.bytes_of(OutputStream::standard) == "Starting task...\n");
		CHECK(job.bytes_of(OutputStream::error) == "oops\n");
		CHECK(ended.bytes == job.folders.output_file(OwnFile::Use::read).value().size());
		const JournalLine started = job.wait_for(JournalKind::started);
		CHECK(started.command == "sh");
		CHECK(started.process.life() == ProcessLife::ended);
		const ProcessIdentity host = job.wait_for(JournalKind::host).process;
		wait_until("the host ends", [&host] { return host.life() == ProcessLife::ended; });
	}

	TEST_CASE("bytes come out as they went in, whatever they are") {
		HostedJob job("cat bytes; cat bytes >&2");
		std::mt19937 chance(12);
		std::string bytes = "text\r\nGr\xC3\xBC\xC3\x9F\x65\n\n";
		bytes += std::string("\0nul\n", 5) + "\xFF\xFE no text\n" + std::string(1'200'000, 'x');
		for (int i = 0; i < 20'000; i++) {
			bytes += static_cast<char>(chance());
		}
		write_file(job.path("bytes"), bytes);
		job.start();
		job.wait_for_end();
		// Without a newline at its end, the last record has `more`, so nothing is added.
		CHECK(job.bytes_of(OutputStream::standard) == bytes);
		CHECK(job.bytes_of(OutputStream::error) == bytes);
		const std::vector<OutputLine> lines = job.output();
		CHECK(lines[0].data == "text\r");
		CHECK(std::all_of(lines.begin(), lines.end(),
				[](const OutputLine &line) { return line.data.size() <= 1'048'576; }));
	}

	TEST_CASE("a question without a newline is seen while the program waits for the answer") {
		HostedJob job("printf 'Proceed? '; read answer; echo \"you said $answer\"");
		job.start();
		wait_until("the question comes", [&job] { return !job.output().empty(); });
		CHECK(job.output()[0].data == "Proceed? ");
		CHECK(job.output()[0].more);
		job.write("yes");
		job.wait_for(JournalKind::written, 1);
		job.wait_for_end();
		CHECK(job.bytes_of(OutputStream::standard) == "Proceed? you said yes\n");
	}

	TEST_CASE("each line of the inbox is carried out once, whoever writes it again") {
		HostedJob job("cat >taken; echo over");
		job.start();
		job.write("first");
		job.wait_for(JournalKind::written, 1);
		// The game has died behind the line, and in the middle of the next one.
		std::ofstream inbox(job.folders.job.path() + "/inbox.jsonl", std::ios::app);
		inbox << "{\"n\":1,\"kind\":\"write\",\"data\":\"first\"}\nno "
				 "JSON\n{\"n\":2,\"kind\":\"wri";
		inbox.close();
		Result<InboxWriter> again = InboxWriter::open(job.folders);
		REQUIRE(!again.ok()); // a line that is none of ours stands before the torn one
		std::ofstream(job.folders.job.path() + "/inbox.jsonl", std::ios::app)
				<< "\n{\"n\":1,\"kind\":\"write\",\"data\":\"first\"}\n{\"n\":2,\"kind\":\"clos";
		again = InboxWriter::open(job.folders);
		REQUIRE(again.ok());
		CHECK(again.value().last_n() == 1);
		InboxLine line;
		line.data = "second";
		for (const std::uint64_t n : { 1, 2, 2 }) {
			line.n = n;
			CHECK(again.value().append(line).ok());
		}
		line.n = 4;
		CHECK(again.value().append(line).code() == StatusCode::failed_precondition);
		line = {
			.n = 3, .kind = InboxKind::write, .data = std::string("\xFF raw", 5), .raw = true
		};
		CHECK(again.value().append(line).ok());
		CHECK(again.value().append({ .n = 4, .kind = InboxKind::close_input }).ok());
		job.wait_for_end();
		CHECK(content_of(job.path("taken")) == "first\nsecond\n\xFF raw");
		CHECK(job.noted(JournalKind::done, 4).has_value());
		CHECK(job.journal().size() == 10); // host, started, 3 × (writing, written), done, ended
	}

	TEST_CASE("an input that nobody will read is known not to have arrived") {
		HostedJob job("exec <&-; echo closed; read line <go");
		REQUIRE(std::system(("mkfifo '" + job.path("go") + "'").c_str()) == 0);
		job.start();
		job.wait_for_output("closed");
		job.write("one");
		job.write("two");
		CHECK(job.wait_for(JournalKind::not_written, 1).reason.find("closed its input") !=
				std::string::npos);
		job.wait_for(JournalKind::not_written, 2);
		job.kill(0);
		job.wait_for_end();
		CHECK(!job.noted(JournalKind::written).has_value());
	}

	TEST_CASE("an input that the program does not read holds nobody up") {
		HostedJob job("trap 'echo heard' INT; echo ready; while :; do sleep 0.01; done");
		job.start();
		job.wait_for_output("ready");
		job.write(std::string(1'000'000, 'x')); // more than any pipe holds
		job.wait_for(JournalKind::writing, 1);
		job.send({ .kind = InboxKind::signal, .signal = "INT" });
		job.wait_for_output("heard");
		job.kill(0);
		CHECK(job.wait_for_end().cause == EndCause::asked);
		CHECK(job.noted(JournalKind::done, 2).has_value());
		CHECK(job.noted(JournalKind::not_written, 1).has_value());
	}

	TEST_CASE(
			"the program has the game's environment with changes, and no secret is written down") {
		HostedJob job("echo $KEY_OF_GAME $COLOUR ${GONE-none} $AGENT_RUNTIME_JOB; pwd");
		setenv("KEY_OF_GAME", "sk-secret-0815", 1);
		setenv("GONE", "here", 1);
		job.order.environment = { { "COLOUR", "blue" }, { "GONE", std::nullopt } };
		job.start();
		job.wait_for_end();
		unsetenv("KEY_OF_GAME");
		unsetenv("GONE");
		const std::vector<OutputLine> lines = job.output();
		REQUIRE(lines.size() == 2);
		CHECK(lines[0].data == "sk-secret-0815 blue none " + job.order.marker());
		CHECK(lines[1].data + "/" == job.order.folder);
		for (const std::string &name : job.folders.job.names()) {
			CHECK(content_of(job.folders.job.path() + "/" + name).find("sk-secret") ==
					std::string::npos);
		}
	}

	TEST_CASE("memory pressure takes the program before its host") {
		HostedJob job("read line");
		job.start();
		const int host = std::stoi(proc_value(job.host(), "oom_score_adj", ""));
		wait_until("its score is higher", [&] {
			return std::stoi(proc_value(job.program(), "oom_score_adj", "")) ==
					std::min(host + 500, 1000);
		});
	}

	TEST_CASE("100 MB of output leave the host as small as it was") {
		const int megabytes =
				IS_SANITIZED || std::getenv("AGENT_RUNTIME_HOST") == nullptr ? 5 : 100;
		HostedJob job("yes 'a line of output, as programs write them all day long' | head -c " +
				std::to_string(megabytes) + "000000; read line");
		job.order.limits.output_bytes = 0;
		job.start();
		const auto peak = [&job] { return std::stol(proc_value(job.host(), "status", "VmHWM:")); };
		const long before = peak();
		wait_until("all of it is there", [&] {
			const Result<std::uint64_t> last =
					last_seq_of(job.folders.output_file(OwnFile::Use::read).value());
			return last.value() >= static_cast<std::uint64_t>(megabytes) * 1'000'000 / 55 + 1;
		});
		CHECK(peak() - before < (IS_SANITIZED ? 20'000 : 1'500)); // KB
	}

	TEST_CASE("an output that the disk does not take waits in the program, and nothing is lost") {
		HostedJob job("read go; i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done; "
					  "read answer; "
					  "echo $answer");
		job.start();
		const pid_t host = job.host();
		rlimit before = {};
		rlimit full = { 30'001, RLIM_INFINITY }; // in the middle of a line
		REQUIRE(prlimit(host, RLIMIT_FSIZE, &full, &before) == 0);
		job.write("go");
		job.wait_for(JournalKind::disk_full);
		const OwnFile file = job.folders.output_file(OwnFile::Use::read).value();
		CHECK(file.size() == 30'001);
		job.write("still heard");
		job.wait_for(JournalKind::written, 2);
		CHECK(!job.noted(JournalKind::ended).has_value());
		REQUIRE(prlimit(host, RLIMIT_FSIZE, &before, nullptr) == 0);
		CHECK(job.wait_for_end().exit_code == 0);
		CHECK(job.noted(JournalKind::disk_free).has_value());
		std::string expected;
		for (int i = 0; i < 3000; i++) {
			expected += "line " + std::to_string(i) + "\n";
		}
		CHECK(job.bytes_of(OutputStream::standard) == expected + "still heard\n");
	}

	TEST_CASE("what a program that has ended left in its pipes waits for the disk, too") {
		HostedJob job(LEAVES_MUCH);
		job.start();
		job.wait_for_output("ready");
		rlimit before = {};
		rlimit full = { 20'000, RLIM_INFINITY };
		REQUIRE(prlimit(job.host(), RLIMIT_FSIZE, &full, &before) == 0);
		job.write("go");
		job.wait_for(JournalKind::disk_full);
		wait_until("nobody is left", [&job] { return job.family() == 0; });
		job.kill(0); // which is no reason to lose it
		job.wait_for(JournalKind::done, 2);
		REQUIRE(prlimit(job.host(), RLIMIT_FSIZE, &before, nullptr) == 0);
		CHECK(job.wait_for_end().exit_code == 3);
		CHECK((job.bytes_of(OutputStream::standard) == what_it_leaves()));
	}

	TEST_CASE("what was not read because little of the disk is free is read when all have ended") {
		HostedJob job(LEAVES_MUCH);
		job.order.limits.free_bytes = 1ULL << 60;
		job.start();
		job.wait_for(JournalKind::disk_full);
		job.write("go");
		CHECK(job.wait_for_end().exit_code == 3);
		CHECK((job.bytes_of(OutputStream::standard) == what_it_leaves()));
	}
}
