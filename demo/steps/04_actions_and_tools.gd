extends Node2D
## Step 4: agents do things in your game.
##
## An action is what an agent decides to do; a tool gives its mind information before it decides.
## Both are functions of yours, and the arguments that a mind gives them are checked. Here the mind
## follows a script, so that the same happens each time. Remove the line with the script, and
## another mind chooses.

const NOTHING: Dictionary = {"type": "object"}
const SCRIPT: Array = [
	{"action": {"action": "use_tools", "calls": [{"name": "feel_soil", "arguments": {}}]}},
	{"action": {"action": "action", "name": "water_fern", "arguments": {}}},
]

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.register_tool("feel_soil", "Tells how wet the fern's soil is.", NOTHING, _feel_soil)
	_runtime.register_action("water_fern", "Waters the fern.", NOTHING, _water_fern)
	var ada: String = _runtime.spawn_agent({"name": "Ada", "think_interval": 0,
			"cli_backend": "scripted", "mind_options": {"script": SCRIPT}})
	_runtime.send_message(ada, "Would you look after the fern?")


func _feel_soil(_agent_id: String, _arguments: Dictionary, _call_id: String) -> String:
	_stage.tell("Tool: Ada feels the soil.")
	return "It is dry."


func _water_fern(_agent_id: String, _arguments: Dictionary, _call_id: String) -> String:
	create_tween().tween_property($Fern, ^"scale", Vector2.ONE, 0.5)
	_stage.finish("Tool: the soil is dry. Action: Ada waters the fern.")
	return "The fern stands upright again." # What she will remember about it.
