#include "core/models/ledger_owner.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("LedgerOwner") {
	TEST_CASE("this process lives; one with its number that began at another time has ended") {
		const LedgerOwner owner = LedgerOwner::this_process();
		CHECK(owner.life_of(owner.name) == ProcessLife::alive);
		ProcessIdentity former = ProcessIdentity::own();
		former.start += 1;
		CHECK(owner.life_of(former.to_string()) == ProcessLife::ended);
	}

	TEST_CASE("an owner from before this machine was started has ended") {
		ProcessIdentity former = ProcessIdentity::own();
		former.boot = *Uuid::parse("00000000-0000-4000-8000-000000000001");
		REQUIRE(former.life() == ProcessLife::unknown);
		CHECK(life_of_owner(former.to_string()) == ProcessLife::ended);
	}

	TEST_CASE("of an owner in another container nobody can say whether it lives") {
		ProcessIdentity elsewhere = ProcessIdentity::own();
		elsewhere.id_namespace += 1;
		CHECK(life_of_owner(elsewhere.to_string()) == ProcessLife::unknown);
	}

	TEST_CASE("a name that no owner has is nobody's") {
		for (const char *name : { "", "-1:2::3", "a game", "1:2:3" }) {
			CHECK(life_of_owner(name) == ProcessLife::ended);
		}
	}
}
