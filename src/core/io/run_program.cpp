#include "core/io/run_program.h"

#include "core/io/spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <utility>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

using Clock = std::chrono::steady_clock;

// How often it is looked whether the program has ended, while something that it has started holds
// its pipes.
constexpr std::chrono::milliseconds LOOK_AGAIN_AFTER(20);

class WatchedProgram {
public:
	WatchedProgram(const ProcessSpec &spec, const ProgramBounds &bounds, SpawnedProcess process) :
			spec_(spec),
			bounds_(bounds),
			process_(std::move(process)),
			latest_(Clock::now() + bounds.limit) {}
	~WatchedProgram() { end(); }
	WatchedProgram(const WatchedProgram &) = delete;
	WatchedProgram &operator=(const WatchedProgram &) = delete;

	Result<ProgramOutcome> wait() {
		while (true) {
			const Result<bool> ended = look_for_end();
			if (!ended.ok()) {
				return ended.status();
			}
			if (ended.value()) {
				break;
			}
			if (bounds_.cancelled != nullptr && bounds_.cancelled->load()) {
				return Status(StatusCode::cancelled,
						spec_.program + " was ended, since nobody waits for it any more");
			}
			if (Clock::now() >= latest_) {
				return Status(StatusCode::deadline_exceeded,
						spec_.program + " took longer than " +
								std::to_string(bounds_.limit.count() / 1'000) +
								" seconds; it was ended");
			}
			wait_for_output();
			if (!read_all()) {
				return too_much();
			}
		}
		// What it wrote last is in the pipes still.
		if (!read_all()) {
			return too_much();
		}
		return std::move(outcome_);
	}

private:
	Status too_much() const {
		return { StatusCode::exhausted,
			spec_.program + " writes more than " + std::to_string(bounds_.output_bytes) +
					" bytes; it was ended" };
	}

	void wait_for_output() const {
		std::array<pollfd, 2> waited = { pollfd{ process_.output.get(), POLLIN, 0 },
			pollfd{ process_.error.get(), POLLIN, 0 } };
		const auto left =
				std::chrono::duration_cast<std::chrono::milliseconds>(latest_ - Clock::now());
		poll(waited.data(), waited.size(),
				static_cast<int>(
						std::clamp(left, std::chrono::milliseconds(0), LOOK_AGAIN_AFTER).count()));
	}

	bool read_all() {
		return read_stream(process_.output, outcome_.output) &&
				read_stream(process_.error, outcome_.error);
	}

	// False when it is too much.
	bool read_stream(UniqueFd &stream, std::string &text) const {
		std::array<char, 16'384> room = {};
		while (stream.is_open()) {
			const ssize_t count = read(stream.get(), room.data(), room.size());
			if (count > 0) {
				text.append(room.data(), static_cast<std::size_t>(count));
				if (text.size() > bounds_.output_bytes) {
					return false;
				}
			} else if (count == 0) {
				stream.reset();
			} else if (errno != EINTR) {
				return true;
			}
		}
		return true;
	}

	// While it has not been waited for, its number and that of its group are nobody else's.
	Result<bool> look_for_end() {
		siginfo_t info = {};
		if (waitid(P_PID, static_cast<id_t>(process_.pid), &info, WEXITED | WNOHANG | WNOWAIT) !=
				0) {
			if (errno == EINTR) {
				return false;
			}
			is_ours_ = false;
			return Status(StatusCode::unavailable,
					"how a program has ended is not known: do not ignore SIGCHLD");
		}
		if (info.si_pid == 0) {
			return false;
		}
		const int status = end();
		outcome_.exit.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
		outcome_.exit.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
		return true;
	}

	// Returns its status.
	int end() {
		int status = 0;
		if (std::exchange(is_ours_, false)) {
			kill(-process_.pid, SIGKILL);
			while (waitpid(process_.pid, &status, 0) < 0 && errno == EINTR) {
			}
		}
		return status;
	}

	const ProcessSpec &spec_;
	const ProgramBounds &bounds_;
	SpawnedProcess process_;
	const Clock::time_point latest_;
	ProgramOutcome outcome_;
	bool is_ours_ = true; // it was not waited for
};

} // namespace

Result<ProgramOutcome> run_program(const ProcessSpec &spec, const ProgramBounds &bounds) {
	ProcessSpec without_input = spec;
	without_input.input.clear();
	Result<SpawnedProcess> process = spawn_process(without_input);
	if (!process.ok()) {
		return process.status();
	}
	return WatchedProgram(spec, bounds, std::move(process).value()).wait();
}

} // namespace agent_runtime
