#include "core/runtime/runtime_config.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace agent_runtime;
using namespace std::string_literals;

namespace {

// The problem with this path by itself, or "" when there is none.
std::string problem_of_path(const std::string &path) {
	RuntimeConfig config;
	config.database_path = path;
	const std::vector<FieldProblem> problems = config.validate();
	if (problems.empty()) {
		return "";
	}
	CHECK(problems.size() == 1);
	CHECK(problems[0].field == "database_path");
	CHECK_FALSE(problems[0].remedy.empty());
	return problems[0].problem;
}

bool accepts_time_scale(double time_scale) {
	RuntimeConfig config;
	config.time_scale = time_scale;
	return config.validate().empty();
}

bool accepts_helpers(int helper_threads) {
	RuntimeConfig config;
	config.helper_threads = helper_threads;
	return config.validate().empty();
}

} // namespace

TEST_SUITE("RuntimeConfig") {
	TEST_CASE("the defaults are valid") {
		CHECK(RuntimeConfig().validate().empty());
	}

	TEST_CASE("a path may be empty, absolute, or below user://") {
		CHECK(problem_of_path("") == "");
		CHECK(problem_of_path("/var/games/agents.db") == "");
		CHECK(problem_of_path("user://agents.db") == "");
		CHECK(problem_of_path("user://сохранения/a b.db") == "");
	}

	TEST_CASE("a path into the packed project is refused with a reason") {
		CHECK(problem_of_path("res://agents.db").find("exported game") != std::string::npos);
	}

	TEST_CASE("a relative path is refused") {
		CHECK(problem_of_path("agents.db").find("neither absolute") != std::string::npos);
		CHECK(problem_of_path("../agents.db") != "");
		CHECK(problem_of_path("user:agents.db") != "");
	}

	TEST_CASE("a path that names a folder is refused") {
		CHECK(problem_of_path("user://").find("folder") != std::string::npos);
		CHECK(problem_of_path("/var/games/") != "");
	}

	TEST_CASE("bytes that no file name should have are refused") {
		CHECK(problem_of_path("/a\0b"s).find("control") != std::string::npos);
		CHECK(problem_of_path("/a\nb").find("control") != std::string::npos);
		CHECK(problem_of_path("/a\xFF").find("UTF-8") != std::string::npos);
	}

	TEST_CASE("time scale is a number between 0.001 and 100") {
		CHECK(accepts_time_scale(1.0));
		CHECK(accepts_time_scale(100.0));
		CHECK(accepts_time_scale(0.001));
		CHECK_FALSE(accepts_time_scale(0.0009));
		CHECK_FALSE(accepts_time_scale(1e-320));
		CHECK_FALSE(accepts_time_scale(0.0));
		CHECK_FALSE(accepts_time_scale(-1.0));
		CHECK_FALSE(accepts_time_scale(100.1));
		CHECK_FALSE(accepts_time_scale(std::numeric_limits<double>::infinity()));
		CHECK_FALSE(accepts_time_scale(std::numeric_limits<double>::quiet_NaN()));
	}

	TEST_CASE("helper threads go from automatic to 64") {
		CHECK(accepts_helpers(RuntimeConfig::AUTO_HELPER_THREADS));
		CHECK(accepts_helpers(0));
		CHECK(accepts_helpers(64));
		CHECK_FALSE(accepts_helpers(-2));
		CHECK_FALSE(accepts_helpers(65));
	}

	TEST_CASE("the gateway's port is any free one, or a port") {
		RuntimeConfig config;
		for (const int port : { 0, 1, 65'535 }) {
			config.gateway_port = port;
			CHECK(config.validate().empty());
		}
		for (const int port : { -1, 65'536, std::numeric_limits<int>::max() }) {
			config.gateway_port = port;
			REQUIRE(config.validate().size() == 1);
			CHECK(config.validate()[0].field == "gateway_port");
		}
	}

	TEST_CASE("all problems are told at once, in the order of the fields") {
		RuntimeConfig config;
		config.database_path = "agents.db";
		config.time_scale = 0.0;
		config.helper_threads = 1000;
		config.gateway_port = -1;
		const std::vector<FieldProblem> problems = config.validate();
		REQUIRE(problems.size() == 4);
		CHECK(problems[0].field == "database_path");
		CHECK(problems[1].field == "time_scale");
		CHECK(problems[2].field == "helper_threads");
		CHECK(problems[3].field == "gateway_port");
	}

	TEST_CASE("a problem reads as one sentence") {
		const FieldProblem problem{ "seed", "it is odd", "use an even one" };
		CHECK(problem.to_string() == "seed: it is odd; use an even one");
	}
}
