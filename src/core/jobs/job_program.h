#pragma once

#include "core/base/choices.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace agent_runtime {

// What does a job, and so the language in which it is spoken to (driver.h).
enum class JobProgram : std::uint8_t {
	claude, // claude -p --input-format=stream-json
	codex, // codex app-server
	command, // anything that reads and writes text
};

template <>
struct Choices<JobProgram> {
	static constexpr std::array<std::string_view, 3> NAMES = { "claude", "codex", "command" };
	static constexpr JobProgram OTHER = JobProgram::command;
};

} // namespace agent_runtime
