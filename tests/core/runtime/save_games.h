#pragma once

// What tests of save games do with a world, in few words.

#include "../store/whole_schema.h"
#include "core/store/slots.h"
#include "world.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace agent_runtime::save_games {

using nlohmann::json;

inline json loner(const std::string &name, const std::string &backend = "offline") {
	return { { "name", name }, { "key", name }, { "cli_backend", backend },
		{ "think_interval", 0 } };
}

// Nobody takes time to listen, think and speak, since little time passes on a busy machine.
inline AgentSettings brisk() {
	AgentSettings settings;
	settings.listening = 1ms;
	settings.offline_thought = 1ms;
	settings.offline_spread = 1ms;
	settings.characters_per_second = 0.0;
	return settings;
}

inline json about(const char *type, AgentId agent) {
	return { { "type", type }, { "agent_id", agent.to_string() } };
}

// The reply, while no time passes.
inline json asked_of(TestWorld &world, const json &request) {
	const std::shared_ptr<TestWorld::Replies> replies = world.send(request);
	std::optional<json> reply;
	CHECK(world.wait_until([&] { return (reply = replies->take()).has_value(); }));
	return reply.value_or(json{ { "ok", false }, { "error", { { "code", "none came" } } } });
}

inline json result_of(TestWorld &world, const json &request) {
	const json reply = asked_of(world, request);
	REQUIRE_MESSAGE(reply.at("ok") == true, reply.dump());
	return reply.value("result", json());
}

inline json save(TestWorld &world, const std::string &slot) {
	return result_of(world, { { "type", "slot_save_request" }, { "slot", slot } });
}

inline json load(TestWorld &world, const std::string &slot) {
	return result_of(world, { { "type", "slot_load_request" }, { "slot", slot } });
}

inline std::string error_of(TestWorld &world, const char *type, const std::string &slot) {
	const json reply = asked_of(world, { { "type", type }, { "slot", slot } });
	return reply.at("ok") == true ? "none" : reply.at("error").at("code").get<std::string>();
}

// Everything that an agent remembers, and all tasks, as clients see them.
inline json memory_of(TestWorld &world, AgentId agent) {
	json request = about("memory_request", agent);
	request["limit"] = 1000;
	return result_of(world, request).at("lines");
}

inline json all_tasks(TestWorld &world) {
	return result_of(world, { { "type", "tasks_request" } }).at("tasks");
}

inline bool is_idle(const TestWorld &world, AgentId agent) {
	const Result<json> state = agent_state(*world.runtime, agent);
	return state.ok() && state.value().at("pending") == false &&
			state.value().at("state") == "idle";
}

inline AgentId spawn(TestWorld &world, const json &config) {
	const Result<AgentId> spawned = spawn_agent(*world.runtime, config);
	REQUIRE_MESSAGE(spawned.ok(), spawned.status().to_string());
	const AgentId agent = spawned.value();
	REQUIRE(world.pass_until([&] { return is_idle(world, agent); }));
	return agent;
}

inline void walk(TestWorld &world, AgentId agent, int x, int y) {
	json request = about("move_request", agent);
	request["position"] = { { "x", x }, { "y", y } };
	result_of(world, request);
}

// Lets the agent hear something, and answer.
inline void talk(TestWorld &world, AgentId agent, const std::string &words) {
	const int before = world.count<AgentSpoke>(agent);
	REQUIRE(send_message(*world.runtime, {}, agent, words).ok());
	REQUIRE(world.pass_until(
			[&] { return world.count<AgentSpoke>(agent) > before && is_idle(world, agent); }));
}

inline std::string names(const TestWorld &world) {
	std::string all;
	for (const AgentId agent : world.runtime->agents()) {
		all += world.state(agent).at("name").get<std::string>() + " ";
	}
	return all;
}

inline Database reading(const std::string &path) {
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	REQUIRE(file.ok());
	return std::move(file).value();
}

inline std::int64_t number(Database &database, const std::string &sql) {
	const Result<std::int64_t> found = database.integer(sql, -1);
	REQUIRE_MESSAGE(found.ok(), found.status().to_string());
	return found.value();
}

inline std::string slot_file(const Folder &folder, const std::string &slot) {
	return slot_path(folder.database(), slot);
}

} // namespace agent_runtime::save_games
