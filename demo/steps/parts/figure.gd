class_name StepFigure
extends Node2D
## Somebody who stands in a step of the tutorial: a body that turns to where it walks, a name, and a
## bubble for what it says, which is also printed, a line each, as "name: text".

## The rows of a sheet of pictures, and its columns; see art/characters.py.
enum Row {DOWN, LEFT, RIGHT, UP}
const STANDING := 1
const WALKING: Array[int] = [0, 1, 2, 1]
const COLUMNS := 12
const STEP_SECONDS := 0.14
const HEIGHT := 32.0

## What it is called.
@export var title: String = "Ada"
## What it looks like.
@export var texture: Texture2D
## How many times as large the pictures are shown; the name and what it says stay as they are.
@export var magnification: float = 5.0
## The agent that it stands for, once it lives.
var agent_id: String = ""
## What it said last.
var last_said: String = ""

var _place: Vector2
var _row: Row = Row.DOWN

@onready var _sprite: Sprite2D = $Sprite
@onready var _name: Label = %Name
@onready var _bubble: Control = %Bubble
@onready var _words: Label = %Words


func _ready() -> void:
	_place = position
	_sprite.texture = texture
	_sprite.scale = Vector2.ONE * magnification
	_name.text = title
	_bubble.offset_top = -HEIGHT * magnification - 6.0
	_bubble.offset_bottom = _bubble.offset_top
	_bubble.hide()


## Brings its agent to life and returns the agent's id. A child named Body is bound to the agent.
func live(runtime: AgentRuntime, config: Dictionary) -> String:
	agent_id = runtime.spawn_agent({"name": title, "think_interval": 0}.merged(config))
	var body := get_node_or_null(^"Body") as AgentBody
	if body != null:
		body.agent_id = agent_id
	return agent_id


## Shows [param content] in the bubble, in place of what was there.
func say(content: String) -> void:
	print(title, ": ", content)
	last_said = content
	_words.text = content
	_bubble.show()


func _process(_delta: float) -> void:
	var way: Vector2 = position - _place
	_place = position
	var column: int = STANDING
	if not way.is_zero_approx():
		if absf(way.x) > absf(way.y):
			_row = Row.RIGHT if way.x > 0.0 else Row.LEFT
		else:
			_row = Row.DOWN if way.y > 0.0 else Row.UP
		column = WALKING[int(Time.get_ticks_msec() / 1000.0 / STEP_SECONDS) % WALKING.size()]
	_sprite.frame = _row * COLUMNS + column
