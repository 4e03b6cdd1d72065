class_name StepFigure
extends Node2D
## Somebody who stands in a step of the tutorial: a body in one colour, a name, and a bubble for
## what it says, which is also printed, a line each, as "name: text".

## How tall it is, unless it is drawn larger.
const HEIGHT := 86.0
const OUTLINE := 3.0

## What it is called.
@export var title: String = "Ada"
## The colour of its clothes.
@export var colour: Color = Color("5b8c5a")
## How many times as large it is drawn; its name and what it says stay as they are.
@export var magnification: float = 1.6
## The agent that it stands for, once it lives.
var agent_id: String = ""
## What it said last.
var last_said: String = ""

@onready var _name: Label = %Name
@onready var _bubble: Control = %Bubble
@onready var _words: Label = %Words


func _ready() -> void:
	_name.text = title
	_bubble.offset_top = -(HEIGHT + 10.0) * magnification
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


func _draw() -> void:
	var dark: Color = colour.darkened(0.45)
	draw_set_transform(Vector2.ZERO, 0.0, Vector2(1.0, 0.35) * magnification)
	draw_circle(Vector2.ZERO, 26.0, Color(0.0, 0.0, 0.0, 0.3))
	draw_set_transform(Vector2.ZERO, 0.0, Vector2.ONE * magnification)
	_draw_round(Rect2(-20, -50, 40, 50), colour, dark, 14)
	_draw_round(Rect2(-17, -82, 34, 36), Color("f0c8a0"), dark, 15)
	_draw_round(Rect2(-19, -86, 38, 17), dark, dark, 10)
	for x: float in [-6.0, 6.0]:
		draw_circle(Vector2(x, -61), 2.5, dark)


func _draw_round(area: Rect2, fill: Color, border: Color, radius: int) -> void:
	var box := StyleBoxFlat.new()
	box.bg_color = fill
	box.border_color = border
	box.set_border_width_all(int(OUTLINE))
	box.set_corner_radius_all(radius)
	draw_style_box(box, area)
