// What is found in the files of one job, line by line.

#include "core/jobs/job_watch.h"

#include "core/hosting/job_launch.h"
#include "core/hosting/line_reader.h"
#include "tests/core/store/scratch.h"

#include <doctest/doctest.h>

#include <functional>
#include <utility>

using namespace agent_runtime;

namespace {

// Understands what the test says that it does.
class TestDriver : public Driver {
public:
	using Read = std::function<DriverNews(const OutputLine &line)>;

	explicit TestDriver(Read read) :
			read_(std::move(read)) {}

	Result<std::vector<JobInput>> begin(const JobBrief &) override { return none(); }
	DriverNews read(const OutputLine &line) override { return read_(line); }
	Result<JobInput> answer(const Question &) const override {
		return Status(StatusCode::unsupported, "nobody asks");
	}
	Result<JobInput> decline(const NewQuestion &, const std::string &) const override {
		return Status(StatusCode::unsupported, "not here");
	}
	Result<std::vector<JobInput>> say(const std::string &, const Uuid &) override { return none(); }
	Result<std::vector<JobInput>> interrupt() override {
		JobInput input;
		input.key = "interrupt";
		return std::vector<JobInput>{ std::move(input) };
	}
	bool confirms() const override { return true; }
	std::string state() const override { return "{}"; }

private:
	static std::vector<JobInput> none() { return {}; }

	const Read read_;
};

// The files of a job, written by the test in the place of its host.
class Files {
public:
	Files() {
		Result<JobFolders> folders = JobFolders::make(scratch_.path("base"), JobId(1));
		REQUIRE(folders.ok());
		JobOrder order;
		order.id = JobId(1);
		order.program = "true";
		order.folder = "/";
		REQUIRE(write_order(folders.value(), order).ok());
		JournalLine host;
		host.kind = JournalKind::host;
		host.attempt = 1;
		note(host);
	}

	void note(JournalLine line) {
		line.n = ++last_n_;
		append(open().job.file(job_files::JOURNAL, OwnFile::Use::append), line.to_text());
	}
	void note(JournalKind kind, std::uint64_t inbox) {
		JournalLine line;
		line.kind = kind;
		line.inbox = inbox;
		note(line);
	}
	void end(std::int64_t exit_code) {
		JournalLine line;
		line.kind = JournalKind::ended;
		line.attempt = 1;
		line.exit_code = exit_code;
		note(line);
	}
	void write(const std::string &text) {
		std::string line;
		append_output_line(
				line, ++last_seq_, "2026-11-20T10:00:00Z", OutputStream::standard, text, false);
		line.pop_back();
		append(open().output_file(OwnFile::Use::append), line);
	}
	std::unique_ptr<JobWatch> watch(TestDriver::Read read) {
		JobRecord job;
		job.id = JobId(1);
		Result<std::unique_ptr<JobWatch>> watch =
				JobWatch::open(job, open(), std::make_unique<TestDriver>(std::move(read)), cost_);
		REQUIRE(watch.ok());
		return std::move(watch).value();
	}

private:
	JobFolders open() const {
		Result<JobFolders> folders = JobFolders::open(scratch_.path("base"), JobId(1));
		REQUIRE(folders.ok());
		return std::move(folders).value();
	}
	static void append(Result<OwnFile> file, const std::string &line) {
		REQUIRE(file.ok());
		REQUIRE(append_line(file.value(), line).ok());
	}

	ScratchFolder scratch_;
	std::uint64_t last_n_ = 0;
	std::uint64_t last_seq_ = 0;
	const JobWatch::CostOf cost_ = [](const JobPlan &, const std::string &, const Usage &usage) {
		return Money{ usage.output_tokens };
	};
};

constexpr std::size_t ENOUGH = 1'000'000;

DriverNews spends(std::int64_t micro_dollars) {
	DriverNews news;
	news.usage = Usage{};
	news.usage->output_tokens = micro_dollars;
	return news;
}

std::vector<std::string> keys_of(const std::vector<JobInput> &inputs) {
	std::vector<std::string> keys;
	for (const JobInput &input : inputs) {
		keys.push_back(input.key);
	}
	return keys;
}

} // namespace

TEST_SUITE("a job that is watched") {
	TEST_CASE("what the program has taken was written, whenever the journal says so") {
		Files files;
		files.write("taken");
		const std::unique_ptr<JobWatch> watch = files.watch([&](const OutputLine &) {
			// The host notes it just now, behind the look at its journal.
			files.note(JournalKind::writing, 1);
			files.note(JournalKind::written, 1);
			DriverNews news;
			news.closed.push_back({ "question", ClosedQuestion::How::either });
			return news;
		});
		watch->look(ENOUGH);
		REQUIRE(watch->news().progress.closed.size() == 1);
		REQUIRE(watch->news().inputs.size() == 1);
		CHECK(watch->news().inputs.front().n == 1);
		CHECK(watch->news().inputs.front().state == InputState::written);
	}

	TEST_CASE("what was written before the end is read before the end is told") {
		Files files;
		files.write("one");
		int lines = 0;
		const std::unique_ptr<JobWatch> watch = files.watch([&](const OutputLine &) {
			if (++lines == 1) {
				files.write("two");
				files.end(0);
			}
			return DriverNews();
		});
		CHECK(watch->look(1)); // there is more
		CHECK(!watch->news().end);
		while (watch->look(ENOUGH)) {
		}
		REQUIRE(watch->news().end.has_value());
		CHECK(watch->news().end->status == JobStatus::completed);
		CHECK(lines == 2);
		CHECK(watch->cursor().last_seq == 2);
	}

	TEST_CASE("a program that has spent what it may is interrupted, once, and has failed") {
		Files files;
		files.write("a");
		const std::unique_ptr<JobWatch> watch =
				files.watch([](const OutputLine &) { return spends(400); });
		watch->set_spending_limit(1'000);
		watch->look(ENOUGH);
		CHECK(watch->news().progress.inputs.empty());
		for (int i = 0; i < 3; i++) {
			files.write("more");
		}
		watch->look(ENOUGH);
		CHECK(keys_of(watch->news().progress.inputs) ==
				std::vector<std::string>{ "interrupt", "1/close/spent" });
		CHECK(watch->news().progress.inputs.back().line.kind == InboxKind::close_input);
		CHECK(watch->news().is_urgent);
		files.end(0);
		while (watch->look(ENOUGH)) {
		}
		REQUIRE(watch->news().end.has_value());
		CHECK(watch->news().end->status == JobStatus::failed);
		CHECK(watch->news().end->error.starts_with("it has spent what it may"));
	}

	TEST_CASE("a program within its limit ends as it does") {
		Files files;
		files.write("a");
		files.end(0);
		const std::unique_ptr<JobWatch> watch =
				files.watch([](const OutputLine &) { return spends(400); });
		watch->set_spending_limit(1'000);
		while (watch->look(ENOUGH)) {
		}
		CHECK(watch->news().progress.inputs.empty());
		REQUIRE(watch->news().end.has_value());
		CHECK(watch->news().end->status == JobStatus::completed);
	}

	TEST_CASE("what was being written when its host was killed is unknown, read or not") {
		Files files;
		files.write("a");
		files.note(JournalKind::writing, 1);
		const std::unique_ptr<JobWatch> watch =
				files.watch([](const OutputLine &) { return DriverNews(); });
		watch->look_at_journal();
		watch->skip_output();
		watch->give_up_open_input();
		watch->give_up_open_input();
		REQUIRE(watch->news().inputs.size() == 1);
		CHECK(watch->news().inputs.front().state == InputState::unknown);
		CHECK(watch->cursor().last_seq == 1);
	}
}
