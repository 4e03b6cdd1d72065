#include "core/providers/http_backend.h"

#include "core/providers/http_call.h"
#include "core/providers/http_provider.h"

namespace agent_runtime {

HttpBackend::HttpBackend(HttpTransport &transport, const Clock &clock, HttpDialect dialect,
		const ProviderSettings &settings) :
		transport_(transport),
		clock_(clock),
		provider_(std::make_shared<const HttpProvider>(dialect, settings)) {}

std::optional<ModelProblem> HttpBackend::find_problem(const std::string &model) const {
	const Status problem = provider_->find_problem(model);
	return problem.ok() ? std::nullopt
						: std::optional(ModelProblem{ MindFailure::misconfigured,
								  provider_->message(problem.message()), {}, {} });
}

std::unique_ptr<ModelCall> HttpBackend::start(ModelRequest request, ModelListener &listener) {
	std::unique_ptr<HttpCall> call =
			std::make_unique<HttpCall>(clock_, provider_, request, listener);
	call->send(transport_, request);
	return call;
}

} // namespace agent_runtime
