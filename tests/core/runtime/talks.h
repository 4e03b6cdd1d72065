#pragma once

// What tests of led conversations do with a world, in few words.

#include "world.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace agent_runtime::talks {

using nlohmann::json;

inline ConversationId talk_in(const json &state) {
	return ConversationId::parse(state.at("conversation_id").get<std::string>())
			.value_or(ConversationId());
}

inline ConversationId start_talk(TestWorld &world, const json &options = json::object()) {
	const Result<json> started = start_auto_mode(*world.runtime, options);
	REQUIRE_MESSAGE(started.ok(), started.status().to_string());
	return talk_in(started.value());
}

template <typename T>
std::vector<T> talk_events(const TestWorld &world) {
	std::vector<T> found;
	for (const PublishedEvent &each : world.sink.events) {
		if (const T *data = each.event.data.get_if<T>()) {
			found.push_back(*data);
		}
	}
	return found;
}

inline std::size_t lines_in(const TestWorld &world) {
	return talk_events<AgentMessaged>(world).size();
}

inline AgentId agent_named(TestWorld &world, const std::string &name) {
	return spawn_agent(
			*world.runtime, { { "name", name }, { "role", "tester" }, { "think_interval", 0 } })
			.value();
}

inline bool names(const std::string &text, const std::string &part) {
	return text.find(part) != std::string::npos;
}

// A copy of the database as it is at this moment, as a killed process leaves it. The log comes
// first: what a checkpoint brings into the file meanwhile is then twice in the copy, and not lost.
inline std::string left_behind(const Folder &folder) {
	const std::filesystem::path copy = folder.path() / "killed";
	std::filesystem::create_directory(copy);
	for (const char *suffix : { "-wal", "" }) {
		const std::filesystem::path from = folder.database() + suffix;
		if (std::filesystem::exists(from)) {
			std::filesystem::copy_file(from, copy / from.filename());
		}
	}
	return copy / "world.db";
}

} // namespace agent_runtime::talks
