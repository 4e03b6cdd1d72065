class_name Character
extends Sprite2D
## The body of an agent: breathes, blinks, moves the lips while talking, and shows in a bubble what
## the agent says. The frames of the texture are those of FRAMES in art/make_art.py.

const FRAME_UP := 0
const FRAME_DOWN := 1
const FRAME_BLINK := 2
const FRAMES_TALKING: Array[int] = [3, 0, 4, 3, 1, 4]
const BREATH_SECONDS := 0.7
const BLINK_EVERY_SECONDS := 3.1
const BLINK_SECONDS := 0.14
const LIP_SECONDS := 0.11

## Who this is.
@export var config: AgentConfig
## Where its words are shown.
@export var bubble: SpeechBubble

var _talking: bool = false
var _age: float = randf() * BLINK_EVERY_SECONDS

@onready var _body: AgentBody = $Body


func _process(delta: float) -> void:
	_age += delta
	if _talking:
		frame = FRAMES_TALKING[int(_age / LIP_SECONDS) % FRAMES_TALKING.size()]
	elif fmod(_age, BLINK_EVERY_SECONDS) < BLINK_SECONDS:
		frame = FRAME_BLINK
	else:
		frame = FRAME_UP if fmod(_age, BREATH_SECONDS * 2.0) < BREATH_SECONDS else FRAME_DOWN


## Comes to life in [param runtime], or comes back to life with its database.
func enter(runtime: AgentRuntime) -> void:
	_body.agent_id = runtime.spawn_agent(config)


func agent_id() -> String:
	return _body.agent_id


func display_name() -> String:
	return config.agent_name


## Shows [param content] in the bubble and returns when it stands there in full.
func say(content: String) -> void:
	_talking = true
	await bubble.type_out(config.agent_name, content)
	_talking = false
