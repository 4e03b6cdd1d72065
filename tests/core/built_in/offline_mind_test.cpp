#include "core/built_in/offline_mind.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

const ParticipantId PLAYER = ParticipantId::player(0);

RememberedLine line(const std::string &content) {
	return { PLAYER, "Bruno", content };
}

// Ada's answer to the last of these lines.
std::string answer_to(const std::vector<RememberedLine> &lines, std::uint64_t seed) {
	MindRequest request;
	request.seed = seed;
	request.self = { "Agatha", "gardener", "" };
	request.last_lines = lines;
	request.answer_to = PLAYER;
	const Result<MindAction> action = OfflineMind().think(request);
	REQUIRE(action.ok());
	const SpeakAction *words = std::get_if<SpeakAction>(&action.value());
	REQUIRE(words != nullptr);
	CHECK(words->to == PLAYER);
	return words->content;
}

bool mentions(const std::string &text, const std::string &word) {
	return text.find(word) != std::string::npos;
}

} // namespace

TEST_SUITE("OfflineMind") {
	TEST_CASE("the same request gives the same answer, another seed another one in time") {
		const std::string first = answer_to({ line("How are the tomatoes?") }, 1);
		CHECK(answer_to({ line("How are the tomatoes?") }, 1) == first);
		bool other = false;
		for (std::uint64_t seed = 2; seed < 20; seed++) {
			other = other || answer_to({ line("How are the tomatoes?") }, seed) != first;
		}
		CHECK(other);
	}

	TEST_CASE("an answer is about what was talked of, not about the words around it") {
		for (std::uint64_t seed = 0; seed < 50; seed++) {
			const std::string answer =
					answer_to({ line("Agatha, something there: shall we PAINT together?") }, seed);
			CHECK_MESSAGE(mentions(answer, "PAINT"), answer);
			CHECK_FALSE(mentions(answer, "Agatha"));
		}
	}

	TEST_CASE("what is remembered gives way to what is new") {
		for (std::uint64_t seed = 0; seed < 50; seed++) {
			const RememberedLine question = line("The lighthouse, or a melon?");
			CHECK(mentions(answer_to({ question }, seed), "ighthouse"));
			CHECK(mentions(
					answer_to({ line("Remember the lighthouse."), question }, seed), "elon"));
		}
	}

	TEST_CASE("who says nothing to talk about is greeted") {
		for (std::uint64_t seed = 0; seed < 50; seed++) {
			CHECK(mentions(answer_to({ line("Hi, there!") }, seed), "Bruno"));
		}
	}

	TEST_CASE("with nobody to answer it moves, muses or waits, and nothing is said to anybody") {
		for (std::uint64_t seed = 0; seed < 50; seed++) {
			MindRequest request;
			request.seed = seed;
			const Result<MindAction> action = OfflineMind().think(request);
			REQUIRE(action.ok());
			const SpeakAction *words = std::get_if<SpeakAction>(&action.value());
			CHECK((words == nullptr || words->to.is_none()));
		}
	}
}
