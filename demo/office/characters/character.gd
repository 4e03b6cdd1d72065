class_name Character
extends Node2D
## The body of an agent in the office. Its cast tells it what the agent does. It walks from tile to
## tile, sits, types, reads and talks accordingly, and costs nothing while it stands still.

## Emitted in each frame in which it moved.
signal moved
## Emitted when it begins to walk, and when it stops.
signal walking_changed(walks: bool)
## Emitted when what it does changes, such as typing.
signal activity_changed
## Emitted when it makes a sound, such as &"step".
signal sounded(sound: StringName)
## Emitted when it is fully visible after [method appear].
signal appeared

enum Doing { NOTHING, THINKING, SPEAKING }

## The farthest that it may be behind its agent before it is put there, in pixels.
const FARTHEST_BEHIND := TileWalk.TILE * 6.0
## Its agent goes on during a slow frame, but not while the whole game was halted.
const LONGEST_FRAME := 1.0
const MOST_HASTE := 3.0
const NOWHERE := -1
## Room above the middle of its tile, in pixels.
const HEAD := 24.0
## The area that it covers around the middle of its tile.
const BODY := Rect2(-8.0, -22.0, 16.0, 29.0)

var agent_id: String = ""
var agent_name: String = ""
var look: StringName = &""
var voice: float = 1.0
## Tells how fast the agent's time passes.
var runtime: AgentRuntime
## Where it sits; null while it stands or walks.
var seat: OfficeSeat
var has_task: bool = false:
	set(value):
		has_task = value
		_show()
## Whether a program works for it.
var has_job: bool = false:
	set(value):
		has_job = value
		_show()
## Whether what works for it waits for the player's answer.
var asks: bool = false:
	set(value):
		asks = value
		_show()
var waits: bool = false:
	set(value):
		waits = value
		_show()

var _walk := TileWalk.new()
var _speed: float = TileWalk.TILE * 3.0
var _facing: int = 0
var _turns_to: int = NOWHERE
var _doing: Doing = Doing.NOTHING

@onready var mark: Mark = $Mark
@onready var _sprite: CharacterSprite = $Sprite
@onready var _shadow: Sprite2D = $Shadow
@onready var _ring: Sprite2D = $Ring


func _ready() -> void:
	set_process(false)
	_sprite.texture = Looks.sheet(look)
	_sprite.sounded.connect(sounded.emit)
	_sprite.rested.connect(activity_changed.emit)
	_show()


func _process(delta: float) -> void:
	var halted: bool = runtime != null and runtime.paused
	_sprite.halt(halted)
	if halted:
		return
	var pace: float = _speed * (runtime.time_scale if runtime else 1.0)
	_look_ahead()
	position = _walk.advance(position, minf(delta, LONGEST_FRAME) * pace)
	moved.emit()
	if _walk.is_over():
		_stand()


func tile() -> Vector2i:
	return Vector2i((position / TileWalk.TILE).floor())


## The area that it covers, with the question above its head if there is one.
func body() -> Rect2:
	var area: Rect2 = BODY
	if asks:
		area = area.merge(Rect2(mark.position + Mark.AREA.position, Mark.AREA.size))
	return Rect2(position + area.position, area.size)


## Moves to [param at] at once.
func put(at: Vector2) -> void:
	position = TileWalk.place_of(at)
	_walk.clear()
	seat = null
	_stand()
	moved.emit()


## Walks over [param tiles] at [param speed] tiles a second, or faster if its agent is ahead.
func walk(tiles: PackedVector2Array, speed: float) -> void:
	_walk.begin(tiles)
	var behind: float = _walk.length_from(position) / maxf(TileWalk.length_of(tiles), 1.0)
	_speed = maxf(speed, 0.1) * clampf(behind, 1.0, MOST_HASTE) * TileWalk.TILE
	_set_out()


## Its agent stands on [param at]. Goes there if it is somewhere else.
func settle(at: Vector2) -> void:
	var there: Vector2 = TileWalk.place_of(at)
	if _walk.goal(position).is_equal_approx(there):
		return
	if position.distance_to(there) > FARTHEST_BEHIND:
		put(at)
	else:
		_walk.end_at(there)
		_set_out()


func is_walking() -> bool:
	return is_processing()


## Looks in the direction [param to]; while it walks, not before it has arrived.
func turn(to: int) -> void:
	if is_processing():
		_turns_to = to
	else:
		_facing = to
		_show()


func set_doing(doing: Doing) -> void:
	_doing = doing
	_show()


## Whether it is at work at its desk.
func is_working() -> bool:
	return _sprite.pose_shown() == CharacterSprite.Pose.TYPE


## Whether its hands move while it is at work.
func is_typing() -> bool:
	return is_working() and _sprite.is_moving()


func set_selected(selected: bool) -> void:
	_ring.visible = selected


## Sits down on [param own]; stands if that is null.
func sit(own: OfficeSeat) -> void:
	seat = own
	if own:
		_facing = own.facing
	_show()


func appear() -> void:
	_sprite.materialised.connect(appeared.emit, CONNECT_ONE_SHOT)
	_sprite.materialise(true)


## Leaves for good.
func leave() -> void:
	for part: CanvasItem in [mark, _shadow, _ring]:
		part.hide()
	set_process(false)
	_sprite.materialised.connect(queue_free)
	_sprite.materialise(false)


func _set_out() -> void:
	_turns_to = NOWHERE
	if not is_processing():
		seat = null
		set_process(true)
		walking_changed.emit(true)
		_look_ahead()
		_show()


func _stand() -> void:
	set_process(false)
	_facing = _turns_to if _turns_to != NOWHERE else _facing
	_turns_to = NOWHERE
	_show()
	walking_changed.emit(false)


func _look_ahead() -> void:
	var seen: int = TileWalk.facing_of(_walk.heading(position), _facing)
	if seen != _facing:
		_facing = seen
		_show()


func _show() -> void:
	if not is_node_ready():
		return
	var before: Array = [_sprite.pose_shown(), _sprite.is_moving()]
	var thinks: bool = _doing == Doing.THINKING
	var speaks: bool = _doing == Doing.SPEAKING
	_sprite.show_pose(
			CharacterSprite.pose_for(is_processing(), seat, speaks, has_task or has_job or thinks),
			_facing)
	_shadow.visible = seat == null
	mark.position.y = -HEAD - (3.0 if seat == null else 0.0)
	mark.show_mark(_sign(thinks))
	if before != [_sprite.pose_shown(), _sprite.is_moving()]:
		activity_changed.emit()


func _sign(thinks: bool) -> Mark.Sign:
	if asks:
		return Mark.Sign.QUESTION
	if waits:
		return Mark.Sign.WAITING
	return Mark.Sign.THINKING if thinks else Mark.Sign.NONE
