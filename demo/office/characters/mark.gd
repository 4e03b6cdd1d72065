class_name Mark
extends Sprite2D
## A sign above a head: thinking, waiting or, for a while, a feeling.

enum Sign { NONE = -1, THINKING = 0, WAITING = 3, DONE = 4, IDEA = 5, ALERT = 6, HEART = 7 }

const THINKING_FRAMES := 3
const THINKING_SECONDS := 0.35
const FEELING_SECONDS := 3.5

var _lasting: Sign = Sign.NONE
var _feeling: Sign = Sign.NONE

@onready var _clock: Timer = $Clock


func _ready() -> void:
	_clock.timeout.connect(_on_clock_timeout)
	_show()


## Shows [param mark] until another is shown.
func show_mark(mark: Sign) -> void:
	if mark != _lasting:
		_lasting = mark
		_show()


## Shows [param mark] instead of the other one for a few seconds.
func show_feeling(mark: Sign) -> void:
	_feeling = mark
	_show()


func _show() -> void:
	var mark: Sign = _feeling if _feeling != Sign.NONE else _lasting
	visible = mark != Sign.NONE
	if visible:
		frame = mark
	if _feeling != Sign.NONE:
		_clock.start(FEELING_SECONDS)
	elif _lasting == Sign.THINKING:
		_clock.start(THINKING_SECONDS)
	else:
		_clock.stop()


func _on_clock_timeout() -> void:
	if _feeling != Sign.NONE:
		_feeling = Sign.NONE
		_show()
	elif _lasting == Sign.THINKING:
		frame = (frame + 1) % THINKING_FRAMES
