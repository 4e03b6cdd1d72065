#pragma once

#include "core/agents/kept_lines.h"
#include "core/base/ids.h"

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Selects lines among those that an agent heard last, by sender and content.
struct LineChange {
	ParticipantId sender; // none: any sender
	std::string content; // empty: any content
	std::optional<std::string> replacement; // none: forget them
};

// An agent's memory was changed in the database, and what it has in mind has to follow. Thread
// rule: immutable once posted.
struct MemoryInput {
	AgentId agent;
	std::optional<LineChange> change;
	KeptLinesPtr kept; // replaces what it was; null: there is nothing
};

// The forms in which they are recorded.
nlohmann::json to_json(const MemoryInput &input);
MemoryInput memory_input_from(const nlohmann::json &json);
nlohmann::json to_json(const KeptLines &kept);
KeptLinesPtr kept_lines_from(const nlohmann::json &json);

} // namespace agent_runtime
