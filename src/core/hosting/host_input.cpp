#include "core/hosting/host_input.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::string_view INPUT_CLOSED = "the program's input is closed";
constexpr std::string_view TOO_MUCH_WAITS =
		"the program does not read, and too much waits for it already";

} // namespace

HostInput::HostInput(
		const OwnFile &inbox, std::uint64_t first, HostJournal &journal, HostLog &log) :
		inbox_(inbox),
		reader_(inbox, 0, InboxLine::MOST_BYTES),
		journal_(journal),
		log_(log),
		last_n_(first - 1) {}

HostInput::Asked HostInput::look() {
	Asked asked;
	for (std::string_view text; reader_.next(text);) {
		const Result<InboxLine> line = InboxLine::parse(text);
		if (!line.ok()) {
			log_.add(line.status().message());
		} else if (line.value().n > last_n_) {
			take(line.value(), { line.value().n, reader_.line_place(), text.size() }, asked);
		}
	}
	return asked;
}

void HostInput::take(const InboxLine &line, const Entry &entry, Asked &asked) {
	last_n_ = line.n;
	switch (line.kind) {
		case InboxKind::write:
		case InboxKind::close_input:
			take_input(entry, line.kind);
			return;
		case InboxKind::signal:
			asked.signals.push_back(signal_number(line.signal));
			break;
		case InboxKind::kill:
			asked.kill_after = std::min(
					line.grace_seconds, asked.kill_after.value_or(InboxLine::LONGEST_GRACE));
			break;
	}
	journal_.note(JournalKind::done, line.n);
}

// However much waits, the end of the input finds its place.
void HostInput::take_input(const Entry &entry, InboxKind kind) {
	const bool closes = kind == InboxKind::close_input;
	if (is_closing_ && closes) {
		journal_.note(JournalKind::done, entry.n);
	} else if (is_closing_) {
		refuse(entry.n, INPUT_CLOSED);
	} else if (!closes && queue_.size() >= MOST_WAITING) {
		refuse(entry.n, TOO_MUCH_WAITS);
	} else {
		queue_.push_back(entry);
		is_closing_ = closes;
	}
}

std::optional<InboxLine> HostInput::read_again(const Entry &entry) const {
	std::string text(entry.bytes, '\0');
	const Result<std::size_t> got = inbox_.read_at(entry.place, text);
	Result<InboxLine> line = got.ok() ? InboxLine::parse(text) : Result<InboxLine>(got.status());
	const bool is_same = line.ok() && line.value().n == entry.n;
	return is_same ? std::optional(std::move(line).value()) : std::nullopt;
}

void HostInput::refuse(std::uint64_t n, std::string_view reason) {
	JournalLine line;
	line.kind = JournalKind::not_written;
	line.inbox = n;
	line.reason = reason;
	journal_.note(std::move(line));
}

// False when there is nothing to begin.
bool HostInput::begin_next(HeldProgram &program) {
	if (queue_.empty()) {
		return false;
	}
	const Entry entry = queue_.front();
	queue_.pop_front();
	std::optional<InboxLine> line = read_again(entry);
	if (!line) {
		refuse(entry.n, "its line in the inbox has changed");
	} else if (line->kind == InboxKind::close_input) {
		program.close_input();
		journal_.note(JournalKind::done, entry.n);
	} else if (!program.takes_input()) {
		refuse(entry.n, INPUT_CLOSED);
	} else {
		line->data += line->raw ? "" : "\n";
		current_ = std::move(line);
		written_ = 0;
		is_noted_ = journal_.note(JournalKind::writing, entry.n);
	}
	return true;
}

void HostInput::feed(HeldProgram &program) {
	while (current_ || begin_next(program)) {
		if (!current_) {
			continue;
		}
		is_noted_ = is_noted_ || journal_.flush();
		if (!is_noted_) {
			return;
		}
		const HeldProgram::Put put =
				program.write(std::string_view(current_->data).substr(written_));
		written_ += put.bytes;
		if (put.is_closed) {
			program.close_input();
			refuse(std::exchange(current_, std::nullopt)->n, "the program has closed its input");
		} else if (written_ < current_->data.size()) {
			return;
		} else {
			journal_.note(JournalKind::written, std::exchange(current_, std::nullopt)->n);
		}
	}
}

void HostInput::give_up(std::string_view reason) {
	look();
	if (current_) {
		refuse(std::exchange(current_, std::nullopt)->n, reason);
	}
	for (; !queue_.empty(); queue_.pop_front()) {
		refuse(queue_.front().n, reason);
	}
}

} // namespace agent_runtime
