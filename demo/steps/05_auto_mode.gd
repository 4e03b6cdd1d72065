extends Node2D
## Step 5: agents meet and talk by themselves.
##
## On a map agents walk around obstacles and to seats of their own. In auto mode each answers what
## another has said, walks up to it first, and goes back to its seat when everything is said. What
## is said comes with the signal agent_message, and the figures show it. It can be read later, too.

var _talk: String = ""

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.auto_mode_ended.connect(_on_auto_mode_ended)
	var map := AgentMap.new()
	map.fill_from_layer($Room/Floor as TileMapLayer)
	map.add_seat("left", Vector2i(3, 4), AgentMap.FACING_RIGHT)
	map.add_seat("right", Vector2i(16, 4), AgentMap.FACING_LEFT)
	_runtime.map = map
	var both: PackedStringArray = [
		($Room/Ada as StepFigure).live(_runtime, {"key": "ada", "seat": "left"}),
		($Room/Bruno as StepFigure).live(_runtime, {"key": "bruno", "seat": "right"})]
	_talk = _runtime.start_auto_mode({"agents": both, "max_turns": 4,
			"topic": "Is it better to repair a thing than to replace it?"})


# This also reports a conversation that was cut off when an earlier game ended.
func _on_auto_mode_ended(conversation_id: String, reason: String) -> void:
	if conversation_id == _talk:
		_stage.finish("It is over: %s. They go back to their seats." % reason)
		var transcript: AgentReply = await _runtime.request_transcript(_talk).wait()
		if transcript.ok:
			_stage.show_page("%s" % transcript.value.markdown)
