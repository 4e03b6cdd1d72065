class_name Character
extends Sprite2D
## Somebody in the office: breathes, blinks, and moves the lips while talking. The frames of the
## texture are those of ADA_FRAMES in art/make_art.py.

const FRAME_UP := 0
const FRAME_DOWN := 1
const FRAME_BLINK := 2
const FRAMES_TALKING: Array[int] = [3, 0, 4, 3, 1, 4]
const BREATH_SECONDS := 0.7
const BLINK_EVERY_SECONDS := 3.1
const BLINK_SECONDS := 0.14
const LIP_SECONDS := 0.11

## The name shown on what this character says.
@export var display_name: String = ""

## Whether the lips move.
var talking: bool = false

var _age: float = 0.0


func _process(delta: float) -> void:
	_age += delta
	if talking:
		frame = FRAMES_TALKING[int(_age / LIP_SECONDS) % FRAMES_TALKING.size()]
	elif fmod(_age, BLINK_EVERY_SECONDS) < BLINK_SECONDS:
		frame = FRAME_BLINK
	else:
		frame = FRAME_UP if fmod(_age, BREATH_SECONDS * 2.0) < BREATH_SECONDS else FRAME_DOWN
