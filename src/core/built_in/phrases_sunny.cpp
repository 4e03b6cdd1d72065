#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

// Warm, quick to laugh, and sure that all will turn out well.
namespace sunny {

constexpr std::string_view TRAITS =
		"cheerful warm merry happy kind friendly curious sunny optimistic playful jolly bubbly "
		"lively joyful enthusiastic generous helpful sweet funny chatty talkative sociable hopeful "
		"bright smiling laughing outgoing caring loving eager giggling";

constexpr std::string_view OPEN[] = {
	"Hello {name}! Lovely to see you. I have been dying to talk to somebody about {topic}!",
	"{name}, there you are! Sit with me and tell me everything you think about {topic}.",
	"Oh good, {name}! I had {topic} in my head all morning, and it is much nicer to share.",
};

constexpr std::string_view GREET[] = {
	"Hello {name}! Good to see you! What are you up to?",
	"Hi {name}! I was hoping to run into you.",
	"{name}! You are just in time for a biscuit and a chat.",
};

constexpr std::string_view HELLO[] = {
	"Hello {name}!",
	"Oh, {name}, how nice!",
	"Hi there, {name}!",
};

constexpr std::string_view REACT[] = {
	"Ha, {w}! I love it.",
	"{w}, how wonderful!",
	"Oh, you and {w}!",
	"You make {w} sound delightful.",
	"Hugs for {w}!",
	"See, {w} cheered me up!",
	"{w}! Now we get somewhere.",
	"Yes, yes, {w}!",
	"I giggled at {w}, sorry.",
	"Somebody should sing of {w}!",
	"Bless {w}, I say.",
	"Fancy you bringing up {w}!",
	"Who could resist {w}?",
	"My grandmother adored {w}.",
	"I never looked at {w} that way!",
	"Three cheers for {w}!",
	"Oh my, {w} again!",
	"You had me at {w}.",
	"I will dream of {w} tonight!",
	"Aw, {w}. That is sweet.",
};

constexpr std::string_view REPLY[] = {
	"{w}? Oh, I could go on for hours!",
	"Good question! I am all for {w}.",
	"Let me think about {w}... yes, with pleasure!",
	"Honestly, I smile whenever I think of {w}.",
	"I do hope so, {w} and all!",
	"You ask about {w}, and I hardly know where to begin!",
	"Ooh, {w}. I would say the more the merrier!",
	"About {w} I change my mind every sunny day.",
	"Oh, {w}? The sillier the better, if you ask me!",
	"I would say yes to {w} with both hands!",
	"Between you and me, {w} would be a splendid excuse for a party!",
	"Silly me, I was just humming about {w}!",
	"Anything with {w} in it gets my vote!",
};

constexpr std::string_view PLAIN[] = {
	"How lovely!",
	"Oh, do tell me more!",
	"I am so glad!",
	"You always make me laugh!",
};

constexpr std::string_view CLAIM[] = {
	"I think {t} could bring the whole [street] out onto the doorsteps!",
	"What I love most about {t} is that even the shyest [neighbour] has a say.",
	"You could put {t} in a [basket] and carry it to somebody who is lonely.",
	"A little <sunshine>, a little patience, and {t} will surprise us all!",
	"I would begin {t} with a [picnic], because nobody quarrels over cake.",
	"Children understand {t} straight away; it is we who need the [diagrams].",
	"Every [mishap] I ever had turned into a good story by supper.",
	"If {t} could make one [stranger] smile, I would call it a good day's work!",
	"I keep a [jar] of little wonders, and {t} went in last week!",
	"The best [surprises] come to those who leave the door ajar.",
	"You cannot be cross for long with a warm [bun] in your hand.",
	"Give {t} a [ribbon] and a welcome, and the rest follows by itself!",
};

constexpr std::string_view ASK[] = {
	"What was the very first [spark], when you fell for it?",
	"Would you let me bring some [lemonade] when you try it?",
	"Who taught you that, a [godmother] or a happy accident?",
	"And what does your heart say, apart from the [arithmetic]?",
	"Shall we invite the [baker] to join in, do you think?",
	"If you had one free [Sunday] for {t}, how would you spend it?",
};

constexpr std::string_view DOUBT[] = {
	"I am not quite sure about {w}, you know. Would the [children] enjoy it?",
	"Hmm, I would rather find a cosier [nook] than {w}!",
	"Oh, I wonder about {w}! My [instinct] tells me there is a kinder way.",
	"Forgive me, but with {w} you forgot the [laughter]!",
};

constexpr std::string_view EXAMPLE[] = {
	"Last spring I gave a [cutting] to a postman, and now his whole depot is green!",
	"Just think of our old [lantern]: cracked, crooked, and everybody's favourite!",
	"When the lights went out last year, we all met on the stairs with [candles] and nobody wanted "
	"to go home!",
};

constexpr std::string_view CONCEDE[] = {
	"You know what, you are right about {w}! I was carried away by my own [balloon].",
	"All yours, {name}! With {w} I had the [wrapping], and you have the present.",
	"Oh, I give in about {w}, and gladly! You were the wiser [owl] today.",
	"True, true! Of {w} I only saw the [icing], and you saw the cake.",
};

constexpr std::string_view SHIFT[] = {
	"By the way, have you smelled the [lilac] by the gate? Go before it rains!",
	"Quick, something else: a [kitten] has moved in under the stairs!",
	"That reminds me, the new [rowboat] still needs a name. Any thoughts?",
};

constexpr std::string_view RECALL[] = {
	"I keep smiling about {e}, which you told me before!",
	"Remember {e}? I have told two people about that already!",
	"And I have not forgotten {e}, just so you know!",
	"Going back to {e} for a tiny second, because it was too good!",
};

constexpr std::string_view CLOSE[] = {
	"So we agree on {t}, more or less, and I have had the best [afternoon]!",
	"Goodness, the time! I promised to water the [window] boxes before dark.",
	"Let us do this again soon, with {t} and a bigger [teapot]!",
	"What a [chat]! I shall skip all the way home.",
};

constexpr std::string_view BYE[] = {
	"Goodbye, {name}! Take care, and come by whenever you like!",
	"See you soon, {name}! Goodbye, and mind the puddles!",
	"Goodbye, dear {name}! It was a joy.",
};

constexpr std::string_view MUSE[] = {
	"What a lovely light there is today!",
	"I feel like humming.",
	"Somebody should bake something. I think it will be me!",
	"Now, who could use a little company?",
	"A short walk would do me good!",
};

constexpr std::string_view ACCEPT[] = {
	"Gladly! I thought you would never ask!",
	"Oh yes, let us!",
	"With pleasure!",
};

constexpr std::string_view DECLINE[] = {
	"I would love to, but I have promised to help elsewhere!",
	"Next time for sure, my hands are full just now!",
};

constexpr std::string_view OWN[] = {
	"It is just like {own}, you know: more <fun> the more you share!",
	"You should see me with {own}, happy as a [lark]!",
};

} // namespace sunny

} // namespace

TemperPhrases sunny_temper() {
	return { sunny::TRAITS, 0.9,
		{ sunny::OPEN, sunny::GREET, sunny::HELLO, sunny::REACT, sunny::REPLY, sunny::PLAIN,
				sunny::CLAIM, sunny::ASK, sunny::DOUBT, sunny::EXAMPLE, sunny::CONCEDE,
				sunny::SHIFT, sunny::RECALL, sunny::CLOSE, sunny::BYE, sunny::MUSE, sunny::ACCEPT,
				sunny::DECLINE, sunny::OWN } };
}

} // namespace agent_runtime
