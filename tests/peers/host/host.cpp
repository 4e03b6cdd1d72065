// A runtime with its gateway, for programs that nobody here wrote to talk to.
//
//	host DATABASE PORT [AGENT…]
//
// Brings the named agents to life, prints `PORT TOKEN` on one line, and runs until its input ends.
// The port 0 is any free one.

#include "../../core/runtime/asking.h"
#include "../serving.h"

#include <iostream>
#include <optional>

using namespace agent_runtime;

int main(int count, char **arguments) {
	const std::optional<std::uint16_t> port =
			count >= 3 ? test::port_of(arguments[2]) : std::nullopt;
	if (!port) {
		std::cerr << "usage: host DATABASE PORT [AGENT...]\n";
		return 2;
	}
	RuntimeOptions options;
	options.database_path = arguments[1];
	options.config.gateway_port = *port;
	// Nobody's own programs are started, nor paid for.
	options.minds.of(MindKind::claude).allowed = false;
	options.minds.of(MindKind::codex).allowed = false;
	// Thoughts come quickly here, so that a test sees some in its time.
	options.config.time_scale = 20.0;
	return test::serve(std::move(options), [&](Runtime &runtime) {
		for (int i = 3; i < count; i++) {
			const Result<AgentId> agent =
					spawn_agent(runtime, { { "key", arguments[i] }, { "name", arguments[i] } });
			if (!agent.ok()) {
				return agent.status();
			}
		}
		return Status();
	});
}
