extends "res://test_case.gd"
## The dock's scene, outside the editor. That the editor shows it is tested in editor/checks.sh.

const AgentsDock := preload("res://addons/agent_runtime/editor/agents_dock.gd")
const SetupCheck := preload("res://addons/agent_runtime/editor/setup_check.gd")
const SCENE := "res://addons/agent_runtime/editor/agents_dock.tscn"


func test_it_shows_the_check_of_this_project() -> void:
	var dock: AgentsDock = _dock()
	equal(dock.get_node("%Rows").get_child_count(), 5, "rows")
	equal((dock.get_node("%Summary") as Label).text, "AgentRuntime is ready", "summary")


func test_it_shows_what_is_wrong_and_how_to_mend_it() -> void:
	var dock: AgentsDock = _dock()
	dock.show_findings([
		_finding("Library", SetupCheck.State.PROBLEM, "It is gone.", "Bring it back."),
		_finding("Engine", SetupCheck.State.FINE, "Godot"),
	])
	equal((dock.get_node("%Summary") as Label).text, "AgentRuntime is not ready", "summary")
	var rows: Array[Node] = dock.get_node("%Rows").get_children()
	equal(rows.size(), 2, "rows replace those before")
	equal(_texts(rows[0]), ["Library", "It is gone.", "Bring it back."], "first row")
	equal(_texts(rows[1]), ["Engine", "Godot"], "second row, without a remedy")


func test_check_again_looks_again() -> void:
	var dock: AgentsDock = _dock()
	dock.show_findings([])
	equal(dock.get_node("%Rows").get_child_count(), 0, "rows before")
	(dock.get_node("Buttons/CheckAgain") as Button).pressed.emit()
	equal(dock.get_node("%Rows").get_child_count(), 5, "rows after")


func _dock() -> AgentsDock:
	var scene: PackedScene = load(SCENE)
	return keep(scene.instantiate()) as AgentsDock


func _finding(
		title: String, state: SetupCheck.State, found: String, remedy: String = ""
) -> SetupCheck.Finding:
	return SetupCheck.Finding.new(title, state, found, remedy)


func _texts(row: Node) -> Array:
	var texts: Array = []
	for name: String in ["%Title", "%Found", "%Remedy"]:
		var label := row.get_node(name) as Label
		if label.visible:
			texts.append(label.text)
	return texts
