class_name OfficeWindow
extends Node2D
## A window whose sky, and the light that falls through it, follow the hour.

enum View { NIGHT, DAWN, DAY, DUSK }

const DAWN_HOUR := 5.5
const DAY_HOUR := 8.0
const DUSK_HOUR := 17.5
const NIGHT_HOUR := 20.5

@onready var _sky: Sprite2D = $Sky
@onready var _beam: Sprite2D = $Beam


## Shows the sky at [param hour]; [param darkness] is 1 at night and 0 at noon.
func show_hour(hour: float, darkness: float) -> void:
	if hour < DAWN_HOUR or hour >= NIGHT_HOUR:
		_sky.frame = View.NIGHT
	elif hour < DAY_HOUR:
		_sky.frame = View.DAWN
	elif hour < DUSK_HOUR:
		_sky.frame = View.DAY
	else:
		_sky.frame = View.DUSK
	_beam.modulate.a = 1.0 - darkness
