#include "core/mind/end_keyword.h"

#include "core/base/rng.h"

#include <doctest/doctest.h>

using namespace agent_runtime;

namespace {

std::string left_of(const std::string &text, const std::string &keyword = "[END]") {
	return cut_end_keyword(text, keyword).text;
}

} // namespace

TEST_SUITE("The end keyword") {
	TEST_CASE("it is found anywhere, and the text ends there, without the blanks before it") {
		CHECK(left_of("Goodbye. [END]") == "Goodbye.");
		CHECK(left_of("[END] Goodbye.") == "");
		CHECK(left_of("So [END] be it.\n\n[END]\n") == "So");
		CHECK(left_of("Good[END]bye") == "Good");
		CHECK(left_of("[END]") == "");
		CHECK(left_of(" \n[END]\t") == "");
		CHECK(left_of(" \n Well.\n[END] Or not") == "Well.");
		CHECK(cut_end_keyword("Goodbye. [END]", "[END]").has_keyword);
	}

	TEST_CASE("what was opened for it alone goes with it, what belongs to the words stays") {
		CHECK(left_of("It is over. **[END]**") == "It is over.");
		CHECK(left_of("It is over. `\"[END]\"`") == "It is over.");
		CHECK(left_of("*[END]_") == "");
		CHECK(left_of("*It is over.*[END]") == "*It is over.*");
		CHECK(left_of("He said \"yes\" [END]") == "He said \"yes\"");
	}

	TEST_CASE("what is left never holds it") {
		CHECK(left_of("[[END]END]") == "[");
		CHECK(left_of("[E[E[END]ND]ND] x") == "[E[E");
	}

	TEST_CASE("without it, a text stays as it is") {
		for (const std::string text : { "", " two blanks ", "[END", "END]", "[end]" }) {
			const CutText cut = cut_end_keyword(text, "[END]");
			CHECK(cut.text == text);
			CHECK_FALSE(cut.has_keyword);
		}
		CHECK_FALSE(cut_end_keyword("anything", "").has_keyword);
	}

	TEST_CASE("in whatever pieces a text comes, all before the keyword is shown, nothing else") {
		const std::string text = "One [EN two [[END] three [END] four";
		Rng rng(5);
		for (int round = 0; round < 500; round++) {
			KeywordSieve sieve("[END]");
			std::string shown;
			for (std::size_t at = 0; at < text.size();) {
				const std::size_t length = 1 + rng.uniform(7);
				CHECK(sieve.is_over() == (at >= text.find("[END]") + 5));
				shown += sieve.feed(std::string_view(text).substr(at, length));
				at += length;
			}
			CHECK(sieve.is_over());
			CHECK(shown == "One [EN two [");
		}
		KeywordSieve open("");
		CHECK(open.feed("[END]") == "[END]");
		CHECK_FALSE(open.is_over());
	}
}
