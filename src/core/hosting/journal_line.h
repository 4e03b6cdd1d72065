#pragma once

#include "core/base/process.h"
#include "core/base/status.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

// What a host has done, in the order in which it happened.
enum class JournalKind : std::uint8_t {
	host, // a host has begun an attempt
	started, // the program runs
	not_started, // it does not, and the host has ended
	writing, // before the first byte of an input
	written, // after its last
	not_written,
	done, // any other line of the inbox
	disk_full, // output waits for the disk
	disk_free, // it goes on
	ending, // the program is asked to end
	ended, // nothing of it is left, and the host has ended
	void_attempt, // "void": no host may begin this attempt any more
	unknown, // written by a later version
};

// Why a program has ended, or is to.
enum class EndCause : std::uint8_t { own, asked, time, output, disk, memory, host };

std::string_view journal_kind_name(JournalKind kind);
std::string_view end_cause_name(EndCause cause);

// A line of a job's journal. Which members count depends on the kind:
//	{"n":1,"ts":"…","kind":"host","pid":4711,"start":"812345","boot":"b7c1…","namespace":"402…",
//	 "version":"1.2.3","attempt":1}
//	{"n":2,"ts":"…","kind":"started","pid":4712,"start":"812350","boot":…,"command":"claude"}
//	{"n":2,"ts":"…","kind":"not_started","attempt":1,"error":"there is no program claude; …"}
//	{"n":3,"ts":"…","kind":"writing","inbox":1}
//	{"n":4,"ts":"…","kind":"written","inbox":1}
//	{"n":5,"ts":"…","kind":"not_written","inbox":2,"reason":"the program has closed its input"}
//	{"n":6,"ts":"…","kind":"done","inbox":3}
//	{"n":7,"ts":"…","kind":"disk_full","reason":"…"}
//	{"n":8,"ts":"…","kind":"ending","cause":"asked"}
//	{"n":9,"ts":"…","kind":"ended","attempt":1,"cause":"asked","exit_code":0,"signal":15,
//	 "last_seq":812,"bytes":99121,"strays":0}
//	{"n":10,"ts":"…","kind":"void","attempt":1}
// Thread rule: immutable.
struct JournalLine {
	static constexpr std::size_t MOST_BYTES = 65'536;

	std::uint64_t n = 0;
	std::string ts;
	JournalKind kind = JournalKind::unknown;
	std::uint64_t attempt = 0; // of `host`, `not_started`, `ended`, `void`
	ProcessIdentity process; // of `host` and `started`
	std::string version; // of `host`
	std::string command; // of `started`
	std::string reason; // of `not_started` ("error"), `not_written` and `disk_full`
	std::uint64_t inbox = 0; // of `writing`, `written`, `not_written` and `done`
	EndCause cause = EndCause::own; // of `ending` and `ended`
	std::int64_t exit_code = 0; // of `ended`, and so are the others
	std::int64_t signal = 0;
	std::uint64_t last_seq = 0;
	std::uint64_t bytes = 0; // of the output file
	std::uint64_t strays = 0; // processes that had to be ended after the program

	std::string to_text() const; // without a newline
	// `corrupt` when it is no such line. Kinds and members that it does not know are passed over.
	static Result<JournalLine> parse(std::string_view line);

	bool operator==(const JournalLine &other) const = default;
};

// What a journal says all in all. Thread rule: any thread, one at a time.
class JournalSummary {
public:
	void add(const JournalLine &line);

	std::uint64_t last_n() const { return last_n_; }
	// The newest attempt that has begun, or that must not.
	std::uint64_t attempt() const { return attempt_; }
	// Whether that attempt has ended, by itself or because it is void.
	bool is_over() const { return end_.has_value(); }
	// Its end: a line of the kinds not_started, ended or void.
	const std::optional<JournalLine> &end() const { return end_; }
	// Its host and its program, as soon as they are known.
	const std::optional<JournalLine> &host() const { return host_; }
	const std::optional<JournalLine> &started() const { return started_; }
	// The highest line of the inbox that is named.
	std::uint64_t last_input() const { return last_input_; }
	// The input that was being written, when nobody knows whether it arrived; 0: none.
	std::uint64_t open_input() const { return open_input_; }

private:
	std::uint64_t last_n_ = 0;
	std::uint64_t attempt_ = 0;
	std::uint64_t last_input_ = 0;
	std::uint64_t open_input_ = 0;
	std::optional<JournalLine> host_;
	std::optional<JournalLine> started_;
	std::optional<JournalLine> end_;
};

} // namespace agent_runtime
