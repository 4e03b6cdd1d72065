extends Node
## Opens the office, or says what to do if the library of the addon is missing.
##
## Arguments of the game, given after [code]--[/code]:
## [code]--quit-after-greeting[/code] ends the game when the greeting is over,
## [code]--screenshot=FILE[/code] saves the picture then as a PNG, and ends the game.
##
## The last line printed by a greeting that came to its end is "demo: greeting finished".
## This script does not name the class AgentRuntime, so that it compiles without the library.

const OFFICE := "res://office/office.tscn"
const MISSING := (
		"The AgentRuntime library is missing: build it with `scons`, "
		+ "or copy addons/agent_runtime from a release into this project."
)
const STOPPED := "Nobody can speak: the runtime did not start. The log says why, and what to try."

var _quit_after_greeting: bool = false
var _screenshot_path: String = ""
var _office: Node

@onready var _notice: Label = %Notice


func _ready() -> void:
	for argument: String in OS.get_cmdline_user_args():
		if argument == "--quit-after-greeting":
			_quit_after_greeting = true
		elif argument.begins_with("--screenshot="):
			_screenshot_path = argument.trim_prefix("--screenshot=")
	if not ClassDB.class_exists(&"AgentRuntime"):
		_refuse(MISSING)
		return
	var problems: PackedStringArray = ClassDB.class_call_static(
			&"AgentRuntime", &"find_library_problems")
	if problems.is_empty():
		_open_office()
	else:
		_refuse("The AgentRuntime library does not work on this system: %s." % "; ".join(problems))


func _open_office() -> void:
	var scene: PackedScene = load(OFFICE)
	_office = scene.instantiate()
	_office.connect(&"greeting_finished", _on_greeting_finished)
	_office.connect(&"greeting_failed", _refuse.bind(STOPPED))
	add_child(_office)


func _refuse(reason: String) -> void:
	printerr(reason)
	_notice.text = reason
	_notice.show()
	if _quit_after_greeting or not _screenshot_path.is_empty():
		get_tree().quit(1)


func _on_greeting_finished() -> void:
	var status: int = OK
	if not _screenshot_path.is_empty():
		status = await _save_screenshot()
	print("demo: greeting finished")
	if _quit_after_greeting or not _screenshot_path.is_empty():
		@warning_ignore("redundant_await")
		await _office.call(&"close")
		get_tree().quit(0 if status == OK else 1)


func _save_screenshot() -> Error:
	if DisplayServer.get_name() == "headless":
		printerr("No screenshot: without a display nothing is drawn. Use demo/run.sh --screenshot.")
		return ERR_UNAVAILABLE
	await RenderingServer.frame_post_draw
	var status: Error = get_viewport().get_texture().get_image().save_png(_screenshot_path)
	if status != OK:
		var reason: String = error_string(status)
		printerr("No screenshot: %s cannot be written (%s)." % [_screenshot_path, reason])
	return status
