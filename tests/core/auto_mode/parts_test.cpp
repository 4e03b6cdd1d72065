#include "core/auto_mode/instruction.h"
#include "core/auto_mode/interaction_pattern.h"
#include "core/auto_mode/personas.h"
#include "core/auto_mode/talk_end.h"
#include "core/auto_mode/topics.h"
#include "open_question.h"
#include "tests/core/vocabulary.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace agent_runtime;

namespace {

std::span<const std::string_view> values_of(const char *message, const char *field) {
	for (const Field &each : find_message(message)->fields) {
		if (each.name == field) {
			return each.values;
		}
	}
	return {};
}

TalkSettings a_talk() {
	TalkSettings talk;
	talk.participants = { { AgentId(1), "Ada", "sceptic" }, { AgentId(2), "Bob", "" },
		{ AgentId(3), "Cleo", "scholar" } };
	talk.topic = "Should bridges be free?";
	talk.end_keyword = "[OVER]";
	return talk;
}

bool contains(const std::string &text, std::string_view part) {
	return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("Parts of a conversation") {
	TEST_CASE("patterns and reasons are those of the vocabulary, in both directions") {
		const std::span<const std::string_view> names =
				values_of("startAutoMode", "interaction_pattern");
		REQUIRE(names.size() == interaction_patterns().size());
		for (const PatternBehaviour &each : interaction_patterns()) {
			CHECK(parse_pattern(pattern_name(each.pattern)) == each.pattern);
			CHECK(std::find(names.begin(), names.end(), pattern_name(each.pattern)) != names.end());
		}
		const std::span<const std::string_view> reasons = values_of("autoModeEnded", "reason");
		for (const std::string_view reason : reasons) {
			const std::optional<TalkEnd> end = parse_talk_end(reason);
			REQUIRE(end);
			CHECK(talk_end_name(*end) == reason);
		}
		CHECK(reasons.size() == static_cast<std::size_t>(TalkEnd::interrupted) + 1);
		CHECK_FALSE(parse_pattern("walk-to-moon"));
		CHECK_FALSE(parse_talk_end("boredom"));
	}

	TEST_CASE("personas differ in all that they are") {
		std::set<std::string_view> keys;
		std::set<std::string_view> names;
		std::set<std::string_view> roles;
		for (const ConversationPersona &each : conversation_personas()) {
			keys.insert(each.key);
			names.insert(each.name);
			roles.insert(each.role);
			CHECK(each.persona.find("In a conversation") != std::string_view::npos);
		}
		const std::size_t count = conversation_personas().size();
		CHECK(count >= MOST_PARTICIPANTS);
		CHECK(keys.size() == count);
		CHECK(names.size() == count);
		CHECK(roles.size() == count);
	}

	TEST_CASE("who has no role, or that of another, is lent one that nobody has") {
		std::vector<Participant> all = { { AgentId(1), "Ada", "" },
			{ AgentId(2), "Bob", "gardener" }, { AgentId(3), "Cleo", "gardener" },
			{ AgentId(4), "Dora", "sceptic" }, { AgentId(5), "Egon", "" } };
		lend_roles(all);
		CHECK(all[1].role == "gardener");
		CHECK(all[3].role == "sceptic");
		std::set<std::string> roles;
		for (const Participant &each : all) {
			roles.insert(each.role);
		}
		CHECK(roles.size() == all.size());
		CHECK_FALSE(roles.contains(""));
	}

	TEST_CASE("topics are many, different, and open questions") {
		const std::span<const std::string_view> topics = conversation_topics();
		CHECK(topics.size() >= 30);
		CHECK(std::set<std::string_view>(topics.begin(), topics.end()).size() == topics.size());
		for (const std::string_view topic : topics) {
			CHECK_MESSAGE(topic.find('?') != std::string_view::npos, topic);
			CHECK_MESSAGE(topic.size() > 60, topic);
			CHECK_MESSAGE(is_put_for_discussion(topic), topic);
		}
		// A question that can be answered with yes or no does not count, however long it is.
		CHECK_FALSE(is_put_for_discussion("Should a town in which many people live keep all of the "
										  "old buildings that nobody uses any more?"));
		CHECK_FALSE(is_put_for_discussion("Let us talk about whatever comes to our minds today."));
	}

	TEST_CASE("a topic does not come again until half of them were drawn") {
		Rng rng(3);
		std::vector<std::string> recent;
		std::set<std::string> seen;
		for (int i = 0; i < 500; i++) {
			const std::string topic(draw_topic(rng, recent));
			const std::size_t apart = static_cast<std::size_t>(
					std::find(recent.begin(), recent.end(), topic) - recent.begin());
			CHECK(apart >= std::min(recent.size(), conversation_topics().size() / 2));
			recent.insert(recent.begin(), topic);
			seen.insert(topic);
		}
		CHECK(seen.size() == conversation_topics().size());
	}

	TEST_CASE("the instruction names the others, how to talk, and the keyword's rule") {
		const std::string text = conversation_instruction(a_talk(), AgentId(2));
		CHECK(contains(text, "Ada (sceptic) and Cleo (scholar)"));
		CHECK_FALSE(contains(text, "Bob"));
		CHECK(contains(text, "Play your own part in it, and"));
		CHECK(contains(conversation_instruction(a_talk(), AgentId(1)),
				"Play your own part in it (sceptic), and"));
		for (const char *part : { "deeply", "follow-up questions", "Debate constructively",
					 "genuinely exhausted", "[OVER]" }) {
			CHECK_MESSAGE(contains(text, part), part);
		}
		CHECK(contains(opening_prompt(a_talk()), "Should bridges be free?"));
		CHECK(contains(opening_prompt(a_talk()),
				"Say where you stand, give a reason, and end with a question to the others."));
	}
}
