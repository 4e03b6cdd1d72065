#pragma once

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/io/process_runner.h"
#include "core/io/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace agent_runtime {

// A program whose three pipes this process holds. It leads a group of its own and is killed when
// this process ends. Nothing here waits; HostEvents says when there is something to do.
// Thread rule: any thread, one at a time; the one that starts it must not end before it.
class HeldProgram {
public:
	enum class Stream : std::uint8_t { output, error };
	struct Got {
		std::size_t bytes = 0;
		bool at_end = false; // nobody holds the other end any more
	};
	struct Put {
		std::size_t bytes = 0; // as much as the pipe takes
		bool is_closed = false; // nobody will ever read it
	};

	static Result<HeldProgram> start(const ProcessSpec &spec);

	std::int64_t pid() const { return pid_; }
	Got read(Stream stream, std::span<char> room);
	bool is_open(Stream stream) const { return pipe_of(stream).is_open(); }
	Put write(std::string_view text);
	bool takes_input() const { return input_.is_open(); }
	void close_input() { input_.reset(); }
	void close_outputs();
	// To its whole group.
	void signal(int number) const;

private:
	friend class HostEvents;

	const UniqueFd &pipe_of(Stream stream) const {
		return stream == Stream::output ? output_ : error_;
	}

	std::int64_t pid_ = -1;
	UniqueFd input_;
	UniqueFd output_;
	UniqueFd error_;
};

// What a host waits for, all at once. Thread rule: any thread, one at a time, in a process that has
// no other thread when it begins.
class HostEvents {
public:
	// What it is to look at beside the file, children that end and being asked to end.
	struct Wanted {
		bool output = false;
		bool error = false;
		bool room_for_input = false;
	};
	struct Ready {
		bool output = false;
		bool error = false;
		bool asked_to_end = false; // SIGTERM
	};

	// From now on the process is not ended by a signal that can be caught: SIGTERM is reported,
	// those of terminals and limits are passed over.
	static Result<HostEvents> begin();

	// Whether a change of the file at this path ends a wait from now on.
	bool watch(const std::string &path);
	// `program` may be null.
	Ready wait(const HeldProgram *program, Wanted wanted, Micros longest);

private:
	void drain_signals(Ready &ready);

	UniqueFd signals_;
	UniqueFd changes_;
};

} // namespace agent_runtime
