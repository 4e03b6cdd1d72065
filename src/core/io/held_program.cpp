#include "core/io/held_program.h"

#include "core/io/file_changes.h"
#include "core/io/spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

// What the program may write while the host is busy. It is lost when the host is killed.
constexpr int BYTES_OF_A_PIPE = 262'144;
constexpr std::array IGNORED_SIGNALS = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ, SIGTTOU,
	SIGTTIN, SIGTSTP };

} // namespace

Result<HeldProgram> HeldProgram::start(const ProcessSpec &spec) {
	Result<SpawnedProcess> spawned = spawn_process(spec, SpawnInput::pipe);
	if (!spawned.ok()) {
		return spawned.status();
	}
	HeldProgram program;
	program.pid_ = spawned.value().pid;
	program.input_ = std::move(spawned.value().input);
	program.output_ = std::move(spawned.value().output);
	program.error_ = std::move(spawned.value().error);
	for (const UniqueFd *pipe : { &program.output_, &program.error_ }) {
		fcntl(pipe->get(), F_SETPIPE_SZ, BYTES_OF_A_PIPE); // smaller ones do as well
	}
	return program;
}

HeldProgram::Got HeldProgram::read(Stream stream, std::span<char> room) {
	UniqueFd &pipe = stream == Stream::output ? output_ : error_;
	if (!pipe.is_open()) {
		return { 0, true };
	}
	const ssize_t size = ::read(pipe.get(), room.data(), room.size());
	if (size > 0) {
		return { static_cast<std::size_t>(size), false };
	}
	if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
		return {};
	}
	pipe.reset();
	return { 0, true };
}

HeldProgram::Put HeldProgram::write(std::string_view text) {
	Put outcome;
	while (outcome.bytes < text.size()) {
		const std::string_view rest = text.substr(outcome.bytes);
		const ssize_t size = ::write(input_.get(), rest.data(), rest.size());
		if (size > 0) {
			outcome.bytes += static_cast<std::size_t>(size);
		} else if (errno == EAGAIN) {
			return outcome;
		} else if (errno != EINTR) {
			outcome.is_closed = true;
			return outcome;
		}
	}
	return outcome;
}

void HeldProgram::close_outputs() {
	output_.reset();
	error_.reset();
}

void HeldProgram::signal(int number) const {
	kill(-static_cast<pid_t>(pid_), number);
}

Result<HostEvents> HostEvents::begin() {
	for (const int ignored : IGNORED_SIGNALS) {
		std::signal(ignored, SIG_IGN);
	}
	sigset_t reported;
	sigemptyset(&reported);
	sigaddset(&reported, SIGTERM);
	sigaddset(&reported, SIGCHLD);
	sigprocmask(SIG_BLOCK, &reported, nullptr);
	HostEvents events;
	events.signals_.reset(signalfd(-1, &reported, SFD_NONBLOCK | SFD_CLOEXEC));
	if (!events.signals_.is_open()) {
		return Status(StatusCode::unsupported, "this system does not report signals as a file");
	}
	return events;
}

bool HostEvents::watch(const std::string &path) {
	if (is_on_other_machine(path)) {
		return false;
	}
	changes_.reset(inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
	const bool is_watched = changes_.is_open() &&
			inotify_add_watch(changes_.get(), path.c_str(), IN_MODIFY | IN_DONT_FOLLOW) >= 0;
	if (!is_watched) {
		changes_.reset();
	}
	return is_watched;
}

HostEvents::Ready HostEvents::wait(const HeldProgram *program, Wanted wanted, Micros longest) {
	const auto fd_of = [program](bool is_wanted, UniqueFd HeldProgram::*pipe) {
		return program != nullptr && is_wanted ? (program->*pipe).get() : -1;
	};
	// A pipe that is not looked at is left out altogether, since poll() reports its end anyway.
	std::array<pollfd, 5> files = { pollfd{ signals_.get(), POLLIN, 0 },
		pollfd{ changes_.get(), POLLIN, 0 },
		pollfd{ fd_of(wanted.output, &HeldProgram::output_), POLLIN, 0 },
		pollfd{ fd_of(wanted.error, &HeldProgram::error_), POLLIN, 0 },
		pollfd{ fd_of(wanted.room_for_input, &HeldProgram::input_), POLLOUT, 0 } };
	const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(longest);
	poll(files.data(), files.size(),
			static_cast<int>(std::clamp<std::int64_t>(milliseconds.count(), 0, 60'000)));
	Ready ready;
	drain_signals(ready);
	std::array<char, 4096> changes; // that there are some is all that counts
	while (changes_.is_open() && ::read(changes_.get(), changes.data(), changes.size()) > 0) {
	}
	ready.output = files[2].revents != 0;
	ready.error = files[3].revents != 0;
	return ready;
}

void HostEvents::drain_signals(Ready &ready) {
	signalfd_siginfo signal = {};
	while (::read(signals_.get(), &signal, sizeof(signal)) == sizeof(signal)) {
		ready.asked_to_end = ready.asked_to_end || signal.ssi_signo == SIGTERM;
	}
}

} // namespace agent_runtime
