#include "corpus.h"
#include "readers.h"

#include "../core/store/scratch.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;
using namespace agent_runtime::fuzz;

TEST_SUITE("fuzzing") {
	TEST_CASE("every reader keeps its promises for all inputs that were kept") {
		for (const Reader &reader : all_readers()) {
			CAPTURE(reader.name);
			const std::string path = "tests/fuzz/corpus/" + std::string(reader.name) + ".txt";
			const std::vector<std::string> inputs = parse_corpus(content_of(path));
			CHECK_MESSAGE(!inputs.empty(), path);
			for (const std::string &input : inputs) {
				CAPTURE(input);
				CHECK_NOTHROW(reader.read(input));
			}
		}
	}

	TEST_CASE("inputs are kept byte by byte") {
		CHECK(parse_corpus("# no input\n\na\\\\n\\n\\x00\\xfF\nb") ==
				std::vector<std::string>{ std::string("a\\n\n\0\xff", 6), "b" });
		CHECK(parse_corpus("").empty());
		CHECK_THROWS(parse_corpus("\\"));
		CHECK_THROWS(parse_corpus("\\x1"));
		CHECK_THROWS(parse_corpus("\\y"));
	}
}
