class_name OfficeScreen
extends Sprite2D
## The screen of a desk: dark, lit, or busy when somebody works there. Its node has the name of the
## seat.

## A light that shows while the screen is on.
@onready var _light: CanvasItem = $Light
@onready var _clock: Timer = $Clock


func _ready() -> void:
	_clock.timeout.connect(_on_clock_timeout)
	turn_off()


func turn_off() -> void:
	_clock.stop()
	hide()


## Shows work; [param busy] makes it move.
func turn_on(busy: bool) -> void:
	show()
	_light.visible = busy
	if not busy:
		_clock.stop()
	elif _clock.is_stopped():
		_clock.start()


func _on_clock_timeout() -> void:
	frame = (frame + 1) % hframes
