extends RefCounted
## The yardstick of [code]crowd_bench.gd[/code]: agents as dictionaries, as a game would write them
## in GDScript. Each has one of four states, an inbox and a memory of the last five messages. What
## is said is put into the inbox of everybody else, and handled in the same tick.

enum State {IDLE, LISTENING, THINKING, SPEAKING}

const REMEMBERED: int = 5
## In seconds.
const SPEAKING_TIME: float = 2.0

var agents: Array[Dictionary] = []


func _init(count: int) -> void:
	for number: int in count:
		agents.append({
			"id": "agent_%03d" % (number + 1),
			"state": State.IDLE,
			"timer": 0.0,
			"position": Vector2(number % 100, floorf(number / 100.0)),
			"inbox": [],
			"memory": [],
		})


func broadcast(speaker: Dictionary, content: String) -> void:
	var message: Dictionary = {"from": speaker.id, "content": content}
	for agent: Dictionary in agents:
		if agent != speaker:
			var inbox: Array = agent.inbox
			inbox.append(message)


func tick(delta: float) -> void:
	for agent: Dictionary in agents:
		var inbox: Array = agent.inbox
		if not inbox.is_empty():
			_hear_all(agent, inbox)
			inbox.clear()
		if agent.timer > 0.0:
			_let_time_pass(agent, delta)


# Listens to each message, remembers it, and finds that it is none of its business.
func _hear_all(agent: Dictionary, inbox: Array) -> void:
	var memory: Array = agent.memory
	for message: Dictionary in inbox:
		if agent.state == State.IDLE:
			agent.state = State.LISTENING
		memory.append(message)
		if memory.size() > REMEMBERED:
			memory.pop_front()
		if agent.state == State.LISTENING:
			agent.state = State.IDLE


func _let_time_pass(agent: Dictionary, delta: float) -> void:
	agent.timer -= delta
	if agent.timer > 0.0:
		return
	match agent.state:
		State.LISTENING:
			agent.state = State.THINKING
		State.THINKING:
			agent.state = State.SPEAKING
			agent.timer = SPEAKING_TIME
		State.SPEAKING:
			agent.state = State.IDLE
