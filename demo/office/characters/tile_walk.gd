class_name TileWalk
extends RefCounted
## A path from the middle of one tile to the next, in pixels.

const TILE := 16.0

var _points := PackedVector2Array()


## The middle of the tile [param at].
static func place_of(at: Vector2) -> Vector2:
	return at * TILE + Vector2(TILE, TILE) / 2.0


## The facing of somebody who moves by [param way]; [param otherwise] if that is no movement.
static func facing_of(way: Vector2, otherwise: int) -> int:
	if way.is_zero_approx():
		return otherwise
	if absf(way.x) > absf(way.y):
		return 1 if way.x < 0.0 else 2
	return 3 if way.y < 0.0 else 0


## The length of the path over [param tiles], in tiles.
static func length_of(tiles: PackedVector2Array) -> float:
	var length: float = 0.0
	for number: int in range(1, tiles.size()):
		length += tiles[number - 1].distance_to(tiles[number])
	return length


## Walks over [param tiles], one after the other. If the rest of the previous path leads to where
## the new one begins, it is walked first.
func begin(tiles: PackedVector2Array) -> void:
	var first: Vector2 = place_of(tiles[0])
	var kept: int = 0
	for number: int in _points.size():
		if _points[number].distance_to(first) < TILE / 2.0:
			kept = number + 1
	_points.resize(kept)
	for at: Vector2 in tiles:
		_points.append(place_of(at))


## The length of the rest of the path from [param at], in tiles.
func length_from(at: Vector2) -> float:
	if _points.is_empty():
		return 0.0
	return (at.distance_to(_points[0]) + length_of(_points)) / TILE


## Ends at [param place]: stops there if it is on the path, and otherwise goes straight there.
func end_at(place: Vector2) -> void:
	for number: int in _points.size():
		if _points[number].is_equal_approx(place):
			_points.resize(number + 1)
			return
	_points = [place]


func clear() -> void:
	_points.clear()


func is_over() -> bool:
	return _points.is_empty()


## Where the path leads, or [param otherwise] if it is over.
func goal(otherwise: Vector2) -> Vector2:
	return otherwise if _points.is_empty() else _points[-1]


## The direction in which it goes on from [param at].
func heading(at: Vector2) -> Vector2:
	return Vector2.ZERO if _points.is_empty() else _points[0] - at


## The place [param way] pixels farther on from [param at].
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
