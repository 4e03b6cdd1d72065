// Slots that were changed at random. Each either loads as a world whose invariants hold, or changes
// nothing, and none takes more than 64 MB or 5 s.
#include "slot_mutants.h"

#include "../sanitized.h"
#include "core/store/slots.h"
#include "save_games.h"

#include <filesystem>
#include <fstream>
#include <functional>

using namespace agent_runtime;
using nlohmann::json;

namespace {

using namespace slot_mutants;
using namespace std::chrono_literals;

constexpr std::uint64_t SEED = 20'261'119; // the number of a mutant is added
const int MUTANTS = test::IS_SANITIZED ? 300 : 10'000;
// This many of them are loaded by a runtime as well.
const int LOADED = test::IS_SANITIZED ? 10 : 100;
constexpr std::int64_t MOST_MEGABYTES = 64;
constexpr auto LONGEST_JUDGEMENT = 5s;

// Writes a changed copy of a good slot, and returns what was done.
using Change =
		std::function<std::string(const std::string &good, const std::string &path, Rng &rng)>;

// In memory, if there is such a folder, since writing files took most of the time.
std::filesystem::path quick_folder() {
	const std::filesystem::path memory = "/dev/shm";
	std::error_code error;
	return std::filesystem::is_directory(memory, error) ? memory
														: std::filesystem::temp_directory_path();
}

void write_file(const std::string &path, const std::string &bytes) {
	std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// What a load reports, and does, before it touches the world.
struct Verdict {
	Status status;
	std::string fault; // of a world that was accepted
};

Verdict judge(const std::string &path) {
	Result<Database> slot = open_slot(path);
	if (!slot.ok()) {
		return { slot.status(), "" };
	}
	const Result<RestoredWorld> world = read_world(slot.value(), WorldSource::slot, {});
	if (!world.ok()) {
		return { slot_problem(path, world.status()), "" };
	}
	return { Status(), fault_of(world.value(), slot.value()) };
}

bool may_be_said(StatusCode code) {
	return code == StatusCode::ok || code == StatusCode::corrupt ||
			code == StatusCode::failed_precondition || code == StatusCode::unsupported;
}

// Loads it into a running runtime, which must go on as before, or as in the slot.
void load_into(TestWorld &world, bool is_good) {
	using namespace save_games;
	const std::string before = names(world);
	const std::string error = error_of(world, "slot_load_request", "mutant");
	CHECK((error == "none") == is_good);
	CHECK(error != "internal");
	if (error != "none") {
		CHECK(names(world) == before);
	}
	for (const AgentId agent : world.runtime->agents()) {
		CHECK(agent_state(*world.runtime, agent).ok());
	}
	const Result<AgentId> another = spawn_agent(*world.runtime, { { "think_interval", 0 } });
	CHECK_MESSAGE(another.ok(), another.status().to_string());
	// What was accepted can be saved and loaded again.
	CHECK(error_of(world, "slot_save_request", "after") == "none");
	CHECK(error_of(world, "slot_load_request", "after") == "none");
}

void run_mutants(const Change &change) {
	using namespace save_games;
	const std::string good = make_good_slot();
	REQUIRE(good.size() > 100'000);
	const Folder folder(quick_folder());
	TestWorld world(folder.database(), false, brisk());
	spawn(world, loner("Zoe"));
	save(world, "mutant");
	const std::string path = slot_file(folder, "mutant");
	MESSAGE("seeds from " << SEED << " to " << SEED + MUTANTS - 1);
	int taken = 0;
	for (int i = 0; i < MUTANTS; i++) {
		const std::uint64_t seed = SEED + static_cast<std::uint64_t>(i);
		Rng rng(seed);
		const std::string done = change(good, path, rng);
		const PeakMemory memory;
		const auto begin = std::chrono::steady_clock::now();
		const Verdict verdict = judge(path);
		const bool is_quick = std::chrono::steady_clock::now() - begin < LONGEST_JUDGEMENT;
		const bool is_small = test::IS_SANITIZED || memory.megabytes() < MOST_MEGABYTES;
		const bool is_right = may_be_said(verdict.status.code()) && verdict.fault.empty();
		CHECK_MESSAGE((is_quick && is_small && is_right), "seed ", seed, ": ", done, " -> ",
				verdict.status.to_string(), " ", verdict.fault, " ", memory.megabytes(), " MB");
		taken += verdict.status.ok() ? 1 : 0;
		if (i % (MUTANTS / LOADED) == 0) {
			INFO("seed ", seed, ": ", done, " -> ", verdict.status.to_string());
			const PeakMemory of_load;
			load_into(world, verdict.status.ok());
			CHECK((test::IS_SANITIZED || of_load.megabytes() < MOST_MEGABYTES));
		}
		for (const char *companion : { "-journal", "-wal", "-shm" }) {
			std::filesystem::remove(path + companion);
		}
	}
	MESSAGE(taken << " of " << MUTANTS << " were taken");
	CHECK(taken > 0);
	CHECK(taken < MUTANTS);
}

} // namespace

TEST_SUITE("Slots that were changed by chance") {
	TEST_CASE("bytes") {
		run_mutants([](const std::string &good, const std::string &path, Rng &rng) {
			write_file(path, change_bytes(good, rng));
			return std::string("bytes");
		});
	}

	TEST_CASE("rows and schema, with the sum over them made anew") {
		run_mutants([](const std::string &good, const std::string &path, Rng &rng) {
			write_file(path, good);
			return change_rows(path, rng);
		});
	}
}
