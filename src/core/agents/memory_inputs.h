#pragma once

// What agents have in mind was changed.
// Thread rule: immutable once posted.

#include "core/agents/input_rows.h"
#include "core/agents/kept_lines.h"

#include <optional>
#include <string>

namespace agent_runtime {

// Selects lines among those that an agent heard last, by sender and content.
struct LineChange {
	ParticipantId sender; // none: any sender
	std::string content; // empty: any content
	std::optional<std::string> replacement; // none: forget them

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "sender" }, &LineChange::sender),
			bind({ .name = "content" }, &LineChange::content),
			bind({ .name = "replacement" }, &LineChange::replacement) };
	}
};

// An agent's memory was changed in the database, and what it has in mind has to follow.
struct MemoryInput {
	static constexpr std::string_view KIND = "memory";

	AgentId agent;
	std::optional<LineChange> change;
	KeptLinesPtr kept; // replaces what it was; null: there is nothing

	static constexpr auto fields() {
		return FieldRows{ bind({ .name = "agent" }, &MemoryInput::agent),
			bind({ .name = "change" }, &MemoryInput::change),
			shared_field({ .name = "kept" }, &MemoryInput::kept) };
	}
};

} // namespace agent_runtime
