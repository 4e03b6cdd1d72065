// A game dies at each point at which something of a job becomes durable, and at random moments,
// alone or together with hosts and programs; the next one finds everything in order.

#include "job_chaos.h"

#include "../sanitized.h"
#include "../store/child.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

using namespace agent_runtime;
using namespace agent_runtime::test;

namespace {

constexpr const char *DIES_AT = "JOB_DIES_AT";
constexpr const char *PROJECT = "JOB_PROJECT";
constexpr const char *AT_NO_POINT = "never:never:1";
constexpr std::array<std::string_view, 3> MOMENTS = { "before", "within", "after" };
constexpr int CAME_TO_ITS_END = 7;

// Ends this process by force at "POINT:MOMENT:TIMES", the so many-th time.
class Death : public JobHooks {
public:
	explicit Death(const std::string &at) :
			at_(at.substr(0, at.rfind(':'))),
			times_(std::atoi(at.substr(at.rfind(':') + 1).c_str())) {}

	void reached(JobPoint point, JobMoment moment, JobId) override {
		const std::string here = std::string(JOB_POINTS[static_cast<std::size_t>(point)])
										 .append(":")
										 .append(MOMENTS[static_cast<std::size_t>(moment)]);
		if (here == at_ && ++count_ >= times_) {
			::kill(::getpid(), SIGKILL);
		}
	}

private:
	const std::string at_;
	const int times_;
	std::atomic<int> count_{ 0 };
};

// A project with a game of its own process.
struct Project {
	explicit Project(const std::string &dies_at) :
			game("a game with jobs dies",
					{ { PROJECT, folder.path().string() }, { DIES_AT, dies_at } }) {}

	Folder folder;
	Child game;
};

int number_from(const char *variable, int otherwise) {
	const char *const given = std::getenv(variable);
	return given != nullptr && *given != '\0' ? std::atoi(given) : otherwise;
}

int rounds() {
	const bool is_long = number_from("AGENT_RUNTIME_LONG", 0) != 0;
	return number_from("JOB_CHAOS_ROUNDS", is_long ? 2'000 : IS_SANITIZED ? 5 : 200);
}

// Who is killed in a round, in which order.
struct Plan {
	bool game_first = false;
	bool program = false;
	bool host = false;
};

Plan draw(unsigned percent) {
	if (percent < 45) {
		return { .game_first = true };
	}
	if (percent < 70) {
		return { .program = true };
	}
	if (percent < 85) {
		return { .host = true };
	}
	return percent < 95 ? Plan{ .game_first = true, .host = true }
						: Plan{ .game_first = true, .program = true, .host = true };
}

void kill_game(Child &game) {
	game.kill_hard();
	game.wait();
}

void carry_out(const Plan &plan, Project &project, std::chrono::milliseconds between) {
	if (plan.game_first) {
		kill_game(project.game);
	}
	if (plan.program) {
		kill_all(project.folder.path(), Victim::program);
	}
	if (plan.host) {
		kill_all(project.folder.path(), Victim::host);
	}
	std::this_thread::sleep_for(between);
	if (!plan.game_first) { // it dies while it deals with that
		kill_game(project.game);
	}
}

} // namespace

TEST_SUITE("jobs in chaos") {
	TEST_CASE("a game with jobs dies" * doctest::skip()) {
		const std::string folder = std::getenv(PROJECT);
		Death death(std::getenv(DIES_AT));
		JobWorld jobs(folder);
		jobs.options.job_hooks = &death;
		live_with_jobs(jobs, folder);
		std::exit(CAME_TO_ITS_END);
	}

	TEST_CASE("a game that dies at any point leaves what the next one puts in order") {
		for (const bool with_host : { false, true }) {
			for (const std::string_view point : JOB_POINTS) {
				for (const std::string_view moment : MOMENTS) {
					for (int times = 1; times <= (IS_SANITIZED ? 1 : 3); times++) {
						const std::string at =
								std::string(point).append(":").append(moment).append(":").append(
										std::to_string(times));
						CAPTURE(at);
						CAPTURE(with_host);
						Project project(at);
						if (project.game.wait() == CAME_TO_ITS_END) {
							break; // it does not come there so often
						}
						if (with_host) {
							kill_all(project.folder.path(), Victim::host);
						}
						check_after(project.folder.path(), { .host_was_killed = with_host });
					}
				}
			}
		}
	}

	TEST_CASE("whoever is killed at any moment leaves what the next game puts in order") {
		const int seed =
				number_from("JOB_CHAOS_SEED", static_cast<int>(std::random_device()() >> 1U));
		MESSAGE("JOB_CHAOS_SEED=" << seed);
		std::mt19937 chance(static_cast<unsigned>(seed));
		const int last = rounds();
		for (int round = 0; round < last; round++) {
			CAPTURE(round);
			Project project(AT_NO_POINT);
			std::this_thread::sleep_for(std::chrono::milliseconds(chance() % 700));
			const Plan plan = draw(chance() % 100);
			CAPTURE(plan.game_first);
			CAPTURE(plan.program);
			CAPTURE(plan.host);
			carry_out(plan, project, std::chrono::milliseconds(chance() % 300));
			check_after(project.folder.path(), { .host_was_killed = plan.host });
		}
	}
}
