#include "child.h"
#include "core/store/simulation_lock.h"
#include "scratch.h"
#include "striding_clock.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>

#include <unistd.h>

using namespace agent_runtime;

TEST_SUITE("SimulationLock") {
	TEST_CASE("a second one on the same database is refused, in the same process too") {
		const ScratchFolder folder;
		const Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
		REQUIRE(first.ok());
		const Result<SimulationLock> second = SimulationLock::take(folder.path("a.db"));
		CHECK(second.status().code() == StatusCode::already_exists);
		CHECK(second.status().message().find("another runtime of this process") !=
				std::string::npos);
		CHECK(SimulationLock::take(folder.path("b.db")).ok());
	}

	TEST_CASE("a refused attempt leaves the holder's name as it is") {
		const ScratchFolder folder;
		const Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
		const std::string before = content_of(folder.path("a.db.sim"));
		CHECK(before.starts_with(std::to_string(getpid()) + " "));
		CHECK_FALSE(SimulationLock::take(folder.path("a.db")).ok());
		CHECK(content_of(folder.path("a.db.sim")) == before);
	}

	TEST_CASE("it is free again when its holder lets go") {
		const ScratchFolder folder;
		{ const Result<SimulationLock> first = SimulationLock::take(folder.path("a.db")); }
		CHECK(content_of(folder.path("a.db.sim")).empty());
		CHECK(SimulationLock::take(folder.path("a.db")).ok());
	}

	TEST_CASE("it moves with its owner") {
		const ScratchFolder folder;
		Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
		REQUIRE(first.ok());
		const SimulationLock moved = std::move(first).value();
		CHECK_FALSE(SimulationLock::take(folder.path("a.db")).ok());
	}

	TEST_CASE("a link to the database leads to the same lock") {
		const ScratchFolder folder;
		std::ofstream(folder.path("a.db")) << "";
		std::filesystem::create_symlink(folder.path("a.db"), folder.path("link.db"));
		const Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
		CHECK_FALSE(SimulationLock::take(folder.path("link.db")).ok());
	}

	TEST_CASE("a place that cannot be written is named") {
		const ScratchFolder folder;
		const Result<SimulationLock> lock = SimulationLock::take(folder.path("none/a.db"));
		CHECK(lock.status().code() == StatusCode::permission_denied);
	}

	TEST_CASE("whether the one before ended well is known, where there was one") {
		const ScratchFolder folder;
		{
			const Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
			CHECK_FALSE(first.value().follows_clean_end()); // the database may come from elsewhere
		}
		{
			Result<SimulationLock> second = SimulationLock::take(folder.path("a.db"));
			CHECK(second.value().follows_clean_end());
			second.value().end_badly();
		}
		{
			// Who only migrates hands on what it has found.
			const Result<SimulationLock> other =
					SimulationLock::take(folder.path("a.db"), SimulationLock::Purpose::migrate);
			CHECK_FALSE(other.value().follows_clean_end());
		}
		{ CHECK_FALSE(SimulationLock::take(folder.path("a.db")).value().follows_clean_end()); }
		{
			const Result<SimulationLock> other =
					SimulationLock::take(folder.path("a.db"), SimulationLock::Purpose::migrate);
			CHECK(other.value().follows_clean_end());
		}
		CHECK(SimulationLock::take(folder.path("a.db")).value().follows_clean_end());
	}

	TEST_CASE("who migrates is waited for, so long and no longer") {
		const ScratchFolder folder;
		std::optional<SimulationLock> migrating =
				SimulationLock::take(folder.path("a.db"), SimulationLock::Purpose::migrate).value();
		CHECK(SimulationLock::take(folder.path("a.db")).status().code() == StatusCode::unavailable);
		StridingClock clock;
		const Status refused = SimulationLock::wait_for(folder.path("a.db"), clock).status();
		CHECK(refused.code() == StatusCode::unavailable);
		CHECK(refused.message().find("process " + std::to_string(getpid())) != std::string::npos);
		CHECK(clock.passed() >= SimulationLock::MIGRATION_LIMIT);
		clock.at_look(3, [&] { migrating.reset(); });
		CHECK(SimulationLock::wait_for(folder.path("a.db"), clock).ok());
	}

	TEST_CASE("what a process that has ended was starting is waited for, so long and no longer") {
		const ScratchFolder folder;
		const std::string path = folder.path("a.db.sim");
		std::optional<OpenFile> left = OpenFile();
		REQUIRE_FALSE(left->open(path, OpenFile::Readers::everybody));
		REQUIRE(left->try_lock());
		// The number is this process's by now.
		const std::string ended = std::to_string(getpid()) + " 1\n";
		REQUIRE_FALSE(left->write_at(0, ended));
		StridingClock clock;
		const Status refused = SimulationLock::wait_for(folder.path("a.db"), clock).status();
		CHECK(refused.code() == StatusCode::unavailable);
		CHECK(refused.message().find("which has just ended") != std::string::npos);
		CHECK(clock.passed() >= SimulationLock::MIGRATION_LIMIT);
		clock.at_look(3, [&] { left.reset(); });
		CHECK(SimulationLock::wait_for(folder.path("a.db"), clock).ok());
	}

	TEST_CASE("who simulates is not waited for") {
		const ScratchFolder folder;
		const Result<SimulationLock> first = SimulationLock::take(folder.path("a.db"));
		StridingClock clock;
		CHECK(SimulationLock::wait_for(folder.path("a.db"), clock).status().code() ==
				StatusCode::already_exists);
		CHECK(clock.passed() < SimulationLock::MIGRATION_LIMIT);
	}

	TEST_CASE("child: holds the simulation lock until it is killed" * doctest::skip()) {
		const char *path = std::getenv("TEST_DATABASE");
		REQUIRE(path != nullptr);
		const Result<SimulationLock> lock = SimulationLock::take(path);
		REQUIRE(lock.ok());
		std::cout << "held" << std::endl;
		pause();
	}

	TEST_CASE("a process that is killed holds nothing any more") {
		const ScratchFolder folder;
		Child child("child: holds the simulation lock until it is killed",
				{ { "TEST_DATABASE", folder.path("a.db") } });
		std::string said;
		while (said.find("held") == std::string::npos) {
			const std::string more = child.read_some();
			REQUIRE_FALSE(more.empty());
			said += more;
		}
		const Result<SimulationLock> refused = SimulationLock::take(folder.path("a.db"));
		CHECK(refused.status().code() == StatusCode::already_exists);
		CHECK(refused.status().message().find(std::to_string(child.pid())) != std::string::npos);
		child.kill_hard();
		child.wait();
		CHECK(SimulationLock::take(folder.path("a.db")).ok());
	}
}
