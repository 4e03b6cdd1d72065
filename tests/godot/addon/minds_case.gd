extends "res://addon/runtime_case.gd"
## The base of cases about minds that a game brings along.

## Only thinks about what it is told.
const ADA: Dictionary = {"name": "Ada", "role": "gardener", "think_interval": 0}


class SlowMind:
	extends AgentMind

	var thoughts: Array[AgentThought] = []
	var cancelled: Array[AgentThought] = []

	func _think(thought: AgentThought) -> void:
		thoughts.append(thought)

	func _cancel(thought: AgentThought) -> void:
		cancelled.append(thought)


func ada_with(mind: Variant, more: Dictionary = {}) -> Dictionary:
	return ADA.merged({"mind": mind}).merged(more)


## Waits until [param mind] has begun its thought of that number, and returns it.
func thought_of(mind: SlowMind, number: int) -> AgentThought:
	await until(func() -> bool: return mind.thoughts.size() > number, "thought %d" % number)
	return mind.thoughts[number]
