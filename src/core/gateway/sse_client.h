#pragma once

#include "core/gateway/gateway_core.h"
#include "core/gateway/stream_start.h"

#include <memory>

namespace agent_runtime {

// Answers a request with a stream of Server-Sent Events. Thread rule: worker only (io).
void serve_events(
		const std::shared_ptr<GatewayCore> &core, AdmittedSocket admitted, StreamStart start);

} // namespace agent_runtime
