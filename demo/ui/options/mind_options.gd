extends VBoxContainer
## What thinks for agents that choose nothing else, and where minds outside the game are found.

const MINDS: Array[String] = ["offline", "anthropic", "openai", "claude", "codex"]
const NEEDS: Dictionary[String, String] = {
	"offline": "Built in. It needs nothing, costs nothing, and talks in character.",
	"anthropic": "Anthropic's API: a key (see Keys) and a model.",
	"openai": "OpenAI's API with a key, or any server that speaks it, such as Ollama at \
http://127.0.0.1:11434/v1, without one; and a model.",
	"claude": "The program claude on this machine, logged in. It starts once for each thought.",
	"codex": "The program codex on this machine, logged in. It starts once for each thought.",
}
# What can be settled of a mind beside its model, and what it is called.
const PLACES: Dictionary[String, String] = {
	"anthropic": "base_url", "openai": "base_url", "claude": "program", "codex": "program",
}
const PLACE_TITLES: Dictionary[String, String] = {"base_url": "Address", "program": "Program"}

@onready var _mind: OptionButton = %Mind
@onready var _needs: Label = %Needs
@onready var _fields: GridContainer = %Fields
@onready var _place_title: Label = %PlaceTitle
@onready var _place: LineEdit = %Place
@onready var _model: LineEdit = %Model
@onready var _exported: CheckBox = %Exported


## Shows what is settled now.
func fill() -> void:
	var number: int = MINDS.find(str(GameSettings.mind(&"default_backend")))
	_mind.select(maxi(number, 0))
	_show_mind()


func _show_mind() -> void:
	var mind: String = MINDS[_mind.selected]
	_needs.text = NEEDS[mind]
	_fields.visible = PLACES.has(mind)
	_exported.visible = mind in ["claude", "codex"] and OS.has_feature("template")
	if not PLACES.has(mind):
		return
	_place_title.text = PLACE_TITLES[PLACES[mind]]
	_place.text = str(GameSettings.mind(mind + "/" + PLACES[mind]))
	_model.text = str(GameSettings.mind(mind + "/model"))
	var is_allowed: bool = GameSettings.mind(&"cli_in_exported_games")
	_exported.set_pressed_no_signal(is_allowed)


func _on_mind_selected(number: int) -> void:
	GameSettings.put_mind(&"default_backend", MINDS[number])
	_show_mind()


func _on_place_changed(text: String) -> void:
	var mind: String = MINDS[_mind.selected]
	GameSettings.put_mind(mind + "/" + PLACES[mind], text.strip_edges())


func _on_model_changed(text: String) -> void:
	GameSettings.put_mind(MINDS[_mind.selected] + "/model", text.strip_edges())


func _on_exported_toggled(is_on: bool) -> void:
	GameSettings.put_mind(&"cli_in_exported_games", is_on)
