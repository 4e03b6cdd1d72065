extends Node2D
## Step 2: two agents talk with each other.
##
## Each speaks from a persona of its own. To make one speak to the other, use the same call as
## before, with the speaker as a third argument. From then on each answers the other by itself,
## until they have said what there was to say.

const OPENING := "Bruno, should we plant an oak in the courtyard?"

var _figures: Dictionary[String, StepFigure] = {}
var _lines: int = 0

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.agent_spoke.connect(_on_agent_spoke)
	var ada: String = _live($Ada as StepFigure, "Curious and warm. Loves what grows.")
	var bruno: String = _live($Bruno as StepFigure, "Dry and exact. Trusts what he can measure.")
	_runtime.send_message(bruno, OPENING, ada)


func _live(figure: StepFigure, persona: String) -> String:
	var id: String = _runtime.spawn_agent(
			{"name": figure.title, "persona": persona, "think_interval": 0})
	_figures[id] = figure
	return id


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	_figures[agent_id].say(content)
	_lines += 1
	if _lines == 4:
		_stage.finish("Each has had its say twice.")
