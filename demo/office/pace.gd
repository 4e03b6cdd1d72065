class_name Pace
extends Node
## Lets the game rest. While nothing moves, no frame is drawn and the processor sleeps longer before
## it looks at the input again. Whatever moves something holds the pace meanwhile.

## Emitted when the first thing begins to move, and when the last one has come to rest.
signal changed(busy: bool)

const BUSY_USEC := 6000
const RESTING_USEC := 80_000

## How long the game stays awake after the player has done something.
@export_range(0.1, 5.0, 0.1, "suffix:s") var awake_after_input: float = 0.6

var _holders: Dictionary[int, bool] = {}

# Something that holds the pace may still stand still, as when the game is halted.
var _frames: int = 0
var _draws: bool = true

@onready var _awake: Timer = $Awake
@onready var _look: Timer = $Look


func _ready() -> void:
	OS.low_processor_usage_mode = true
	_awake.timeout.connect(_choose)
	_look.timeout.connect(_on_look_timeout)
	_choose()


func _exit_tree() -> void:
	OS.low_processor_usage_mode_sleep_usec = BUSY_USEC


func _input(_event: InputEvent) -> void:
	_awake.start(awake_after_input)
	OS.low_processor_usage_mode_sleep_usec = BUSY_USEC


## From now on [param who] moves, until it calls [method release].
func hold(who: Object) -> void:
	_holders[who.get_instance_id()] = true
	if _holders.size() == 1:
		_draws = true
		_look.start()
		_choose()
		changed.emit(true)


func release(who: Object) -> void:
	if _holders.erase(who.get_instance_id()) and _holders.is_empty():
		_look.stop()
		_choose()
		changed.emit(false)


func is_busy() -> bool:
	return not _holders.is_empty()


func _on_look_timeout() -> void:
	_draws = Engine.get_frames_drawn() != _frames
	_frames = Engine.get_frames_drawn()
	_choose()


func _choose() -> void:
	var awake: bool = (is_busy() and _draws) or not _awake.is_stopped()
	OS.low_processor_usage_mode_sleep_usec = BUSY_USEC if awake else RESTING_USEC
