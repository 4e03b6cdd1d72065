#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

// Careful and patient: defines, weighs, counts, and says how sure it is.
namespace exact {

constexpr std::string_view TRAITS =
		"careful precise analytical scholarly logical patient methodical calm wise exact serious "
		"studious rational sober reserved cautious meticulous organised organized diligent slow "
		"learned educated observant punctual formal polite measured intelligent clever academic "
		"orderly disciplined tidy";

constexpr std::string_view OPEN[] = {
	"Good day, {name}. I suggest that we consider {topic}, in that order: what we know, and what "
	"we merely assume.",
	"{name}, may I have your judgement? I am collecting observations on {topic}.",
	"Good to meet you, {name}. Our subject is {topic}, and I have prepared three remarks.",
};

constexpr std::string_view GREET[] = {
	"Good day, {name}. Do you have a moment?",
	"Good to see you, {name}. May I ask what you are working on?",
	"Good day, {name}. I was just putting my notes in order.",
};

constexpr std::string_view HELLO[] = {
	"Good day, {name}.",
	"A pleasure, {name}.",
	"Thank you, {name}.",
};

constexpr std::string_view REACT[] = {
	"On {w} we should be careful.",
	"I shall note down {w}.",
	"Strictly, I would file {w} elsewhere.",
	"You introduce {w}, which is useful.",
	"Let us define {w} first.",
	"As regards {w}, I partly agree.",
	"I would separate {w} from the rest.",
	"Notice what {w} did to the argument.",
	"{w} may deserve another look.",
	"I would call {w} secondary.",
	"I had not weighed {w} until now.",
	"Suppose we grant you {w}.",
	"If {w} may count, much may.",
	"The case of {w} is instructive.",
	"With {w} we reach firmer ground.",
	"Then {w} would be an exception.",
	"I tested {w} some time ago.",
	"We may set {w} aside, provisionally.",
	"Your remark about {w} is fair.",
	"It follows from {w}.",
};

constexpr std::string_view REPLY[] = {
	"Regarding {w}, I can offer two answers.",
	"That depends on how we measure {w}.",
	"As far as {w} is concerned: probably, with reservations.",
	"I can only estimate {w} roughly.",
	"To your question on {w}, a qualified yes.",
	"Concerning {w}, the honest answer is that I lack data.",
	"Allow me to begin with {w} and proceed slowly.",
	"On balance, I side with {w}.",
	"The literature on {w} is, regrettably, divided.",
	"I should distinguish two senses of {w} before I commit myself.",
	"Provisionally yes, provided that {w} can be verified.",
	"I have seen three opinions on {w}, two of them mine.",
	"If I may round a little, I put most of it down to {w}.",
};

constexpr std::string_view PLAIN[] = {
	"I see.",
	"That is worth recording.",
	"Let me consider that.",
	"I follow you so far.",
};

constexpr std::string_view CLAIM[] = {
	// NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one phrase on two lines
	"In my experience {t} can be divided into three parts, and the second [category] is the "
	"interesting one.",
	"There are at least two ways to measure {t}, and they disagree by a [fraction].",
	"I would distinguish the [habit] from the principle when we speak of {t}.",
	"If we compare {t} with what came before, the [difference] is smaller than claimed.",
	"Most errors about {t} begin with an unexamined [assumption].",
	"A modest [experiment] would tell us more about {t} than an hour of debate.",
	"My first [hypothesis] is usually wrong, so I label it clearly.",
	"One should keep a [table] with two columns: what {t} promised, and what arrived.",
	"The simplest [explanation] still leaves a remainder, and I collect remainders.",
	"As to {t}, I am about seventy per cent confident, and the rest is [guesswork].",
	"A [pattern] that appears twice may be chance; thrice, and I sharpen my pencil.",
	"It is remarkable how seldom anyone consults a [witness] about {t}.",
};

constexpr std::string_view ASK[] = {
	"Which [criterion] would you apply in order to decide?",
	"How large is the [sample] on which you base that?",
	"Could you name one [condition] under which you would give it up?",
	"Would the same hold in a different [climate], for instance?",
	"In what [sequence] would you proceed, step by step?",
	"What, in your view, is the strongest [objection] to {t}?",
};

constexpr std::string_view DOUBT[] = {
	"I hesitate over {w}. The [conclusion] goes further than the premises.",
	"With respect, in {w} you are comparing a [slice] with a whole [loaf].",
	"That may be so for {w}, yet a single [counterexample] would overturn it.",
	"Before I agree about {w}, I should want to see the [calculation].",
};

constexpr std::string_view EXAMPLE[] = {
	"Consider a simple [pendulum]: it looks free, and obeys one rule at all times.",
	"To give an instance: for a year I recorded when the [postman] came, and he was late only on "
	"sunny days.",
	"A colleague once weighed her [diary] before and after a decision, and claimed that it helped.",
};

constexpr std::string_view CONCEDE[] = {
	"As for {w}, I withdraw my [reservation]; your reasoning is sound.",
	"You have corrected me on {w}, and the [correction] is welcome.",
	"I concede {w}, and with it, I am afraid, the [premise].",
	"Very well. About {w} my [estimate] was off by half, and yours was not.",
};

constexpr std::string_view SHIFT[] = {
	"A separate item, if I may: the [calendar] in the hall is a day ahead. Have you noticed?",
	"May I raise another subject? I have been timing the [echo] in the stairwell.",
	"On a different note, someone has rearranged the [index] cards alphabetically by colour.",
};

constexpr std::string_view RECALL[] = {
	"Earlier you referred to {e}, which I would like to revisit.",
	"In connection with {e}, mentioned before, a footnote occurs to me.",
	"I have kept {e} on my list of open questions.",
	"May I return briefly to {e}, for completeness?",
};

constexpr std::string_view CLOSE[] = {
	"To summarise {t}: two findings, one open question, and a pleasant [discussion].",
	"My [timetable] calls me away shortly; I shall write up the minutes.",
	"Let us agree on what remains to be verified about {t}, and fix a [deadline].",
	"I believe that we have exhausted the [agenda], and I am grateful.",
};

constexpr std::string_view BYE[] = {
	"Goodbye, {name}, and thank you for your patience.",
	"Goodbye, {name}. I shall send you my notes.",
	"Until next time, {name}. Goodbye.",
};

constexpr std::string_view MUSE[] = {
	"I should write that down before I forget it.",
	"Let me put my notes in order.",
	"Seventeen steps from here to the door. Yesterday it was sixteen.",
	"One thing after the other.",
};

constexpr std::string_view ACCEPT[] = {
	"Certainly. I have reserved the time.",
	"Agreed, under the usual conditions.",
};

constexpr std::string_view DECLINE[] = {
	"Regrettably, my schedule does not permit it.",
	"I must finish one thing before I begin another.",
};

constexpr std::string_view OWN[] = {
	"I keep returning to {own}, where the [variables] are fewer.",
	"My main reference is {own}, and I admit the [bias].",
};

} // namespace exact

} // namespace

TemperPhrases exact_temper() {
	return { exact::TRAITS, 0.75,
		{ exact::OPEN, exact::GREET, exact::HELLO, exact::REACT, exact::REPLY, exact::PLAIN,
				exact::CLAIM, exact::ASK, exact::DOUBT, exact::EXAMPLE, exact::CONCEDE,
				exact::SHIFT, exact::RECALL, exact::CLOSE, exact::BYE, exact::MUSE, exact::ACCEPT,
				exact::DECLINE, exact::OWN } };
}

} // namespace agent_runtime
