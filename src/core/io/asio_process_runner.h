#pragma once

// Runs programs as children whose pipes are read by an io thread.
//
//	AsioProcessRunner runner(io.context(), log);
//	Result<std::unique_ptr<ChildProcess>> child = runner.start({ .program = "sort", .input = text },
//			listener);

#include "core/base/log.h"
#include "core/base/time.h"
#include "core/io/process_runner.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace agent_runtime {

struct ProcessRunnerOptions {
	// The time between the signal that asks a destroyed child to end and the one that kills it.
	Micros grace = std::chrono::milliseconds(500);
	// How long the runner's destructor waits for the children that it has killed.
	Micros longest_end = std::chrono::seconds(2);
	// False makes the runner ask now and then whether a child has ended, as on systems that cannot
	// tell.
	bool told_of_ends = true;
	// The path of agent_runtime_host. With it, nothing that a child has started outlives this
	// process, however that ends. Without it, only the child itself is killed then.
	std::string host = {};
};

// When a child ends, what is left of its process group is killed. When one is destroyed, so are
// those of its descendants who have left the group. Destroying a ChildProcess returns at once; the
// io thread sees to its end. The runner's own destructor kills what is left, waits for it, and
// calls no listener. Destroy runner and children before the context.
// Thread rule: worker only, that of the context.
class AsioProcessRunner : public ProcessRunner {
public:
	AsioProcessRunner(
			boost::asio::io_context &context, Logger log, ProcessRunnerOptions options = {});
	~AsioProcessRunner() override;
	AsioProcessRunner(const AsioProcessRunner &) = delete;
	AsioProcessRunner &operator=(const AsioProcessRunner &) = delete;

	Result<std::unique_ptr<ChildProcess>> start(
			const ProcessSpec &spec, ProcessListener &listener) override;

	// How many have not ended yet, including destroyed ones.
	std::size_t running() const;

private:
	struct Children;

	boost::asio::io_context &context_;
	const Logger log_;
	const ProcessRunnerOptions options_;
	std::shared_ptr<Children> children_;
};

} // namespace agent_runtime
