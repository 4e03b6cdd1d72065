#include "core/agents/audience.h"

#include <doctest/doctest.h>

#include <memory>
#include <utility>

using namespace agent_runtime;

namespace {

AgentProfile who_hears(float hearing_radius, const std::string &group = "") {
	AgentProfile profile;
	profile.hearing_radius = hearing_radius;
	Subscription subscription;
	if (!group.empty()) {
		subscription.groups.push_back(group);
	}
	profile.subscribe(std::move(subscription));
	return profile;
}

} // namespace

TEST_SUITE("How many may hear something") {
	TEST_CASE("those around a place count, with all who hear from afar, and no others") {
		const std::unique_ptr<Audience> audience = std::make_unique<Audience>();
		const AgentProfile usual = who_hears(6.0f);
		audience->add(AgentId(1), usual, { 0.0f, 0.0f });
		audience->add(AgentId(2), usual, { 5.0f, -5.0f });
		audience->add(AgentId(3), usual, { 1000.0f, 1000.0f });
		CHECK(audience->around({ 0.0f, 0.0f }) == 2);
		CHECK(audience->everybody() == 3);
		audience->move({ 1000.0f, 1000.0f }, { 2.0f, 2.0f });
		CHECK(audience->around({ 0.0f, 0.0f }) == 3);
		CHECK(audience->around({ 1000.0f, 1000.0f }) == 0);
		const AgentProfile remote = who_hears(0.0f);
		audience->add(AgentId(4), remote, { -5000.0f, 0.0f });
		CHECK(audience->around({ 0.0f, 0.0f }) == 4);
		CHECK(audience->around({ 1000.0f, 1000.0f }) == 1);
		audience->remove(remote, { -5000.0f, 0.0f });
		audience->remove(usual, { 0.0f, 0.0f });
		CHECK(audience->around({ 0.0f, 0.0f }) == 2);
		CHECK(audience->everybody() == 2);
	}

	TEST_CASE("who hears farther than the others is found from as far as that") {
		const std::unique_ptr<Audience> audience = std::make_unique<Audience>();
		audience->add(AgentId(1), who_hears(6.0f), { 0.0f, 0.0f });
		CHECK(audience->around({ 60.0f, 0.0f }) == 0);
		audience->expect(who_hears(50.0f));
		CHECK(audience->around({ 50.0f, 0.0f }) == 1);
		// When there are too many cells to look at, everybody counts.
		audience->expect(who_hears(Audience::FARTHEST_LOOK));
		CHECK(audience->around({ 5000.0f, 0.0f }) == 1);
	}

	TEST_CASE("members of a group count from when they are expected until they are forgotten") {
		const std::unique_ptr<Audience> audience = std::make_unique<Audience>();
		const AgentProfile before = who_hears(6.0f);
		const AgentProfile guard = who_hears(6.0f, "guards");
		audience->add(AgentId(1), before, {});
		audience->add(AgentId(2), before, {});
		CHECK(audience->members_of("guards") == 0);
		audience->expect(guard);
		audience->forget(before);
		CHECK(audience->members_of("guards") == 1);
		CHECK(audience->members_of("cooks") == 0);
		audience->remove(guard, {});
		CHECK(audience->members_of("guards") == 0);
		CHECK(audience->everybody() == 1);
	}

	TEST_CASE("where an agent will be is known until it is there") {
		const std::unique_ptr<Audience> audience = std::make_unique<Audience>();
		CHECK_FALSE(audience->find_coming(AgentId(1)).has_value());
		audience->add(AgentId(1), who_hears(6.0f), { 3.0f, 4.0f });
		CHECK(audience->find_coming(AgentId(1)) == TilePosition{ 3.0f, 4.0f });
		audience->arrive(AgentId(1));
		CHECK_FALSE(audience->find_coming(AgentId(1)).has_value());
		CHECK(audience->around({}) == 1);
	}
}
