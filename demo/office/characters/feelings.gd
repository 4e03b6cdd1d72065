class_name Feelings
extends Object
## What somebody feels who says this: a sign to show when the words disappear.

## Matches whole words, so that "disagree" does not count as "agree".
const WORDS: Dictionary[Mark.Sign, Array] = {
	Mark.Sign.IDEA: ["what if", "idea", "ideas", "imagine", "prototype"],
	Mark.Sign.HEART: ["thank", "thanks", "love", "lovely", "agree", "wonderful"],
	Mark.Sign.ALERT: ["never", "outage", "danger", "dangerous", "careful", "wrong"],
}
## How many letters of a text to look at.
const LETTERS := 200

static var _between_words := RegEx.create_from_string("[^\\p{L}']+")


## The sign for [param content], or [constant Mark.NONE].
static func of(content: String) -> Mark.Sign:
	var words: String = _between_words.sub(content.left(LETTERS).to_lower(), " ", true)
	for mark: Mark.Sign in WORDS:
		for word: String in WORDS[mark]:
			if (" %s " % words).contains(" %s " % word):
				return mark
	return Mark.Sign.NONE
