class_name Greeting
extends Node
## The first words of a session: one agent greets another, and they talk a little. What is said is
## printed line by line as "name: text" for as long as the session goes on.

## Emitted once: when a few lines have been spoken, or when no more will come.
signal finished

const LINES := 4
## Time for the characters to reach their places.
const SECONDS_BEFORE := 0.6
## An agent that has nothing more to say is asked a question.
const SECONDS_OF_SILENCE := 6.0
## An agent that does not answer is not asked for ever.
const MOST_QUESTIONS := 10
const QUESTIONS: Array[String] = [
	"And what are you working on today, %s?",
	"What would you change about this office, %s?",
	"Tell me one thing that you have learned this week, %s.",
]

var _runtime: AgentRuntime
var _names: AgentNames
var _pair: PackedStringArray = []
var _lines: int = 0
var _questions: int = 0
var _is_over: bool = false
var _met_before: bool = false

@onready var _silence: Timer = $Silence


## From now on prints what is said in [param runtime].
func listen(runtime: AgentRuntime) -> void:
	_runtime = runtime
	_names = AgentNames.new(runtime)
	runtime.agent_spoke.connect(_on_agent_spoke)
	runtime.agent_spawned.connect(_on_agent_spawned)
	runtime.agent_terminated.connect(_on_agent_terminated)


## Makes the first agent of the office say hello to the second.
func begin() -> void:
	get_tree().create_timer(SECONDS_BEFORE).timeout.connect(_greet)


func _greet() -> void:
	var agents: PackedStringArray = _runtime.get_agents()
	if agents.size() < 2:
		_end()
		return
	_pair = agents.slice(0, 2)
	_runtime.send_message(_pair[1], _opening(_names.of(_pair[1])), _pair[0])
	_silence.start(SECONDS_OF_SILENCE)


func _opening(partner: String) -> String:
	if _met_before:
		return "Hello again, %s! How was your evening?" % partner
	var engine: Dictionary = Engine.get_version_info()
	var version: String = AgentRuntime.get_library_info().get("version", "?")
	return "Hello %s! We live in Godot %d.%d.%d, on AgentRuntime %s." % [
		partner, engine.major, engine.minor, engine.patch, version,
	]


func _end() -> void:
	_silence.stop()
	if not _is_over:
		_is_over = true
		finished.emit()


func _on_agent_spawned(_agent_id: String, _agent_name: String, restored: bool) -> void:
	_met_before = _met_before or restored


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	print(_names.of(agent_id), ": ", content)
	_lines += 1
	if not _silence.is_stopped():
		_silence.start(SECONDS_OF_SILENCE)
	if _lines == LINES:
		_end()


func _on_agent_terminated(agent_id: String, _reason: String) -> void:
	if _pair.has(agent_id):
		_end()


func _on_silence_timeout() -> void:
	_questions += 1
	if _questions > MOST_QUESTIONS:
		_end()
		return
	var question: String = QUESTIONS[_lines % QUESTIONS.size()]
	_runtime.send_message(_pair[1], question % _names.of(_pair[1]), _pair[0])
	_silence.start(SECONDS_OF_SILENCE)
