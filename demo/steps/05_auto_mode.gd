extends Node2D
## Step 5: agents meet and talk by themselves.
##
## On a map agents walk: around what is solid, and to seats of their own. In auto mode each answers
## what another has said, walks up to it first, and goes back to its seat when all is said. The
## conversation is kept, and can be read as a transcript.

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.agent_message.connect(_on_agent_message)
	_runtime.auto_mode_ended.connect(_on_auto_mode_ended)
	var map := AgentMap.new()
	map.fill_from_layer($Room/Floor as TileMapLayer)
	map.add_seat("left", Vector2i(3, 4), AgentMap.FACING_RIGHT)
	map.add_seat("right", Vector2i(16, 4), AgentMap.FACING_LEFT)
	_runtime.map = map
	var ada: String = ($Room/Ada as StepFigure).live(_runtime, {"seat": "left"})
	var bruno: String = ($Room/Bruno as StepFigure).live(_runtime, {"seat": "right"})
	_runtime.start_auto_mode({"agents": PackedStringArray([ada, bruno]), "max_turns": 4,
			"topic": "Is it better to repair a thing than to replace it?"})


func _on_agent_message(agent_id: String, text: String, _conversation_id: String) -> void:
	for figure: StepFigure in [$Room/Ada, $Room/Bruno]:
		if figure.agent_id == agent_id:
			figure.say(text)


func _on_auto_mode_ended(conversation_id: String, reason: String) -> void:
	_runtime.request_transcript(conversation_id)
	var reply: Dictionary = (await _runtime.request_completed)[2]
	_stage.show_page("%s" % reply.result.markdown)
	_stage.finish("It is over: %s. They go back to their seats." % reason)
