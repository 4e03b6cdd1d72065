#include "core/agents/stored_text.h"

#include "core/base/json_text.h"
#include "core/log/event_json.h"

#include <nlohmann/json.hpp>

namespace agent_runtime {

namespace {

void append(JsonText &text, TilePosition position) {
	text.begin("position").member("x", position.x).member("y", position.y).end();
}

std::string text_of(const AgentSpawned &event) {
	JsonText text;
	const AgentProfile &profile = *event.profile;
	if (!profile.key.empty()) {
		text.member("key", profile.key);
	}
	text.member("name", profile.self.name);
	append(text, event.position);
	if (event.restored_from) {
		text.member("restored", true);
	}
	return text.member("role", profile.self.role).take();
}

} // namespace

std::string event_data_text(const Event &event) {
	if (const AgentSpawned *spawned = event.data.get_if<AgentSpawned>()) {
		return text_of(*spawned);
	}
	return event_data_to_json(event).dump();
}

} // namespace agent_runtime
