#include "core/base/field_problem.h"

#include <string>

#include <doctest/doctest.h>

#include "core/base/utf8.h"

using namespace agent_runtime;

TEST_SUITE("FieldProblem") {
	TEST_CASE("a problem is a sentence, and an error with that sentence") {
		const FieldProblem problem{ "name", "is empty", "give a name" };
		CHECK(problem.to_string() == "name: is empty; give a name");
		CHECK(problem.to_status() ==
				Status(StatusCode::invalid_argument, "name: is empty; give a name"));
		CHECK(problem.to_status(StatusCode::exhausted).code() == StatusCode::exhausted);
	}

	TEST_CASE("a path names members and items") {
		std::string path;
		append_member(path, "agents");
		append_item(path, 3);
		append_member(path, "position");
		CHECK(path == "agents[3].position");
	}

	TEST_CASE("a name is shown short, on one line and as UTF-8") {
		CHECK(shown_name("plain") == "plain");
		CHECK(shown_name("") == "\"\"");
		CHECK(shown_name("two\nlines\tand\x1b") == "two lines and\uFFFD");
		const std::string shown = shown_name(std::string(1'000'000, '\xFF'));
		CHECK(shown.size() < 250);
		CHECK(is_valid_utf8(shown));
	}

	TEST_CASE("a name stands between quotation marks once, also when it is empty") {
		CHECK(quoted_name("Ada") == "\"Ada\"");
		CHECK(quoted_name("") == "\"\"");
	}

	TEST_CASE("a path stays short however deep it leads") {
		std::string path;
		for (int i = 0; i < 10'000; ++i) {
			append_member(path, "level");
		}
		CHECK(path.size() < 260);
		CHECK(path.starts_with("level.level."));
		CHECK(path.ends_with("level…"));
	}
}
