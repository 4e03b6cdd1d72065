class_name Mark
extends Sprite2D
## A sign above a head: thinking, waiting, asking the player or, for a while, a feeling.

enum Sign {
	NONE = -1, THINKING = 0, WAITING = 3, DONE = 4, IDEA = 5, ALERT = 6, HEART = 7, QUESTION = 8,
}

const THINKING_FRAMES := 3
const THINKING_SECONDS := 0.35
const FEELING_SECONDS := 3.5
## A question hops when it comes, and then stays where it is: the office may wait for long.
const HOPS := 6
const HOP_SECONDS := 0.22
const HOP_HEIGHT := 3.0
## The part of the office that the sign covers, around its middle.
const AREA := Rect2(-9.0, -12.0, 18.0, 21.0)

var _lasting: Sign = Sign.NONE
var _feeling: Sign = Sign.NONE
var _steps: int = 0

@onready var _clock: Timer = $Clock


func _ready() -> void:
	_clock.timeout.connect(_on_clock_timeout)
	_show()


## Shows [param mark] until another is shown.
func show_mark(mark: Sign) -> void:
	if mark != _lasting:
		_lasting = mark
		_steps = HOPS * 2
		_show()


## Shows [param mark] instead of the other one for a few seconds, unless that is a question.
func show_feeling(mark: Sign) -> void:
	if _lasting != Sign.QUESTION:
		_feeling = mark
		_show()


## Whether the question that it shows covers [param place], seen from its parent.
func covers(place: Vector2) -> bool:
	return visible and frame == Sign.QUESTION and AREA.has_point(place - position)


func _show() -> void:
	if _lasting == Sign.QUESTION:
		_feeling = Sign.NONE
	var mark: Sign = _feeling if _feeling != Sign.NONE else _lasting
	visible = mark != Sign.NONE
	offset.y = 0.0
	if visible:
		frame = mark
	if _feeling != Sign.NONE:
		_clock.start(FEELING_SECONDS)
	elif _lasting == Sign.THINKING:
		_clock.start(THINKING_SECONDS)
	elif _lasting == Sign.QUESTION and _steps > 0:
		_clock.start(HOP_SECONDS)
	else:
		_clock.stop()


func _on_clock_timeout() -> void:
	if _feeling != Sign.NONE:
		_feeling = Sign.NONE
		_show()
	elif _lasting == Sign.THINKING:
		frame = (frame + 1) % THINKING_FRAMES
	elif _steps > 0:
		_steps -= 1
		offset.y = -HOP_HEIGHT if _steps % 2 == 1 else 0.0
	else:
		_clock.stop()
