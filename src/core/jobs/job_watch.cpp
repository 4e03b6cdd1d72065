#include "core/jobs/job_watch.h"

#include "core/hosting/output_line.h"
#include "core/hosting/output_reader.h"
#include "core/jobs/job_end.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace agent_runtime {

namespace {

constexpr const char *HAS_SPENT_ALL = "it has spent what it may; resume it with more dollars";

template <typename T>
void append(std::vector<T> &to, std::vector<T> &from) {
	to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

} // namespace

Result<std::unique_ptr<JobWatch>> JobWatch::open(
		JobRecord job, JobFolders folders, std::unique_ptr<Driver> driver, const CostOf &cost_of) {
	Result<OwnFile> output = folders.output_file(OwnFile::Use::read);
	Result<InboxWriter> inbox = InboxWriter::open(folders);
	if (Status failed = first_failure(output, inbox); !failed.ok()) {
		return failed;
	}
	return std::unique_ptr<JobWatch>(new JobWatch(std::move(job), std::move(folders),
			std::move(driver), cost_of, std::move(output).value(), std::move(inbox).value()));
}

JobWatch::JobWatch(JobRecord job, JobFolders folders, std::unique_ptr<Driver> driver,
		const CostOf &cost_of, OwnFile output, InboxWriter inbox) :
		job_(std::move(job)),
		folders_(std::move(folders)),
		driver_(std::move(driver)),
		cost_of_(cost_of),
		output_(std::move(output)),
		inbox_(std::move(inbox)),
		output_reader_(output_, job_.cursor.output_read, OutputLine::MOST_BYTES) {
	news_.progress.cursor = job_.cursor;
}

bool JobWatch::look(std::size_t most_bytes) {
	// The journal comes first: what stands in the output when it says that all has ended, is all.
	look_at_journal();
	const bool is_last_look = end_.has_value();
	const bool more = look_at_output(most_bytes);
	// It comes last, too: what the program has taken was written before.
	look_at_journal();
	if (is_last_look && !more && !news_.end) {
		give_up_open_input();
		news_.end = settled_end();
		news_.is_urgent = true;
		has_news_ = true;
	}
	return more || (end_ && !is_last_look);
}

void JobWatch::give_up_open_input() {
	if (open_input_ != 0) {
		note(open_input_, InputState::unknown, "its host was killed while it wrote it");
		has_news_ = true;
	}
}

// With what the program itself has said of its last turn, and what we have made of it.
JobEnd JobWatch::settled_end() const {
	JobEnd end = *end_;
	const bool has_failed = end.status == JobStatus::failed && end.exit_code.has_value();
	if (has_spent_all_ && (has_failed || end.status == JobStatus::completed)) {
		end.status = JobStatus::failed;
		end.error = HAS_SPENT_ALL;
	} else if (has_failed && !turn_error_.empty()) {
		end.error = turn_error_;
	}
	return end;
}

void JobWatch::set_spending_limit(std::int64_t micro_dollars) {
	spending_limit_ = micro_dollars;
	has_spent_all_ = cursor().micro_dollars >= micro_dollars;
}

void JobWatch::stop_spending() {
	if (!spending_limit_ || has_spent_all_ || cursor().micro_dollars < *spending_limit_) {
		return;
	}
	has_spent_all_ = true;
	std::vector<JobInput> &inputs = news_.progress.inputs;
	if (Result<std::vector<JobInput>> interrupt = driver_->interrupt(); interrupt.ok()) {
		append(inputs, interrupt.value());
	}
	JobInput close;
	close.key = std::to_string(job_.state.attempt) + "/close/spent";
	close.line.kind = InboxKind::close_input;
	inputs.push_back(std::move(close));
	news_.is_urgent = true;
}

void JobWatch::look_at_journal() {
	if (!journal_reader_) {
		Result<OwnFile> file = folders_.job.file(job_files::JOURNAL, OwnFile::Use::read);
		if (!file.ok()) {
			return; // its host has not begun
		}
		journal_ = std::move(file).value();
		look_back_at_journal();
		journal_reader_.emplace(journal_, job_.cursor.journal_read, JournalLine::MOST_BYTES);
	}
	for (std::string_view text; journal_reader_->next(text);) {
		const Result<JournalLine> line = JournalLine::parse(text);
		if (line.ok()) {
			take(line.value());
		}
		news_.progress.cursor.journal_read = journal_reader_->place();
		has_news_ = true;
		news_.is_urgent = true;
	}
}

// Whose lines those are that come now, and which host has written them.
void JobWatch::look_back_at_journal() {
	LineReader reader(journal_, 0, JournalLine::MOST_BYTES);
	for (std::string_view text; reader.place() < job_.cursor.journal_read && reader.next(text);) {
		const Result<JournalLine> line = JournalLine::parse(text);
		if (line.ok() && line.value().kind == JournalKind::host) {
			told_attempt_ = line.value().attempt;
			host_ = told_attempt_ == job_.state.attempt ? line.value().process : host_;
		}
	}
}

void JobWatch::note(std::uint64_t input, InputState state, std::string reason) {
	news_.inputs.push_back({ input, state, std::move(reason) });
	open_input_ = input == open_input_ ? 0 : open_input_;
}

void JobWatch::take(const JournalLine &line) {
	told_attempt_ = line.kind == JournalKind::host ? line.attempt : told_attempt_;
	const std::uint64_t attempt = line.attempt != 0 ? line.attempt : told_attempt_;
	if (attempt != job_.state.attempt) {
		return;
	}
	switch (line.kind) {
		case JournalKind::host:
			host_ = line.process;
			return;
		case JournalKind::started:
			news_.program = StartedProgram{ line.process, line.command, written_at(line) };
			return;
		case JournalKind::writing:
			open_input_ = line.inbox;
			return;
		case JournalKind::written:
		case JournalKind::done:
			note(line.inbox, InputState::written);
			return;
		case JournalKind::not_written:
			note(line.inbox, InputState::failed, line.reason);
			return;
		case JournalKind::not_started:
		case JournalKind::ended:
		case JournalKind::void_attempt:
			end_ = end_ ? end_ : end_told(line);
			return;
		default:
			return;
	}
}

bool JobWatch::look_at_output(std::size_t most_bytes) {
	JobProgress &progress = news_.progress;
	const std::uint64_t begin = output_reader_.place();
	bool is_read = true;
	std::string_view text;
	while (output_reader_.place() - begin < most_bytes && (is_read = output_reader_.next(text))) {
		const Result<OutputLine> line = OutputLine::parse(text);
		if (line.ok() && line.value().seq > progress.cursor.last_seq) {
			take(line.value());
		}
		progress.cursor.output_read = output_reader_.place();
		has_news_ = true;
	}
	if (output_reader_.place() != begin) {
		note_driver();
	}
	return is_read;
}

void JobWatch::take(const OutputLine &line) {
	JobProgress &progress = news_.progress;
	progress.cursor.last_seq = line.seq;
	DriverNews news = driver_->read(line);
	const bool is_urgent = !news.asked.empty() || !news.closed.empty() || !news.taken.empty() ||
			!news.inputs.empty();
	news_.is_urgent = news_.is_urgent || is_urgent;
	append(progress.asked, news.asked);
	append(progress.closed, news.closed);
	append(progress.taken, news.taken);
	append(progress.inputs, news.inputs);
	model_ = news.model.empty() ? model_ : news.model;
	if (!news.trouble.empty()) {
		news_.trouble.push_back(std::move(news.trouble));
	}
	if (news.turn) {
		turn_error_ = news.turn->ok ? std::string() : news.turn->error;
	}
	if (!news.said.empty()) {
		news_.said = std::move(news.said);
	}
	if (!news.session.empty()) {
		progress.cursor.session = news.session;
	}
	if (news.usage) {
		progress.cursor.micro_dollars += cost_of_(job_.plan, model_, *news.usage).micro_dollars;
		progress.cursor.has_told_cost = true;
		stop_spending();
	}
}

void JobWatch::skip_output() {
	JobCursor &cursor = news_.progress.cursor;
	cursor.output_read = output_.size();
	cursor.last_seq = std::max(cursor.last_seq, last_seq_of(output_).value_or(0));
	cursor.has_told_cost = false;
	has_news_ = true;
}

void JobWatch::replace_driver(std::unique_ptr<Driver> driver) {
	driver_ = std::move(driver);
	news_.progress.cursor.driver = driver_->state();
}

void JobWatch::note_driver() {
	news_.progress.cursor.driver = driver_->state();
	has_news_ = true;
}

void JobWatch::stored(bool told) {
	JobNews next;
	next.progress.cursor = std::move(news_.progress.cursor);
	JobCursor &cursor = next.progress.cursor;
	cursor.told_seq = told ? cursor.last_seq : cursor.told_seq;
	news_ = std::move(next);
	has_news_ = false;
}

void JobWatch::lose(const JobEnd &end) {
	if (!end_) {
		end_ = end;
	}
}

} // namespace agent_runtime
