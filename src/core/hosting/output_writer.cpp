#include "core/hosting/output_writer.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// Short lines become many times as long, so they are written before they pile up.
constexpr std::size_t ENOUGH_TO_WRITE = 262'144;
constexpr std::array BOTH_STREAMS = { OutputStream::standard, OutputStream::error };

} // namespace

OutputWriter::OutputWriter(
		OwnFile file, std::uint64_t last_seq, std::size_t line_bytes, const Clock &clock) :
		file_(std::move(file)),
		clock_(clock),
		last_seq_(last_seq),
		file_bytes_(file_.size()),
		parts_{ Part{ RecordCutter(line_bytes), {} }, Part{ RecordCutter(line_bytes), {} } } {}

void OutputWriter::append(
		OutputStream stream, const RecordCutter::Record &record, std::string_view ts) {
	append_output_line(waiting_, ++last_seq_, ts, stream, record.data, record.more);
	if (waiting_.size() - written_ >= ENOUGH_TO_WRITE) {
		write();
	}
}

void OutputWriter::take(OutputStream stream, std::string_view bytes) {
	const std::string ts = stamp_of(clock_.wall_now());
	Part &part = part_of(stream);
	part.cutter.add(bytes);
	while (const std::optional<RecordCutter::Record> record = part.cutter.next()) {
		append(stream, *record, ts);
	}
	part.last_byte = part.cutter.has_rest() ? std::optional(clock_.now()) : std::nullopt;
}

void OutputWriter::flush_silent() {
	const RealTime now = clock_.now();
	for (const OutputStream stream : BOTH_STREAMS) {
		Part &part = part_of(stream);
		if (!part.last_byte || now - *part.last_byte < SILENCE) {
			continue;
		}
		part.last_byte.reset(); // what is kept back of a character waits for the next byte
		if (const std::optional<RecordCutter::Record> record = part.cutter.flush()) {
			append(stream, *record, stamp_of(clock_.wall_now()));
		}
	}
}

std::optional<RealTime> OutputWriter::next_flush() const {
	std::optional<RealTime> next;
	for (const Part &part : parts_) {
		if (part.last_byte) {
			next = std::min(next.value_or(RealTime::max()), *part.last_byte + SILENCE);
		}
	}
	return next;
}

void OutputWriter::flush_all() {
	for (const OutputStream stream : BOTH_STREAMS) {
		Part &part = part_of(stream);
		part.last_byte.reset();
		if (const std::optional<RecordCutter::Record> record = part.cutter.flush_all()) {
			append(stream, *record, stamp_of(clock_.wall_now()));
		}
	}
}

bool OutputWriter::write() {
	const OwnFile::Appended appended = file_.append(std::string_view(waiting_).substr(written_));
	written_ += appended.bytes;
	file_bytes_ += appended.bytes;
	if (has_waiting()) {
		return false;
	}
	waiting_.clear();
	written_ = 0;
	if (waiting_.capacity() > 2 * ENOUGH_TO_WRITE) {
		waiting_.shrink_to_fit();
	}
	return true;
}

} // namespace agent_runtime
