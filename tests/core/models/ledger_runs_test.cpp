#include "ledger_runs.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

TEST_SUITE("Ledger in random runs") {
	TEST_CASE("in 1,000 runs with retries, cancels and crashes no cap is passed by more than one "
			  "call's difference, and the books add up exactly") {
		LedgerRun all;
		for (std::uint64_t seed = 1; seed <= 1'000; ++seed) {
			CAPTURE(seed);
			MemoryDisk disk;
			const LedgerRun run = run_ledger(disk, seed, 200);
			all.calls += run.calls;
			all.crashes += run.crashes;
			all.refusals += run.refusals;
			all.cancels += run.cancels;
			all.retries += run.retries;
		}
		// Everything that the runs are about has happened, and often.
		CHECK(all.calls > 10'000);
		CHECK(all.crashes > 1'000);
		CHECK(all.refusals > 10'000);
		CHECK(all.cancels > 1'000);
		CHECK(all.retries > 1'000);
	}
}
