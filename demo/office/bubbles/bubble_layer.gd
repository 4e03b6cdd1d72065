class_name BubbleLayer
extends CanvasLayer
## Bubbles and names of characters. They are drawn on the screen rather than in the office, so that
## letters keep their size at any zoom. They stay within the screen and do not cover each other.

## Emitted with the voice of a character who says a few letters.
signal voice_heard(pitch: float)
## Emitted when the words of [param character] disappear.
signal fell_silent(character: Character)

const BUBBLE: PackedScene = preload("res://office/bubbles/speech_bubble.tscn")
const GAP := 6.0
const LETTERS_AT_ONCE := 1e6
const TAIL := Vector2(18.0, 12.0)
## How far below the middle of a tile a name is shown, in pixels of the office.
const FEET := 9.0
## Characters closer than this talk with each other, in pixels of the office.
const EARSHOT := 112.0

## What the bubbles leave free on the screen's edges: left, top, right, bottom.
var margins := Vector4(8.0, 8.0, 8.0, 8.0):
	set = set_margins
@export var pace: Pace
@export var cast: Cast
## Whether words are typed letter by letter; otherwise they appear at once.
var types_out: bool = true

var _bubbles: Dictionary[Character, SpeechBubble] = {}
var _named: Character
var _is_layout_due: bool = false

@onready var _tag: Label = $Name


func _ready() -> void:
	_tag.hide()
	get_viewport().size_changed.connect(arrange)


## Shows what [param character] says, instead of what it said before.
func say(character: Character, content: String) -> void:
	_hurry_others(character)
	var bubble: SpeechBubble = _bubbles.get(character)
	if bubble == null:
		bubble = BUBBLE.instantiate()
		_bubbles[character] = bubble
		add_child(bubble)
		bubble.typed.connect(_on_bubble_typed.bind(character))
		bubble.grown.connect(arrange)
		bubble.finished.connect(_on_bubble_finished.bind(character))
		character.tree_exiting.connect(close.bind(character))
		character.moved.connect(arrange, CONNECT_REFERENCE_COUNTED) # moves the name, too
	bubble.texture_filter = Sharpness.filter_for(get_viewport())
	if not types_out:
		bubble.letters_per_second = LETTERS_AT_ONCE
	bubble.say(character.agent_name, content)
	pace.hold(bubble)
	arrange()


## Removes the bubble of [param character].
func close(character: Character) -> void:
	var bubble: SpeechBubble = _bubbles.get(character)
	if bubble == null:
		return
	_bubbles.erase(character)
	character.tree_exiting.disconnect(close)
	character.moved.disconnect(arrange)
	pace.release(bubble)
	bubble.queue_free()
	arrange()


## Shows the name of [param character] at its feet; no name if it is null.
func show_name(character: Character) -> void:
	if _named:
		_named.moved.disconnect(arrange)
		_named.tree_exiting.disconnect(show_name)
	_named = character
	_tag.visible = character != null
	if character:
		_tag.text = character.agent_name
		_tag.reset_size()
		character.moved.connect(arrange, CONNECT_REFERENCE_COUNTED)
		character.tree_exiting.connect(show_name.bind(null))
	arrange()


func set_margins(value: Vector4) -> void:
	margins = value
	arrange()


## Arranges everything, once a frame however often it is called.
func arrange() -> void:
	if not _is_layout_due and is_inside_tree():
		_is_layout_due = true
		_arrange.call_deferred()


# Somebody near whose words have been shown gives way to the next speaker.
func _hurry_others(character: Character) -> void:
	for other: Character in _bubbles:
		if other != character and other.position.distance_to(character.position) < EARSHOT:
			_bubbles[other].hurry()


func _arrange() -> void:
	_is_layout_due = false
	var screen: Rect2 = get_viewport().get_visible_rect()
	var room := Rect2(
			screen.position + Vector2(margins.x, margins.y),
			screen.size - Vector2(margins.x + margins.z, margins.y + margins.w))
	if _named:
		var feet: Vector2 = _on_screen(_named.position + Vector2(0.0, FEET))
		_tag.position = (feet - Vector2(_tag.size.x / 2.0, 0.0)).round()
	var taken: Array[Rect2] = []
	for character: Character in _bubbles:
		taken.append(_place(character, _bubbles[character], room, taken))


func _place(
		character: Character, bubble: SpeechBubble, room: Rect2, taken: Array[Rect2],
) -> Rect2:
	var body: Rect2 = _body_of(character)
	var people: Array[Rect2] = []
	for other: Character in cast.characters():
		if other != character and not other.is_walking():
			people.append(_body_of(other))
	var spacious: Rect2 = body.grow_individual(0.0, TAIL.y, 0.0, TAIL.y)
	var place: Rect2 = BubblePlace.find(
			bubble.size, spacious, room, taken, people, GAP, bubble.way_from_speaker)
	bubble.way_from_speaker = place.get_center() - spacious.get_center()
	bubble.position = place.position
	bubble.point_at(body)
	return place


# The area of the screen that a character covers.
func _body_of(character: Character) -> Rect2:
	var body: Rect2 = character.body()
	return Rect2(_on_screen(body.position), _on_screen(body.end) - _on_screen(body.position))


func _on_screen(point: Vector2) -> Vector2:
	return get_viewport().canvas_transform * point


func _on_bubble_finished(character: Character) -> void:
	close(character)
	fell_silent.emit(character)


func _on_bubble_typed(character: Character) -> void:
	voice_heard.emit(character.voice)
