class_name SpawnDialog
extends OfficePanel
## Brings a new agent to life. What the runtime finds wrong is shown beside the input.

# Shown instead of a mind when none is chosen.
const NO_MIND := "As in the settings"
const NO_MIND_HINT := "As the settings say for those who choose none: %s."

var _seats: PackedStringArray = []
var _look: int = 0

@onready var _preset: OptionButton = %Preset
@onready var _name: LineEdit = %AgentName
@onready var _role: LineEdit = %Role
@onready var _persona: TextEdit = %Persona
@onready var _look_shown: Portrait = %Look
@onready var _mind: OptionButton = %Mind
@onready var _mind_hint: Label = %MindHint
@onready var _model: LineEdit = %Model
@onready var _seat: OptionButton = %Seat
@onready var _error: Label = %Error
@onready var _spawn: Button = %Spawn


func _set_up() -> void:
	for preset: Dictionary in PersonaPresets.ALL:
		_preset.add_item("%s, %s" % [preset["name"], preset["role"]])
	_mind.add_item(NO_MIND)
	Minds.offer(_mind)


func _fill() -> void:
	_error.hide()
	_mind.select(0)
	_on_mind_selected(0)
	_fill_seats()
	_take_preset(randi() % PersonaPresets.ALL.size())
	_show_look(_free_look())


# Offers the free seats at desks.
func _fill_seats() -> void:
	var taken: PackedStringArray = []
	for agent: Dictionary in office.runtime.list_agents():
		taken.append(str(agent.get("seat", "")))
	_seats = [""]
	_seat.clear()
	_seat.add_item("None")
	if office.runtime.map == null:
		return
	for seat: Dictionary in office.runtime.map.get_seats():
		var seat_name: String = str(seat.get("name"))
		if str(seat.get("table", "")).is_empty() and not taken.has(seat_name):
			_seats.append(seat_name)
			_seat.add_item(seat_name.replace("_", " ").capitalize())
	_seat.select(1 if _seats.size() > 1 else 0)


func _take_preset(number: int) -> void:
	var preset: Dictionary = PersonaPresets.ALL[number]
	_preset.select(number)
	_name.text = preset["name"]
	_role.text = preset["role"]
	_persona.text = preset["persona"]


# Picks a look that nobody has, if there is one.
func _free_look() -> int:
	var free: Array[int] = []
	free.assign(range(Looks.NAMES.size()))
	for id: String in office.runtime.get_agents():
		var character: Character = office.character_of(id)
		if character != null:
			free.erase(Looks.NAMES.find(character.look))
	return randi() % Looks.NAMES.size() if free.is_empty() else free[0]


func _show_look(number: int) -> void:
	_look = posmod(number, Looks.NAMES.size())
	_look_shown.show_look(Looks.NAMES[_look])


# The mind of a menu item; empty for the first.
func _mind_of(number: int) -> String:
	return "" if number == 0 else Minds.names()[number - 1]


func _refuse(reply: AgentReply) -> void:
	_error.text = reply.message
	_error.show()
	var fields: Dictionary[String, Control] = {
		"name": _name, "role": _role, "persona": _persona, "cli_backend": _mind, "model": _model,
		"seat": _seat,
	}
	var field: String = reply.field.get_slice(".", reply.field.get_slice_count(".") - 1)
	if fields.has(field):
		fields[field].grab_focus()


func _on_preset_selected(number: int) -> void:
	_take_preset(number)


func _on_look_changed(step: int) -> void:
	_show_look(_look + step)


func _on_mind_selected(number: int) -> void:
	var usual: String = str(GameSettings.mind(&"default_backend"))
	_mind_hint.text = NO_MIND_HINT % usual if number == 0 else Minds.NEEDS[_mind_of(number)]
	_model.editable = _mind_of(number) not in ["", "offline"]


func _on_spawn_pressed(_text: String = "") -> void:
	var config: Dictionary = {
		"name": _name.text.strip_edges(),
		"role": _role.text.strip_edges(),
		"persona": _persona.text.strip_edges(),
		"routine": "wander",
		# does not speak on its own initiative, like the agents that are already here
		"think_interval": 0.0,
		"metadata": {"look": String(Looks.NAMES[_look])},
	}
	if _mind.selected > 0:
		config["cli_backend"] = _mind_of(_mind.selected)
	if _model.editable and not _model.text.strip_edges().is_empty():
		config["model"] = _model.text.strip_edges()
	if _seat.selected > 0:
		config["seat"] = _seats[_seat.selected]
	_spawn.disabled = true
	var reply: AgentReply = await office.runtime.request(
			{"type": "agent_spawn_request", "agent_config": config}).wait()
	_spawn.disabled = false
	if not reply.ok:
		_refuse(reply)
		return
	tell("%s is here." % str(config["name"]))
	close()
