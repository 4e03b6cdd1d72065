#pragma once

// What programs with a world have in common: a runtime with its gateway, for programs from
// elsewhere to talk to.

#include "core/runtime/runtime.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace agent_runtime::test {

// 0 is any free one.
inline std::optional<std::uint16_t> port_of(const char *text) {
	std::uint16_t port = 0;
	const char *const end = text + std::strlen(text);
	const auto [rest, error] = std::from_chars(text, end, port);
	return rest == end && error == std::errc() ? std::optional(port) : std::nullopt;
}

// Starts a runtime, calls `begin` with it, prints `PORT TOKEN` on one line, and stops the runtime
// when the program's input ends. Returns what main() returns.
inline int serve(
		RuntimeOptions options,
		const std::function<Status(Runtime &runtime)> &begin = [](Runtime &) { return Status(); }) {
	options.config.gateway_enabled = true;
	SystemClock clock;
	const Logger log(std::make_shared<CallbackLogSink>([](const LogRecord &record) {
		std::fprintf(stderr, "%s\n", to_line(record).c_str());
	}),
			LogLevel::warning);
	Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock, log);
	Status status = started.ok() ? begin(*started.value()) : started.status();
	if (status.ok()) {
		Runtime &runtime = *started.value();
		std::cout << runtime.gateway()->port() << " " << runtime.gateway()->token() << std::endl;
		std::string ignored;
		while (std::getline(std::cin, ignored)) {
		}
		status = runtime.stop();
	}
	if (!status.ok()) {
		std::cerr << status.to_string() << "\n";
	}
	return status.ok() ? 0 : 1;
}

} // namespace agent_runtime::test
