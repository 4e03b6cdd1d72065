@tool
extends EditorPlugin
## Reports in one line what is wrong if the library is missing, and shows the Agents dock.
##
## Names no class of the library and none that is newer than Godot 4.4, so that it compiles wherever
## it has to report that something is missing.

const SetupCheck := preload("editor/setup_check.gd")

const DOCK_SCENE := "editor/agents_dock.tscn"
const DOCK_ICON := "icons/agents.svg"
const DOCK_SLOT_BESIDE_INSPECTOR := 4
## Registered by the library, but read even without one.
const CHECK_SETTING := "agent_runtime/editor/check_setup_on_start"

var _dock: Control


func _enter_tree() -> void:
	if ProjectSettings.get_setting(CHECK_SETTING, true):
		_print_problem()
	if DisplayServer.get_name() != "headless" and ClassDB.class_exists(&"EditorDock"):
		_add_dock()


func _exit_tree() -> void:
	if _dock == null:
		return
	call(&"remove_dock", _dock)
	_dock.queue_free()
	_dock = null


func _print_problem() -> void:
	var problem: String = SetupCheck.first_problem(SetupCheck.judge(SetupCheck.observe(_folder())))
	if not problem.is_empty():
		printerr(problem)


func _add_dock() -> void:
	var content: PackedScene = load(_folder().path_join(DOCK_SCENE))
	_dock = ClassDB.instantiate(&"EditorDock")
	_dock.set(&"title", "Agents")
	_dock.set(&"layout_key", "agent_runtime_agents")
	_dock.set(&"dock_icon", load(_folder().path_join(DOCK_ICON)))
	_dock.set(&"default_slot", DOCK_SLOT_BESIDE_INSPECTOR)
	_dock.add_child(content.instantiate())
	call(&"add_dock", _dock)


## Returns the addon's folder, which may not be the one where it should be.
func _folder() -> String:
	return (get_script() as Script).resource_path.get_base_dir()
