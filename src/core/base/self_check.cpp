#include "core/base/self_check.h"

#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <yaml-cpp/yaml.h>

#include <exception>
#include <memory>

namespace agent_runtime {

namespace {

constexpr char BUILD_AND_SEARCH[] = "CREATE VIRTUAL TABLE notes USING fts5(text);"
									"INSERT INTO notes VALUES('the blue door'), ('a red window');"
									"SELECT text FROM notes WHERE notes MATCH 'blue';";

int count_row(void *rows, int, char **, char **) {
	++*static_cast<int *>(rows);
	return 0;
}

std::string check_database() {
	sqlite3 *opened = nullptr;
	const int code = sqlite3_open(":memory:", &opened);
	const std::unique_ptr<sqlite3, int (*)(sqlite3 *)> database(opened, &sqlite3_close);
	if (code != SQLITE_OK) {
		return std::string("SQLite cannot open a database in memory: ") + sqlite3_errstr(code);
	}
	int found = 0;
	if (sqlite3_exec(opened, BUILD_AND_SEARCH, &count_row, &found, nullptr) != SQLITE_OK) {
		return std::string("SQLite cannot search text: ") + sqlite3_errmsg(opened);
	}
	return found == 1 ? "" : "SQLite's text search finds the wrong rows";
}

// A wrong C++ runtime first breaks exceptions that cross libraries, and does so silently.
std::string check_yaml() {
	try {
		YAML::Load("name: [Ada\nrole: }");
		return "yaml-cpp accepts text that is not YAML";
	} catch (const YAML::ParserException &error) {
		if (error.mark.line != 1) {
			return "yaml-cpp reports errors in the wrong place";
		}
	}
	const YAML::Node node = YAML::Load("{name: Ada, age: 36}");
	return node["age"].as<int>() == 36 ? "" : "yaml-cpp reads a number wrongly";
}

std::string check_json() {
	const nlohmann::json value = nlohmann::json::parse(R"({"name": "Ada", "age": 36})");
	return value.at("age") == 36 ? "" : "JSON reads a number wrongly";
}

} // namespace

std::vector<std::string> find_library_problems() {
	std::vector<std::string> problems;
	for (std::string (*check)() : { &check_database, &check_yaml, &check_json }) {
		std::string problem;
		try {
			problem = check();
		} catch (const std::exception &error) {
			problem = std::string("a built-in library throws: ") + error.what();
		}
		if (!problem.empty()) {
			problems.push_back(std::move(problem));
		}
	}
	return problems;
}

} // namespace agent_runtime
