#include "core/jobs/job_end.h"

#include "core/base/time.h"
#include "core/base/utf8.h"
#include "core/base/vocabulary_fields.h"

#include <string>

namespace agent_runtime {

namespace {

std::string sentence(std::string_view text) {
	return std::string(shorten(text, vocabulary::LONGEST_SENTENCE));
}

std::string own_end(const JournalLine &line) {
	return line.signal != 0
			? "its program was ended by the signal " + std::to_string(line.signal)
			: "its program has ended with the code " + std::to_string(line.exit_code);
}

std::string error_of(const JournalLine &line) {
	switch (line.cause) {
		case EndCause::own:
			return own_end(line);
		case EndCause::asked:
			return {};
		case EndCause::time:
			return "it ran for longer than it may; allow it more seconds";
		case EndCause::output:
			return "it has written more than it may; allow it more output";
		case EndCause::disk:
			return "the disk was full for too long; free space and resume it";
		case EndCause::memory:
			return "its processes have used more memory than they may; allow it more";
		case EndCause::host:
			return "its host was told to end, as when the machine is shut down; resume it";
	}
	return {};
}

bool is_own_success(const JournalLine &line) {
	return line.kind == JournalKind::ended && line.cause == EndCause::own && line.exit_code == 0 &&
			line.signal == 0;
}

// As far as the host knows it.
JobEnd bare_end(const JournalLine &line) {
	JobEnd end;
	end.at = written_at(line);
	if (line.kind == JournalKind::ended && line.signal != 0) {
		end.signal = line.signal;
	} else if (line.kind == JournalKind::ended) {
		end.exit_code = line.exit_code;
	}
	end.status = is_own_success(line) ? JobStatus::completed : JobStatus::failed;
	return end;
}

} // namespace

std::optional<WallTime> written_at(const JournalLine &line) {
	const Result<WallTime> at = parse_iso8601(line.ts);
	return at.ok() ? std::optional(at.value()) : std::nullopt;
}

JobEnd end_told(const JournalLine &line) {
	JobEnd end = bare_end(line);
	if (line.kind == JournalKind::not_started) {
		end.error = sentence(line.reason);
	} else if (line.kind == JournalKind::void_attempt) {
		end.error = DAEMON_RESTARTED;
	} else if (end.status != JobStatus::completed) {
		end.status = line.cause == EndCause::asked ? JobStatus::killed : JobStatus::failed;
		end.error = error_of(line);
	}
	return end;
}

JobEnd end_found(const JournalLine &line) {
	JobEnd end = bare_end(line);
	end.error = end.status == JobStatus::completed ? std::string() : std::string(DAEMON_RESTARTED);
	return end;
}

JobEnd end_of_lost_host(std::size_t strays) {
	JobEnd end;
	end.error = "its host was lost, and the program with it; " + std::to_string(strays) +
			" of its processes had to be ended";
	return end;
}

JobEnd end_unstarted(const Status &why) {
	JobEnd end;
	end.error = sentence(why.message());
	return end;
}

} // namespace agent_runtime
