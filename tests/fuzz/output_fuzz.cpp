// What programs write, from their pipes into files and out of these again.

#include "memory_file.h"
#include "readers.h"

#include "core/base/clock.h"
#include "core/hosting/line_reader.h"
#include "core/hosting/output_reader.h"
#include "core/hosting/output_writer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace agent_runtime::fuzz {

namespace {

constexpr std::size_t MOST_STEPS = 16; // each may write much
constexpr std::uint64_t MOST_PIECE = 100;

using TwoStreams = std::array<std::string, 2>;

std::string &part_of(TwoStreams &streams, OutputStream stream) {
	return streams[static_cast<std::size_t>(stream)];
}

// Reads page by page, and checks what holds for each page and each line.
TwoStreams read_pages(const OwnFile &file, std::size_t longest, Rng &chance) {
	TwoStreams read;
	std::uint64_t seq = 0;
	OutputPage page;
	do {
		const OutputPageLimits limits{ .lines = 1 + chance.uniform(5),
			.bytes = chance.uniform(400) };
		const Result<OutputPage> next = read_output(file, page.place, limits);
		require(next.ok(), "what was written can be read");
		page = next.value();
		const bool is_within = page.lines.size() <= limits.bytes || page.count == 1;
		require(is_within && page.count <= limits.lines, "a page keeps to its limits");
		for (const std::string_view text : lines_in(page.lines)) {
			const Result<OutputLine> line = OutputLine::parse(text);
			require(line.ok() && line.value().seq == ++seq, "lines are numbered without holes");
			require(line.value().data.size() <= longest, "no record is longer than it may be");
			part_of(read, line.value().stream) +=
					line.value().data + (line.value().more ? "" : "\n");
		}
		require(page.count == 0 || page.last_seq == seq, "a page says where it ends");
	} while (page.more);
	const Result<std::uint64_t> last = last_seq_of(file);
	require(last.ok() && last.value() == seq, "the last line tells how many there are");
	return read;
}

// Steps of two bytes each: what to do, and how much of it.
class Steps {
public:
	explicit Steps(std::string_view bytes) :
			bytes_(bytes.substr(0, 2 * MOST_STEPS)) {}

	bool next() {
		if (bytes_.size() < 2) {
			return false;
		}
		kind_ = static_cast<unsigned char>(bytes_[0]);
		amount_ = static_cast<unsigned char>(bytes_[1]);
		bytes_.remove_prefix(2);
		return true;
	}
	unsigned kind() const { return kind_; }
	unsigned amount() const { return amount_; }
	// Up to 65,025, so that a few steps go beyond what readers read at once.
	std::size_t size() const { return std::size_t{ amount_ } * amount_; }

private:
	std::string_view bytes_;
	unsigned kind_ = 0;
	unsigned amount_ = 0;
};

// A file of lines as somebody writes it, and all that a reader must find in it.
class GrowingFile {
public:
	explicit GrowingFile(std::size_t longest) :
			longest_(longest) {}

	void append_whole(std::size_t size) {
		content_.resize(end_);
		const std::string line(size, letter());
		require(append_line(writer_, line).ok(), "a line can be appended");
		add(line + "\n");
	}
	void append_torn(std::size_t size) { append_raw(std::string(size, letter())); }
	void end_torn() { append_raw("\n"); }

	// All that is new.
	void read() {
		for (std::string_view line; reader_.next(line);) {
			while (next_ < places_.size() && size_of(next_) > longest_) {
				next_++;
			}
			require(next_ < places_.size(), "no line is found that is not there");
			require(reader_.line_place() == places_[next_], "lines come in their order, each once");
			require(line == text_of(next_), "lines are as they were written");
			next_++;
		}
		require(reader_.status().ok(), "a file that is there can be read");
	}
	// What read() must have come to.
	void check_all_was_read() {
		for (; next_ < places_.size(); next_++) {
			require(size_of(next_) > longest_, "no line is left out");
		}
		require(reader_.place() == end_, "a reader ends behind the last line");
	}

private:
	char letter() { return static_cast<char>('a' + count_++ % 26); }
	void append_raw(const std::string &bytes) {
		require(writer_.append(bytes).bytes == bytes.size(), "bytes can be appended");
		add(bytes);
	}
	void add(const std::string &bytes) {
		content_ += bytes;
		if (bytes.ends_with('\n')) {
			places_.push_back(end_);
			end_ = content_.size();
		}
	}
	std::string_view text_of(std::size_t line) const {
		const std::size_t end = line + 1 < places_.size() ? places_[line + 1] : end_;
		return std::string_view(content_).substr(places_[line], end - places_[line] - 1);
	}
	std::size_t size_of(std::size_t line) const { return text_of(line).size(); }

	const std::size_t longest_;
	MemoryFile file_;
	OwnFile writer_ = file_.open();
	const OwnFile looked_at_ = file_.open();
	LineReader reader_{ looked_at_, 0, longest_ };
	std::string content_;
	std::vector<std::size_t> places_; // of whole lines
	std::size_t end_ = 0; // of the last
	std::size_t next_ = 0; // the line that is to be found next
	unsigned count_ = 0;
};

// An output file with its lines, and where each begins.
struct Lines {
	std::string text;
	std::vector<std::uint64_t> numbers;
	std::vector<std::uint64_t> places;
	bool is_foreign = false; // whether there is a line that is none of ours

	void add(std::uint64_t seq, std::size_t size) {
		numbers.push_back(seq);
		places.push_back(text.size());
		append_output_line(text, seq, "2026-11-19T09:12:03Z", OutputStream::standard,
				std::string(size, 'x'), false);
	}
	std::size_t index_after(std::uint64_t since) const {
		return static_cast<std::size_t>(
				std::upper_bound(numbers.begin(), numbers.end(), since) - numbers.begin());
	}
};

void check_since(const OwnFile &file, const Lines &lines, std::uint64_t since) {
	const Result<OutputPage> page = read_output_since(file, since, { .lines = 3, .bytes = 5'000 });
	require(page.ok() && page.value().place <= file.size(), "any file is searched to an end");
	if (lines.is_foreign) {
		return;
	}
	const std::size_t first = lines.index_after(since);
	const bool is_beyond = first == lines.places.size();
	const std::uint64_t place = is_beyond ? lines.text.size() : lines.places[first];
	const OutputPage &read = page.value();
	require(read.place == place + read.lines.size(), "a page begins behind that number");
	require(lines.text.compare(place, read.lines.size(), read.lines) == 0,
			"a page holds what the file holds");
	require((read.count == 0) == is_beyond, "a page has a line if there is one");
	require(read.more == (read.place < lines.text.size()), "a page says whether more follows");
	require(is_beyond ? read.last_seq == since
					  : read.last_seq == lines.numbers[first + read.count - 1],
			"a page says where it ends");
}

} // namespace

void read_program_output(std::string_view bytes) {
	Rng chance = take_chance(bytes);
	const std::size_t longest = JobLimits::LEAST_LINE_BYTES + chance.uniform(64);
	const MemoryFile memory;
	ManualClock clock;
	OutputWriter writer(memory.open(), 0, longest, clock);
	TwoStreams written;
	while (!bytes.empty()) {
		const std::string_view piece = bytes.substr(0, 1 + chance.uniform(MOST_PIECE));
		bytes.remove_prefix(piece.size());
		const OutputStream stream =
				chance.chance(0.8) ? OutputStream::standard : OutputStream::error;
		writer.take(stream, piece);
		part_of(written, stream) += piece;
		clock.advance(std::chrono::milliseconds(chance.uniform(200)));
		writer.flush_silent();
		require(!writer.has_waiting() || chance.chance(0.5) || writer.write(), "memory is no disk");
	}
	writer.flush_all();
	require(writer.write(), "memory is no disk");
	const OwnFile file = memory.open();
	require(writer.bytes() == file.size(), "a writer knows how much it has written");
	require(read_pages(file, longest, chance) == written,
			"what is read is what was written, byte by byte");
}

void read_growing_file(std::string_view bytes) {
	constexpr std::array<std::size_t, 6> LONGEST = { 64, 4'096, 65'535, 65'536, 70'000, 100'000 };
	Rng chance = take_chance(bytes);
	GrowingFile file(LONGEST[chance.uniform(LONGEST.size())]);
	for (Steps steps(bytes); steps.next();) {
		switch (steps.kind() % 4) {
			case 0:
				file.append_whole(steps.size());
				break;
			case 1:
				file.append_torn(steps.size());
				break;
			case 2:
				file.end_torn();
				break;
			default:
				file.read();
		}
	}
	file.read();
	file.check_all_was_read();
}

void read_output_file(std::string_view bytes) {
	const MemoryFile memory;
	OwnFile file = memory.open();
	Lines lines;
	std::uint64_t seq = 0;
	for (Steps steps(bytes); steps.next();) {
		if (steps.kind() == 255) {
			lines.is_foreign = true;
			lines.text += std::string(steps.amount(), '{') + "\n";
			continue;
		}
		seq += 1 + steps.kind() % 3;
		for (unsigned count = 0; count <= steps.kind() / 8; count++, seq++) {
			lines.add(seq, count == 0 ? steps.size() : steps.amount());
		}
	}
	const std::string torn = "{\"seq\":99999,\"torn";
	require(file.append(lines.text + torn).bytes == lines.text.size() + torn.size(),
			"bytes can be appended");
	const std::uint64_t step = std::max<std::uint64_t>(1, seq / 16);
	for (std::uint64_t since = 0; since <= seq + 2; since += step) {
		check_since(file, lines, since);
	}
	const Result<std::uint64_t> last = last_seq_of(file);
	require(last.ok(), "any file has an end");
	require(lines.is_foreign || last.value() == (lines.numbers.empty() ? 0 : lines.numbers.back()),
			"the last line tells its number");
}

} // namespace agent_runtime::fuzz
