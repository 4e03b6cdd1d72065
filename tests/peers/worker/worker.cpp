// A runtime with its gateway, whose jobs are real programs that find a model server of the test.
//
//	worker DATABASE PORT SETTINGS
//
// SETTINGS is JSON: host (the program agent_runtime_host), claude, codex (programs), server (the
// address of the model server), folder (where jobs work), dollars. Prints `PORT TOKEN` on one line,
// and ends with its input. The port 0 is any free one.

#include "core/base/json_io.h"
#include "core/runtime/runtime.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr const char *KEY = "invented-key-4711";

void set_program(ProviderSettings &settings, const json &asked, const char *name,
		const std::string &address) {
	settings.program = asked.value(name, "");
	settings.base_url = address;
	settings.key = Secret(KEY);
	settings.allowed = true;
}

RuntimeOptions options_of(const std::string &database, const json &asked) {
	RuntimeOptions options;
	options.database_path = database;
	options.config.gateway_enabled = true;
	options.minds.caps.total = Caps(); // each job has its own
	const std::string server = asked.value("server", "");
	set_program(options.minds.of(MindKind::claude), asked, "claude", server);
	set_program(options.minds.of(MindKind::codex), asked, "codex", server + "/v1");
	options.host_program = asked.value("host", "");
	options.jobs.folder = asked.value("folder", "");
	options.jobs.folders = { options.jobs.folder };
	options.jobs.bounds.dollars = asked.value("dollars", 10.0);
	return options;
}

int run(int count, char **arguments) {
	const Result<json> settings = parse_json(count == 4 ? arguments[3] : "");
	RuntimeOptions options;
	std::uint16_t port = 0;
	const char *const end = count == 4 ? arguments[2] + std::strlen(arguments[2]) : nullptr;
	if (!settings.ok() || std::from_chars(arguments[2], end, port).ptr != end) {
		std::cerr << "usage: worker DATABASE PORT SETTINGS\n";
		return 2;
	}
	options = options_of(arguments[1], settings.value());
	options.config.gateway_port = port;
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
