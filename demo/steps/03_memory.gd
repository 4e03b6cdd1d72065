extends Node2D
## Step 3: an agent that remembers.
##
## An agent with a key is the same one the next time that the game runs, and remembers all that
## it said and heard, because its world is stored in a file; see
## [member AgentRuntime.database_path]. Its memory can be searched. Run this scene twice.

const SECRET := "My favourite tea is peppermint, and I drink it at four."

var _ada: String = ""

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _figure: StepFigure = $Ada
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_ada = _runtime.spawn_agent({"key": "ada", "name": "Ada", "think_interval": 0})
	# The database answers a little later, with the line that fits best, if there is one.
	var reply: AgentReply = await _runtime.search_memory(_ada, "favourite tea", 1).wait()
	if not reply.ok:
		return # The player left the scene before the answer came.
	for line: Dictionary in reply.value.lines:
		_figure.say("You once said: %s" % line.content)
		_stage.finish("She remembers. Her world is in " + _runtime.resolve_database_path())
	if not _stage.is_finished:
		_runtime.send_message(_ada, SECRET)
		_stage.finish("You have told her: \"%s\" Now run this scene again." % SECRET)
