#include "core/agents/memory_input.h"

#include "core/agents/json_fields.h"

#include <utility>

namespace agent_runtime {

using nlohmann::json;

json to_json(const KeptLines &kept) {
	json pinned = json::array();
	for (const RememberedLine &line : kept.pinned) {
		pinned.push_back({ { "from", line.sender.to_string() }, { "from_name", line.sender_name },
				{ "content", line.content } });
	}
	return { { "pinned", std::move(pinned) }, { "summary", kept.summary } };
}

KeptLinesPtr kept_lines_from(const json &from) {
	std::shared_ptr<KeptLines> kept = std::make_shared<KeptLines>();
	kept->summary = text_of(from, "summary");
	if (const auto lines = from.find("pinned"); lines != from.end()) {
		for (const json &line : *lines) {
			kept->pinned.push_back({ participant_of(line, "from"), text_of(line, "from_name"),
					text_of(line, "content") });
		}
	}
	return kept;
}

json to_json(const MemoryInput &input) {
	json result{ { "kind", "memory" }, { "agent", input.agent.to_string() } };
	if (input.change) {
		json change{ { "sender", input.change->sender.to_string() },
			{ "content", input.change->content } };
		if (input.change->replacement) {
			change["replacement"] = *input.change->replacement;
		}
		result["change"] = std::move(change);
	}
	if (input.kept != nullptr) {
		result["kept"] = to_json(*input.kept);
	}
	return result;
}

MemoryInput memory_input_from(const json &from) {
	MemoryInput input{ .agent = agent_of(from, "agent"), .change = {}, .kept = {} };
	if (const auto change = from.find("change"); change != from.end()) {
		input.change = LineChange{ participant_of(*change, "sender"), text_of(*change, "content"),
			std::nullopt };
		if (change->contains("replacement")) {
			input.change->replacement = text_of(*change, "replacement");
		}
	}
	if (const auto kept = from.find("kept"); kept != from.end()) {
		input.kept = kept_lines_from(*kept);
	}
	return input;
}

} // namespace agent_runtime
