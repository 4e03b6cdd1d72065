#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

namespace {

constexpr CraftPhrases CRAFTS[] = {
	{ "engineer mechanic technician machinist programmer robot smith builder machines engines "
	  "electrician plumber inventor",
			{ "A [machine] forgives nothing, and it never flatters anybody.",
					"I would draw {t} on paper first, with every [bolt] where it belongs.",
					"There is play in everything, and beyond it the [bearing] starts to sing.",
					"What cannot be measured gets kicked, and I have the [dent] to prove it." },
			{ "The old [turbine] at the works ran for years on a part that somebody had filed by "
			  "hand.",
					"We once lost a whole [boiler] because two people each thought the other was "
					"reading the [gauge]." } },
	{ "gardener farmer florist botanist herbs orchard plants garden flowers tomatoes roses "
	  "vegetables",
			{ "You cannot pull up a [seedling] to see whether it grows.",
					"I treat {t} like a [hedge]: a little every week, and never in anger.",
					"Good <soil> takes three years, and most people give up after one.",
					"The [weeds] know more about a place than the map does." },
			{ "My [pumpkins] drowned one June, and that same bed gave the best [beans] of my life.",
					"There was a [pear] against the south wall that did nothing for ages and then "
					"fed the street." } },
	{ "poet writer author bard novelist storyteller poems poetry verses stories journalist",
			{ "A [stanza] that explains itself has already gone to sleep.",
					"I would look for {t} in the pause between two [rhymes].",
					"Whoever counts [syllables] too loudly never hears the rain.",
					"Half of every [sonnet] is the courage to cross things out." },
			{ "I once carried a single [couplet] through a month of deadlines, and it came home "
			  "thinner and better.",
					"On a night train I wrote a [ballad] on my ticket, and the [conductor] punched "
					"a hole through the best word." } },
	{ "cook chef baker brewer innkeeper kitchen bakes cooking bread soups",
			{ "A [sauce] knows when you look away.",
					"I would let {t} rest like a [dough], under a cloth and out of the draught.",
					"Nobody remembers the [recipe], everybody remembers the table.",
					"<Salt> late, taste early, and never trust a silent oven." },
			{ "We ran out of [flour] on a feast day, and the flat [loaves] that came of it are on "
			  "the menu still.",
					"My first [broth] took two days and tasted of the pot, and it taught me more "
					"than any book." } },
	{ "sailor captain fisher fisherman pirate navigator boat ships ship sea sailing",
			{ "The sea does not read our [schedule].",
					"You steer {t} by small corrections, and never by the [wake].",
					"A calm [harbour] makes a lazy [knot].",
					"Any [crew] is only as good as its longest night." },
			{ "Off the cape we followed a wrong [chart] for a day, and only the [gulls] told us "
			  "where the land was.",
					"I sailed with a [bosun] who checked all ropes twice, and once he did not, and "
					"there went the [mast]." } },
	{ "carpenter joiner wood mason craftsman cabinetmaker workshop furniture timber woodworker",
			{ "<Timber> moves with the weather, whatever the drawing says.",
					"I would plane {t} down until the [grain] shows.",
					"A good [joint] needs no glue and no speech.",
					"The [offcuts] tell you more about a workshop than the chairs." },
			{ "I built a [cradle] from a fallen oak, and it has outlasted two houses.",
					"There is a [drawer] in my shop that stuck for a year, until one dry summer "
					"settled the quarrel." } },
	{ "teacher scholar librarian professor student historian scientist researcher books library "
	  "archivist philosopher",
			{ "The [footnote] is where the truth goes to hide.",
					"I would define {t} before I fill a [blackboard] with it.",
					"A good question fits on a [postcard], and a bad one fills a [library].",
					"In any [archive] there is a box that nobody dares to open." },
			{ "A [pupil] of mine once proved me wrong with a [pebble] and a piece of string.",
					"In one old [manuscript] the copyist complained of the cold, and that [margin] "
					"taught me more than the text." } },
	{ "doctor nurse healer medic physician herbalist therapist pharmacist midwife veterinarian",
			{ "You treat the [patient], never the paper.",
					"With {t} I would first feel the [pulse], and only then talk.",
					"A [fever] is often the cure in a bad coat.",
					"Small [doses], long walks, and somebody who listens: that covers most of "
					"it." },
			{ "A man came in with a broken [wrist], and what he needed was somebody to feed his "
			  "dog.",
					"We had one [ward] where nobody slept, until a nurse moved the clock." } },
	{ "guard soldier knight police ranger hunter sentinel watchman detective warrior",
			{ "A [padlock] only keeps out the polite.",
					"I would walk around {t} once in the dark before I trust any [alarm].",
					"The night is long, and the quiet [vigil] is the one that counts.",
					"Whoever shouts at the [gatehouse] usually wants you to forget the [cellar]." },
			{ "One night a [goat] set off all the bells we had, and behind it came the real "
			  "[thief].",
					"My old [sergeant] polished one [boot] only, so that he knew which foot to "
					"start with." } },
	{ "merchant trader shopkeeper banker clerk accountant seller salesman shop market",
			{ "Everything has two [prices], and the second one is true.",
					"I would weigh {t} on somebody else's [scales] first.",
					"A full [shelf] is a worry with a nice label.",
					"The best [customer] is the one who argues." },
			{ "I bought forty [umbrellas] in a drought, and people laughed until the first of May.",
					"There was a [ledger] in my father's shop with one page glued shut, and it "
					"held the only [debt] he ever forgave." } },
	{ "musician singer drummer composer fiddler piano pianist violinist music songs dancer",
			{ "The hush before the first [chord] does most of the work.",
					"I would play {t} slowly, until the wrong [interval] gives itself away.",
					"Every [orchestra] has one person who really counts.",
					"A cracked [reed] teaches you the rest of the instrument." },
			{ "At one wedding the [fiddle] broke, so we clapped the whole [waltz], and they wanted "
			  "it twice.",
					"I practised one [scale] for a month beside an open window, and in the end a "
					"[blackbird] answered." } },
	{ "painter artist sculptor potter designer architect photographer drawing paints pottery",
			{ "No shadow is black if you look into the [corners].",
					"I would paint {t} from behind, where nobody poses.",
					"A [sketch] knows things that the finished [canvas] forgets.",
					"Clean your [brushes], and half of the genius follows." },
			{ "I spoiled a [portrait] with one drop of blue, and the sitter said that at last it "
			  "looked like her.",
					"My clumsiest [bowl] is the one that every guest picks from the cupboard." } },
	{ "",
			{ "In my line of work the [details] are where people fall over.",
					"I have learned to treat {t} like a [visitor]: a chair, a drink, and no hurry.",
					"Most of what I know I learned from a [blunder] with witnesses.",
					"You can tell a lot about a day by its first [errand]." },
			{ "In my first week I lost a [key], and looking for it showed me the whole [attic].",
					"Somebody once handed me a [parcel] without an address, and it took nine "
					"people to bring it home." } },
};

} // namespace

std::span<const CraftPhrases> crafts() {
	return CRAFTS;
}

} // namespace agent_runtime
