class_name OfficePointer
extends Node
## Finds the character under the mouse, the question above a head, and the board.

## Emitted when the mouse is over another character; null if it is over none now. A character that
## walks away from under the mouse no longer counts; one that stops there does.
signal hovered(character: Character)
## Emitted when the player taps a character, or none.
signal tapped(character: Character)
## Emitted when the player taps the question above the head of a character.
signal question_tapped(character: Character)
## Emitted when the player taps the board of jobs.
signal board_tapped

const HALF_WIDTH := 8.0
const ABOVE := 24.0
const BELOW := 8.0

@export var cast: Cast
@export var camera: OfficeCamera
@export var board: JobBoard

var _hovered: Character
# Where the mouse is, and whether nothing lies between it and the office.
var _point: Vector2
var _is_over_office: bool = false


func _ready() -> void:
	camera.tapped.connect(_on_camera_tapped)
	cast.character_entered.connect(_on_cast_character_entered)
	cast.character_left.connect(_on_cast_character_left)


func _input(event: InputEvent) -> void:
	if event is InputEventMouseMotion and get_viewport().gui_get_hovered_control() != null:
		_is_over_office = false
		_hover(null)


func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouseMotion:
		_point = (event as InputEventMouseMotion).position
		_is_over_office = true
		_hover(at(_point))


## The character at [param point] of the screen, the one in front if there are several; or null.
func at(point: Vector2) -> Character:
	var found: Character = null
	for character: Character in cast.characters():
		if _is_at(character, point) and (found == null or character.position.y > found.position.y):
			found = character
	return found


func _is_at(character: Character, point: Vector2) -> bool:
	var way: Vector2 = _place_of(point) - character.position
	return absf(way.x) <= HALF_WIDTH and way.y >= -ABOVE and way.y <= BELOW


func _place_of(point: Vector2) -> Vector2:
	return get_viewport().canvas_transform.affine_inverse() * point


# The character above whose head a question is at `point`, or null.
func _asking_at(point: Vector2) -> Character:
	for character: Character in cast.characters():
		if character.mark.covers(_place_of(point) - character.position):
			return character
	return null


func _hover(character: Character) -> void:
	if character == _hovered:
		return
	if _hovered:
		_hovered.moved.disconnect(_on_hovered_moved)
	_hovered = character
	if _hovered:
		_hovered.moved.connect(_on_hovered_moved)
	hovered.emit(character)


func _on_hovered_moved() -> void:
	if not _is_at(_hovered, _point):
		_hover(null)


func _on_camera_tapped(point: Vector2) -> void:
	var asking: Character = _asking_at(point)
	var character: Character = at(point)
	if asking != null:
		question_tapped.emit(asking)
	elif character == null and board.covers(_place_of(point)):
		board_tapped.emit()
	else:
		tapped.emit(character)


func _on_cast_character_entered(character: Character) -> void:
	character.walking_changed.connect(_on_character_walking_changed)


func _on_cast_character_left(character: Character) -> void:
	if character == _hovered:
		_hover(null)


func _on_character_walking_changed(walks: bool) -> void:
	if not walks and _is_over_office:
		_hover(at(_point))
