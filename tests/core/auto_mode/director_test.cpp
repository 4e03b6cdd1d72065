#include "core/auto_mode/director.h"

#include "core/base/rng.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

using namespace agent_runtime;
using namespace std::chrono_literals;

namespace {

constexpr ConversationId TALK(1);

TalkSettings talk_of_agents(std::uint32_t count, InteractionPattern pattern = DEFAULT_PATTERN) {
	TalkSettings talk;
	talk.id = TALK;
	talk.topic = "Bridges";
	talk.pattern = pattern;
	for (std::uint32_t i = 1; i <= count; i++) {
		talk.participants.push_back({ AgentId(i), "Agent " + std::to_string(i), "" });
	}
	return talk;
}

SimTime since_start(Micros time) {
	return SimTime(time);
}

std::string errand_name(Errand errand) {
	constexpr std::string_view NAMES[] = { "none", "to_speaker", "to_seat", "to_table" };
	return std::string(NAMES[static_cast<std::size_t>(errand)]);
}

std::string in_words(const ErrandCue &cue) {
	return cue.agent.to_string() + " goes " + errand_name(cue.errand) +
			(cue.to.is_none() ? "" : " " + cue.to.to_string());
}
std::string in_words(const TurnCue &cue) {
	return "turn " + std::to_string(cue.turn) + " of " + cue.agent.to_string();
}
std::string in_words(const ThinkCue &cue) {
	return cue.agent.to_string() + " thinks" +
			(cue.answer_to.is_none() ? "" : " about " + cue.answer_to.to_string()) + ", then " +
			cue.next.to_string();
}
std::string in_words(const EndCue &cue) {
	return "end " + std::string(talk_end_name(cue.end)) + " after " + std::to_string(cue.turns);
}

using Lines = std::vector<std::string>;

// All cues that are waiting now.
Lines cues_of(Director &director) {
	Lines lines;
	while (const std::optional<Cue> cue = director.next_cue()) {
		lines.push_back(std::visit([](const auto &each) { return in_words(each); }, *cue));
	}
	return lines;
}

// One turn of a talk in which nobody walks, spoken at once.
void speak_turn(Director &director, AgentId agent, SimTime &now) {
	director.spoke(agent, false, false, now);
	director.speech_ended(agent, now);
	now += 1s;
	director.advance(now);
}

} // namespace

TEST_SUITE("Conversation director") {
	TEST_CASE("the first one thinks at once, and the others follow in rotation") {
		Director director;
		SimTime now = since_start(1s);
		director.start(std::make_shared<const TalkSettings>(talk_of_agents(3)), {}, now);
		CHECK(cues_of(director) ==
				Lines{ "turn 1 of agent_001", "agent_001 thinks, then agent_002" });
		CHECK(director.talk_of(AgentId(3)) == TALK);

		director.spoke(AgentId(1), false, false, now);
		CHECK(cues_of(director).empty());
		now += 4s;
		director.speech_ended(AgentId(1), now);
		CHECK(cues_of(director).empty());
		CHECK(director.next_due() == now + 1s);
		now += 1s;
		director.advance(now);
		CHECK(cues_of(director) ==
				Lines{ "turn 2 of agent_002", "agent_002 goes to_speaker agent_001" });
		director.errand_ended(AgentId(2));
		CHECK(cues_of(director) == Lines{ "agent_002 thinks about agent_001, then agent_003" });
		speak_turn(director, AgentId(2), now);
		director.errand_ended(AgentId(3));
		CHECK(cues_of(director) ==
				Lines{ "turn 3 of agent_003", "agent_003 goes to_speaker agent_002",
						"agent_003 thinks about agent_002, then agent_001" });
	}

	TEST_CASE("who stays at its desk goes there first and then never walks") {
		Director director;
		SimTime now = since_start(0s);
		director.start(std::make_shared<const TalkSettings>(
							   talk_of_agents(2, InteractionPattern::stay_at_desk)),
				{}, now);
		CHECK(cues_of(director) == Lines{ "agent_001 goes to_seat", "agent_002 goes to_seat" });
		director.errand_ended(AgentId(2));
		CHECK(cues_of(director).empty());
		director.errand_ended(AgentId(1));
		CHECK(cues_of(director) ==
				Lines{ "turn 1 of agent_001", "agent_001 thinks, then agent_002" });
		speak_turn(director, AgentId(1), now);
		CHECK(cues_of(director) ==
				Lines{ "turn 2 of agent_002", "agent_002 thinks about agent_001, then agent_001" });
	}

	TEST_CASE("who meets at a table does not wait for one that is lost on the way") {
		Director director;
		const SimTime now = since_start(0s);
		director.start(std::make_shared<const TalkSettings>(
							   talk_of_agents(3, InteractionPattern::meet_at_table)),
				{}, now);
		CHECK(cues_of(director).size() == 3);
		director.errand_ended(AgentId(1));
		director.errand_ended(AgentId(3));
		CHECK(cues_of(director).empty());
		director.agent_lost(AgentId(2), now);
		CHECK(cues_of(director) ==
				Lines{ "turn 1 of agent_001", "agent_001 thinks, then agent_003" });
	}

	TEST_CASE("each reason ends it once, and sends home who is left") {
		Director director;
		SimTime now = since_start(0s);
		director.start(std::make_shared<const TalkSettings>(talk_of_agents(2)), {}, now);
		cues_of(director);
		SUBCASE("the keyword, at once") {
			director.spoke(AgentId(1), true, false, now);
			CHECK(cues_of(director) == Lines{ "end keyword after 1" });
		}
		SUBCASE("the keyword and nothing else") {
			director.spoke(AgentId(1), true, true, now);
			CHECK(cues_of(director) == Lines{ "end keyword after 0" });
		}
		SUBCASE("the failsafe, whatever is waited for") {
			director.advance(since_start(5min) - 1us);
			CHECK(cues_of(director).empty());
			director.advance(since_start(5min));
			CHECK(cues_of(director) == Lines{ "end timer after 0" });
		}
		SUBCASE("a stop") {
			CHECK(director.stop(TALK));
			CHECK_FALSE(director.stop(TALK));
			CHECK(cues_of(director) == Lines{ "end stopped after 0" });
		}
		SUBCASE("a stop of all") {
			director.stop_all();
			CHECK(cues_of(director) == Lines{ "end stopped after 0" });
		}
		SUBCASE("the loss of one of two") {
			director.agent_lost(AgentId(2), now);
			CHECK(cues_of(director) == Lines{ "end agent_lost after 0" });
		}
		SUBCASE("thoughts that are spent") {
			director.turn_failed(AgentId(1), TurnFailure::budget, now);
			CHECK(cues_of(director) == Lines{ "end budget after 0" });
		}
		CHECK(director.active() == 0);
		CHECK(director.talk_of(AgentId(1)).is_none());
		// These reports come too late.
		director.spoke(AgentId(1), true, false, now);
		director.errand_ended(AgentId(2));
		director.agent_lost(AgentId(1), now);
		director.advance(now + 24h);
		CHECK(cues_of(director).empty());
		CHECK(director.next_due() == SimTime::max());
	}

	TEST_CASE("it ends with the last turn that it may have, when that was spoken to its end") {
		Director director;
		TalkSettings talk = talk_of_agents(2, InteractionPattern::stay_at_desk);
		talk.max_turns = 2;
		SimTime now = since_start(0s);
		director.start(std::make_shared<const TalkSettings>(talk), {}, now);
		director.errand_ended(AgentId(1));
		director.errand_ended(AgentId(2));
		speak_turn(director, AgentId(1), now);
		director.spoke(AgentId(2), false, false, now);
		cues_of(director);
		director.advance(now + 2s);
		CHECK(cues_of(director).empty());
		director.speech_ended(AgentId(2), now + 2s);
		CHECK(cues_of(director) == Lines{ "end max_turns after 2" });
	}

	TEST_CASE("who fails is asked once more after a while, and the second time ends it") {
		Director director;
		SimTime now = since_start(0s);
		director.start(std::make_shared<const TalkSettings>(talk_of_agents(2)), {}, now);
		cues_of(director);
		director.turn_failed(AgentId(1), TurnFailure::mind, now);
		CHECK(cues_of(director).empty());
		now = director.next_due();
		CHECK(now >= since_start(1s));
		director.advance(now);
		CHECK(cues_of(director) == Lines{ "agent_001 thinks, then agent_002" });
		SUBCASE("it fails again") {
			director.turn_failed(AgentId(1), TurnFailure::mind, now);
			CHECK(cues_of(director) == Lines{ "end mind_failed after 0" });
		}
		SUBCASE("it speaks, and may fail once more later") {
			speak_turn(director, AgentId(1), now);
			director.errand_ended(AgentId(2));
			speak_turn(director, AgentId(2), now);
			director.errand_ended(AgentId(1));
			director.turn_failed(AgentId(1), TurnFailure::mind, now);
			CHECK(director.is_active(TALK));
		}
	}

	TEST_CASE("of three one may go: whose turn it was is left out, and the rotation goes on") {
		Director director;
		SimTime now = since_start(0s);
		director.start(std::make_shared<const TalkSettings>(talk_of_agents(3)), {}, now);
		speak_turn(director, AgentId(1), now);
		director.errand_ended(AgentId(2));
		cues_of(director);
		SUBCASE("the one who thinks") {
			director.agent_lost(AgentId(2), now);
			now = director.next_due();
			director.advance(now);
			CHECK(cues_of(director) ==
					Lines{ "turn 2 of agent_003", "agent_003 goes to_speaker agent_001" });
		}
		SUBCASE("the one who spoke last: its words are answered all the same") {
			director.agent_lost(AgentId(1), now);
			speak_turn(director, AgentId(2), now);
			CHECK(cues_of(director) ==
					Lines{ "turn 3 of agent_003", "agent_003 goes to_speaker agent_002" });
		}
		SUBCASE("the one who would have been next") {
			director.agent_lost(AgentId(3), now);
			speak_turn(director, AgentId(2), now);
			CHECK(cues_of(director) ==
					Lines{ "turn 3 of agent_001", "agent_001 goes to_speaker agent_002" });
		}
	}

	TEST_CASE("a conversation that goes on begins with whoever would have been next") {
		Director director;
		TalkSettings talk = talk_of_agents(3);
		talk.max_turns = 8;
		director.start(std::make_shared<const TalkSettings>(talk),
				{ .turns = 7, .last_speaker = AgentId(1) }, since_start(0s));
		CHECK(cues_of(director) ==
				Lines{ "turn 8 of agent_002", "agent_002 goes to_speaker agent_001" });
	}

	TEST_CASE("nobody takes part in two conversations") {
		Director director;
		director.start(
				std::make_shared<const TalkSettings>(talk_of_agents(2)), {}, since_start(0s));
		cues_of(director);
		TalkSettings second = talk_of_agents(3);
		second.id = ConversationId(2);
		director.start(std::make_shared<const TalkSettings>(second), {}, since_start(0s));
		CHECK(cues_of(director) == Lines{ "end agent_lost after 0" });
		CHECK(director.talk_of(AgentId(1)) == TALK);
		CHECK(director.talk_of(AgentId(3)).is_none());
	}
}

namespace {

// Drives several conversations with random events, most of which are not expected, and checks that
// the director never does what it must not do.
class RandomTalks {
public:
	explicit RandomTalks(std::uint64_t seed) :
			rng_(seed) {
		for (std::uint64_t i = 1; i <= TALKS; i++) {
			TalkSettings talk;
			talk.id = ConversationId(i);
			talk.pattern = interaction_patterns()[rng_.uniform(3)].pattern;
			talk.max_turns = static_cast<std::uint32_t>(rng_.uniform(6));
			talk.duration = Micros(1 + static_cast<std::int64_t>(rng_.uniform(60'000'000)));
			talk.pause = Micros(static_cast<std::int64_t>(rng_.uniform(3'000'000)));
			const std::uint64_t members = 2 + rng_.uniform(4);
			for (std::uint64_t k = 0; k < members; k++) {
				talk.participants.push_back(
						{ AgentId(static_cast<std::uint32_t>(i * 10 + k)), "", "" });
			}
			director_.start(std::make_shared<const TalkSettings>(talk), {}, now_);
			take_cues();
		}
	}

	void run() {
		for (int i = 0; i < 2'000 && director_.active() > 0; i++) {
			happen();
			take_cues();
		}
		// The time limit ends whatever is left, without any help.
		while (director_.active() > 0) {
			REQUIRE(director_.next_due() < SimTime::max());
			now_ = std::max(now_, director_.next_due());
			director_.advance(now_);
			take_cues();
		}
		for (std::uint64_t i = 1; i <= TALKS; i++) {
			CHECK(ends_[ConversationId(i)] == 1);
		}
		CHECK(director_.next_due() == SimTime::max());
	}

private:
	static constexpr std::uint64_t TALKS = 4;

	void happen() {
		const AgentId agent(
				static_cast<std::uint32_t>((1 + rng_.uniform(TALKS)) * 10 + rng_.uniform(5)));
		switch (rng_.uniform(40)) {
			case 0:
				director_.agent_lost(agent, now_);
				break;
			case 1:
				director_.turn_failed(
						agent, rng_.chance(0.1) ? TurnFailure::budget : TurnFailure::mind, now_);
				answered(agent);
				break;
			case 2:
				if (rng_.chance(0.02)) {
					director_.stop_all();
				} else if (rng_.chance(0.02)) {
					director_.stop(ConversationId(1 + rng_.uniform(TALKS)));
				}
				break;
			case 3:
			case 4:
			case 5:
			case 6:
				now_ += Micros(static_cast<std::int64_t>(rng_.uniform(1'500'000)));
				director_.advance(now_);
				break;
			default:
				proceed(agent);
				break;
		}
	}

	void proceed(AgentId agent) {
		switch (rng_.uniform(3)) {
			case 0:
				director_.errand_ended(agent);
				break;
			case 1:
				director_.spoke(agent, rng_.chance(0.02), false, now_);
				answered(agent);
				break;
			default:
				director_.speech_ended(agent, now_);
				break;
		}
	}

	void answered(AgentId agent) {
		for (auto &[talk, thinker] : thinking_) {
			if (thinker == agent) {
				thinker = AgentId();
			}
		}
	}

	void take_cues() {
		while (const std::optional<Cue> cue = director_.next_cue()) {
			std::visit([this](const auto &each) { take(each); }, *cue);
		}
	}
	void take(const ErrandCue &cue) { CHECK(ends_[cue.talk] == 0); }
	void take(const TurnCue &cue) {
		CHECK(ends_[cue.talk] == 0);
		CHECK(cue.turn >= turns_[cue.talk]);
		turns_[cue.talk] = cue.turn;
	}
	void take(const ThinkCue &cue) {
		CHECK(ends_[cue.talk] == 0);
		CHECK(cue.next != cue.agent);
		CHECK(cue.answer_to != cue.agent);
		// Nobody else in this talk has been asked and not answered yet, unless it is gone.
		const AgentId other = thinking_[cue.talk];
		CHECK((other.is_none() || director_.talk_of(other).is_none()));
		thinking_[cue.talk] = cue.agent;
	}
	void take(const EndCue &cue) {
		ends_[cue.talk]++;
		for (const AgentId agent : cue.left) {
			CHECK(director_.talk_of(agent).is_none());
		}
	}

	Rng rng_;
	Director director_;
	SimTime now_;
	std::map<ConversationId, int> ends_;
	std::map<ConversationId, std::uint32_t> turns_;
	std::map<ConversationId, AgentId> thinking_;
};

} // namespace

TEST_SUITE("Conversation director, by chance") {
	TEST_CASE("whatever happens in whatever order, each ends once, and one thinks at a time") {
		for (std::uint64_t seed = 0; seed < 300; seed++) {
			CAPTURE(seed);
			RandomTalks(seed).run();
		}
	}
}
