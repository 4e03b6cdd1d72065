#include "core/built_in/offline_talk.h"

#include "core/built_in/offline_speech.h"
#include "core/built_in/offline_words.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace agent_runtime {

namespace {

constexpr std::size_t TURNS_OF_TALK = 20; // for each side
constexpr std::uint32_t SOME_TURNS = 3; // that must pass before the end keyword may be said
constexpr std::size_t SIDES = 2;

// For a conversation that is led, and so has an end: about this many turns of all together, and
// never fewer than the second number for one side.
constexpr std::size_t LED_TURNS = 18;
constexpr std::size_t LED_TURNS_SPREAD = 7;
constexpr std::size_t FEWEST_LED_TURNS = 4;

using Course = std::array<TalkAct, TURNS_OF_TALK>;

// What each side does in its turns. The first side speaks first.
constexpr std::array<Course, SIDES> COURSES = { {
		{ TalkAct::open, TalkAct::fact, TalkAct::craft, TalkAct::example, TalkAct::ask,
				TalkAct::doubt, TalkAct::claim, TalkAct::concede, TalkAct::example, TalkAct::recall,
				TalkAct::own, TalkAct::ask, TalkAct::craft, TalkAct::doubt, TalkAct::concede,
				TalkAct::fact, TalkAct::shift, TalkAct::close, TalkAct::close, TalkAct::bye },
		{ TalkAct::claim, TalkAct::ask, TalkAct::doubt, TalkAct::concede, TalkAct::fact,
				TalkAct::example, TalkAct::craft, TalkAct::ask, TalkAct::own, TalkAct::doubt,
				TalkAct::example, TalkAct::shift, TalkAct::claim, TalkAct::craft, TalkAct::recall,
				TalkAct::concede, TalkAct::ask, TalkAct::claim, TalkAct::close, TalkAct::bye },
} };

// How often a side does this before the given turn.
std::size_t times_before(const Course &course, TalkAct act, std::size_t turn) {
	return static_cast<std::size_t>(
			std::count(course.begin(), course.begin() + static_cast<std::ptrdiff_t>(turn), act));
}

std::size_t times_in(const Course &course, TalkAct act) {
	return times_before(course, act, TURNS_OF_TALK);
}

std::size_t own_lines(const MindRequest &request) {
	return static_cast<std::size_t>(std::count_if(
			request.last_lines.begin(), request.last_lines.end(), [&](const RememberedLine &line) {
				return line.sender == ParticipantId(request.agent);
			}));
}

// In company, where others want to speak too, a talk comes to an end by itself: the more of the
// remembered lines the thinker has said, the less it adds. Two agents by themselves go on, and
// players are always answered.
bool has_more_to_say(const MindRequest &request, Rng &rng) {
	if (!request.instruction.empty()) {
		return true; // it is its turn
	}
	constexpr double INTEREST[] = { 0.6, 0.5, 0.3 };
	const std::size_t lines = std::min<std::size_t>(own_lines(request), 2);
	const bool in_company = request.nearby.size() > 1;
	return request.answer_to.is_player() || rng.chance(INTEREST[lines]) || !in_company;
}

const RememberedLine *newest_of(const MindRequest &request, ParticipantId sender) {
	const auto found = std::find_if(request.last_lines.rbegin(), request.last_lines.rend(),
			[&](const RememberedLine &line) { return line.sender == sender; });
	return found != request.last_lines.rend() ? &*found : nullptr;
}

// The line to answer; null: nothing was said.
const RememberedLine *line_to_answer(const MindRequest &request) {
	if (!request.prompt) {
		return newest_of(request, request.answer_to);
	}
	const RememberedLine *const line = find_prompt_line(request);
	return line != nullptr || request.prompt->sender.is_none() ? line : &*request.prompt;
}

// After this many turns of its own the thinker has said everything. 0: nobody leads the talk, so it
// takes its own course.
std::size_t turns_when_led(const MindRequest &request) {
	if (request.instruction.empty()) {
		return 0;
	}
	std::uint64_t spread = request.talk;
	const std::size_t all = LED_TURNS + splitmix64(spread) % LED_TURNS_SPREAD;
	const std::size_t company = request.partners.size() + 1;
	return std::clamp((all + company - 1) / company, FEWEST_LED_TURNS, TURNS_OF_TALK);
}

std::string_view name_nearby(const MindRequest &request, ParticipantId who) {
	for (const TalkPartner &partner : request.partners) {
		if (ParticipantId(partner.agent) == who) {
			return partner.name;
		}
	}
	for (const Neighbour &neighbour : request.nearby) {
		if (ParticipantId(neighbour.agent) == who) {
			return neighbour.name;
		}
	}
	return {};
}

// Says the thinker's part of the talk at this turn.
class Turn {
public:
	Turn(const MindRequest &request, Speech &speech, Rng &rng) :
			request_(request),
			speech_(speech),
			rng_(rng),
			led_turns_(turns_when_led(request)) {
		is_counted_ = request.talk != 0;
		if (is_counted_) {
			turn_ = request.turn;
		} else if (own_lines(request) > 0) {
			turn_ = 1 + rng.uniform(TURNS_OF_TALK - 4);
		}
	}

	bool is_first() const { return turn_ == 0; }
	// Players end their talks themselves.
	bool is_last() const {
		if (led_turns_ > 0) {
			return turn_ + 1 >= led_turns_;
		}
		return is_counted_ && !request_.answer_to.is_player() &&
				turn_ % TURNS_OF_TALK == TURNS_OF_TALK - 1;
	}

	void speak(bool asked) {
		const TalkAct act = act_of_turn();
		if (act != TalkAct::doubt && act != TalkAct::concede) {
			take_up(asked);
		}
		for (int attempt = 0; attempt < ATTEMPTS; ++attempt) {
			const std::size_t before = speech_.size();
			perform(act);
			if (!speech_.was_said_since(before)) {
				return;
			}
			speech_.cut(before);
			is_counted_ = false;
		}
		perform(TalkAct::claim);
	}

private:
	static constexpr int ATTEMPTS = 4; // to find words that are not remembered as said

	const Course &course() const { return COURSES[speech_.side()]; }

	// A led conversation is shorter, and sums up before its end.
	TalkAct planned() const {
		const bool winds_up = led_turns_ > 0 && turn_ + 2 >= led_turns_;
		return winds_up ? TalkAct::close : course()[turn_ % TURNS_OF_TALK];
	}

	TalkAct act_of_turn() {
		const TalkAct act = planned();
		const bool ends = act == TalkAct::close || act == TalkAct::bye;
		const bool is_out_of_place = act == TalkAct::open ||
				(ends && request_.answer_to.is_player()) ||
				(act == TalkAct::recall && speech_.earlier().empty()) ||
				(act == TalkAct::own && !speech_.finds_own());
		return is_out_of_place ? TalkAct::claim : act;
	}

	void take_up(bool asked) {
		const TalkAct how = speech_.word().empty() ? TalkAct::plain
				: asked							   ? TalkAct::reply
												   : TalkAct::react;
		say(how, how == TalkAct::reply ? place_of_reply() : turn_);
	}

	// Only some turns follow a question. Counting them by themselves needs fewer phrases.
	std::size_t place_of_reply() const {
		const Course &theirs = COURSES[1 - speech_.side()];
		// The second side has heard the same turn of the other side; the first has heard the one
		// before.
		const std::size_t heard = turn_ % TURNS_OF_TALK + speech_.side();
		std::size_t place = 0;
		for (std::size_t i = 0; i < heard; ++i) {
			place += may_be_question(theirs[i]) ? 1 : 0;
		}
		return place > 0 ? place - 1 : 0;
	}

	static bool may_be_question(TalkAct act) {
		return act == TalkAct::ask || act == TalkAct::shift || act == TalkAct::doubt ||
				act == TalkAct::recall;
	}

	void perform(TalkAct act) {
		const std::size_t turn = turn_ % TURNS_OF_TALK;
		const std::size_t round = turn_ / TURNS_OF_TALK;
		const TalkAct planned_act = planned();
		const std::size_t done = times_before(course(), planned_act, turn);
		const std::size_t occurrence = done + round * times_in(course(), planned_act);
		if (act == TalkAct::example && occurrence % 2 == 0) {
			say(TalkAct::story, occurrence / 2);
		} else if (act == TalkAct::example) {
			say(TalkAct::example, occurrence / 2);
		} else if (act == TalkAct::fact && !speech_.facts().empty()) {
			speech_.say(speech_.chosen(speech_.facts(), occurrence, is_counted_, rng_));
		} else if (act == planned_act && act != TalkAct::fact) {
			say(act, occurrence);
		} else {
			say(TalkAct::claim, occurrence + reserve_of_claims(planned_act));
		}
	}

	// When other acts become claims, these come after the planned claims.
	std::size_t reserve_of_claims(TalkAct planned) const {
		std::size_t reserve = times_in(course(), TalkAct::claim);
		reserve += planned == TalkAct::fact ? 0 : times_in(course(), TalkAct::fact);
		return reserve + (planned == TalkAct::own ? 1 : 0);
	}

	void say(TalkAct act, std::size_t occurrence) {
		const Phrases phrases = speech_.voice().phrases(act);
		speech_.say(speech_.chosen(phrases, occurrence, is_counted_, rng_));
	}

	const MindRequest &request_;
	Speech &speech_;
	Rng &rng_;
	const std::size_t led_turns_; // 0: nobody leads it
	bool is_counted_ = false;
	std::size_t turn_ = 0;
};

std::string goodbye(const MindRequest &request, Speech &speech, Rng &rng) {
	speech.say(speech.chosen(speech.voice().phrases(TalkAct::bye), request.turn / TURNS_OF_TALK,
			request.talk != 0, rng));
	std::string text = speech.take();
	if (!request.end_keyword.empty() && request.turn >= SOME_TURNS) {
		text += ' ';
		text += request.end_keyword;
	}
	return text;
}

std::string one_of(const MindRequest &request, TalkAct act, ParticipantId to, std::string_view name,
		Rng &rng) {
	Speech speech(request, to, name, nullptr);
	std::string text;
	for (int attempt = 0; attempt < 3; ++attempt) {
		speech.say(speech.chosen(speech.voice().phrases(act), 0, false, rng));
		const bool repeats = speech.was_said_since(0);
		text = speech.take();
		if (!repeats) {
			break;
		}
	}
	return text;
}

} // namespace

MindAction talk_answer(const MindRequest &request, Rng &rng) {
	const ParticipantId to = request.answer_to;
	const RememberedLine *said = line_to_answer(request);
	if (said == nullptr && !request.topic.empty()) {
		return talk_opening(request, to, name_nearby(request, to), rng);
	}
	if (said == nullptr || !has_more_to_say(request, rng)) {
		return WaitAction{};
	}
	Speech speech(request, to, said->sender_name, said);
	Turn turn(request, speech, rng);
	const bool is_led = !request.instruction.empty();
	// A farewell ends a led conversation only when its time has come.
	if (says_farewell(said->content) && (!is_led || request.turn + 1 >= FEWEST_LED_TURNS)) {
		const RememberedLine *own = newest_of(request, request.agent);
		const bool is_over =
				!is_led && own != nullptr && says_farewell(own->content) && !to.is_player();
		return is_over ? MindAction(WaitAction{})
					   : MindAction(SpeakAction{ goodbye(request, speech, rng), to });
	}
	if (turn.is_last()) {
		return SpeakAction{ goodbye(request, speech, rng), to };
	}
	if (turn.is_first() && speech.word().empty() && request.topic.empty()) {
		return talk_greeting(request, to, said->sender_name, rng);
	}
	if (turn.is_first()) {
		speech.say(speech.chosen(speech.voice().phrases(TalkAct::hello), 0, false, rng));
	}
	turn.speak(said->content.ends_with('?'));
	return SpeakAction{ speech.take(), to };
}

MindAction talk_opening(
		const MindRequest &request, ParticipantId to, std::string_view name, Rng &rng) {
	if (name.empty()) {
		name = to.is_player() ? "my friend" : "friend";
	}
	return SpeakAction{ one_of(request, TalkAct::open, to, name, rng), to };
}

MindAction talk_greeting(
		const MindRequest &request, ParticipantId to, std::string_view name, Rng &rng) {
	return SpeakAction{ one_of(request, TalkAct::greet, to, name, rng), to };
}

MindAction talk_musing(const MindRequest &request, Rng &rng) {
	return SpeakAction{ one_of(request, TalkAct::muse, {}, "", rng), {} };
}

std::string talk_reason(const MindRequest &request, bool accept, Rng &rng) {
	return one_of(request, accept ? TalkAct::accept : TalkAct::decline, {}, "", rng);
}

std::string talk_subject(const MindRequest &request) {
	constexpr std::size_t LONGEST_SUBJECT = 80; // in bytes
	if (!request.topic.empty() && request.topic.size() <= LONGEST_SUBJECT) {
		return request.topic;
	}
	const RememberedLine *newest =
			request.last_lines.empty() ? nullptr : &request.last_lines.back();
	const Speech speech(request, {}, "", newest);
	std::string text;
	append_mention(text, speech.word(), false);
	return text.empty() ? "the day" : text;
}

double talk_sociability(const MindRequest &request) {
	return Voice::of(request.self).sociability();
}

} // namespace agent_runtime
