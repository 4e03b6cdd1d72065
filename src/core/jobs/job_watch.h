#pragma once

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/hosting/inbox_writer.h"
#include "core/hosting/job_files.h"
#include "core/hosting/journal_line.h"
#include "core/hosting/line_reader.h"
#include "core/jobs/driver.h"
#include "core/jobs/job.h"
#include "core/jobs/job_rows.h"
#include "core/jobs/job_steps.h"
#include "core/mind/budget.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// What was found in the files of a job since it was stored last. All of it goes into the database
// in one transaction, together with how far was read.
struct JobNews {
	std::optional<StartedProgram> program; // it runs
	std::vector<InputOutcome> inputs;
	JobProgress progress;
	std::optional<JobEnd> end; // all of its output was read
	std::vector<std::string> trouble; // for people
	std::string said; // by the program, the newest; for people
	bool is_urgent = false; // it does not wait for more
};

// One job that has not ended, as its files show it: reads journal and output from where the
// database has stopped, and asks the driver what it means.
//
//	watch.look(limits);
//	if (watch.has_news()) { if (store(watch.news()).ok()) { watch.stored(); } }
//
// Owned by the keeper. Thread rule: worker only.
class JobWatch {
public:
	// What a use of the program costs.
	using CostOf =
			std::function<Money(const JobPlan &plan, const std::string &model, const Usage &usage)>;

	// `not_found` when there are no files. `cost_of` outlives the watch.
	static Result<std::unique_ptr<JobWatch>> open(JobRecord job, JobFolders folders,
			std::unique_ptr<Driver> driver, const CostOf &cost_of);

	JobId id() const { return job_.id; }
	JobAttempt attempt() const { return { job_.id, job_.state.attempt }; }
	const JobPlan &plan() const { return job_.plan; }
	const JobFolders &folders() const { return folders_; }
	// As far as it was looked at, stored or not.
	const JobCursor &cursor() const { return news_.progress.cursor; }
	Driver &driver() { return *driver_; }
	// Another one, whose state is in the database.
	void replace_driver(std::unique_ptr<Driver> driver);

	// The program knows no cap of its own: when all attempts together have spent so many micro
	// dollars, it is interrupted, and its input is closed. Before the first look().
	void set_spending_limit(std::int64_t micro_dollars);

	// Reads what is new, and at most about `most_bytes` of the output. True when there is more.
	bool look(std::size_t most_bytes);
	// The same of the journal alone.
	void look_at_journal();
	// What is left of the output is not read, only counted; so nobody knows any more what the
	// program says that it has spent.
	void skip_output();
	// Its host has ended: nobody knows whether an input that it was writing has arrived.
	void give_up_open_input();
	bool has_news() const { return has_news_; }
	const JobNews &news() const { return news_; }
	const ProcessIdentity &host() const { return host_; }
	// What look() has found is in the database; `told`: with an event about the lines.
	void stored(bool told);
	bool has_untold_lines() const {
		return news_.progress.cursor.last_seq > news_.progress.cursor.told_seq;
	}
	// Its host is gone and has not said how the program has ended.
	void lose(const JobEnd &end);
	bool is_ending() const { return end_.has_value(); }

	// The lines of the inbox that follow those that are there.
	std::uint64_t next_input() const { return inbox_.last_n() + 1; }
	Status write_input(const InboxLine &line) { return inbox_.append(line); }

private:
	JobWatch(JobRecord job, JobFolders folders, std::unique_ptr<Driver> driver,
			const CostOf &cost_of, OwnFile output, InboxWriter inbox);

	void look_back_at_journal();
	bool look_at_output(std::size_t most_bytes);
	void note_driver();
	void stop_spending();
	JobEnd settled_end() const;
	void take(const JournalLine &line);
	void take(const OutputLine &line);
	void note(std::uint64_t input, InputState state, std::string reason = {});

	JobRecord job_; // as it was when it was opened
	JobFolders folders_;
	std::unique_ptr<Driver> driver_;
	const CostOf &cost_of_;
	OwnFile journal_; // once it is there
	OwnFile output_;
	InboxWriter inbox_;
	std::optional<LineReader> journal_reader_;
	LineReader output_reader_;
	ProcessIdentity host_; // once it is known
	std::string model_; // with which the program works, if it has said so
	std::string turn_error_; // of its last turn, if that has failed
	std::uint64_t told_attempt_ = 0; // to which lines of the journal belong that do not say it
	std::uint64_t open_input_ = 0; // that is being written
	std::optional<JobEnd> end_; // as the journal tells it
	std::optional<std::int64_t> spending_limit_;
	bool has_spent_all_ = false;
	JobNews news_;
	bool has_news_ = false;
};

} // namespace agent_runtime
