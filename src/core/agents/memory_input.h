#pragma once

#include "core/agents/kept_lines.h"
#include "core/base/ids.h"

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

// Of the lines that an agent heard last: those of this sender with this content.
struct LineChange {
	ParticipantId sender; // none: whoever said it
	std::string content; // empty: whatever was said
	std::optional<std::string> replacement; // none: forgotten
};

// What an agent remembers was changed in the database: what it has in mind follows.
// Thread rule: immutable once posted.
struct MemoryInput {
	AgentId agent;
	std::optional<LineChange> change;
	KeptLinesPtr kept; // in place of what it was; null: nothing is
};

// The forms in which they are recorded.
nlohmann::json to_json(const MemoryInput &input);
MemoryInput memory_input_from(const nlohmann::json &json);
nlohmann::json to_json(const KeptLines &kept);
KeptLinesPtr kept_lines_from(const nlohmann::json &json);

} // namespace agent_runtime
