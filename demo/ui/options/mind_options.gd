extends OptionsPage
## Which mind thinks for agents that choose none, and where to find minds outside the game.

# The settings of a mind besides its model, with their titles.
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


func _ready() -> void:
	Minds.offer(_mind)


func fill() -> void:
	var number: int = Minds.names().find(str(GameSettings.mind(&"default_backend")))
	_mind.select(maxi(number, 0))
	_show_mind()


func _show_mind() -> void:
	var mind: String = Minds.names()[_mind.selected]
	_needs.text = Minds.NEEDS[mind]
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
	GameSettings.put_mind(&"default_backend", Minds.names()[number])
	_show_mind()


func _on_place_changed(text: String) -> void:
	var mind: String = Minds.names()[_mind.selected]
	GameSettings.put_mind(mind + "/" + PLACES[mind], text.strip_edges())


func _on_model_changed(text: String) -> void:
	GameSettings.put_mind(Minds.names()[_mind.selected] + "/model", text.strip_edges())


func _on_exported_toggled(is_on: bool) -> void:
	GameSettings.put_mind(&"cli_in_exported_games", is_on)
