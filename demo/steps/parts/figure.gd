class_name StepFigure
extends Node2D
## Somebody who stands in a step of the tutorial: a body that turns to where it walks, a name, and a
## bubble for what it says, which is also printed line by line as "name: text".

const HEIGHT := 32.0
## Of two figures nearer than this, only one speaks.
const ELBOW_ROOM := 380.0
const FIGURES := &"step_figures"

## Its name.
@export var title: String = "Ada"
## Its picture.
@export var texture: Texture2D
## How much larger the pictures are shown; the name and what it says keep their size.
@export var magnification: float = 5.0
## The agent that it represents, once that lives.
var agent_id: String = ""
## What it said last.
var last_said: String = ""

var _place: Vector2
var _facing: int = AgentMap.FACING_DOWN

@onready var _body := get_node_or_null(^"Body") as AgentBody
@onready var _sprite: Sprite2D = $Sprite
@onready var _name: Label = %Name
@onready var _bubble: Control = %Bubble
@onready var _words: Label = %Words


func _ready() -> void:
	add_to_group(FIGURES)
	_place = position
	_sprite.texture = texture
	_sprite.scale = Vector2.ONE * magnification
	_name.text = title
	_bubble.offset_top = -HEIGHT * magnification - 6.0
	_bubble.offset_bottom = _bubble.offset_top
	_bubble.hide()


## Brings its agent to life and returns the agent's id. What the agent says in a conversation of
## auto mode is shown; a child named Body is bound to the agent.
func live(runtime: AgentRuntime, config: Dictionary) -> String:
	agent_id = runtime.spawn_agent({"name": title, "think_interval": 0}.merged(config))
	runtime.agent_message.connect(_on_agent_message)
	if _body != null:
		_body.agent_id = agent_id
	return agent_id


## Shows [param content] in the bubble, instead of what was there.
func say(content: String) -> void:
	print(title, ": ", content)
	last_said = content
	if not is_inside_tree():
		return # the player leaves the scene, and the last answer comes now
	for other: StepFigure in get_tree().get_nodes_in_group(FIGURES):
		if other.global_position.distance_to(global_position) < ELBOW_ROOM:
			other.hush()
	_words.text = content
	_bubble.show()


## Hides its bubble.
func hush() -> void:
	_bubble.hide()


func _on_agent_message(speaker: String, text: String, _conversation_id: String) -> void:
	if speaker == agent_id:
		say(text)


func _process(_delta: float) -> void:
	var way: Vector2 = position - _place
	_place = position
	var columns: Array = CharacterSprite.FRAMES[CharacterSprite.Pose.STAND]
	var step: int = 0
	if not way.is_zero_approx():
		columns = CharacterSprite.FRAMES[CharacterSprite.Pose.WALK]
		var seconds: float = CharacterSprite.SECONDS[CharacterSprite.Pose.WALK]
		step = int(Time.get_ticks_msec() / 1000.0 / seconds)
		if absf(way.x) > absf(way.y):
			_facing = AgentMap.FACING_RIGHT if way.x > 0.0 else AgentMap.FACING_LEFT
		else:
			_facing = AgentMap.FACING_DOWN if way.y > 0.0 else AgentMap.FACING_UP
	elif _body != null:
		_facing = _body.get_facing()
	var column: int = columns[step % columns.size()]
	_sprite.frame = _facing * _sprite.hframes + column
