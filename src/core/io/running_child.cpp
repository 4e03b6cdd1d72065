#include "core/io/running_child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agent_runtime {

namespace {

constexpr std::size_t READ_BYTES = 65'536;
// More than a pipe holds. A descendant that has left the group may write for ever.
constexpr std::size_t LONGEST_REST = 4'194'304;
constexpr std::chrono::milliseconds ASK_AGAIN(20);
constexpr int UNKNOWN_CODE = -1;

using boost::system::error_code;

// Like write(), but without the signal that would kill a game whose child has gone away.
ssize_t write_quietly(int fd, std::string_view text) {
	sigset_t pipe;
	sigset_t before;
	sigset_t waiting;
	sigemptyset(&pipe);
	sigaddset(&pipe, SIGPIPE);
	sigpending(&waiting);
	pthread_sigmask(SIG_BLOCK, &pipe, &before);
	const ssize_t size = write(fd, text.data(), text.size());
	const int error = errno;
	if (size < 0 && error == EPIPE && sigismember(&waiting, SIGPIPE) == 0) {
		const timespec no_time = {};
		sigtimedwait(&pipe, nullptr, &no_time);
	}
	pthread_sigmask(SIG_SETMASK, &before, nullptr);
	errno = error;
	return size;
}

bool would_block(int error) {
	return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

ProcessExit exit_of(int status) {
	return WIFSIGNALED(status) ? ProcessExit{ 0, WTERMSIG(status) }
							   : ProcessExit{ WEXITSTATUS(status), 0 };
}

void adopt(boost::asio::posix::stream_descriptor &descriptor, UniqueFd fd) {
	error_code error;
	if (fd.is_open()) {
		descriptor.assign(fd.get(), error);
		if (!error) {
			fd.release();
		}
	}
}

void shut(boost::asio::posix::stream_descriptor &descriptor) {
	error_code ignored;
	descriptor.close(ignored);
}

} // namespace

RunningChild::RunningChild(boost::asio::io_context &context, SpawnedProcess process,
		std::string input, ProcessListener &listener, Gone gone) :
		pid_(process.pid),
		listener_(&listener),
		gone_(std::move(gone)),
		input_text_(std::move(input)),
		input_(context),
		output_{ Descriptor(context), &ProcessListener::wrote },
		error_{ Descriptor(context), &ProcessListener::wrote_error },
		end_(context),
		ask_again_(context),
		grace_(context) {
	adopt(input_, std::move(process.input));
	adopt(output_.descriptor, std::move(process.output));
	adopt(error_.descriptor, std::move(process.error));
}

void RunningChild::begin(bool told_of_end) {
	if (told_of_end) {
		adopt(end_, UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0))));
	}
	write_input();
	read_output(output_);
	read_output(error_);
	watch_for_end();
}

void RunningChild::write_input() {
	if (!input_.is_open()) {
		return;
	}
	input_.async_wait(
			Descriptor::wait_write, [self = shared_from_this(), this](const error_code &problem) {
				if (problem || !input_.is_open()) {
					return;
				}
				const ssize_t size = write_quietly(input_.native_handle(),
						std::string_view(input_text_).substr(input_written_));
				if (size < 0 && !would_block(errno)) {
					shut(input_); // the child closed its end and reads no more
					return;
				}
				input_written_ += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
				if (input_written_ == input_text_.size()) {
					shut(input_);
				}
				write_input();
			});
}

// The descriptor is only waited for, and its bytes are read by hand. So no bytes are in flight when
// the end of the process is reported.
void RunningChild::read_output(Output &output) {
	if (!output.descriptor.is_open()) {
		return;
	}
	output.descriptor.async_wait(Descriptor::wait_read,
			[self = shared_from_this(), this, &output](const error_code &problem) {
				if (problem || !output.descriptor.is_open()) {
					return;
				}
				if (read_once(output) == Read::end) {
					shut(output.descriptor);
				}
				read_output(output);
			});
}

RunningChild::Read RunningChild::read_once(Output &output) {
	std::array<char, READ_BYTES> bytes; // NOLINT(*-member-init): written before it is read
	const ssize_t size = read(output.descriptor.native_handle(), bytes.data(), bytes.size());
	if (size < 0) {
		return would_block(errno) ? Read::nothing_yet : Read::end;
	}
	if (size == 0) {
		return Read::end;
	}
	if (listener_ != nullptr) {
		(listener_->*output.hear)({ bytes.data(), static_cast<std::size_t>(size) });
	}
	return Read::some;
}

void RunningChild::read_rest(Output &output) {
	for (std::size_t i = 0; i < LONGEST_REST / READ_BYTES; i++) {
		if (!output.descriptor.is_open() || read_once(output) != Read::some) {
			return;
		}
	}
}

void RunningChild::watch_for_end() {
	if (!end_.is_open()) {
		ask_for_end();
		return;
	}
	end_.async_wait(
			Descriptor::wait_read, [self = shared_from_this(), this](const error_code &problem) {
				if (problem || exit_.has_value()) {
					return;
				}
				if (try_reap()) {
					process_ended();
				} else {
					watch_for_end();
				}
			});
}

void RunningChild::ask_for_end() {
	ask_again_.expires_after(ASK_AGAIN);
	ask_again_.async_wait([self = shared_from_this(), this](const error_code &problem) {
		if (problem || exit_.has_value()) {
			return;
		}
		if (try_reap()) {
			process_ended();
		} else {
			ask_for_end();
		}
	});
}

bool RunningChild::try_reap() {
	if (exit_.has_value()) {
		return true;
	}
	siginfo_t info = {};
	const int code = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
	if (code != 0 && errno == ECHILD) {
		exit_ = ProcessExit{ UNKNOWN_CODE, 0 }; // somebody else has waited for the process
		return true;
	}
	if (code != 0 || info.si_pid == 0) {
		return false;
	}
	// Before waiting for it, since its number may belong to another process afterwards.
	signal_all(SIGKILL);
	int status = 0;
	while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
	}
	exit_ = exit_of(status);
	return true;
}

void RunningChild::process_ended() {
	const std::shared_ptr<RunningChild> self = shared_from_this();
	grace_.cancel();
	shut(end_);
	read_rest(output_);
	read_rest(error_);
	close_pipes();
	gone_(*this);
	ProcessListener *const listener = std::exchange(listener_, nullptr);
	if (listener != nullptr) {
		listener->exited(*exit_);
	}
}

void RunningChild::abandon(Micros grace) {
	listener_ = nullptr;
	close_pipes();
	if (exit_.has_value()) {
		return;
	}
	left_group_ = Descendants::who_left_group_of(pid_);
	signal_all(SIGTERM);
	grace_.expires_after(grace);
	grace_.async_wait([self = shared_from_this(), this](const error_code &problem) {
		if (!problem && !exit_.has_value()) {
			signal_all(SIGKILL);
		}
	});
}

void RunningChild::kill_now() {
	listener_ = nullptr;
	close_pipes();
	shut(end_);
	ask_again_.cancel();
	grace_.cancel();
	if (!exit_.has_value()) {
		left_group_.signal(SIGKILL);
		left_group_ = Descendants::who_left_group_of(pid_);
		signal_all(SIGKILL);
	}
}

void RunningChild::signal_all(int number) const {
	kill(-pid_, number);
	left_group_.signal(number);
}

void RunningChild::close_pipes() {
	shut(input_);
	shut(output_.descriptor);
	shut(error_.descriptor);
}

} // namespace agent_runtime
