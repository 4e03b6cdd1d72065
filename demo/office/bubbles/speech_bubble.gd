class_name SpeechBubble
extends Control
## A bubble in which somebody's words are typed, page by page if there are many.

## Emitted whenever letters were added.
signal typed
## Emitted when its size changed.
signal grown
## Emitted when everything was shown for long enough.
signal finished

const WIDEST := 300.0
const TAIL_MARGIN := 10.0
const LETTERS_OF_PAGE := 190
const LETTERS_PER_BLIP := 3.0
## How long a complete page stays: this long, and a little longer for each letter.
const STAYS_SECONDS := 1.4
const STAYS_SECONDS_PER_LETTER := 0.025
## The same when somebody else is already speaking.
const HURRIED_SECONDS := 1.2
const HURRIED_SECONDS_PER_LETTER := 0.008

## How fast the letters appear.
@export_range(1.0, 200.0, 1.0, "suffix:letters/s") var letters_per_second: float = 38.0

## How far its middle is from the speaker's, if that is known.
var way_from_speaker := Vector2.INF

var _pages := PackedStringArray()
var _shown: float = 0.0
var _is_hurried: bool = false

@onready var _name: Label = %Name
@onready var _text: RichTextLabel = %Text
@onready var _paper: PanelContainer = $Paper
@onready var _tail: TextureRect = $Tail
@onready var _stay: Timer = $Stay


func _ready() -> void:
	set_process(false)
	_stay.timeout.connect(_on_stay_timeout)
	_paper.resized.connect(_on_paper_resized)


func _process(delta: float) -> void:
	var blips: int = floori(_shown / LETTERS_PER_BLIP)
	_shown += delta * letters_per_second
	_text.visible_characters = int(_shown)
	if floori(_shown / LETTERS_PER_BLIP) != blips:
		typed.emit()
	var letters: int = _text.get_total_character_count()
	if _shown >= letters:
		_text.visible_characters = -1
		set_process(false)
		_stay.start(STAYS_SECONDS + STAYS_SECONDS_PER_LETTER * letters)


## Says [param content] instead of what was said before. Agents may say BBCode; it is shown as plain
## text.
func say(speaker: String, content: String) -> void:
	_name.text = speaker
	_pages = pages_of(content)
	_is_hurried = false
	_next_page()


## Turns the tail to [param body], a part of the screen above, below or beside.
func point_at(body: Rect2) -> void:
	var to: Vector2 = body.get_center() - position
	var out: float = _tail.size.y / 2.0 - 2.0
	var least := Vector2.ONE * (TAIL_MARGIN + _tail.size.x / 2.0)
	var inside: Vector2 = to.clamp(least, (size - least).max(least))
	_tail.show()
	if to.y >= size.y:
		_put_tail(Vector2(inside.x, size.y + out), 0.0)
	elif to.y <= 0.0:
		_put_tail(Vector2(inside.x, -out), PI)
	elif to.x >= size.x:
		_put_tail(Vector2(size.x + out, inside.y), -PI / 2.0)
	elif to.x <= 0.0:
		_put_tail(Vector2(-out, inside.y), PI / 2.0)
	else:
		_tail.hide()


## Stops typing: shows this page and the following ones at once, each only briefly.
func hurry() -> void:
	if not _is_hurried:
		_is_hurried = true
		_show_page()


## Divides [param content] into parts that each fit into a bubble, between words.
static func pages_of(content: String) -> PackedStringArray:
	var pages := PackedStringArray()
	var page: String = ""
	for word: String in content.strip_edges().split(" ", false):
		if not page.is_empty() and page.length() + word.length() >= LETTERS_OF_PAGE:
			pages.append(page + " …")
			page = ""
		page = word if page.is_empty() else page + " " + word
	pages.append(page)
	return pages


func _next_page() -> void:
	var page: String = _pages[0]
	_pages.remove_at(0)
	_stay.stop()
	_text.text = AgentRuntime.escape_for_label(page)
	_text.visible_characters = 0
	_shown = 0.0
	_fit(page)
	if _is_hurried:
		_show_page()
	else:
		set_process(true)


func _show_page() -> void:
	set_process(false)
	_text.visible_characters = -1
	_stay.start(
			HURRIED_SECONDS + HURRIED_SECONDS_PER_LETTER * _text.get_total_character_count())


# Makes the bubble narrow for a short line.
func _fit(page: String) -> void:
	var font: Font = _text.get_theme_font(&"normal_font")
	var font_size: int = _text.get_theme_font_size(&"normal_font_size")
	var left := HORIZONTAL_ALIGNMENT_LEFT
	var line: float = font.get_multiline_string_size(page, left, -1, font_size).x
	var wide: float = ceilf(clampf(line, _name.get_minimum_size().x, WIDEST)) + 2.0
	_text.size = Vector2(wide, 1.0)
	_text.custom_minimum_size = Vector2(wide, _text.get_content_height())
	_paper.reset_size()


func _put_tail(middle: Vector2, turned: float) -> void:
	_tail.rotation = turned
	_tail.position = (middle - _tail.size / 2.0).round()


func _on_paper_resized() -> void:
	size = _paper.size
	grown.emit()


func _on_stay_timeout() -> void:
	if _pages.is_empty():
		finished.emit()
	else:
		_next_page()
