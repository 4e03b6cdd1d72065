#pragma once

// Minds behind an HTTP API, in either of the two common dialects: one request for each call, whose
// answer is read as it comes.
//
//	HttpBackend backend(transport, clock, HttpDialect::openai, settings);
//	std::unique_ptr<ModelCall> call = backend.start(request, listener);

#include "core/base/clock.h"
#include "core/io/http_transport.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"
#include "core/providers/http_endpoint.h"

#include <memory>

namespace agent_runtime {

struct HttpProvider;

// Each call reports what is wrong with the settings, as `misconfigured`. No message contains the
// key or any header. Without a key, only the two original providers refuse to start. Sets no time
// limits and retries nothing. Owned by whoever owns the minds. Transport and clock outlive it and
// its calls; calls may outlive it.
// Thread rule: worker only, that of the transport.
class HttpBackend : public ModelBackend {
public:
	HttpBackend(HttpTransport &transport, const Clock &clock, HttpDialect dialect,
			const ProviderSettings &settings);

	std::optional<ModelProblem> find_problem(const std::string &model) const override;
	std::unique_ptr<ModelCall> start(ModelRequest request, ModelListener &listener) override;

private:
	HttpTransport &transport_;
	const Clock &clock_;
	const std::shared_ptr<const HttpProvider> provider_; // shared with the calls
};

} // namespace agent_runtime
