#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

// Grumbles, trusts what has been repaired twice, and is seldom surprised.
namespace dry {

constexpr std::string_view TRAITS =
		"grumpy gruff dry blunt sceptical skeptical stern tired strict sarcastic cynical bitter "
		"sullen surly grouchy moody harsh laconic stubborn cranky weary pessimistic gloomy "
		"irritable practical pragmatic curt sour rough hardened";

constexpr std::string_view OPEN[] = {
	"{name}. Good that you are here. They want us to talk about {topic}, so let us get on with it.",
	"You again, {name}. Well, sit down. The subject is {topic}, and I did not choose it.",
	"Morning, {name}. I have five minutes and no illusions. It is about {topic}.",
};

constexpr std::string_view GREET[] = {
	"Hello, {name}. If this is about money, I have none.",
	"You look busy, {name}. Pity. I could use a hand.",
	"{name}. What is broken this time?",
};

constexpr std::string_view HELLO[] = {
	"Morning, {name}.",
	"There you are, {name}.",
	"Yes, hello, {name}.",
};

constexpr std::string_view REACT[] = {
	"{w}? Spare me.",
	"{w}, then. Fine.",
	"I have seen {w} go wrong before.",
	"Do not start with {w}.",
	"Leave {w} out of it.",
	"{w} never paid a bill.",
	"Nobody asked for {w}, yet here we stand.",
	"Hm. {w}.",
	"People overrate {w}.",
	"I call {w} extra work.",
	"I could live without {w}.",
	"All right, {w} may have a use.",
	"{w} never kept anybody dry.",
	"Somebody always brings up {w}.",
	"I feared {w} was next.",
	"{w} can wait.",
	"Which leaves {w}, worse luck.",
	"Put {w} on the list, then.",
	"Oh, {w}. At this hour.",
	"It had to be {w}, did it.",
};

constexpr std::string_view REPLY[] = {
	"{w}? Ask me after lunch.",
	"What do I know about {w}? Enough to worry.",
	"You ask about {w}. The short answer is that it depends who pays.",
	"I have no theory about {w}, only scars.",
	"About {w} I say what I always say.",
	"If you must know, {w} bored me for years.",
	"Do not expect a speech on {w}.",
	"I stopped losing sleep over {w} long ago.",
	"I gave up on {w} when my knees went.",
	"Whoever told you that I understand {w} owes us both an apology.",
	"{w}? Same as everything: slower and dearer than promised.",
	"Cheaper to ignore {w}, if you want my advice.",
	"I would have to sit down before I answer for {w}.",
};

constexpr std::string_view PLAIN[] = {
	"Hm.",
	"If you say so.",
	"So I have heard.",
	"Go on, if you must.",
};

constexpr std::string_view CLAIM[] = {
	"With {t} you mostly wait for somebody to hold the [ladder].",
	"Show me the [invoice] and I will tell you what to expect of {t}.",
	"I judge {t} by the [racket] at three in the morning.",
	"Every fool has an opinion on {t}, and no fool brings a [spanner].",
	"The trouble is never in {t}, it is in the [committee] next door.",
	"Talk as long as you like about {t}: the [bucket] still leaks.",
	"I would sooner trust a rusty [hinge] than a clever [pamphlet].",
	"Someone promised us miracles from {t}, and what we got was a [questionnaire] in triplicate.",
	"Cheap [varnish] hides a lot, and so does fine talk.",
	"Give it one hard [winter] and see what is left of {t}.",
	"Two things keep a place running: <grease>, and somebody who stays late.",
	"My whole philosophy of {t} fits on the back of a [receipt].",
};

constexpr std::string_view ASK[] = {
	"What does your [landlord] say to that?",
	"And who is paying for the [repairs], in your version?",
	"What happens on the day the [cable] snaps?",
	"How long before somebody wants a [refund]?",
	"Which part of {t} would you throw out first, if you had a [skip] at the door?",
	"Have you read the [manual], or do you guess like everybody else?",
};

constexpr std::string_view DOUBT[] = {
	"I doubt that {w} would hold. I have yet to meet a [blueprint] that survived a wet Tuesday.",
	"Nice [daydream] about {w}. I do not believe a word of it.",
	"No. With {w} you left the [overtime] out of your sum.",
	"{w} may look good on a [poster], but nobody has to live on one.",
};

constexpr std::string_view EXAMPLE[] = {
	"Take my [uncle]: he trusted a neighbour with his only [wheelbarrow] and never saw either "
	"again.",
	"Example. We had a [pump] that ran for nine years because nobody touched it.",
	"Look at the footbridge by the mill: ugly, crooked, still standing. That is the [standard].",
};

constexpr std::string_view CONCEDE[] = {
	"Fine, about {w} the [evidence] is on your side, and I will deny saying so.",
	"I was mistaken about {w}, which happens once in a [decade].",
	"You win on {w}. Do not put it on a [plaque].",
	"Granted, {w}. I would have kicked the [door] before I tried the handle.",
};

constexpr std::string_view SHIFT[] = {
	"Enough of that. Has anybody looked at the [gutters] lately?",
	"Different matter: the [kettle] is broken again, and nobody owns up.",
	"While we stand here, who left the [gate] unlocked all morning?",
};

constexpr std::string_view RECALL[] = {
	"You mentioned {e} before, and I have been chewing on it since.",
	"I still have {e} in my ear, by the way.",
	"Go back to {e} for a second, because something there does not add up.",
	"Nobody has settled {e} yet, I notice.",
};

constexpr std::string_view CLOSE[] = {
	"So, to keep it short: yes to {t}, with a spare [fuse] in the pocket.",
	"The [roster] needs finishing, so let us say we agree on half of it.",
	"It is getting late, and my [soup] will not heat itself.",
	"Write {t} down before one of us denies it.",
};

constexpr std::string_view BYE[] = {
	"Right, that is me done. Goodbye, {name}, and shut the door.",
	"Goodbye, {name}. It could have been worse.",
	"Off you go, {name}. Goodbye.",
};

constexpr std::string_view MUSE[] = {
	"Quiet today. It will not last.",
	"Somebody has moved my tools again.",
	"I should have brought a thicker coat.",
	"If nobody complains, it must be a holiday.",
	"Now what was I about to fix?",
};

constexpr std::string_view ACCEPT[] = {
	"If it has to be, let us get it over with.",
	"All right, but not for long.",
	"Fine, since you ask properly.",
};

constexpr std::string_view DECLINE[] = {
	"Not now. I have my hands full.",
	"Ask somebody who likes meetings.",
};

constexpr std::string_view OWN[] = {
	"Give me {own} any day, and keep the [speeches].",
	"I have {own} to look after, and no time for <sermons>.",
};

} // namespace dry

} // namespace

TemperPhrases dry_temper() {
	return { dry::TRAITS, 0.55,
		{ dry::OPEN, dry::GREET, dry::HELLO, dry::REACT, dry::REPLY, dry::PLAIN, dry::CLAIM,
				dry::ASK, dry::DOUBT, dry::EXAMPLE, dry::CONCEDE, dry::SHIFT, dry::RECALL,
				dry::CLOSE, dry::BYE, dry::MUSE, dry::ACCEPT, dry::DECLINE, dry::OWN } };
}

} // namespace agent_runtime
