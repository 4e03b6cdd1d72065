extends Node2D
## Step 3: an agent that remembers.
##
## An agent with a key is the same one in the next run of the game, with all that it said and heard:
## its world is kept in a file, see [member AgentRuntime.database_path]. What it remembers can be
## searched. Run this scene twice.

const SECRET := "My favourite tea is peppermint, and I drink it at four."

var _ada: String = ""

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _figure: StepFigure = $Ada
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.request_completed.connect(_on_request_completed)
	_ada = _runtime.spawn_agent({"key": "ada", "name": "Ada", "think_interval": 0})
	_runtime.search_memory(_ada, "favourite tea", 1)


# What a search has found: the line that fits best, if there is one.
func _on_request_completed(_request_id: String, ok: bool, reply: Dictionary) -> void:
	if not ok:
		return # The scene was left before the answer came.
	for line: Dictionary in reply.result.lines:
		_figure.say("You once said: %s" % line.content)
		_stage.finish("She remembers. Her world is in " + _runtime.resolve_database_path())
	if not _stage.is_finished:
		_runtime.send_message(_ada, SECRET)
		_stage.finish("You have told her: \"%s\" Now run this scene again." % SECRET)
