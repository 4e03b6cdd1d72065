#include "core/providers/cli_backend.h"

#include "core/providers/cli_call.h"

#include <utility>

namespace agent_runtime {

namespace {

class CliHandle : public ModelCall {
public:
	explicit CliHandle(std::shared_ptr<CliCall> call) :
			call_(std::move(call)) {}
	~CliHandle() override { call_->cancel(); }
	CliHandle(const CliHandle &) = delete;
	CliHandle &operator=(const CliHandle &) = delete;

private:
	const std::shared_ptr<CliCall> call_;
};

} // namespace

CliBackend::CliBackend(CliOptions options, ProcessRunner &runner, Later later) :
		options_(std::make_shared<const CliOptions>(std::move(options))),
		runner_(runner),
		later_(std::move(later)) {}

std::unique_ptr<ModelCall> CliBackend::start(ModelRequest request, ModelListener &listener) {
	const std::shared_ptr<CliCall> call = std::make_shared<CliCall>(options_, listener);
	call->run(runner_, request);
	later_([call] { call->report_start(); });
	return std::make_unique<CliHandle>(call);
}

} // namespace agent_runtime
