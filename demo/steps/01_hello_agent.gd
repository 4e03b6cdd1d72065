extends Node2D
## Step 1: say hello to an agent.
##
## The node [AgentRuntime] is the world in which agents live. One call brings an agent to life,
## another speaks to it, and a signal reports what is said. This needs neither network nor key,
## because the built-in mind thinks for it.

var _ada: String = ""

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _figure: StepFigure = $Ada
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.agent_spoke.connect(_on_agent_spoke)
	_ada = _runtime.spawn_agent({"name": "Ada", "role": "a gardener", "think_interval": 0})
	_stage.asked.connect(_ask)
	_ask("What grows in the shade?")


func _ask(question: String) -> void:
	_stage.tell("You: " + question)
	_runtime.send_message(_ada, question)


# What you say arrives here too, from player_0.
func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	if agent_id == _ada:
		_figure.say(content)
		_stage.finish("Ada has answered. Ask her something yourself.")
