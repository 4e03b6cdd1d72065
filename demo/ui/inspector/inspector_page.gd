class_name InspectorPage
extends KeyScroll
## A page of the inspector. It shows the present state when it is opened; subclasses follow changes
## while it is visible.

signal told(text: String, is_bad: bool)
signal answer_wanted(question: AgentQuestion)

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


## Shows a message to the player.
func tell(text: String, is_bad: bool = false) -> void:
	told.emit(text, is_bad)


## Opens the dialog in which [param question] is answered.
func want_answer(question: AgentQuestion) -> void:
	answer_wanted.emit(question)


## For subclasses: connects to signals of the runtime.
func _set_up() -> void:
	pass


## For subclasses: shows [member agent_id].
func _fill() -> void:
	pass
