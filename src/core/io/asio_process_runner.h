#pragma once

// Programs as children whose pipes an io thread reads.
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

namespace boost::asio {
class io_context;
}

namespace agent_runtime {

struct ProcessRunnerOptions {
	// Between the signal that asks a destroyed child to end and the one that ends it.
	Micros grace = std::chrono::milliseconds(500);
	// How long the runner's own end waits for those that it has killed.
	Micros longest_end = std::chrono::seconds(2);
	// Otherwise it is asked now and then whether a child has ended, as on systems that cannot tell.
	bool told_of_ends = true;
};

// A child that ends takes with it what is left of its process group; one that is destroyed, also
// those of its descendants who have left the group. Destroying a ChildProcess returns at once; its
// end is seen to on the io thread. The runner's own destructor kills what is left, waits for it,
// and calls no listener. Runner and children are destroyed before the context.
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

	// Those that have not ended yet, destroyed ones among them.
	std::size_t running() const;

private:
	struct Children;

	boost::asio::io_context &context_;
	const Logger log_;
	const ProcessRunnerOptions options_;
	std::shared_ptr<Children> children_;
};

} // namespace agent_runtime
