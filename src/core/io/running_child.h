#pragma once

#include "core/base/time.h"
#include "core/io/descendants.h"
#include "core/io/process_runner.h"
#include "core/io/spawn.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
// Boost 1.74 forgets to include it.
#include <utility>

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

namespace agent_runtime {

// One child, from its start until the system has forgotten it. Owned by the runner until then, by
// its ChildProcess, and by the handlers that wait for its pipes.
// Thread rule: worker only (io).
class RunningChild : public std::enable_shared_from_this<RunningChild> {
public:
	using Gone = std::function<void(const RunningChild &)>;

	// Calls `gone` when the process has ended and has been waited for.
	RunningChild(boost::asio::io_context &context, SpawnedProcess process, std::string input,
			ProcessListener &listener, Gone gone);

	// Begins to wait. `told_of_end`: whether the system reports when the process ends.
	void begin(bool told_of_end);

	// Nobody listens any more. Asks the group to end, and kills it after `grace`.
	void abandon(Micros grace);

	// Kills the group, because the runner is ending. Call try_reap() afterwards until the process
	// has ended.
	void kill_now();
	bool try_reap();

	pid_t pid() const { return pid_; }

private:
	using Descriptor = boost::asio::posix::stream_descriptor;
	using Hear = void (ProcessListener::*)(std::string_view);
	struct Output {
		Descriptor descriptor;
		Hear hear;
	};
	enum class Read : std::uint8_t { some, nothing_yet, end };

	void write_input();
	void read_output(Output &output);
	Read read_once(Output &output);
	void read_rest(Output &output);
	void watch_for_end();
	void ask_for_end();
	void process_ended();
	void signal_all(int number) const;
	void close_pipes();

	const pid_t pid_;
	ProcessListener *listener_;
	Gone gone_;
	const std::string input_text_;
	std::size_t input_written_ = 0;
	Descriptor input_;
	Output output_;
	Output error_;
	Descriptor end_; // becomes readable when the process ends
	boost::asio::steady_timer ask_again_;
	boost::asio::steady_timer grace_;
	Descendants left_group_; // found when the process was asked to end
	std::optional<ProcessExit> exit_; // set once the process has been waited for
};

} // namespace agent_runtime
