#include "core/io/asio_process_runner.h"

#include "core/io/running_child.h"
#include "core/io/spawn.h"

#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::chrono::milliseconds BETWEEN_LOOKS(1);

class Handle : public ChildProcess {
public:
	Handle(std::shared_ptr<RunningChild> child, Micros grace) :
			child_(std::move(child)),
			grace_(grace) {}
	~Handle() override { child_->abandon(grace_); }
	Handle(const Handle &) = delete;
	Handle &operator=(const Handle &) = delete;

private:
	const std::shared_ptr<RunningChild> child_;
	const Micros grace_;
};

} // namespace

struct AsioProcessRunner::Children {
	std::unordered_map<pid_t, std::shared_ptr<RunningChild>> by_pid;
};

AsioProcessRunner::AsioProcessRunner(
		boost::asio::io_context &context, Logger log, ProcessRunnerOptions options) :
		context_(context),
		log_(std::move(log)),
		options_(std::move(options)),
		children_(std::make_shared<Children>()) {}

AsioProcessRunner::~AsioProcessRunner() {
	for (const auto &[pid, child] : children_->by_pid) {
		child->kill_now();
	}
	const std::chrono::steady_clock::time_point latest =
			std::chrono::steady_clock::now() + options_.longest_end;
	for (const auto &[pid, child] : children_->by_pid) {
		while (!child->try_reap()) {
			if (std::chrono::steady_clock::now() > latest) {
				log_.error("the process " + std::to_string(pid) +
						" was killed, and has not ended; the system holds it");
				break;
			}
			std::this_thread::sleep_for(BETWEEN_LOOKS);
		}
	}
}

Result<std::unique_ptr<ChildProcess>> AsioProcessRunner::start(
		const ProcessSpec &spec, ProcessListener &listener) {
	const Result<ProcessSpec> run =
			options_.host.empty() ? Result<ProcessSpec>(spec) : bound_by_host(spec, options_.host);
	if (!run.ok()) {
		return run.status();
	}
	Result<SpawnedProcess> process = spawn_process(run.value());
	if (!process.ok()) {
		return process.status();
	}
	const pid_t pid = process.value().pid;
	const std::shared_ptr<RunningChild> child = std::make_shared<RunningChild>(context_,
			std::move(process).value(), spec.input, listener,
			[children = std::weak_ptr<Children>(children_)](const RunningChild &gone) {
				if (const std::shared_ptr<Children> known = children.lock()) {
					known->by_pid.erase(gone.pid());
				}
			});
	children_->by_pid.emplace(pid, child);
	child->begin(options_.told_of_ends);
	return std::unique_ptr<ChildProcess>(std::make_unique<Handle>(child, options_.grace));
}

std::size_t AsioProcessRunner::running() const {
	return children_->by_pid.size();
}

} // namespace agent_runtime
