#include "core/agents/stored_agent.h"
#include "core/agents/stored_profile.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <tuple>
#include <type_traits>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// A value in a field that has none yet: so a new field is tested as it comes.
template <typename Row>
void fill(const Row &row, AgentProfile &profile) {
	row.change(profile, [&]<typename Value>(Value &value) {
		value = row.get(profile);
		if constexpr (std::is_same_v<Value, std::string>) {
			value = value.empty() ? "something" : value;
		} else if constexpr (std::is_arithmetic_v<Value>) {
			value = value == Value() ? static_cast<Value>(1) : value;
		}
		return true;
	});
}

AgentProfile full_profile() {
	AgentProfile profile;
	profile.self = { "Zoë \"Z\"", "baker", "Line\nbreaks" };
	profile.key = "zoe";
	profile.model = "sonnet";
	profile.think_interval = Micros(5'000'000);
	profile.seed = 18'446'744'073'709'551'615U;
	profile.hearing_radius = 4.5f;
	profile.walk_speed = 2.5f;
	profile.mind = MindKind::scripted;
	profile.has_default_mind = true;
	profile.routine = Routine::wander;
	profile.moved_by_game = true;
	profile.take_seat("window");
	profile.subscribe({ .groups = { "kitchen" },
			.topics = { "bread" },
			.filter = { .types = { "AgentSpoke" },
					.senders = { ParticipantId(AgentId(3)) },
					.addressed_only = true } });
	profile.budget = { 1, 2, 3, { 4 } };
	profile.mind_options = R"({"a":1})";
	profile.metadata = R"({"b":[2]})";
	for_each_stored_field([&](const auto &row) { fill(row, profile); });
	return profile;
}

} // namespace

TEST_SUITE("how an agent is stored") {
	TEST_CASE(
			"all that it is configured with is read as it was written, and defaults take no room") {
		const AgentProfile profile = full_profile();
		const std::optional<StoredAgent> read =
				stored_agent_from(stored_agent_text(AgentId(7), profile, { 1.5f, -2 }));
		REQUIRE(read);
		CHECK(read->agent == AgentId(7));
		CHECK(read->position == TilePosition{ 1.5f, -2 });
		CHECK_FALSE(read->home);
		CHECK_FALSE(read->paused);
		CHECK(profile_to_json(*read->profile) == profile_to_json(profile));
		CHECK(profile_to_json(profile).size() == decltype(AgentProfile::stored_fields())::SIZE);
		const json least = json::parse(stored_agent_text(AgentId(7), AgentProfile(), {}));
		CHECK(least.size() == 3);
		CHECK(least.at("version") == NEWEST_AGENT_FORM);
	}

	TEST_CASE("the first version, which was a recorded input, stays readable") {
		const std::optional<StoredAgent> read = stored_agent_from(
				R"({"agent":"agent_002","cli_backend":"scripted","hearing_radius":6.0,"key":"Bob",)"
				R"("kind":"spawn","metadata":"{}","model":"","moved_by_game":false,"name":"Bob",)"
				R"("persona":"","position":{"x":7.0,"y":3.0},"role":"","seed":5,)"
				R"("think_interval":2000000,"home":{"x":5.0,"y":2.0},"paused":true})");
		REQUIRE(read);
		CHECK(read->agent == AgentId(2));
		CHECK(read->profile->self.name == "Bob");
		CHECK(read->profile->mind == MindKind::scripted);
		CHECK(read->profile->think_interval == Micros(2'000'000));
		CHECK(read->profile->seed == 5);
		CHECK(read->home == TilePosition{ 5, 2 });
		CHECK(read->paused);
	}

	TEST_CASE("a change leaves what is not of the profile, and takes back what is a default now") {
		for (const char *before :
				{ R"({"kind":"spawn","agent":"agent_001","seat":"old","paused":true})",
						R"({"version":2,"agent":"agent_001","seat":"old","paused":true})" }) {
			json config = json::parse(before);
			AgentProfile changed = full_profile();
			changed.take_seat("");
			config.merge_patch(json::parse(stored_profile_patch(changed)));
			const std::optional<StoredAgent> read = stored_agent_from(config.dump());
			REQUIRE(read);
			CHECK(read->paused);
			CHECK(config.at("version") == NEWEST_AGENT_FORM);
			CHECK_FALSE(config.contains("kind"));
			CHECK(profile_to_json(*read->profile) == profile_to_json(changed));
		}
	}

	TEST_CASE("what makes no sense, or is of a newer version, is none") {
		for (const char *text : { "", "[]", "{}", R"({"kind":"move"})", R"({"version":3})",
					 R"({"version":"2"})", R"({"version":2,"name":})", R"({"version":2,"seed":x})",
					 R"({"version":2,"name":"\ud800"})" }) {
			CAPTURE(text);
			CHECK_FALSE(stored_agent_from(text));
		}
	}

	TEST_CASE("values beyond what a request may ask for are brought within it") {
		const std::optional<StoredAgent> read = stored_agent_from(
				R"({"version":2,"hearing_radius":1e30,"walk_speed":-4,"think_interval":1e300,)"
				R"("routine":7,"budget":"much","seat":[]})");
		REQUIRE(read);
		CHECK(read->profile->hearing_radius == 1e6f);
		CHECK(read->profile->walk_speed == 0.0f);
		CHECK(read->profile->think_interval <= std::chrono::hours(24));
		CHECK(read->profile->routine == Routine::still);
		CHECK(read->profile->budget == ThoughtBudget());
		CHECK(read->profile->seat().empty());
	}
}
