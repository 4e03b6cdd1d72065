class_name AgentNames
extends RefCounted
## The names of agents, including those that have left.

const PLAYER := "player_0"

var _names: Dictionary[String, String] = {PLAYER: "You"}


func _init(runtime: AgentRuntime) -> void:
	runtime.agent_spawned.connect(_on_agent_spawned)
	recount(runtime)


## Reads all names again, as after another world was loaded.
func recount(runtime: AgentRuntime) -> void:
	for agent: Dictionary in runtime.list_agents():
		_names[str(agent.get("agent_id"))] = str(agent.get("name"))


## The name of an agent or a player, or its id if the name is unknown.
func of(participant_id: String) -> String:
	return _names.get(participant_id, participant_id)


## Remembers a name from a transcript.
func learn(participant_id: String, called: String) -> void:
	if not _names.has(participant_id) and not called.is_empty():
		_names[participant_id] = called


## All names in one text, as in "Ada, Bruno and Cleo".
func list(participant_ids: PackedStringArray) -> String:
	var called: PackedStringArray = []
	for id: String in participant_ids:
		called.append(of(id))
	if called.size() < 2:
		return "".join(called)
	return ", ".join(called.slice(0, -1)) + " and " + called[-1]


func _on_agent_spawned(agent_id: String, agent_name: String, _restored: bool) -> void:
	_names[agent_id] = agent_name
