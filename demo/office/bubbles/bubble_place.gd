class_name BubblePlace
extends Object
## Finds a place for a bubble: near its speaker, on the screen, and covering neither other bubbles
## nor people if possible.

## How bad it is to cover each kind of obstacle.
const BADNESS_OF_BUBBLES := 20.0
const BADNESS_OF_PEOPLE := 4.0
const BADNESS_OF_SPEAKER := 8.0
## How far a bubble may be from its speaker before it is better to cover somebody.
const BADNESS_OF_WAY := 60.0
## Keeps a bubble from moving back and forth between two places that are about equally good.
const BADNESS_OF_CHANGE := 1500.0
const SAME_PLACE := 6.0
const ASIDE: Array[float] = [0.0, -0.36, 0.36]


## The best place for a bubble of [param size] whose speaker covers [param body] of the screen.
## [param way_before] is how far its middle was from the speaker's, [constant Vector2.INF] if it was
## nowhere.
static func find(
		size: Vector2, body: Rect2, room: Rect2, taken: Array[Rect2], people: Array[Rect2],
		gap: float, way_before: Vector2,
) -> Rect2:
	var best := Rect2()
	var least: float = INF
	for place: Rect2 in _wishes(size, body, room, taken, gap):
		var badness: float = _badness(place, body, taken, people, gap)
		var way: Vector2 = place.get_center() - body.get_center()
		if way_before != Vector2.INF and way.distance_to(way_before) > SAME_PLACE:
			badness += BADNESS_OF_CHANGE
		if badness < least:
			least = badness
			best = place
	return best


# Places above and below the speaker, straight or a little aside, above and below other bubbles, and
# beside the speaker.
static func _wishes(
		size: Vector2, body: Rect2, room: Rect2, taken: Array[Rect2], gap: float,
) -> Array[Rect2]:
	var wishes: Array[Rect2] = []
	var middle: float = body.get_center().x
	for aside: float in ASIDE:
		var left: float = middle - size.x / 2.0 + aside * size.x
		var heights: Array[float] = [body.position.y - size.y, body.end.y]
		for other: Rect2 in taken:
			heights.append(other.position.y - size.y - gap)
			heights.append(other.end.y + gap)
		for top: float in heights:
			wishes.append(_within(Rect2(Vector2(left, top), size), room))
	for left: float in [body.position.x - size.x, body.end.x]:
		var top: float = body.get_center().y - size.y / 2.0
		wishes.append(_within(Rect2(Vector2(left, top), size), room))
	return wishes


static func _badness(
		place: Rect2, body: Rect2, taken: Array[Rect2], people: Array[Rect2], gap: float,
) -> float:
	var badness: float = 0.0
	for other: Rect2 in taken:
		badness += place.intersection(other.grow(gap / 2.0)).get_area() * BADNESS_OF_BUBBLES
	for other: Rect2 in people:
		badness += place.intersection(other).get_area() * BADNESS_OF_PEOPLE
	badness += place.intersection(body).get_area() * BADNESS_OF_SPEAKER
	var way: float = absf(place.get_center().x - body.get_center().x) / 4.0
	way += maxf(body.position.y - place.end.y, 0.0) + maxf(place.position.y - body.end.y, 0.0)
	if place.position.y > body.position.y:
		way += 8.0 # prefers the place above
	return badness + way * BADNESS_OF_WAY


static func _within(place: Rect2, room: Rect2) -> Rect2:
	var most: Vector2 = (room.end - place.size).max(room.position)
	return Rect2(place.position.clamp(room.position, most).round(), place.size)
