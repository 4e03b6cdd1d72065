@tool
extends EditorPlugin
## Acts in the real editor on behalf of a test, named by the argument after [code]--[/code], and
## prints a line "ok …" or "FAIL …" for each thing it checked. The last line counts them.

const WARM_UP_FRAMES := 60
const TOGGLES := 20
const SCENE := "res://two_runtimes.tscn"

var _passed: int = 0
var _failed: int = 0


func _enter_tree() -> void:
	_run.call_deferred()


func _run() -> void:
	await _frames(WARM_UP_FRAMES)
	for test: String in OS.get_cmdline_user_args():
		await call("_test_" + test)
	print("%d passed, %d failed" % [_passed, _failed])
	get_tree().quit()


func _check(condition: bool, title: String) -> void:
	print("ok " if condition else "FAIL ", "editor: ", title)
	if condition:
		_passed += 1
	else:
		_failed += 1


func _frames(count: int) -> void:
	for frame: int in count:
		await get_tree().process_frame


## What a run prints that does nothing.
func _test_nothing() -> void:
	_check(Engine.is_editor_hint(), "the editor runs")


func _test_toggle() -> void:
	await _toggle("agent_runtime", 2)
	var control: int = await _growth_by_toggling("bare")
	var grown: int = await _growth_by_toggling("agent_runtime")
	_check(grown <= control, "switching the plugin %d times leaves %d objects, a bare plugin %d"
			% [TOGGLES, grown, control])
	EditorInterface.set_plugin_enabled("agent_runtime", false)
	await _frames(3)
	_check(_docks().is_empty(), "switched off, the plugin leaves no dock")
	EditorInterface.set_plugin_enabled("agent_runtime", true)
	await _frames(3)
	var wanted: int = 0 if DisplayServer.get_name() == "headless" else 1
	_check(_docks().size() == wanted, "switched on, it has %d dock(s) on this display" % wanted)


func _test_dock() -> void:
	var docks: Array[Node] = _docks()
	_check(docks.size() == 1, "there is one Agents dock")
	var rows: Array[Node] = docks[0].find_children("FindingRow*", "", true, false)
	_check(not rows.is_empty(), "it has rows")
	for row: Node in docks[0].find_child("Rows", true, false).get_children():
		var icon := row.get_node("%Icon") as TextureRect
		var title: String = (row.get_node("%Title") as Label).text
		_check(icon.texture != null, "the row %s has an icon" % title)


func _test_scene() -> void:
	var threads: int = _threads()
	var files: PackedStringArray = DirAccess.get_files_at("user://")
	EditorInterface.open_scene_from_path(SCENE)
	await _frames(60)
	var root: Node = EditorInterface.get_edited_scene_root()
	_check(root != null and root.get_child_count() == 4, "a scene with the nodes opens")
	for node: Node in root.get_children():
		_check(not node.is_processing() and not node.is_physics_processing(),
				"%s does not process" % node.name)
	_check(_threads() == threads, "no thread was started: %d, before %d" % [_threads(), threads])
	_check(DirAccess.get_files_at("user://") == files, "no file was made in user://")
	_check(_warning_of("Fine").is_empty(), "a good node has no warning")
	var warning: String = _warning_of("Lost")
	_check(warning.contains("Database Path: the folder /no/such/folder does not exist. Create it"),
			"a missing folder is warned about by property and remedy")
	var stray: String = _warning_of("Stray")
	_check(stray.contains("must be a Node2D or a Node3D. Move it below such a node"),
			"a body below no body of the game is warned about")
	_check(stray.contains("Runtime Path: it leads to no AgentRuntime"),
			"a body without a runtime is warned about")
	_check(warning.contains("Rival uses the same file") and warning.contains("another path"),
			"two nodes on one file are warned about")
	_check(warning.contains("Rival uses the same port") and warning.contains("0 for any"),
			"two nodes on one port are warned about")


## Deletes the addon from under the open editor. The engine then compiles all scripts again, which
## ends this coroutine; that the editor goes on is seen from its exit code.
func _test_delete() -> void:
	EditorInterface.set_plugin_enabled("agent_runtime", false)
	await _frames(10)
	print("deleting the addon")
	OS.execute("rm", ["-r", ProjectSettings.globalize_path("res://addons/agent_runtime")])
	EditorInterface.get_resource_filesystem().scan()
	# Quitting in the middle would hide what becomes of it; --quit-after ends the editor.
	await _frames(100_000)


func _test_help() -> void:
	EditorInterface.set_main_screen_editor("Script")
	var editor: ScriptEditor = EditorInterface.get_script_editor()
	editor.goto_help("class_name:AgentRuntime")
	await _frames(60)
	var shown: String = ""
	for page: Node in editor.find_children("*", "RichTextLabel", true, false):
		var text: String = (page as RichTextLabel).get_parsed_text()
		if text.contains("AgentRuntime"):
			shown += text
	for part: String in ["characters that listen, think, speak and remember", "database_path",
			"time_scale", "get_library_info", "Seed of all chance"]:
		_check(shown.contains(part), "the help shows \"%s\"" % part)
	EditorInterface.set_main_screen_editor("2D")


func _toggle(plugin: String, times: int) -> void:
	for time: int in times:
		EditorInterface.set_plugin_enabled(plugin, false)
		await _frames(2)
		EditorInterface.set_plugin_enabled(plugin, true)
		await _frames(2)


func _growth_by_toggling(plugin: String) -> int:
	var before: float = Performance.get_monitor(Performance.OBJECT_COUNT)
	await _toggle(plugin, TOGGLES)
	return int(Performance.get_monitor(Performance.OBJECT_COUNT) - before)


func _docks() -> Array[Node]:
	var found: Array[Node] = []
	for dock: Node in get_tree().root.find_children("*", "EditorDock", true, false):
		if dock.get("title") == "Agents":
			found.append(dock)
	return found


func _threads() -> int:
	return DirAccess.get_directories_at("/proc/self/task").size()


## Returns what the Scene dock shows when the warning sign beside a node is pointed at.
func _warning_of(node: String) -> String:
	for tree: Node in EditorInterface.get_base_control().find_children("*", "Tree", true, false):
		var item: TreeItem = _item_of((tree as Tree).get_root(), node)
		if item != null:
			var texts: PackedStringArray = []
			for button: int in item.get_button_count(0):
				texts.append(item.get_button_tooltip_text(0, button))
			return " ".join(texts).replace("\n", " ").strip_edges()
	return "not found"


func _item_of(item: TreeItem, text: String) -> TreeItem:
	while item != null:
		if item.get_text(0) == text:
			return item
		item = item.get_next_in_tree()
	return null
