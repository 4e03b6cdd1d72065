class_name Character
extends Node2D
## The body of an agent in the office. Its cast tells it what the agent does; it walks from tile to
## tile, sits, types, reads and talks accordingly, and stands still without costing anything.

## Emitted in each frame in which it has moved.
signal moved
## Emitted when it begins to walk, and when it has come to a stand.
signal walking_changed(walks: bool)
## Emitted when what it does has changed, such as typing.
signal activity_changed
signal stepped

const TILE := 16.0
## How far behind its agent it may be before it is put there, in tiles.
const LONGEST_WALK_BEHIND := 6.0
const STEP_SECONDS := 0.3
## Room above the middle of its tile, in pixels.
const HEAD := 24.0

enum Doing { NOTHING, THINKING, SPEAKING }

var agent_id: String = ""
var agent_name: String = ""
var look: StringName = &""
var voice: float = 1.0
## Where it sits when it stands on the seat's tile; null elsewhere.
var seat: OfficeSeat
## How fast the agent's time goes; 0 while it stands still.
var time_scale: float = 1.0

var _path := PackedVector2Array()
var _speed: float = TILE * 3.0
var _facing: int = 0
var _doing: Doing = Doing.NOTHING
var _has_task: bool = false
var _since_step: float = 0.0

@onready var _sprite: CharacterSprite = $Sprite
@onready var _shadow: Sprite2D = $Shadow
@onready var _ring: Sprite2D = $Ring
@onready var mark: Mark = $Mark


func _ready() -> void:
	set_process(false)
	_sprite.texture = Looks.sheet(look)
	_show()


func _process(delta: float) -> void:
	var way: float = minf(delta, 0.1) * time_scale * _speed
	_since_step += delta * time_scale
	while way > 0.0 and not _path.is_empty():
		var to: Vector2 = _path[0] - position
		if to.length() <= way:
			way -= to.length()
			position = _path[0]
			_path.remove_at(0)
		else:
			_face(to)
			position += to.normalized() * way
			way = 0.0
	if _since_step >= STEP_SECONDS:
		_since_step = 0.0
		stepped.emit()
	moved.emit()
	if _path.is_empty():
		_stand()


## The middle of the tile [param at] in pixels.
static func place_of(at: Vector2) -> Vector2:
	return at * TILE + Vector2(TILE, TILE) / 2.0


func tile() -> Vector2i:
	return Vector2i((position / TILE).floor())


## Is on [param at] at once.
func put(at: Vector2) -> void:
	position = place_of(at)
	_path.clear()
	_stand()
	moved.emit()


## Goes along [param tiles] at [param speed] tiles a second; comes to a stand if there are none.
func walk(tiles: PackedVector2Array, speed: float) -> void:
	if tiles.is_empty():
		_path = _path.slice(0, 1)
		return
	_path.clear()
	for at: Vector2 in tiles:
		_path.append(place_of(at))
	_speed = maxf(speed, 0.1) * TILE
	if is_processing():
		return
	seat = null
	set_process(true)
	walking_changed.emit(true)
	_face(_path[0] - position)
	_show()


## Its agent stands on [param at]: it goes there if it is not on its way already.
func settle(at: Vector2) -> void:
	var goal: Vector2 = _path[-1] if not _path.is_empty() else position
	var there: Vector2 = place_of(at)
	if goal.is_equal_approx(there):
		return
	if position.distance_to(there) > LONGEST_WALK_BEHIND * TILE:
		put(at)
	else:
		walk([at], _speed / TILE)


func turn(to: int) -> void:
	_facing = to
	_show()


func facing() -> int:
	return _facing


func is_walking() -> bool:
	return is_processing()


func set_doing(doing: Doing) -> void:
	_doing = doing
	_show()


func set_has_task(has_task: bool) -> void:
	_has_task = has_task
	_show()


## Whether it is at work at its desk.
func is_working() -> bool:
	return _sprite.pose_shown() == CharacterSprite.Pose.TYPE


func set_selected(selected: bool) -> void:
	_ring.visible = selected


## Takes its place on [param own]; null if there is no seat where it stands.
func sit(own: OfficeSeat) -> void:
	seat = own
	if own:
		_facing = own.facing
	_show()


func appear() -> void:
	await _sprite.materialise(true)


## Goes for good.
func leave() -> void:
	mark.hide()
	_shadow.hide()
	_ring.hide()
	_path.clear()
	set_process(false)
	await _sprite.materialise(false)
	queue_free()


func _stand() -> void:
	if not is_processing():
		return
	set_process(false)
	_show()
	walking_changed.emit(false)


func _face(way: Vector2) -> void:
	var seen: int = _facing
	if absf(way.x) > absf(way.y):
		seen = 1 if way.x < 0.0 else 2
	elif not is_zero_approx(way.y):
		seen = 3 if way.y < 0.0 else 0
	if seen != _facing:
		_facing = seen
		_show()


func _show() -> void:
	if not is_node_ready():
		return
	var before: CharacterSprite.Pose = _sprite.pose_shown()
	_sprite.show_pose(_pose(), _facing)
	_shadow.visible = seat == null
	mark.position.y = -HEAD - 3.0 if seat == null else -HEAD
	mark.show_mark(Mark.Sign.THINKING if _doing == Doing.THINKING else Mark.Sign.NONE)
	if before != _sprite.pose_shown():
		activity_changed.emit()


func _pose() -> CharacterSprite.Pose:
	if is_processing():
		return CharacterSprite.Pose.WALK
	if seat == null:
		return CharacterSprite.Pose.TALK if _doing == Doing.SPEAKING else CharacterSprite.Pose.STAND
	if _doing == Doing.SPEAKING:
		return CharacterSprite.Pose.SIT_TALK
	if not seat.table.is_empty():
		return CharacterSprite.Pose.SIT
	if _has_task or _doing == Doing.THINKING:
		return CharacterSprite.Pose.TYPE
	return CharacterSprite.Pose.READ
