extends Node
## Opens the office, or says what to do if the addon's library is missing. The arguments of the game
## are described in [LaunchOptions].
##
## When a greeting was completed, the last line printed is "demo: greeting finished". Neither this
## script nor one that it names mentions the class AgentRuntime, so that it compiles without the
## library.

const SESSION := "res://session/session.tscn"
const MISSING := (
		"The AgentRuntime library is missing: build it with `scons`, "
		+ "or copy addons/agent_runtime from a release into this project."
)
const STOPPED := "Nobody can speak: the runtime did not start. The log says why, and what to try."

var _options: LaunchOptions
var _session: Node
var _is_opening: bool = false

@onready var _notice: Label = %Notice


func _ready() -> void:
	_options = LaunchOptions.new(OS.get_cmdline_user_args())
	for problem: String in _options.problems:
		printerr(problem)
	if not ClassDB.class_exists(&"AgentRuntime"):
		_refuse(MISSING)
		return
	var problems: PackedStringArray = ClassDB.class_call_static(
			&"AgentRuntime", &"find_library_problems")
	if problems.is_empty():
		_open()
	else:
		_refuse("The AgentRuntime library does not work on this system: %s." % "; ".join(problems))


func _open() -> void:
	GameSettings.apply_minds()
	var scene: PackedScene = load(SESSION)
	_session = scene.instantiate()
	_session.set(&"options", _options)
	_session.connect(&"greeting_finished", _on_greeting_finished)
	_session.connect(&"failed", _refuse.bind(STOPPED))
	_session.connect(&"restart_wanted", _open_anew)
	add_child(_session)


func _open_anew() -> void:
	if _is_opening: # the button was pressed twice
		return
	_is_opening = true
	@warning_ignore("redundant_await")
	await _session.call(&"close")
	_session.queue_free()
	await _session.tree_exited
	_options = LaunchOptions.new([])
	_is_opening = false
	_open()


# Without a runtime the office can do nothing.
func _refuse(reason: String) -> void:
	printerr(reason)
	if _session != null:
		_session.queue_free()
		_session = null
	_notice.text = reason
	_notice.show()
	if _options.ends():
		get_tree().quit(1)


func _on_greeting_finished() -> void:
	var status: Error = OK
	if not _options.screenshot.is_empty():
		status = _save_screenshot()
	print("demo: greeting finished")
	if _options.ends():
		@warning_ignore("redundant_await")
		await _session.call(&"close")
		get_tree().quit(0 if status == OK else 1)


func _save_screenshot() -> Error:
	if DisplayServer.get_name() == "headless":
		printerr("No screenshot: without a display nothing is drawn. Use demo/run.sh --screenshot.")
		return ERR_UNAVAILABLE
	# No frame comes by itself where nothing changes.
	RenderingServer.force_draw()
	var path: String = _options.screenshot
	var status: Error = get_viewport().get_texture().get_image().save_png(path)
	if status != OK:
		printerr("No screenshot: %s cannot be written (%s)." % [path, error_string(status)])
	return status
