#pragma once

#include "core/agents/settings.h"
#include "core/auto_mode/talk_settings.h"
#include "core/gateway/gateway_options.h"
#include "core/jobs/job_hooks.h"
#include "core/jobs/job_settings.h"
#include "core/mind/mind.h"
#include "core/mind/provider.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/retention_policy.h"
#include "core/runtime/runtime_config.h"
#include "core/store/writer.h"
#include "core/tools/tool_gate.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace agent_runtime {

// A stop has to wait for what is still to be written, so that is limited to about a tenth of a
// second of work. A world that has more to store is slowed down.
inline WriterOptions writer_of_a_world() {
	WriterOptions options;
	options.queue.queue_bytes = 2U << 20U;
	return options;
}

struct RuntimeOptions {
	RuntimeConfig config;
	// An absolute path; empty, as when storage is not enabled: nothing is stored.
	std::string database_path;
	// Where an earlier version would have put it; a database there only causes a warning.
	std::string former_database_path;
	// The file of agent_runtime_host, which holds the programs of minds and jobs; empty: there is
	// none here, and what such a program has started may outlive a game that is killed.
	std::string host_program;
	std::string project; // the project's folder, for programs that look for a game; may be empty
	AgentSettings settings;
	MindSettings minds;
	MakeHttpTransport make_http; // empty: there are no HTTP minds here
	WriterOptions writer = writer_of_a_world();
	RetentionPolicy retention;
	// How long a led conversation lasts at most, unless it is started with another duration, or
	// PIXEL_AGENTS_AUTO_MODE_DURATION_MS says otherwise.
	Micros auto_mode_duration = DEFAULT_TALK_DURATION;
	bool recording = false; // see recording.h
	// Limits and secret of the port for programs outside; the configuration says whether and where
	// it opens. The token lies in the database's place, unless these name one.
	GatewayOptions gateway;
	std::size_t most_agents = 200'000;
	// Words are refused while this many hearings wait, one for each line and agent that may hear
	// it, because a stop stores them all, in about a second.
	std::int64_t most_waiting_hearings = 100'000;
	// Thinks for all agents instead of the offline mind; outlives the runtime.
	const InProcessMind *mind = nullptr;
	// Tools that the runtime carries out itself, offered to all agents.
	std::vector<NativeTool> native_tools;
	JobSettings jobs;
	JobHooks *job_hooks = nullptr; // for tests; outlives the runtime
	// Judges each use of a tool; outlives the runtime. Null: an agent may use what it is offered.
	const ToolJudge *tool_judge = nullptr;
};

} // namespace agent_runtime
