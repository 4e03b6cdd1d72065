// A runtime with its gateway, for programs that nobody here wrote to talk to.
//
//	host DATABASE PORT [AGENT…]
//
// Brings the named agents to life, prints `PORT TOKEN` on one line, and runs until its input ends.
// The port 0 is any free one.

#include "../../core/runtime/asking.h"
#include "core/runtime/runtime.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

using namespace agent_runtime;

namespace {

int run(int count, char **arguments) {
	RuntimeOptions options;
	const bool enough = count >= 3;
	const char *end = enough ? arguments[2] + std::strlen(arguments[2]) : nullptr;
	if (!enough || std::from_chars(arguments[2], end, options.config.gateway_port).ptr != end) {
		std::cerr << "usage: host DATABASE PORT [AGENT...]\n";
		return 2;
	}
	options.database_path = arguments[1];
	options.config.gateway_enabled = true;
	// Nobody's own programs are started, nor paid for.
	options.minds.of(MindKind::claude).allowed = false;
	options.minds.of(MindKind::codex).allowed = false;
	// Thoughts come quickly here, so that a test sees some in its time.
	options.config.time_scale = 20.0;
	SystemClock clock;
	const Logger log(std::make_shared<CallbackLogSink>([](const LogRecord &record) {
		std::fprintf(stderr, "%s\n", to_line(record).c_str());
	}),
			LogLevel::warning);
	Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock, log);
	if (!started.ok()) {
		std::cerr << started.status().to_string() << "\n";
		return 1;
	}
	Runtime &runtime = *started.value();
	for (int i = 3; i < count; i++) {
		const Result<AgentId> agent =
				spawn_agent(runtime, { { "key", arguments[i] }, { "name", arguments[i] } });
		if (!agent.ok()) {
			std::cerr << agent.status().to_string() << "\n";
			return 1;
		}
	}
	std::cout << runtime.gateway()->port() << " " << runtime.gateway()->token() << std::endl;
	std::string ignored;
	while (std::getline(std::cin, ignored)) {
	}
	const Status &stopped = runtime.stop();
	if (!stopped.ok()) {
		std::cerr << stopped.to_string() << "\n";
		return 1;
	}
	return 0;
}

} // namespace

int main(int count, char **arguments) {
	return run(count, arguments);
}
