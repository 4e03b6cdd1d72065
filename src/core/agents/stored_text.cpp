#include "core/agents/stored_text.h"

#include "core/agents/event_json.h"
#include "core/base/json_text.h"

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
	if (const AgentSpawned *spawned = std::get_if<AgentSpawned>(&event.data)) {
		return text_of(*spawned);
	}
	return event_data_to_json(event).dump();
}

std::string spawn_text(AgentId id, const AgentSpawned &spawned) {
	const AgentProfile &profile = *spawned.profile;
	if (profile.own_subscription != nullptr || profile.budget != ThoughtBudget() ||
			!profile.mind_options.empty() || !profile.walks_by_default()) {
		return input_to_json(SpawnInput{ id, spawned.profile, spawned.position, nullptr }).dump();
	}
	JsonText text;
	text.member("agent", id.to_string()).member("cli_backend", mind_kind_name(profile.mind));
	if (profile.has_default_mind) {
		text.member("default_mind", true);
	}
	text.member("hearing_radius", profile.hearing_radius).member("key", profile.key);
	text.member("kind", "spawn").member("metadata", profile.metadata);
	text.member("model", profile.model).member("moved_by_game", profile.moved_by_game);
	text.member("name", profile.self.name).member("persona", profile.self.persona);
	append(text, spawned.position);
	text.member("role", profile.self.role).member("seed", profile.seed);
	return text.member("think_interval", std::int64_t{ profile.think_interval.count() }).take();
}

} // namespace agent_runtime
