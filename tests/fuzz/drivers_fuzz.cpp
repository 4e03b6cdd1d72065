// What the programs of jobs say, as their drivers understand it.

#include "asking.h"
#include "readers.h"

#include "../core/jobs/driver_lines.h"

#include "core/jobs/driver.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace agent_runtime::fuzz {

namespace {

constexpr std::size_t MOST_NAME = 256;

// Where a line lies depends on the pieces in which it came.
DriverNews hear(Driver &driver, OutputLine record) {
	record.seq = 1;
	return driver.read(record);
}

// Reads lines as the runtime does, and checks what holds for each.
class Conversation {
public:
	Conversation(JobProgram program, std::unique_ptr<Driver> driver) :
			program_(program),
			driver_(std::move(driver)),
			state_(driver_->state()) {}

	Driver &driver() { return *driver_; }
	// As if the runtime began anew before each line.
	void read(const OutputLine &record) {
		std::unique_ptr<Driver> restored = restore_driver(program_, state_);
		require(restored->state() == state_, "a state is stored and restored whole");
		const DriverNews news = hear(*driver_, record);
		require(test::shown(hear(*restored, record)) == test::shown(news),
				"a restored driver understands the same");
		state_ = driver_->state();
		require(restored->state() == state_, "a restored driver goes on the same way");
		require(state_.size() <= Driver::MOST_STATE_BYTES, "a state has a limit");
		check(news);
		driver_ = std::move(restored);
	}
	void say_more() {
		check_said(driver_->say("More.", test::SECOND_PROMPT));
		check_said(driver_->interrupt());
		state_ = driver_->state();
	}

private:
	bool reads_json() const { return program_ != JobProgram::command; }

	void check(const DriverNews &news) const {
		for (const NewQuestion &asked : news.asked) {
			check_question(asked);
			for (const Question &answered : answers_to(asked, "some words")) {
				check_answer(driver_->answer(answered), reads_json());
			}
		}
		for (const ClosedQuestion &closed : news.closed) {
			require(!closed.asked_as.empty(), "a question that is closed has a name");
		}
		for (const JobInput &input : news.inputs) {
			check_input(input, reads_json());
		}
		check_text(news.trouble, "trouble is told in words");
		require(news.session.size() <= MOST_NAME && news.model.size() <= MOST_NAME,
				"names have a limit");
		require(news.said.size() <= DriverNews::MOST_SAID_BYTES, "what is said has a limit");
		require(!news.turn || news.turn->error.size() <= DriverNews::MOST_ERROR_BYTES,
				"an error has a limit");
		if (news.usage) {
			const Usage &usage = *news.usage;
			require(usage.input_tokens >= 0 && usage.output_tokens >= 0 &&
							usage.cached_tokens >= 0 && usage.cache_write_tokens >= 0,
					"nothing is used less than not at all");
			require(!usage.cost || usage.cost->micro_dollars >= 0, "nothing earns money");
		}
	}
	void check_said(const Result<std::vector<JobInput>> &inputs) const {
		require(inputs.ok() || inputs.status().code() == StatusCode::failed_precondition ||
						inputs.status().code() == StatusCode::exhausted,
				"what cannot be said now is refused");
		for (const JobInput &input : inputs.ok() ? inputs.value() : std::vector<JobInput>()) {
			check_input(input, reads_json());
		}
	}

	const JobProgram program_;
	std::unique_ptr<Driver> driver_;
	std::string state_;
};

// All that comes of these records.
std::string heard(
		JobProgram program, const JobBrief &brief, const std::vector<OutputLine> &records) {
	const std::unique_ptr<Driver> driver = make_driver(program);
	require(driver->begin(brief).ok(), "a driver begins");
	const std::string nothing = test::shown(DriverNews());
	std::string all;
	for (const OutputLine &record : records) {
		const std::string news = test::shown(hear(*driver, record));
		all += news == nothing ? "" : news + "\n";
	}
	return all;
}

std::vector<OutputLine> whole_lines(std::string_view bytes) {
	std::vector<OutputLine> lines;
	for (const std::string_view text : lines_in(bytes)) {
		OutputLine line;
		line.data = text;
		lines.push_back(std::move(line));
	}
	if (!lines.empty()) {
		lines.back().more = !bytes.ends_with('\n');
	}
	return lines;
}

void read_driver(JobProgram program, std::string_view bytes) {
	Rng chance = take_chance(bytes);
	JobBrief brief = test::brief_of(program, "Make a file.");
	brief.plan.keeps_talking = chance.chance(0.8);
	brief.resumes = chance.chance(0.2);
	const std::vector<OutputLine> whole = whole_lines(bytes);
	require(heard(program, brief, test::records_of(std::string(bytes), chance.next())) ==
					heard(program, brief, whole),
			"pieces of any size mean what whole lines mean");
	std::unique_ptr<Driver> driver = make_driver(program);
	require(driver->begin(brief).ok(), "a driver begins");
	Conversation conversation(program, std::move(driver));
	for (const OutputLine &line : whole) {
		conversation.read(line);
	}
	conversation.say_more();
}

} // namespace

void read_claude(std::string_view bytes) {
	read_driver(JobProgram::claude, bytes);
}

void read_codex(std::string_view bytes) {
	read_driver(JobProgram::codex, bytes);
}

void read_command(std::string_view bytes) {
	read_driver(JobProgram::command, bytes);
}

// The first line is the state, the others are read by the driver that has it.
void read_driver_state(std::string_view bytes) {
	constexpr std::array PROGRAMS = { JobProgram::claude, JobProgram::codex, JobProgram::command };
	const JobProgram program = PROGRAMS[take_chance(bytes).uniform(PROGRAMS.size())];
	const std::string_view state = bytes.substr(0, bytes.find('\n'));
	bytes.remove_prefix(std::min(bytes.size(), state.size() + 1));
	Conversation restored(program, restore_driver(program, state));
	restored.say_more();
	for (const OutputLine &line : whole_lines(bytes)) {
		restored.read(line);
	}
	restored.say_more();
}

} // namespace agent_runtime::fuzz
