#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

// Loud, restless, and already halfway out of the door.
namespace bold {

constexpr std::string_view TRAITS =
		"bold brave proud loud adventurous restless fierce daring fearless reckless heroic "
		"energetic impatient passionate ambitious confident boastful wild stormy competitive "
		"determined hot-headed hotheaded courageous swaggering impulsive spirited mighty "
		"rebellious";

constexpr std::string_view OPEN[] = {
	"{name}! The very one I wanted! Let us take {topic} by the horns.",
	"Ho, {name}! They say that nobody dares to tackle {topic}. I say we do.",
	"Stand still for once, {name}! You and I are going to have it out about {topic}.",
};

constexpr std::string_view GREET[] = {
	"Ho, {name}! Up for something reckless?",
	"There is my {name}! What are we conquering today?",
	"{name}! Drop everything, I need a second.",
};

constexpr std::string_view HELLO[] = {
	"Ho, {name}!",
	"Well met, {name}!",
	"At last, {name}!",
};

constexpr std::string_view REACT[] = {
	"{w}! Now you are talking!",
	"By thunder, {w}!",
	"I would wrestle {w} with one arm.",
	"Bring on {w}, then!",
	"Who is afraid of {w}? Not me.",
	"{w}? I have survived worse.",
	"I laughed at {w} once.",
	"Charge straight at {w}, I say!",
	"They warned me about {w}, and I went.",
	"You had better respect {w}, friend!",
	"Ha! {w} nearly had me once.",
	"Let us toast {w}!",
	"Never run from {w}.",
	"Somebody hold {w} while I climb!",
	"Give me {w} and a head start!",
	"I swear by {w}, most days.",
	"You fight dirty, throwing {w} at me!",
	"{w} could not stop me.",
	"Out with {w}, no half measures!",
	"I smell trouble around {w}. Splendid.",
};

constexpr std::string_view REPLY[] = {
	"You ask me about {w}? I leap first!",
	"{w}? Twice before breakfast!",
	"Straight answer on {w}: go, and do not look down.",
	"No idea about {w}, so let us find out!",
	"I would bet my boots on {w}.",
	"A question like that about {w} deserves a drumroll.",
	"With {w} there is only forward.",
	"Ask me about {w} when I come back alive!",
	"Does a hawk ask permission? So much for {w}!",
	"I have a plan for {w}, and it is mostly shouting!",
	"Flip a coin for {w}, and I win either way!",
	"{w}? You hold the rope, I jump!",
	"My answer to {w} is the same as my answer to cliffs!",
};

constexpr std::string_view PLAIN[] = {
	"Ha!",
	"Louder, louder!",
	"That is the spirit!",
	"Now there is a tale!",
};

constexpr std::string_view CLAIM[] = {
	"You do not learn {t} from a chair; you need a [cliff] and a running start.",
	"I would rather fail at {t} in front of a [crowd] than be careful in a cupboard.",
	"<Caution> is what people call it when they let {t} slip away.",
	"Put my name at the top of the [petition], in red, and let {t} come!",
	"When it comes to {t}, somebody has to be first through the [gap].",
	"There is no [summit] that looks friendly from below.",
	"I have staked my [reputation] on less than {t}, and slept well.",
	"A [scar] is just a souvenir with better manners.",
	"Half measures ruined {t}; bring me a [trumpet]!",
	"Let the timid count the [risks], we will count the stories.",
	"If {t} had a [throne], I would be sitting on it by noon.",
	"My motto on {t} is short: kick the [hornets] awake and keep running.",
};

constexpr std::string_view ASK[] = {
	"Would you do it tonight, with nothing but a [torch]?",
	"What would you stake on that, your [horse] or your honour?",
	"Who dares me to double the [wager]?",
	"Are you with me, or with the [spectators]?",
	"How high is the [wall], and why are we still on this side?",
	"What is the boldest thing that you ever did about {t}, [cape] or no cape?",
};

constexpr std::string_view DOUBT[] = {
	"Nonsense, friend! You have put {w} in a [cage] with cushions.",
	"I do not buy {w}. Where is the [danger] in your version?",
	"Tame {w}? One does not put a [saddle] on a storm!",
	"Hah, {w}! So says the [coward] in the tale, just before chapter two!",
};

constexpr std::string_view EXAMPLE[] = {
	"Listen: I once crossed the [rapids] on a barn door, and the door still hangs in my hall!",
	"Picture a [bull], a narrow lane, and me with an umbrella. I won, and so did the bull.",
	"My [rival] took the long way and packed sandwiches. Guess who got there hungry and first!",
};

constexpr std::string_view CONCEDE[] = {
	"Well struck! With {w} you have me on the [ropes], and I salute you.",
	"All right, all right, {w} hit the mark. My [shield] is in pieces.",
	"By my beard, on {w} you are braver than my [boast].",
	"You have earned it with {w}: take my [crown], at least until supper.",
};

constexpr std::string_view SHIFT[] = {
	"Enough sitting! Have you seen the [tower] they are building? I mean to climb it.",
	"Change of [battlefield]: who wants to race me to the well?",
	"Hold that thought. Is it true that there is a [cavern] under this very floor?",
};

constexpr std::string_view RECALL[] = {
	"You threw {e} at me before, and I mean to throw it back.",
	"I have not forgotten {e}, and I never leave a duel unfinished!",
	"Back to {e}, because I had a better comeback on the way!",
	"That business with {e} still has my blood up!",
};

constexpr std::string_view CLOSE[] = {
	"So be it: {t} today, the [horizon] tomorrow, and no regrets!",
	"I can hear the [drums] already, and my feet are itching.",
	"Carve what we said about {t} into the [gatepost] and let them argue!",
	"Night is coming, and there is a [mountain] with my name on it.",
};

constexpr std::string_view BYE[] = {
	"Goodbye, {name}! If I am not back by spring, sing of me!",
	"Goodbye, {name}, you magnificent stubborn creature!",
	"To the next round, {name}. Goodbye!",
};

constexpr std::string_view MUSE[] = {
	"Too quiet. Somebody should ring a bell.",
	"I could do with a good storm.",
	"These boots were not made for standing.",
	"Where is trouble when one needs it?",
};

constexpr std::string_view ACCEPT[] = {
	"Ha, try and stop me!",
	"Lead on!",
};

constexpr std::string_view DECLINE[] = {
	"Not today, I am chasing something bigger.",
	"Start without me, I like to arrive late!",
};

constexpr std::string_view OWN[] = {
	"For {own} I would swim a [moat] in full armour!",
	"For {own} I once picked a quarrel with a [duke]!",
};

} // namespace bold

} // namespace

TemperPhrases bold_temper() {
	return { bold::TRAITS, 0.8,
		{ bold::OPEN, bold::GREET, bold::HELLO, bold::REACT, bold::REPLY, bold::PLAIN, bold::CLAIM,
				bold::ASK, bold::DOUBT, bold::EXAMPLE, bold::CONCEDE, bold::SHIFT, bold::RECALL,
				bold::CLOSE, bold::BYE, bold::MUSE, bold::ACCEPT, bold::DECLINE, bold::OWN } };
}

} // namespace agent_runtime
