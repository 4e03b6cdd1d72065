#pragma once

#include "core/agents/settings.h"
#include "core/auto_mode/talk_settings.h"
#include "core/gateway/gateway_options.h"
#include "core/mind/mind.h"
#include "core/mind/provider.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/runtime_config.h"
#include "core/store/retention.h"
#include "core/store/writer.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace agent_runtime {

// What waits to be written is what a stop waits for: about a tenth of a second's work, not more. A
// world that has more to store is slowed down.
inline WriterOptions writer_of_a_world() {
	WriterOptions options;
	options.queue.queue_bytes = 2U << 20U;
	return options;
}

struct RuntimeOptions {
	RuntimeConfig config;
	// An absolute path; empty, as it is when storage is not enabled: nothing is stored.
	std::string database_path;
	std::string project; // its folder, for programs that look for a game; may be empty
	AgentSettings settings;
	MindSettings minds;
	MakeHttpTransport make_http; // empty: there are no HTTP minds here
	WriterOptions writer = writer_of_a_world();
	RetentionPolicy retention;
	// How long a conversation that is led lasts at the most, unless it is started with another
	// duration, or PIXEL_AGENTS_AUTO_MODE_DURATION_MS says otherwise.
	Micros auto_mode_duration = DEFAULT_TALK_DURATION;
	bool recording = false; // see recording.h
	// Limits and secret of the port for programs outside; whether and where it opens stands in the
	// configuration. The token's place is that of the database, unless one is given.
	GatewayOptions gateway;
	std::size_t most_agents = 200'000;
	// What is to be said is refused while so much waits to be heard, once for each who may hear it:
	// a stop stores all of it, in about a second.
	std::int64_t most_waiting_hearings = 100'000;
	// Thinks for all agents instead of the offline mind; outlives the runtime.
	const Mind *mind = nullptr;
};

} // namespace agent_runtime
