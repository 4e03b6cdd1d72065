class_name Daylight
extends CanvasModulate
## The light at each hour. Lamps and windows, the members of the group "daylight", follow it.
##
## The clock always runs, but is shown only when something else moves, since a game at rest draws
## nothing.

const HOURS := 24.0
const GROUP := &"daylight"

## The colour of the light at each hour, from midnight to midnight.
@export var tints: Gradient
## How dark it is at each hour: 1 when all lamps are on.
@export var darkness: Curve
## How long a day takes; the clock stands still if it is 0.
@export_range(0.0, 7200.0, 1.0, "suffix:s") var day_length: float = 600.0:
	set = set_day_length
@export var pace: Pace

var _hour: float = 10.0
var _since: int = Time.get_ticks_msec()

@onready var _steps: Timer = $Steps


func _ready() -> void:
	_steps.timeout.connect(_on_steps_timeout)
	pace.changed.connect(_on_pace_changed)
	_on_pace_changed(pace.is_busy())
	_show()


## The hour that the clock shows, with minutes as the fraction.
func time_of_day() -> float:
	var gone: int = Time.get_ticks_msec() - _since
	var passed: float = gone / 1000.0 / day_length * HOURS if day_length > 0.0 else 0.0
	return fposmod(_hour + passed, HOURS)


## Sets the clock, and shows the light of that hour.
func set_time_of_day(hours: float) -> void:
	_hour = fposmod(hours, HOURS)
	_since = Time.get_ticks_msec()
	if is_node_ready():
		_show()


func set_day_length(seconds: float) -> void:
	_hour = time_of_day()
	_since = Time.get_ticks_msec()
	day_length = maxf(seconds, 0.0)


func _show() -> void:
	var hour: float = time_of_day()
	color = tints.sample(hour / HOURS)
	get_tree().call_group(GROUP, &"show_hour", hour, darkness.sample(hour / HOURS))


func _on_pace_changed(busy: bool) -> void:
	if busy and _steps.is_stopped():
		_steps.start()
	elif not busy:
		_steps.stop()


func _on_steps_timeout() -> void:
	if day_length > 0.0:
		_show()
