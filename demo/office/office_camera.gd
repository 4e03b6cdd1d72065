class_name OfficeCamera
extends Camera2D
## Shows a part of the office, with whole pixels of the art on whole pixels of the screen. It is
## dragged with the mouse, moved with the actions pan_*, and zoomed with the wheel, and it can
## follow a character.

## Emitted when it shows another part, or at another size.
signal view_changed
## Emitted when it follows another character; null if it follows nobody.
signal followed_changed(character: Character)
## Emitted when the left button was pressed and released in the same place.
signal tapped(point: Vector2)

## The actions that move it.
const PANS: Array[StringName] = [&"pan_left", &"pan_right", &"pan_up", &"pan_down"]
const FEWEST := 1
const MOST := 10
## How much of the distance to the followed character it moves in a frame of 1/60 s.
const FOLLOWING := 0.1
const CLOSE_ENOUGH := 0.5
const PAN_SPEED := 700.0
## How much may be seen beyond the office, as a share of the screen.
const BEYOND := 0.25
const DRAG_BEGINS := 6.0
## A revealed place stays this far from the edges of its area.
const AROUND_REVEALED := 48.0

## What there is to see, in pixels of the art: the rooms, and a little of the walls around them.
@export var room := Rect2(8.0, 14.0, 400.0, 212.0)
@export var pace: Pace
## Whether it glides after the character that it follows; otherwise it jumps.
var glides: bool = true
## What covers the edges of the screen: left, top, right, bottom.
var margins := Vector4.ZERO:
	set = set_margins

var _level: int = 0
var _followed: Character
# Whether a key or stick moves it. How fast, and whether it still does, is checked in each frame,
# since no event reports that the window has lost the focus.
var _is_panned: bool = false
var _dragged_from := Vector2.INF
var _is_dragging: bool = false


func _ready() -> void:
	set_process(false)
	set_process_internal(false) # otherwise the same view would be drawn anew in each frame
	get_viewport().size_changed.connect(_on_viewport_size_changed)
	fit()


func _process(delta: float) -> void:
	var before: Vector2 = position
	var pan := Vector2.ZERO
	if _is_panned:
		pan = Input.get_vector(&"pan_left", &"pan_right", &"pan_up", &"pan_down")
		_is_panned = pan != Vector2.ZERO
	if _is_panned:
		position += pan * PAN_SPEED * delta / zoom.x
	elif _followed:
		var goal: Vector2 = _inside(_followed.position)
		var part: float = 1.0 - pow(1.0 - FOLLOWING, delta * 60.0) if glides else 1.0
		position = goal if position.distance_to(goal) < CLOSE_ENOUGH else position.lerp(goal, part)
	position = _inside(position)
	_announce()
	if not _is_panned and position.is_equal_approx(before):
		set_process(false)
		pace.release(self)


func _unhandled_input(event: InputEvent) -> void:
	var button := event as InputEventMouseButton
	if button and button.pressed and button.button_index == MOUSE_BUTTON_WHEEL_UP:
		zoom_at(_level + 1, button.position)
	elif button and button.pressed and button.button_index == MOUSE_BUTTON_WHEEL_DOWN:
		zoom_at(_level - 1, button.position)
	elif button and button.button_index in [MOUSE_BUTTON_LEFT, MOUSE_BUTTON_MIDDLE]:
		var is_tap: bool = not button.pressed and not _is_dragging
		if is_tap and button.button_index == MOUSE_BUTTON_LEFT and _dragged_from != Vector2.INF:
			tapped.emit(button.position)
		_dragged_from = button.position if button.pressed else Vector2.INF
		_is_dragging = false
	elif event is InputEventMouseMotion and _dragged_from != Vector2.INF:
		var motion: InputEventMouseMotion = event
		_drag(motion)
	elif event.is_pressed() and PANS.any(event.is_action):
		_is_panned = true
		follow(null)
		_move()


## Sets the largest zoom that shows the whole office.
func fit() -> void:
	var times: Vector2 = _uncovered().size / room.size
	set_level(floori(minf(times.x, times.y) * 1.03)) # the walls may be cut off a little
	position = _inside(room.get_center())
	_announce()


## How many screen pixels wide a pixel of the art is, before the window is stretched.
func level() -> int:
	return _level


func set_level(level_wanted: int) -> void:
	zoom_at(level_wanted, get_viewport_rect().get_center())


## Zooms so that what is under [param point] of the screen stays there.
func zoom_at(level_wanted: int, point: Vector2) -> void:
	var wanted: int = clampi(level_wanted, FEWEST, MOST)
	var under: Vector2 = (point - get_viewport_rect().get_center()) / zoom
	_level = wanted
	zoom = Vector2.ONE * _whole(wanted)
	position = _inside(position + under - (point - get_viewport_rect().get_center()) / zoom)
	_announce()


## Follows [param character]; stays where it is if that is null.
func follow(character: Character) -> void:
	if character == _followed:
		return
	if _followed:
		_followed.moved.disconnect(_move)
		_followed.tree_exiting.disconnect(follow)
	_followed = character
	if character:
		character.moved.connect(_move)
		character.tree_exiting.connect(follow.bind(null))
		_move()
	followed_changed.emit(character)


## Moves just enough to have [param place] of the office within [param area] of the screen.
func reveal(place: Vector2, area: Rect2) -> void:
	var inner: Rect2 = area.grow(-AROUND_REVEALED)
	var on_screen: Vector2 = get_viewport().canvas_transform * place
	position = _inside(position + (on_screen - on_screen.clamp(inner.position, inner.end)) / zoom)
	_announce()


func followed() -> Character:
	return _followed


func set_margins(value: Vector4) -> void:
	margins = value
	if is_node_ready():
		_on_viewport_size_changed()


func _move() -> void:
	if not is_processing():
		set_process(true)
		pace.hold(self)


func _drag(motion: InputEventMouseMotion) -> void:
	if motion.button_mask & (MOUSE_BUTTON_MASK_LEFT | MOUSE_BUTTON_MASK_MIDDLE) == 0:
		_dragged_from = Vector2.INF # the button was released where no event came from
		return
	if not _is_dragging and motion.position.distance_to(_dragged_from) < DRAG_BEGINS:
		return
	_is_dragging = true
	follow(null)
	position = _inside(position - motion.relative / zoom)
	_announce()


# A window stretches the picture. The zoom makes up for that, so that the art keeps whole pixels,
# and larger letters do not make the office larger.
func _whole(wanted: int) -> float:
	var stretch: float = get_viewport().get_final_transform().get_scale().x
	var window: Window = get_window()
	var letters: float = window.content_scale_factor if window else 1.0
	return maxf(1.0, floorf(wanted * stretch / letters + 0.01)) / stretch


func _uncovered() -> Rect2:
	var screen: Vector2 = get_viewport_rect().size
	return Rect2(
			Vector2(margins.x, margins.y),
			screen - Vector2(margins.x + margins.z, margins.y + margins.w))


# The point closest to `middle` that the view may have in its middle, so that the office stays in
# sight.
func _inside(middle: Vector2) -> Vector2:
	var shift: Vector2 = (get_viewport_rect().get_center() - _uncovered().get_center()) / zoom
	var seen: Vector2 = _uncovered().size / zoom
	var reach: Vector2 = ((room.size - seen) / 2.0 + seen * BEYOND).max(Vector2.ZERO)
	if room.size.x <= seen.x:
		reach.x = 0.0
	if room.size.y <= seen.y:
		reach.y = 0.0
	var from: Vector2 = room.get_center() + shift
	return middle.clamp(from - reach, from + reach)


func _announce() -> void:
	force_update_scroll()
	view_changed.emit()


func _on_viewport_size_changed() -> void:
	zoom = Vector2.ONE * _whole(_level)
	position = _inside(position)
	_announce()
