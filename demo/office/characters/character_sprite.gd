class_name CharacterSprite
extends Sprite2D
## The picture of a character: a row of frames for each facing, poses as in art/characters.py.
##
## Frames change by a clock that stands still for poses of one frame.

## Emitted when a foot touches the ground, or keys are typed: &"step" or &"typing".
signal sounded(sound: StringName)
## Emitted when it has fully appeared or disappeared.
signal materialised
## Emitted when it has typed for long enough.
signal rested

enum Pose { STAND, WALK, SIT, TYPE, READ, TALK, SIT_TALK }

const FRAMES: Dictionary[Pose, Array] = {
	Pose.STAND: [1],
	Pose.WALK: [0, 1, 2, 1],
	Pose.SIT: [3],
	Pose.TYPE: [4, 5],
	Pose.READ: [6],
	Pose.TALK: [8, 9, 1, 9, 8, 1],
	Pose.SIT_TALK: [10, 11, 3, 11, 10, 3],
}
const SECONDS: Dictionary[Pose, float] = {
	Pose.WALK: 0.15, Pose.TYPE: 0.3, Pose.TALK: 0.17, Pose.SIT_TALK: 0.17,
}
const EFFECT_SECONDS := 0.3
## How many steps it types, about 20 seconds, before its hands rest. Otherwise an open task that
## nobody mentions again would keep the office drawing for ever.
const MOST_TYPING_STEPS := 66

var _pose: Pose = Pose.STAND
var _step: int = 0
var _facing: int = 0
var _effect: Tween

@onready var _clock: Timer = $Clock


func _ready() -> void:
	_clock.timeout.connect(_on_clock_timeout)


## The pose of a character that walks, or else sits on [param seat] or stands, and speaks, works or
## rests there.
static func pose_for(walks: bool, seat: OfficeSeat, speaks: bool, works: bool) -> Pose:
	if walks:
		return Pose.WALK
	if seat == null:
		return Pose.TALK if speaks else Pose.STAND
	if speaks:
		return Pose.SIT_TALK
	if not seat.table.is_empty():
		return Pose.SIT
	return Pose.TYPE if works else Pose.READ


func show_pose(pose: Pose, facing: int) -> void:
	if pose != _pose or _clock.is_stopped():
		_step = 0
	_pose = pose
	_facing = facing
	_show_frame()
	if _frames().size() == 1:
		_clock.stop()
	elif _clock.is_stopped() or not is_equal_approx(_clock.wait_time, SECONDS[pose]):
		_clock.start(SECONDS[pose])


## Freezes the present frame, or goes on.
func halt(halted: bool) -> void:
	_clock.paused = halted


func pose_shown() -> Pose:
	return _pose


## Whether frames are changing.
func is_moving() -> bool:
	return not _clock.is_stopped()


## Appears in columns of light from the feet up, or disappears the same way.
func materialise(appears: bool) -> void:
	if _effect: # it may leave before it has fully appeared
		_effect.kill()
	var effect := ShaderMaterial.new()
	effect.shader = preload("res://office/characters/materialise.gdshader")
	material = effect
	_effect = create_tween()
	var begin: float = 0.0 if appears else 1.0
	_set_progress(begin)
	_effect.tween_method(_set_progress, begin, 1.0 - begin, EFFECT_SECONDS)
	_effect.tween_callback(_end_effect.bind(appears))


func _end_effect(appears: bool) -> void:
	if appears:
		material = null
	else:
		hide()
	materialised.emit()


func _set_progress(progress: float) -> void:
	var effect: ShaderMaterial = material
	effect.set_shader_parameter(&"progress", progress)


func _show_frame() -> void:
	var frames: Array = _frames()
	var column: int = frames[_step % frames.size()]
	frame = _facing * hframes + column


func _frames() -> Array:
	return FRAMES[_pose]


func _on_clock_timeout() -> void:
	_step += 1
	_show_frame()
	if _pose == Pose.WALK and _step % 2 == 0:
		sounded.emit(&"step")
	elif _pose == Pose.TYPE and _step % 3 == 1:
		sounded.emit(&"typing")
	if _pose == Pose.TYPE and _step >= MOST_TYPING_STEPS:
		_clock.stop()
		rested.emit()
