extends InspectorPage
## What the agent remembers: the newest lines, or the lines that a search found, with the reasons.

const MOST_LINES := 30

@export var line_scene: PackedScene

# Counts requests, so that an answer that comes too late is not shown.
var _asked: int = 0
# The lines shown, by their ids.
var _shown: Dictionary[int, MemoryLine] = {}

@onready var _search: LineEdit = %Search
@onready var _lines: VBoxContainer = %Lines
@onready var _empty: Label = %Empty


func _set_up() -> void:
	office.runtime.memory_changed.connect(_on_memory_changed)


func _fill() -> void:
	_asked += 1
	var mine: int = _asked
	var runtime: AgentRuntime = office.runtime
	var words: String = _search.text.strip_edges()
	var asked: AgentReply = (
			runtime.request({"type": "memory_request", "agent_id": agent_id, "limit": MOST_LINES})
			if words.is_empty() else runtime.search_memory(agent_id, words, MOST_LINES))
	var reply: AgentReply = await asked.wait()
	if mine != _asked:
		return
	var found: Array[Dictionary] = []
	if reply.ok:
		found = reply.value.lines
	_show_lines(found)
	_empty.visible = found.is_empty()
	_empty.text = reply.message if not reply.ok else (
			"Nothing yet." if words.is_empty() else "Nothing with these words.")


# Lines that are already shown stay, since one of them may have the focus.
func _show_lines(found: Array[Dictionary]) -> void:
	var gone: Dictionary[int, MemoryLine] = _shown.duplicate()
	for place: int in found.size():
		var id: int = found[place].get("id", 0)
		if not _shown.has(id):
			_shown[id] = line_scene.instantiate()
			_shown[id].pin_wanted.connect(_on_pin_wanted)
			_lines.add_child(_shown[id])
		_lines.move_child(_shown[id], place)
		_shown[id].show_line(found[place], names)
		gone.erase(id)
	for id: int in gone:
		_shown.erase(id)
		gone[id].queue_free()


func _on_search_submitted(_text: String = "") -> void:
	_fill()


func _on_pin_wanted(line_id: int, pinned: bool) -> void:
	var runtime: AgentRuntime = office.runtime
	var reply: AgentReply = await runtime.pin_memory(agent_id, line_id, pinned).wait()
	if not reply.ok:
		tell(reply.message, true)


func _on_memory_changed(id: String, _what: String) -> void:
	if id == agent_id and is_visible_in_tree():
		_fill()
