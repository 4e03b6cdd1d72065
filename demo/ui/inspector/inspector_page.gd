class_name InspectorPage
extends KeyScroll
## A page of the inspector; it shows what is so when the page is opened. Those who derive from it
## follow changes while it is looked at.

signal told(text: String, is_bad: bool)

var office: Office
var names: AgentNames
var agent_id: String = ""


func setup(the_office: Office, the_names: AgentNames) -> void:
	office = the_office
	names = the_names
	_set_up()


func show_agent(id: String) -> void:
	agent_id = id
	_fill()


## Says something to the player.
func tell(text: String, is_bad: bool = false) -> void:
	told.emit(text, is_bad)


## For those who derive from it: connects to signals of the runtime.
func _set_up() -> void:
	pass


## For those who derive from it: shows [member agent_id].
func _fill() -> void:
	pass
