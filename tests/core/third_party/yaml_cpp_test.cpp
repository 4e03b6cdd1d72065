// yaml-cpp throws; core wraps it. These show that its exceptions arrive whole: with a C++ library
// that is linked half statically they do not.
#include <string>

#include <doctest/doctest.h>
#include <yaml-cpp/yaml.h>

TEST_SUITE("yaml-cpp as linked") {
	TEST_CASE("a document is read") {
		const YAML::Node node = YAML::Load("name: Ада\ntools: [look, walk]\ndepth: 1");
		CHECK(node["name"].as<std::string>() == "Ада");
		CHECK(node["tools"].size() == 2);
		CHECK(node["depth"].as<int>() == 1);
	}

	TEST_CASE("a syntax error is caught by type, with its place and its whole message") {
		std::string message;
		try {
			const YAML::Node node = YAML::Load("name: [unclosed\nmodel: sonnet");
			FAIL("the document was read");
		} catch (const YAML::ParserException &error) {
			message = error.what();
			CHECK(error.mark.line == 1);
		}
		CHECK(message == "yaml-cpp: error at line 2, column 6: end of sequence flow not found");
	}

	TEST_CASE("a value of another type is caught by type") {
		const YAML::Node node = YAML::Load("depth: deep");
		CHECK_THROWS_AS(node["depth"].as<int>(), YAML::BadConversion);
		CHECK_THROWS_AS(node["depth"].as<int>(), YAML::Exception);
	}
}
