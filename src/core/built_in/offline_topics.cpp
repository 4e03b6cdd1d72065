#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

constexpr TopicPhrases TOPICS[] = {
	{ "weather rain storm wind sunshine climate snow clouds forecast",
			{ "Forecasts are fairly good for three days, and after a week little better than the "
			  "[almanac].",
					"A [barometer] that falls fast means wind, whatever the sky says.",
					"Before rain the [swallows] fly low, because the insects do." } },
	{ "garden gardens gardening plants flowers roses vegetables soil",
			{ "Worms turn over a whole [meadow] in a few decades, one thimble at a time.",
					"A [compost] heap is warm enough in January to steam.",
					"Old gardeners put [marigolds] among the vegetables, to keep the pests "
					"guessing." } },
	{ "bread baking flour dough bakery cake",
			{ "A [sourdough] can outlive the baker who began it.",
					"The crust sings when it cools, and bakers listen for that [crackle].",
					"For centuries a village shared one [oven], and each family marked its "
					"loaf." } },
	{ "coffee tea espresso cafe",
			{ "Legend has it that [goats] discovered coffee by dancing all night.",
					"Good tea wants water just off the boil, and three minutes of <silence>.",
					"The first [coffeehouses] were called penny universities." } },
	{ "sea ocean sailing ships waves tides fishing",
			{ "Most of the sea floor is less well mapped than the [craters] of the moon.",
					"Every seventh [wave] is the large one, sailors say, and they never count.",
					"A message in a [bottle] once took a hundred and eight years to arrive." } },
	{ "books reading library libraries novels literature",
			{ "In some medieval libraries the [volumes] were chained to the desks.",
					"A paperback smells of vanilla as its [pages] age.",
					"There are more unread books on any [nightstand] than anybody admits." } },
	{ "robots machines automation computers artificial intelligence",
			{ "The first thing called a robot was a character in a [drama].",
					"Computers find chess easy and a [shoelace] hard.",
					"The oldest [automatons] poured wine for guests, two thousand years ago." } },
	{ "music songs melody concert singing instruments",
			{ "A [violin] has some seventy parts, and most of them are glue and hope.",
					"Songs that we heard at fifteen stay with us like [tattoos].",
					"A [choir] that sings together soon breathes and beats as one." } },
	{ "cats cat kittens",
			{ "A cat sleeps through two thirds of its life and supervises the [remainder].",
					"Cats meow to people and hardly ever to one another, so it is a private "
					"[language].",
					"Ancient Egyptians shaved off their [eyebrows] when the house cat died." } },
	{ "dogs dog puppies",
			{ "A dog can smell how late it is, by how stale our [traces] have become.",
					"The nose print of a dog is as singular as a [fingerprint].",
					"Dogs yawn when we do, and only for their [favourites]." } },
	{ "bees bee honey beekeeping hives",
			{ "A bee tells the others where the flowers are by <dancing>.",
					"In her whole life one bee makes a twelfth of a [teaspoon].",
					"Sealed honey keeps for centuries, as the [tombs] have shown." } },
	{ "stars space astronomy planets moon universe",
			{ "The light of some stars set out when there were still [mammoths].",
					"On the moon a [footprint] lasts for millions of years.",
					"There is a planet so light that it would float in a [bathtub]." } },
	{ "trains railway railways train station travel journey",
			{ "Before the railway every town kept its own [noon].",
					"The longest train [journey] takes eight days and crosses eight time zones.",
					"Station [clocks] used to run a minute fast, out of kindness." } },
	{ "winter cold ice snow frost skiing",
			{ "No two [snowflakes] are alike, though nobody has checked them all.",
					"Lakes freeze from the top, which is a kindness to the [fish].",
					"A really cold night makes the [trees] crack like whips." } },
	{ "sleep dreams dreaming insomnia night",
			{ "We forget most of a dream before the [kettle] boils.",
					"People used to sleep in two halves, with an hour of [gossip] between.",
					"Dolphins sleep with half of the [brain] at a time." } },
	{ "work office jobs job meetings",
			{ "The word for salary may come from salt, and some days it tastes of the [mines].",
					"A meeting grows until it fills the [calendar].",
					"The eight-hour day was won with [banners], and not so long ago." } },
	{ "friends friendship love neighbours",
			{ "It takes some two hundred hours to make a [stranger] a close friend.",
					"Old friends finish one another's sentences and [sandwiches].",
					"People who walk side by side soon share one [rhythm]." } },
	{ "food cooking soup kitchen recipes dinner",
			{ "The smell of frying [onions] has sold more houses than any agent.",
					"Hunger is the best [cook], and the cheapest.",
					"Tomatoes were grown as an [ornament] for two hundred years before anybody "
					"dared to eat one." } },
	{ "money coins trade prices market economy gold",
			{ "Shells were money for longer than [coins] have been.",
					"A coin stays in use for some thirty years, a [banknote] for three.",
					"The first [cheque] was written on clay." } },
	{ "school teaching learning education exams",
			{ "Children learn a word best when somebody [points].",
					"To teach a thing is to learn it a second time, with <witnesses>.",
					"Chalk squeaks because it sticks and slips, like a [bow] on a string." } },
	{ "sport football running games chess cycling",
			{ "More [footballs] than newborns come into the world each year.",
					"Runners hear their own [footsteps] best when they are losing.",
					"A game of chess can last longer than a [marriage], in theory." } },
	{ "history past castle castles ruins knights",
			{ "Most [castles] were taken by patience, and few by force.",
					"Roman <concrete> still hardens in sea water.",
					"Museums show a tenth of what they own, and the rest dreams in the "
					"[basement]." } },
	{ "forest trees woods mushrooms",
			{ "Trees trade sugar through a web of [fungi] under our feet.",
					"An [oak] spends three hundred years growing and three hundred dying.",
					"In a forest one hears the [jay] announce one's visit." } },
	{ "art painting pictures colours paintings gallery",
			{ "The costliest blue was once ground from a stone more precious than [gold].",
					"Under many a famous picture lies a worse one, as the [radiograph] shows.",
					"Most visitors give a painting a quarter of a minute, and then they read the "
					"[label]." } },
};

} // namespace

std::span<const TopicPhrases> known_topics() {
	return TOPICS;
}

} // namespace agent_runtime
