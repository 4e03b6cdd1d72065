extends Node
## A game that asks minds over HTTP, one after another, and prints how each ended, a line of JSON
## each. Used by tests/peers, whose servers go wrong.
##
## Arguments, after [code]--[/code]: a folder for databases, and a file with the minds to ask: an
## array of [code]{name, kind, prompt, certificates, settings}[/code]. When all have ended the game
## says so, and leaves once there is a file named [code]leave[/code] in the folder. Until then the
## runtimes live on, so that a connection which is gone was ended by the mind.

const LONGEST_ANSWER := 30_000 # milliseconds
const LONGEST_STAY := 60_000 # milliseconds
const MINDS := "agent_runtime/minds/"
const WHO: Dictionary = {"name": "Ada", "think_interval": 0}

var _folder: String = ""
var _streamed: PackedStringArray = []
var _end: Dictionary = {}


func _ready() -> void:
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	_folder = arguments[0]
	var minds: Array = JSON.parse_string(FileAccess.get_file_as_string(arguments[1]))
	for index: int in minds.size():
		await _ask(minds[index] as Dictionary, "%s/%d.db" % [_folder, index])
	_tell({"what": "all have ended"})
	await _until(_may_leave, LONGEST_STAY)
	for runtime: Node in get_children():
		(runtime as AgentRuntime).stop()
	_tell({"what": "left"})
	get_tree().quit()


func _may_leave() -> bool:
	return FileAccess.file_exists(_folder + "/leave")


func _ask(mind: Dictionary, database: String) -> void:
	_streamed.clear()
	_end = {"what": "waited in vain"}
	var runtime: AgentRuntime = _runtime_for(mind, database)
	var ada: String = runtime.spawn_agent(WHO.merged({"cli_backend": mind.kind}))
	runtime.agent_text_streamed.connect(_on_agent_text_streamed)
	runtime.agent_spoke.connect(_on_agent_spoke.bind(ada))
	runtime.agent_mind_failed.connect(_on_agent_mind_failed)
	runtime.send_message(ada, mind.prompt as String)
	await _until(_has_ended, LONGEST_ANSWER)
	_end.merge({"name": mind.name, "kind": mind.kind, "streamed": _streamed})
	_tell(_end)


func _has_ended() -> bool:
	return _end.what != "waited in vain"


## Starts a runtime with the settings of [param mind], and leaves the project as it was.
func _runtime_for(mind: Dictionary, database: String) -> AgentRuntime:
	var settings: Dictionary = {MINDS + "trusted_certificates": mind.certificates}
	for key: String in mind.settings as Dictionary:
		settings[MINDS + (mind.kind as String) + "/" + key] = mind.settings[key]
	var before: Dictionary = {}
	for key: String in settings:
		before[key] = ProjectSettings.get_setting(key)
		ProjectSettings.set_setting(key, settings[key])
	var runtime := AgentRuntime.new()
	runtime.database_path = database
	add_child(runtime)
	for key: String in before:
		ProjectSettings.set_setting(key, before[key])
	return runtime


func _on_agent_text_streamed(_agent_id: String, text: String, begins: bool) -> void:
	if begins:
		_streamed.clear()
	_streamed.append(text)


func _on_agent_spoke(
		agent_id: String, content: String, _recipients: PackedStringArray, ada: String) -> void:
	if agent_id == ada:
		_end = {"what": "spoke", "text": content}


func _on_agent_mind_failed(_agent_id: String, failure: String, message: String) -> void:
	_end = {"what": "failed", "failure": failure, "message": message}


## Waits for [param condition], but no longer than [param longest] milliseconds.
func _until(condition: Callable, longest: int) -> void:
	var last: int = Time.get_ticks_msec() + longest
	while not condition.call() and Time.get_ticks_msec() < last:
		await get_tree().process_frame


func _tell(what: Dictionary) -> void:
	print(JSON.stringify(what))
