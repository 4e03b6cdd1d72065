class_name TileWalk
extends RefCounted
## A way from one middle of a tile to the next, in pixels.

const TILE := 16.0

var _points := PackedVector2Array()


## The middle of the tile [param at].
static func place_of(at: Vector2) -> Vector2:
	return at * TILE + Vector2(TILE, TILE) / 2.0


## The facing of who goes [param way]; [param otherwise] if that leads nowhere.
static func facing_of(way: Vector2, otherwise: int) -> int:
	if way.is_zero_approx():
		return otherwise
	if absf(way.x) > absf(way.y):
		return 1 if way.x < 0.0 else 2
	return 3 if way.y < 0.0 else 0


## Goes over [param tiles], one after the other.
func begin(tiles: PackedVector2Array) -> void:
	_points.clear()
	for at: Vector2 in tiles:
		_points.append(place_of(at))


## Ends on the tile that is next.
func cut_short() -> void:
	_points = _points.slice(0, 1)


func clear() -> void:
	_points.clear()


func is_over() -> bool:
	return _points.is_empty()


## Where it leads, or [param otherwise] if it is over.
func goal(otherwise: Vector2) -> Vector2:
	return otherwise if _points.is_empty() else _points[-1]


## Which way it goes on from [param at].
func heading(at: Vector2) -> Vector2:
	return Vector2.ZERO if _points.is_empty() else _points[0] - at


## Where one is who goes [param way] pixels on from [param at].
func advance(at: Vector2, way: float) -> Vector2:
	var place: Vector2 = at
	var left: float = way
	while not _points.is_empty():
		var distance: float = place.distance_to(_points[0])
		if distance > left:
			return place.move_toward(_points[0], left)
		left -= distance
		place = _points[0]
		_points.remove_at(0)
	return place
