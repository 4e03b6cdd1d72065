class_name Minds
extends Object
## The minds that the player can choose from.

## Their titles, by the names that the runtime has for them.
const TITLES: Dictionary[String, String] = {
	"offline": "Offline",
	"anthropic": "Anthropic",
	"openai": "OpenAI or alike",
	"claude": "claude",
	"codex": "codex",
}
const NEEDS: Dictionary[String, String] = {
	"offline": "Built in. It needs nothing, costs nothing, and talks in character.",
	"anthropic": "Anthropic's API: a key (see Settings, Keys) and a model.",
	"openai": "OpenAI's API with a key, or any server that speaks it, such as Ollama at \
http://127.0.0.1:11434/v1, without one; and a model.",
	"claude": "The program claude on this machine, logged in. It starts once for each thought.",
	"codex": "The program codex on this machine, logged in. It starts once for each thought.",
}


## Their names, in the order in which they are offered.
static func names() -> Array[String]:
	return TITLES.keys()


## Adds an item for each mind to [param menu].
static func offer(menu: OptionButton) -> void:
	for mind: String in TITLES:
		menu.add_item(TITLES[mind])
