// A runtime with its gateway, whose jobs are real programs that find a model server of the test.
//
//	worker DATABASE PORT SETTINGS
//
// SETTINGS is JSON: host (the program agent_runtime_host), claude, codex (programs), server (the
// address of the model server), folder (where jobs work), dollars, commands (programs that a client
// may start besides). Prints `PORT TOKEN` on one line, and ends with its input. The port 0 is any
// free one.

#include "../serving.h"
#include "core/base/json_io.h"

#include <iostream>
#include <optional>
#include <string>
#include <vector>

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
	options.minds.caps.total = Caps(); // each job has its own
	const std::string server = asked.value("server", "");
	set_program(options.minds.of(MindKind::claude), asked, "claude", server);
	set_program(options.minds.of(MindKind::codex), asked, "codex", server + "/v1");
	options.host_program = asked.value("host", "");
	options.jobs.folder = asked.value("folder", "");
	options.jobs.folders = { options.jobs.folder };
	options.jobs.bounds.dollars = asked.value("dollars", 10.0);
	for (const std::string &command : asked.value("commands", std::vector<std::string>())) {
		options.jobs.programs.push_back(command);
	}
	return options;
}

} // namespace

int main(int count, char **arguments) {
	const Result<json> settings = parse_json(count == 4 ? arguments[3] : "");
	const std::optional<std::uint16_t> port =
			settings.ok() ? test::port_of(arguments[2]) : std::nullopt;
	if (!port) {
		std::cerr << "usage: worker DATABASE PORT SETTINGS\n";
		return 2;
	}
	RuntimeOptions options = options_of(arguments[1], settings.value());
	options.config.gateway_port = *port;
	return test::serve(std::move(options));
}
