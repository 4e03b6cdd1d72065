#include "core/hosting/job_host.h"

#include "core/base/process.h"
#include "core/base/version.h"
#include "core/io/process_family.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_runtime {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t BYTES_AT_ONCE = 65'536;
// How often the inbox is looked at where its changes are not reported, and the disk while it is
// full.
constexpr milliseconds BETWEEN_LOOKS_AT_INBOX{ 250 };
// While what is to end has not ended yet.
constexpr milliseconds BETWEEN_LOOKS_AT_FAMILY{ 20 };
// How long whoever holds the pipes after the program's end may be silent, and may live at all.
constexpr milliseconds SILENCE_OF_STRAYS{ 1'000 };
constexpr seconds LIFE_OF_STRAYS{ 5 };
// How long the pipes are read when nobody of ours is left.
constexpr seconds LONGEST_REST{ 30 };
// More than both pipes hold, and so more than what the family has left in them.
constexpr std::uint64_t MOST_REST_BYTES = 1'048'576;
// A program that uses too much memory is not waited for long.
constexpr seconds SHORT_GRACE{ 1 };
// A process that the system itself keeps from ending is given up.
constexpr seconds LONGEST_KILLING{ 10 };
// Memory pressure takes the program before its record.
constexpr int SOONER_THAN_US = 500;
constexpr int SIGNAL_TO_END = 15;
constexpr int SIGNAL_TO_KILL = 9;

OutputStream stream_of(HeldProgram::Stream stream) {
	return stream == HeldProgram::Stream::output ? OutputStream::standard : OutputStream::error;
}

std::string name_of_program(const std::string &path) {
	return path.substr(path.rfind('/') + 1);
}

} // namespace

JobHost::JobHost(HostFiles files, JobOrder order, const Clock &clock) :
		files_(std::move(files)),
		order_(std::move(order)),
		clock_(clock),
		log_(files_.folders.job, clock),
		journal_(std::move(files_.journal), files_.last_n, clock),
		output_(std::move(files_.output), files_.last_seq, order_.limits.line_bytes, clock),
		input_(files_.inbox, std::max(order_.first_input, files_.last_input + 1), journal_, log_),
		limits_(order_.limits, files_.folders.output, clock, journal_),
		room_(BYTES_AT_ONCE) {}

void JobHost::run() {
	if (!start()) {
		return;
	}
	while (!is_over()) {
		turn();
	}
	finish();
}

bool JobHost::start() {
	JournalLine host;
	host.kind = JournalKind::host;
	host.process = ProcessIdentity::own();
	host.version = library_version();
	host.attempt = order_.attempt;
	journal_.note(std::move(host));
	adopt_orphans();
	Result<HostEvents> events = HostEvents::begin();
	ProcessSpec spec;
	spec.program = order_.program;
	spec.arguments = order_.arguments;
	spec.folder = order_.folder;
	spec.environment = order_.environment;
	spec.environment[std::string(job_files::MARKER_VARIABLE)] = order_.marker();
	Result<HeldProgram> program =
			events.ok() ? HeldProgram::start(spec) : Result<HeldProgram>(events.status());
	JournalLine started;
	started.attempt = order_.attempt;
	if (!program.ok()) {
		started.kind = JournalKind::not_started;
		started.reason = program.status().message();
		journal_.note(std::move(started));
		return false;
	}
	events_ = std::move(events).value();
	program_ = std::move(program).value();
	sacrifice_sooner(program_->pid(), SOONER_THAN_US);
	started.kind = JournalKind::started;
	started.process = ProcessIdentity::of(program_->pid());
	started.command = name_of_program(order_.program);
	journal_.note(std::move(started));
	hears_of_inbox_ = events_->watch(files_.folders.job.path() + "/" + job_files::INBOX);
	if (!hears_of_inbox_) {
		log_.add("changes of the inbox are not reported here; it is looked at four times a second");
	}
	return true;
}

void JobHost::turn() {
	const HostEvents::Ready ready = events_->wait(&*program_, wanted(), time_to_wait());
	if (ready.asked_to_end) {
		begin_end(EndCause::host, seconds(order_.grace_seconds));
	}
	if (ready.output) {
		read_from(HeldProgram::Stream::output);
	}
	if (ready.error) {
		read_from(HeldProgram::Stream::error);
	}
	// All children are asked after, since one may have ended while nobody was looking.
	if (const std::optional<ProcessExit> exit = reap_children(exit_ ? -1 : program_->pid())) {
		exit_ = exit;
		// What is asked for from now on comes too late.
		cause_ = ending_ ? ending_->cause : EndCause::own;
		ended_at_ = clock_.now();
		silent_since_ = ended_at_;
	}
	output_.flush_silent();
	output_.write();
	journal_.flush();
	carry_out(input_.look());
	if (!exit_) {
		input_.feed(*program_);
	}
	const std::optional<EndCause> limit = limits_.look(output_.bytes(), output_.has_waiting());
	if (limit && !exit_) {
		const bool is_urgent = *limit == EndCause::memory;
		const Micros grace = seconds(order_.grace_seconds);
		begin_end(*limit, is_urgent ? std::min<Micros>(grace, SHORT_GRACE) : grace);
	}
	end_strays();
	press_on();
}

bool JobHost::may_read() const {
	// What is left in the pipes when everybody has ended is read whatever the limits say.
	const bool may_read_rest = is_rest() && rest_read_ < MOST_REST_BYTES;
	return !output_.has_waiting() && (may_read_rest || limits_.may_read(output_.bytes()));
}

bool JobHost::is_rest() const {
	return exit_.has_value() && !has_family_;
}

bool JobHost::holds_pipes() const {
	return program_->is_open(HeldProgram::Stream::output) ||
			program_->is_open(HeldProgram::Stream::error);
}

HostEvents::Wanted JobHost::wanted() const {
	const bool reads = may_read();
	return { reads && program_->is_open(HeldProgram::Stream::output),
		reads && program_->is_open(HeldProgram::Stream::error), input_.waits_for_room() };
}

Micros JobHost::time_to_wait() const {
	const RealTime now = clock_.now();
	const bool looks_often = !hears_of_inbox_ || output_.has_waiting();
	Micros time = looks_often ? Micros(BETWEEN_LOOKS_AT_INBOX) : Micros(HostLimits::BETWEEN_LOOKS);
	if (const std::optional<RealTime> flush = output_.next_flush()) {
		time = std::min(time, *flush - now);
	}
	if (ending_ || exit_) {
		time = std::min<Micros>(time, BETWEEN_LOOKS_AT_FAMILY);
	}
	return std::max(time, Micros(0));
}

void JobHost::read_from(HeldProgram::Stream stream) {
	const HeldProgram::Got got = program_->read(stream, room_);
	if (got.bytes > 0) {
		output_.take(stream_of(stream), std::string_view(room_.data(), got.bytes));
		rest_read_ += is_rest() ? got.bytes : 0;
		silent_since_ = clock_.now();
	}
}

void JobHost::carry_out(const HostInput::Asked &asked) {
	for (const int signal : exit_ ? std::vector<int>() : asked.signals) {
		program_->signal(signal);
	}
	if (asked.kill_after) {
		begin_end(EndCause::asked, seconds(*asked.kill_after));
	}
}

void JobHost::begin_end(EndCause cause, Micros grace) {
	const RealTime kill_at = clock_.now() + grace;
	if (ending_) {
		ending_->kill_at = std::min(ending_->kill_at, kill_at);
		return;
	}
	ending_ = Ending{ cause, kill_at };
	if (exit_) {
		return; // it has ended by itself, and whatever it has left behind ends anyway
	}
	JournalLine line;
	line.kind = JournalKind::ending;
	line.cause = cause;
	journal_.note(std::move(line));
	program_->signal(SIGNAL_TO_END);
	signal_descendants(SIGNAL_TO_END);
}

// Nothing stays behind when the program has ended.
void JobHost::end_strays() {
	if (!exit_) {
		return;
	}
	const RealTime now = clock_.now();
	has_family_ = !is_given_up(now) && signal_descendants(0) > 0;
	if (!may_read()) {
		silent_since_ = now; // nobody listens, so nobody is silent
	}
	if (!has_family_) {
		end_rest(now);
		return;
	}
	const bool is_patient = holds_pipes() && now - silent_since_ < SILENCE_OF_STRAYS &&
			now - ended_at_ < LIFE_OF_STRAYS;
	if (strays_ == 0 && !is_patient) {
		strays_ = signal_descendants(SIGNAL_TO_END);
		if (!ending_) {
			ending_ = Ending{ EndCause::own, now + seconds(order_.grace_seconds) };
		}
	}
}

// Who holds the pipes now has them from somebody else, and is not ours to end. What they hold waits
// for the disk like all output.
void JobHost::end_rest(RealTime now) {
	if (!may_read()) {
		rest_since_.reset();
		const bool is_lost = limits_.disk_is_given_up() && holds_pipes();
		has_lost_rest_ = has_lost_rest_ || is_lost;
		if (is_lost || rest_read_ >= MOST_REST_BYTES) {
			program_->close_outputs();
		}
		return;
	}
	rest_since_ = rest_since_.value_or(now);
	if (now - silent_since_ >= SILENCE_OF_STRAYS || now - *rest_since_ >= LONGEST_REST) {
		program_->close_outputs();
	}
}

bool JobHost::is_given_up(RealTime now) const {
	return ending_ && ending_->first_kill && now - *ending_->first_kill >= LONGEST_KILLING;
}

void JobHost::press_on() {
	const RealTime now = clock_.now();
	if (!ending_ || now < ending_->kill_at || (exit_ && !has_family_)) {
		return;
	}
	ending_->first_kill = ending_->first_kill.value_or(now);
	if (!exit_) {
		program_->signal(SIGNAL_TO_KILL);
	}
	const std::size_t killed = signal_descendants(SIGNAL_TO_KILL);
	strays_ = std::max<std::uint64_t>(strays_, exit_ ? killed : 0);
}

bool JobHost::is_over() const {
	const bool is_written = !output_.has_waiting() || limits_.disk_is_given_up();
	return exit_.has_value() && !has_family_ && !holds_pipes() && is_written;
}

void JobHost::finish() {
	output_.flush_all();
	input_.give_up("the program has ended");
	while (!output_.write() && !limits_.disk_is_given_up()) {
		limits_.look(output_.bytes(), true);
		events_->wait(nullptr, {}, BETWEEN_LOOKS_AT_INBOX);
	}
	if (output_.has_waiting() || has_lost_rest_) {
		log_.add("the end of the output was lost, because the disk is full");
	}
	note_end();
}

void JobHost::note_end() {
	JournalLine line;
	line.kind = JournalKind::ended;
	line.attempt = order_.attempt;
	line.cause = cause_;
	line.exit_code = exit_->code;
	line.signal = exit_->signal;
	line.last_seq = output_.last_seq();
	line.bytes = output_.bytes();
	line.strays = strays_;
	const RealTime latest = clock_.now() + seconds(order_.limits.disk_seconds);
	bool is_noted = journal_.note(std::move(line));
	while (!is_noted && clock_.now() < latest) {
		events_->wait(nullptr, {}, BETWEEN_LOOKS_AT_INBOX);
		is_noted = journal_.flush();
	}
}

} // namespace agent_runtime
