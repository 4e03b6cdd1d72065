#include "core/jobs/job_keeper.h"

#include "core/base/process.h"
#include "core/hosting/job_remains.h"
#include "core/jobs/job_end.h"
#include "core/jobs/job_money.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_AT_ONCE = 1'048'576; // of a job's output, before others have their turn
constexpr std::size_t INPUTS_AT_ONCE = 64;
constexpr Micros BETWEEN_LOOKS_AT_HOSTS = std::chrono::seconds(1);
// How long a host that was launched may take to say so.
constexpr Micros LONGEST_BEGINNING = std::chrono::seconds(3);
constexpr Micros UNTIL_NEXT_TRY = std::chrono::seconds(1);
constexpr Micros LONGEST_REST = std::chrono::seconds(60);

} // namespace

JobKeeper::JobKeeper(Parts parts, const Logger &log) :
		parts_(std::move(parts)),
		log_(log) {}

void JobKeeper::launch(
		const JobLaunch &launch, std::unique_ptr<Driver> driver, const Status &made) {
	const Status started = made.ok() ? parts_.starter.start(launch) : made;
	if (!started.ok()) {
		end_unwatched(launch.job, started);
		return;
	}
	add(launch.job, std::move(driver));
}

void JobKeeper::attach(const JobRecord &job) {
	add(job, restore_driver(job.plan.program, job.cursor.driver));
}

void JobKeeper::add(const JobRecord &job, std::unique_ptr<Driver> driver) {
	Result<JobFolders> folders = parts_.base.folders(job.id);
	Result<std::unique_ptr<JobWatch>> watch = folders.ok()
			? JobWatch::open(job, std::move(folders).value(), std::move(driver), parts_.cost_of)
			: folders.status();
	if (watch.status().code() == StatusCode::not_found) {
		end_unwatched(job, watch.status());
		return;
	}
	if (!watch.ok()) {
		log_.warning("the files of " + job.id.to_string() +
				" cannot be used, and are looked at again in a second: " +
				watch.status().message());
		unread_.insert_or_assign(job.id, Unread{ job, parts_.clock.now() + UNTIL_NEXT_TRY });
		return;
	}
	limit_spending(*watch.value());
	Live live;
	live.folder = parts_.changes.watch(watch.value()->folders().job.path());
	live.watch = std::move(watch).value();
	live.task = task_of_job(job);
	live.began = parts_.clock.now();
	live_.insert_or_assign(job.id, std::move(live));
}

// claude keeps to a cap by itself.
void JobKeeper::limit_spending(JobWatch &watch) {
	if (watch.plan().program != JobProgram::codex) {
		return;
	}
	const Result<std::optional<std::int64_t>> limit = spending_limit(parts_.reading, watch.id());
	if (!limit.ok()) {
		log_.warning("what " + watch.id().to_string() +
				" may spend cannot be read: " + limit.status().message());
	} else if (limit.value()) {
		watch.set_spending_limit(*limit.value());
	}
}

void JobKeeper::end_task(const JobTask &task, const JobEnd &end) const {
	if (parts_.agents != nullptr && !task.task.is_none()) {
		parts_.agents->finish(task, end);
	}
}

Micros JobKeeper::look_at_unread(RealTime now) {
	Micros rest = LONGEST_REST;
	for (auto each = unread_.begin(); each != unread_.end();) {
		if (each->second.next_try > now) {
			rest = std::min(rest, each->second.next_try - now);
			++each;
			continue;
		}
		const JobRecord job = std::move(each->second.job);
		each = unread_.erase(each);
		// What its driver has understood is stored with how far its output was read.
		attach(job);
		rest = Micros(0);
	}
	return rest;
}

void JobKeeper::end_unwatched(const JobRecord &job, const Status &why) {
	log_.error(job.id.to_string() + " has failed: " + why.message());
	const JobAttempt attempt{ job.id, job.state.attempt };
	const Status ended = parts_.writes.commit(JobPoint::end, job.id,
			[&](DecisionScope &scope) { return end_job(scope, attempt, end_unstarted(why)); });
	end_task(task_of_job(job), end_unstarted(why));
	if (!ended.ok()) {
		// The next start finds it, and says that it has failed.
		log_.error("what has become of " + job.id.to_string() +
				" cannot be stored: " + ended.message());
	}
	parts_.book.remove(job.id);
}

Status JobKeeper::say(JobId job, const Words &words, TraceId trace) {
	if (unread_.contains(job)) {
		return { StatusCode::unavailable,
			"the files of " + job.to_string() + " cannot be used at the moment; try again" };
	}
	const auto found = live_.find(job);
	if (found == live_.end() && parts_.book.is_open(job)) {
		return { StatusCode::unavailable, job.to_string() + " is about to start; try again" };
	}
	if (found == live_.end() || found->second.is_over) {
		return { StatusCode::failed_precondition,
			job.to_string() + " does not run; resume it, or start another one" };
	}
	Live &live = found->second;
	// What was read must be stored with the place up to which it was read.
	const Status stored = store(live, false);
	const Result<bool> is_said = words.sender_key.empty()
			? Result(false)
			: has_sender_key(parts_.reading, job, words.sender_key);
	if (Status failed = first_failure(stored, is_said); !failed.ok() || is_said.value()) {
		return failed;
	}
	JobWatch &watch = *live.watch;
	// A copy of the driver, for the case that it is not stored.
	std::unique_ptr<Driver> driver = restore_driver(watch.plan().program, watch.driver().state());
	const Result<std::vector<JobInput>> inputs = words.say(*driver);
	if (!inputs.ok()) {
		return inputs.status();
	}
	JobCursor cursor = watch.cursor();
	cursor.driver = driver->state();
	Status sent = parts_.writes.commit(
			JobPoint::progress, job,
			[&](DecisionScope &scope) {
				return send_inputs(
						scope, watch.attempt(), cursor, inputs.value(), words.sender_key);
			},
			trace);
	if (sent.ok()) {
		watch.replace_driver(std::move(driver));
		live.has_inputs = true;
	}
	return sent;
}

Micros JobKeeper::work() {
	const RealTime now = parts_.clock.now();
	if (std::exchange(inputs_may_wait_, false)) {
		for (auto &[id, live] : live_) {
			live.has_inputs = true;
		}
	}
	const bool looks_at_hosts = now >= next_look_at_hosts_;
	next_look_at_hosts_ = looks_at_hosts ? now + BETWEEN_LOOKS_AT_HOSTS : next_look_at_hosts_;
	Micros rest = look_at_unread(now);
	rest = live_.empty() ? rest : std::min(rest, next_look_at_hosts_ - now);
	for (auto &[id, live] : live_) {
		if (looks_at_hosts) {
			look_after_host(live, now);
		}
		rest = std::min(rest, work_at(live, now));
	}
	remove_ended();
	return std::max(rest, Micros(0));
}

Micros JobKeeper::work_at(Live &live, RealTime now) {
	if (now < live.next_try) {
		return live.next_try - now;
	}
	JobWatch &watch = *live.watch;
	const bool more = watch.look(BYTES_AT_ONCE);
	const bool may_tell = now >= live.next_event;
	const bool has_untold = watch.has_untold_lines();
	if ((watch.has_news() && watch.news().is_urgent) ||
			(may_tell && (watch.has_news() || has_untold))) {
		const bool is_end = watch.news().end.has_value();
		if (const Status stored = store(live, may_tell || is_end); !stored.ok()) {
			put_off(live, stored);
			return UNTIL_NEXT_TRY;
		}
		live.next_event = may_tell ? now + BETWEEN_OUTPUT_EVENTS : live.next_event;
	}
	if (live.has_inputs && !live.is_over) {
		write_inputs(live);
	}
	if (more || live.is_over) {
		return Micros(0);
	}
	return watch.has_news() || watch.has_untold_lines() ? live.next_event - now : LONGEST_REST;
}

Status JobKeeper::store(Live &live, bool tells_lines) {
	JobWatch &watch = *live.watch;
	if (!watch.has_news() && !(tells_lines && watch.has_untold_lines())) {
		return {};
	}
	const JobAttempt job = watch.attempt();
	const JobNews &news = watch.news();
	JobProgress progress = news.progress;
	progress.tells_lines = tells_lines;
	const JobPoint point = news.end ? JobPoint::end
			: news.program			? JobPoint::started
									: JobPoint::progress;
	std::vector<std::string> unasked;
	Status stored = parts_.writes.commit(point, job.id, [&](DecisionScope &scope) {
		Status status =
				news.program ? note_started(scope, job, watch.host(), *news.program) : Status();
		status = status.ok() ? note_inputs(scope, job, news.inputs) : status;
		if (status.ok()) {
			Result<std::vector<std::string>> noted = note_progress(scope, job, progress);
			status = noted.status();
			unasked = noted.ok() ? std::move(noted).value() : std::vector<std::string>();
		}
		return status.ok() && news.end ? end_job(scope, job, *news.end) : status;
	});
	if (!stored.ok()) {
		return stored;
	}
	for (const std::string &trouble : news.trouble) {
		log_.warning(job.id.to_string() + ": " + trouble);
	}
	for (const std::string &why : unasked) {
		log_.warning(job.id.to_string() + ": " + why);
	}
	live.has_inputs = live.has_inputs || !news.progress.inputs.empty() || !unasked.empty();
	if (!news.said.empty()) {
		parts_.words.put(job.id, news.said);
	}
	live.is_over = news.end.has_value();
	if (live.is_over) {
		parts_.book.remove(job.id);
		end_task(live.task, *news.end);
	}
	watch.stored(tells_lines);
	return {};
}

// What the inbox lacks is written in order; the host does each line once, however often it finds
// it.
void JobKeeper::write_inputs(Live &live) {
	JobWatch &watch = *live.watch;
	const JobId id = watch.id();
	const Result<std::vector<InboxLine>> lines =
			inputs_from(parts_.reading, id, watch.next_input(), INPUTS_AT_ONCE);
	if (!lines.ok()) {
		put_off(live, lines.status());
		return;
	}
	for (const InboxLine &line : lines.value()) {
		parts_.writes.reached(JobPoint::input, JobMoment::before, id);
		if (const Status written = watch.write_input(line); !written.ok()) {
			put_off(live, written);
			return;
		}
		parts_.writes.reached(JobPoint::input, JobMoment::after, id);
	}
	live.has_inputs = lines.value().size() == INPUTS_AT_ONCE;
}

void JobKeeper::look_after_host(Live &live, RealTime now) {
	const JobWatch &watch = *live.watch;
	if (live.is_over || live.loses_host || watch.is_ending()) {
		return;
	}
	const ProcessIdentity &host = watch.host();
	if (host.pid != 0 ? host.life() == ProcessLife::ended : now - live.began > LONGEST_BEGINNING) {
		lose_host(live);
	}
}

void JobKeeper::lose_host(Live &live) {
	JobWatch &watch = *live.watch;
	Result<JobFolders> folders = parts_.base.folders(watch.id());
	Result<JobRemains> remains = folders.ok() ? JobRemains::take(std::move(folders).value())
											  : Result<JobRemains>(folders.status());
	if (!remains.ok()) {
		const bool is_gone = remains.status().code() == StatusCode::not_found;
		if (is_gone) {
			end_strays_of(live);
		}
		return; // otherwise it lives
	}
	const JournalSummary &journal = remains.value().journal();
	if (journal.attempt() == watch.attempt().attempt && journal.is_over()) {
		return; // it has said how it ended, just now
	}
	const Status made = remains.value().make_void(watch.attempt().attempt, parts_.clock);
	const Result<std::uint64_t> mended = remains.value().mend_output();
	if (const Status failed = first_failure(made, mended); !failed.ok()) {
		log_.warning("the files of " + watch.id().to_string() +
				" cannot be put in order: " + failed.message());
	}
	end_strays_of(live);
}

// The job has ended when they have.
void JobKeeper::end_strays_of(Live &live) {
	live.loses_host = true;
	const JobAttempt job = live.watch->attempt();
	parts_.hosts.post({ [this, job, marker = parts_.base.marker(job.id, job.attempt)](
								const JobErrand::Cancelled &) -> JobErrand::Then {
		const std::size_t ended = end_strays(marker);
		return [this, job, ended] {
			const auto found = live_.find(job.id);
			if (found != live_.end() && found->second.watch->attempt().attempt == job.attempt) {
				found->second.watch->lose(end_of_lost_host(ended));
			}
		};
	} });
}

void JobKeeper::put_off(Live &live, const Status &why) const {
	log_.warning(live.watch->id().to_string() +
			" has to wait, and is looked at again in a second: " + why.message());
	live.next_try = parts_.clock.now() + UNTIL_NEXT_TRY;
}

void JobKeeper::remove_ended() {
	for (auto each = live_.begin(); each != live_.end();) {
		if (!each->second.is_over) {
			++each;
			continue;
		}
		parts_.changes.unwatch(each->second.folder);
		parts_.unlock(each->second.watch->plan());
		each = live_.erase(each);
	}
}

} // namespace agent_runtime
