class_name Feelings
extends Object
## What somebody feels who says this: a sign to be shown when the words are gone.

const WORDS: Dictionary[Mark.Sign, Array] = {
	Mark.Sign.IDEA: ["what if", "idea", "imagine", "prototype"],
	Mark.Sign.HEART: ["thank", "love", "lovely", "agree", "wonderful"],
	Mark.Sign.ALERT: ["never", "outage", "danger", "careful", "wrong", "!"],
}
## How much of a text is looked at.
const LETTERS := 200


## The sign for [param content], or [constant Mark.NONE].
static func of(content: String) -> Mark.Sign:
	var beginning: String = content.left(LETTERS).to_lower()
	for mark: Mark.Sign in WORDS:
		for word: String in WORDS[mark]:
			if beginning.contains(word):
				return mark
	return Mark.Sign.NONE
