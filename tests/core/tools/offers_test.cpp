#include "core/tools/offers.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace agent_runtime;

namespace {

const AgentId ADA(1);
const AgentId BOB(2);
const OfferScope FOR_ALL;
const OfferScope FOR_ADA{ .agent = ADA };

OfferScope of_group(std::string name) {
	return { .group = std::move(name) };
}

// Tables whose descriptions say where they were offered.
OfferTables tools_of(const std::vector<std::string> &names, const std::string &from) {
	std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
	for (const std::string &name : names) {
		REQUIRE(table->add(name, { from, nlohmann::json::object() }).ok());
	}
	return { nullptr, std::move(table) };
}

// Where the tool comes from that the agent gets by this name.
std::string origin(const Offers &offers, AgentId agent, const std::vector<std::string> &groups,
		const std::string &name) {
	const ActionTablePtr choices = offers.choices(OfferKind::tool, agent, groups);
	const ActionInfo *const info = choices != nullptr ? choices->find(name) : nullptr;
	const std::optional<Offers::Found> found = offers.find(OfferKind::tool, agent, groups, name);
	CHECK((info != nullptr) == found.has_value());
	return info != nullptr ? info->description : "nowhere";
}

std::string scope_name(const std::optional<Offers::Found> &found) {
	return !found						  ? "nowhere"
			: found->scope.is_for_all()	  ? "all"
			: found->scope.is_for_agent() ? "own"
										  : found->scope.group;
}

} // namespace

TEST_SUITE("Offers") {
	TEST_CASE("the nearest of several tools with one name wins, whichever are there") {
		// Every combination of the scopes in which the tool can be offered.
		for (unsigned set = 0; set < 16; set++) {
			Offers offers;
			if ((set & 1U) != 0) {
				offers.set(FOR_ALL, tools_of({ "look" }, "all"));
			}
			if ((set & 2U) != 0) {
				offers.set(of_group("smiths"), tools_of({ "look" }, "smiths"));
			}
			if ((set & 4U) != 0) {
				offers.set(of_group("cooks"), tools_of({ "look" }, "cooks"));
			}
			if ((set & 8U) != 0) {
				offers.set(FOR_ADA, tools_of({ "look" }, "own"));
			}
			const std::string nearest = (set & 8U) != 0 ? "own"
					: (set & 4U) != 0					? "cooks"
					: (set & 2U) != 0					? "smiths"
					: (set & 1U) != 0					? "all"
														: "nowhere";
			// Of several groups the first by name wins, in whichever order the agent has them.
			for (const std::vector<std::string> &groups :
					{ std::vector<std::string>{ "smiths", "cooks" }, { "cooks", "smiths" } }) {
				CAPTURE(set);
				CHECK(origin(offers, ADA, groups, "look") == nearest);
				CHECK(scope_name(offers.find(OfferKind::tool, ADA, groups, "look")) == nearest);
			}
			// Somebody else, in no group, gets only what is for all.
			CHECK(origin(offers, BOB, {}, "look") == ((set & 1U) != 0 ? "all" : "nowhere"));
		}
	}

	TEST_CASE("tools of all scopes are offered together, and actions apart from them") {
		Offers offers;
		offers.set(FOR_ALL, tools_of({ "look", "wait_here" }, "all"));
		offers.set(of_group("smiths"), tools_of({ "forge" }, "smiths"));
		offers.set(FOR_ADA, tools_of({ "look", "dream" }, "own"));
		const std::vector<std::string> groups{ "smiths" };
		CHECK(origin(offers, ADA, groups, "look") == "own");
		CHECK(origin(offers, ADA, groups, "dream") == "own");
		CHECK(origin(offers, ADA, groups, "forge") == "smiths");
		CHECK(origin(offers, ADA, groups, "wait_here") == "all");
		CHECK(offers.choices(OfferKind::tool, ADA, groups)->all().size() == 4);
		CHECK(offers.choices(OfferKind::action, ADA, groups) == nullptr);
		CHECK(offers.has(OfferKind::tool, "dream"));
		CHECK_FALSE(offers.has(OfferKind::action, "dream"));
	}

	TEST_CASE("an agent that goes takes its own offers along, and nobody else's") {
		Offers offers;
		offers.set(FOR_ADA, tools_of({ "look" }, "own"));
		offers.set({ .agent = BOB }, tools_of({ "look" }, "bob's"));
		offers.forget(ADA);
		CHECK(origin(offers, ADA, {}, "look") == "nowhere");
		CHECK(origin(offers, BOB, {}, "look") == "bob's");
		CHECK(offers.all().size() == 1);
	}

	TEST_CASE("a mind chooses among as many as a table holds, and the nearest are preferred") {
		std::vector<std::string> many;
		for (std::size_t i = 0; i < ActionTable::MOST_ACTIONS; i++) {
			many.push_back("a_" + std::to_string(i));
		}
		Offers offers;
		offers.set(FOR_ALL, tools_of(many, "all"));
		offers.set(FOR_ADA, tools_of({ "zoom" }, "own"));
		CHECK(offers.choices(OfferKind::tool, ADA, {})->all().size() == ActionTable::MOST_ACTIONS);
		CHECK(offers.choices(OfferKind::tool, ADA, {})->find("zoom") != nullptr);
	}

	TEST_CASE("what is offered together is shared with the tables that it comes from") {
		Offers offers;
		const OfferTables for_all = tools_of({ "look", "listen" }, "all");
		const OfferTables own = tools_of({ "look" }, "own");
		offers.set(FOR_ALL, for_all);
		offers.set(FOR_ADA, own);
		const ActionTablePtr choices = offers.choices(OfferKind::tool, ADA, {});
		CHECK(choices->find("look") == own.tools->find("look"));
		CHECK(choices->find("listen") == for_all.tools->find("listen"));
	}

	TEST_CASE("who has nothing of its own shares the table of all") {
		Offers offers;
		const OfferTables for_all = tools_of({ "look" }, "all");
		offers.set(FOR_ALL, for_all);
		offers.set(FOR_ADA, tools_of({ "dream" }, "own"));
		CHECK(offers.choices(OfferKind::tool, BOB, {}) == for_all.tools);
		offers.set(FOR_ALL, {});
		CHECK(offers.choices(OfferKind::tool, BOB, {}) == nullptr);
	}
}
