class_name OfficePointer
extends Node
## Finds the character below the mouse.

## Emitted when the mouse is over another character; null if it is over none now.
signal hovered(character: Character)
## Emitted when the player taps a character, or none.
signal tapped(character: Character)

const HALF_WIDTH := 8.0
const ABOVE := 24.0
const BELOW := 8.0

@export var cast: Cast
@export var camera: OfficeCamera

var _hovered: Character


func _ready() -> void:
	camera.tapped.connect(_on_camera_tapped)
	cast.character_left.connect(_on_cast_character_left)


func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouseMotion:
		var motion: InputEventMouseMotion = event
		_hover(at(motion.position))


## The character at [param point] of the screen, the one in front if there are more; or null.
func at(point: Vector2) -> Character:
	var place: Vector2 = get_viewport().canvas_transform.affine_inverse() * point
	var found: Character = null
	for character: Character in cast.characters():
		var way: Vector2 = place - character.position
		var hit: bool = absf(way.x) <= HALF_WIDTH and way.y >= -ABOVE and way.y <= BELOW
		if hit and (found == null or character.position.y > found.position.y):
			found = character
	return found


func _hover(character: Character) -> void:
	if character != _hovered:
		_hovered = character
		hovered.emit(character)


func _on_camera_tapped(point: Vector2) -> void:
	tapped.emit(at(point))


func _on_cast_character_left(character: Character) -> void:
	if character == _hovered:
		_hover(null)
