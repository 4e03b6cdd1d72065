#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

// Speaks slowly and in pictures, and hears what is between the words.
namespace dreamy {

constexpr std::string_view TRAITS =
		"dreamy dreaming poetic gentle melancholy melancholic thoughtful imaginative wistful "
		"romantic sensitive shy mystical spiritual absent-minded absentminded quiet soft-spoken "
		"pensive sad lonely introverted nostalgic whimsical otherworldly daydreaming silent tender "
		"moonstruck sleepy";

constexpr std::string_view OPEN[] = {
	"{name}, stay a little. Since dawn I have carried {topic} around with me like a shell.",
	"Is it you, {name}? Something drew me here to wonder about {topic}.",
	"Softly, {name}. I had almost fallen asleep over {topic}.",
};

constexpr std::string_view GREET[] = {
	"Ah, {name}. You came out of the mist just now.",
	"{name}, listen how still it is. Stay a while?",
	"I dreamt of somebody at the door, {name}, and here you are.",
};

constexpr std::string_view HELLO[] = {
	"Ah, {name}.",
	"Is that you, {name}?",
	"{name}, like an echo.",
};

constexpr std::string_view REACT[] = {
	"{w}... say it again, slowly.",
	"I could listen to {w} for a whole night.",
	"Somewhere inside {w} a bell is ringing.",
	"{w}, seen from afar.",
	"I ache for {w}.",
	"I take {w} for a disguise.",
	"Once I drowned in {w}.",
	"Hush, {w} might hear us.",
	"So {w} crossed your path too.",
	"{w}, painted on water.",
	"Under {w} I hear something older.",
	"You lend colour to {w}.",
	"I left {w} behind in another life.",
	"The night loves {w}.",
	"{w} followed me here.",
	"And beyond {w}, nothing but sky.",
	"I grow homesick over {w}.",
	"Let {w} drift for a while.",
	"You hold {w} like a bird.",
	"Eyes closed, I see {w}.",
};

constexpr std::string_view REPLY[] = {
	"You ask, and I see {w} floating off.",
	"{w}? I only know it from dreams.",
	"Whatever I answer, {w} will have the last word.",
	"I asked {w} the same thing, long ago.",
	"Ask the dusk about {w}, not me.",
	"For {w} I have a feeling, and no sentence.",
	"Perhaps {w} became the question long ago.",
	"I would answer, but {w} made me quiet.",
	"Only the old trees could tell you about {w}.",
	"I wrote the answer about {w} on a leaf, and the wind has it.",
	"{w}... I only see that by candlelight.",
	"If I knew, I would not have sat up all night with {w}.",
	"Put your ear to {w} and tell me what you hear.",
};

constexpr std::string_view PLAIN[] = {
	"Mm, like rain.",
	"You sound far away.",
	"Say it again, more slowly.",
	"Such a silence.",
};

constexpr std::string_view CLAIM[] = {
	"To me {t} always felt like a [lamp] left burning in an upstairs room.",
	"One cannot own {t}, only walk beside it as beside a [river].",
	"I write {t} on my [sleeve] at night, and by daybreak it has faded.",
	"The [moon] has its own opinion of {t}, and keeps it to itself.",
	"Under the loud part of {t} there lies a [whisper], and I live for that.",
	"We are all [passengers] on something that nobody steers.",
	"In every [mirror] there is a little of what we refuse to say.",
	"I would give ten clever answers on {t} for one honest [shiver].",
	"What stays of {t}, in the end, is a [scent] and half a melody.",
	"<Twilight> is the only hour in which I understand {t}.",
	"Words are [moths], and the bright things burn them.",
	"I sometimes think that {t} dreamt us, and not the other way round: a [cloud] with two faces.",
};

constexpr std::string_view ASK[] = {
	"Have you ever stood so still that the [shadows] forgot you?",
	"Where does it go, do you suppose, when the last [window] darkens?",
	"Would you follow it barefoot, as one follows a [melody]?",
	"What did it sound like before there was an [alphabet] for it?",
	"Is there a [door] in it, or only the memory of one?",
	"Do you not feel the [distance] in that?",
};

constexpr std::string_view DOUBT[] = {
	"About {w} I am not certain. A [feather] would weigh more.",
	"Something in me turns away from {w}, like a [sunflower] after dark.",
	"No, there is too much <daylight> on {w}.",
	"You draw a border around {w}, and I see only <fog>.",
};

constexpr std::string_view EXAMPLE[] = {
	"As a child I kept a [firefly] under a glass, and it went out the moment I understood it.",
	"There was a [clock] in my aunt's hall that ran backwards, and everyone who visited left a "
	"little younger.",
	"I knew an old [ferryman] who spoke to nobody, and the whole valley told him its secrets.",
};

constexpr std::string_view CONCEDE[] = {
	"Yes. With {w} you have lit a [match] in a room that I thought was empty.",
	"I let go of {w}. Your [thread] is stronger than mine.",
	"You are right about {w}, and it hurts as gently as <snowfall>.",
	"Then I was asleep, and in {w} you saw the [dawn].",
};

constexpr std::string_view SHIFT[] = {
	"Look, a single [heron] over the roofs. Did you see it too?",
	"Let us speak of something else: last night the [stars] were humming.",
	"I found an unsigned [letter] in my coat today. Who writes to a coat?",
};

constexpr std::string_view RECALL[] = {
	"Earlier you let fall {e}, and it has been glowing ever since.",
	"My thoughts keep circling {e}, as gulls do.",
	"Before all this there was {e}; I have not put it down.",
	"I am still standing somewhere near {e}, if you look for me.",
};

constexpr std::string_view CLOSE[] = {
	"So {t} goes out with the [tide], and we are left with wet shoes and a song.",
	"It is growing dark, and a [verse] is waiting for me at home.",
	"Let us leave {t} here on the [sill], for the night to find.",
	"I have nothing left to say but a [sigh], and that a good one.",
};

constexpr std::string_view BYE[] = {
	"Farewell, {name}. Leave a light in the window.",
	"Farewell, {name}, until the next dream.",
	"Good night, {name}, whatever the hour may be.",
};

constexpr std::string_view MUSE[] = {
	"The dust is dancing again. Nobody else looks up.",
	"I had a word for this a moment ago.",
	"How slowly the afternoon breathes.",
	"Somewhere a piano is being left alone.",
};

constexpr std::string_view ACCEPT[] = {
	"Take me along, I was only drifting.",
	"Yes, as one says yes to rain.",
};

constexpr std::string_view DECLINE[] = {
	"I am elsewhere just now, forgive me.",
	"Another dusk, perhaps.",
};

constexpr std::string_view OWN[] = {
	"In {own} I once found the same [tremor].",
	"I would trade all of it for {own} and a little <moonlight>.",
};

} // namespace dreamy

} // namespace

TemperPhrases dreamy_temper() {
	return { dreamy::TRAITS, 0.7,
		{ dreamy::OPEN, dreamy::GREET, dreamy::HELLO, dreamy::REACT, dreamy::REPLY, dreamy::PLAIN,
				dreamy::CLAIM, dreamy::ASK, dreamy::DOUBT, dreamy::EXAMPLE, dreamy::CONCEDE,
				dreamy::SHIFT, dreamy::RECALL, dreamy::CLOSE, dreamy::BYE, dreamy::MUSE,
				dreamy::ACCEPT, dreamy::DECLINE, dreamy::OWN } };
}

} // namespace agent_runtime
