#pragma once

// How the program of a job is spoken to. Each language has a driver, which turns what is to be said
// into lines of the job's inbox, and lines of its output into news. A driver is pure: it knows no
// clock, no file and no thread. Its state is text, stored in the job's row in the same commit as
// the place up to which its output was read and all that came of that, so that a restart goes on
// in mid-conversation; a line that is read twice gives the same news, with the same names.
//
//	std::unique_ptr<Driver> driver = make_driver(JobProgram::claude);
//	store(driver->begin(brief).value(), driver->state());
//	for (const OutputLine &line : lines) { … driver->read(line) … }
//	store(…, driver->state());
//	driver = restore_driver(JobProgram::claude, state); // after a restart

#include "core/base/status.h"
#include "core/base/uuid.h"
#include "core/hosting/inbox_line.h"
#include "core/hosting/output_line.h"
#include "core/jobs/job_brief.h"
#include "core/jobs/job_program.h"
#include "core/mind/model.h"
#include "core/questions/question.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Something for the inbox of a job. Thread rule: immutable.
struct JobInput {
	// Names it among all inputs of the job, over all attempts: one with a name that is stored
	// already is the same input, and not stored again.
	std::string key;
	InboxLine line; // without its number
};

// A question that the program waits for no longer.
struct ClosedQuestion {
	enum class How : std::uint8_t {
		taken, // the program has taken an answer
		withdrawn, // it wants none any more
		// Taken if an answer had been written, as the journal says; else withdrawn.
		either,
	};

	std::string asked_as;
	How how = How::taken;
};

// How a turn of the program has ended.
struct TurnEnd {
	bool ok = true;
	std::string error; // why not
};

// What a line of output means. Most mean nothing. Thread rule: immutable.
struct DriverNews {
	static constexpr std::size_t MOST_SAID_BYTES = 65'536;
	static constexpr std::size_t MOST_ERROR_BYTES = 4'096;

	// Without subject, agent and trace; everything else is as questions may be.
	std::vector<NewQuestion> asked;
	std::vector<ClosedQuestion> closed;
	std::vector<std::string> taken; // keys of inputs that the program has read, answers among them
	std::vector<JobInput> inputs; // what the driver itself has to say
	std::string session; // with which the program can be resumed; empty: nothing new
	std::string model; // with which it works; empty: nothing new
	std::string said; // its words, for people
	std::optional<Usage> usage; // what was used since it was told last
	std::optional<TurnEnd> turn;
	std::string trouble; // what went wrong between the program and the driver, for people
};

// Thread rule: any thread, one at a time.
class Driver {
public:
	static constexpr std::size_t MOST_STATE_BYTES = 16'777'216;

	virtual ~Driver() = default;

	// A new attempt begins; what is left of another is forgotten. Gives what is to be said first.
	virtual Result<std::vector<JobInput>> begin(const JobBrief &brief) = 0;

	// Takes any line, in any order.
	virtual DriverNews read(const OutputLine &line) = 0;

	// What tells the program the answer that the question holds, which fits it. It depends on the
	// attempt and on the question alone. `failed_precondition`: the program cannot be told.
	virtual Result<JobInput> answer(const Question &question) const = 0;

	// What tells the program that nobody will answer, so that it does not wait for ever.
	// `failed_precondition`: the program cannot be told.
	virtual Result<JobInput> decline(const NewQuestion &question, const std::string &why) const = 0;

	// A prompt of its own, besides any question. What has to wait for something else comes as news.
	// `failed_precondition`: the program listens no more; `exhausted`: too much waits already.
	virtual Result<std::vector<JobInput>> say(const std::string &text, const Uuid &uuid) = 0;

	// Ends the turn, not the program. `failed_precondition`: there is none that could be ended.
	virtual Result<std::vector<JobInput>> interrupt() = 0;

	// Whether the program itself says what it has taken. If not, what was written is all that can
	// be known.
	virtual bool confirms() const = 0;

	virtual std::string state() const = 0;
};

std::unique_ptr<Driver> make_driver(JobProgram program);

// With the state of a driver of the same program. From any other text, one that has not begun.
std::unique_ptr<Driver> restore_driver(JobProgram program, std::string_view state);

} // namespace agent_runtime
