class_name LastWords
extends Node
## What each agent said last, including in an earlier game or in a world that was loaded.

## Emitted when a search has found what an agent said before it came back.
signal recalled(agent_id: String, content: String)

var _runtime: AgentRuntime
var _said: Dictionary[String, String] = {}
# The last request for each agent, by the agent's id, so that answers about an older world are
# ignored.
var _asked: Dictionary[String, int] = {}


## Connects to the signals of [param runtime].
func follow(runtime: AgentRuntime) -> void:
	_runtime = runtime
	runtime.agent_spawned.connect(_on_agent_spawned)
	runtime.agent_spoke.connect(_on_agent_spoke)
	runtime.agent_terminated.connect(_on_agent_terminated)


## The last words of an agent, or an empty text.
func of(agent_id: String) -> String:
	return _said.get(agent_id, "")


func _recall(agent_id: String) -> void:
	var mine: int = _asked.get(agent_id, 0) + 1
	_asked[agent_id] = mine
	var reply: AgentReply = await _runtime.request({
		"type": "memory_request", "agent_id": agent_id, "from": agent_id, "kind": "message",
		"limit": 1,
	}).wait()
	if not reply.ok:
		return
	for line: Dictionary in reply.value.lines:
		if mine == _asked[agent_id] and not _said.has(agent_id):
			_said[agent_id] = str(line.get("content", ""))
			recalled.emit(agent_id, _said[agent_id])


func _on_agent_spawned(agent_id: String, _agent_name: String, restored: bool) -> void:
	_said.erase(agent_id)
	if restored:
		_recall(agent_id)


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	_said[agent_id] = content


func _on_agent_terminated(agent_id: String, _reason: String) -> void:
	_said.erase(agent_id)
