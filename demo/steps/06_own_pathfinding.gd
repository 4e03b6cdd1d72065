extends Node2D
## Step 6: your game walks an agent.
##
## The runtime asks it for each walk: by AStarGrid2D, as here, or in any other way. Click!

var _grid := AStarGrid2D.new()
var _walk: String = ""

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _floor: StepFloor = $Room/Floor
@onready var _ada: StepFigure = $Room/Ada


func _ready() -> void:
	_grid.region = _floor.get_used_rect()
	_grid.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_NEVER
	_grid.update()
	for tile: Vector2i in _floor.get_used_cells():
		_grid.set_point_solid(tile, _floor.is_wall(tile))
	_runtime.walk_requested.connect(_on_walk_requested)
	_runtime.walk_cancelled.connect(func(id: String, _who: String, _r: String) -> void:
		_walk = "" if id == _walk else _walk)
	_ada.live(_runtime, {"position_owner": "game", "initial_position": Vector2(3, 3)})
	_floor.tile_clicked.connect(func(to: Vector2i) -> void: _runtime.walk_agent(_ada.agent_id, to))
	_runtime.walk_agent(_ada.agent_id, Vector2i(16, 5))


func _on_walk_requested(walk_id: String, _id: String, target: Vector2, _face: Vector2) -> void:
	_walk = walk_id
	for tile: Vector2i in _grid.get_id_path(Vector2i(_ada.position / 48.0), Vector2i(target)):
		await create_tween().tween_property(_ada, ^"position", tile * 48.0, 0.2).finished
		if _walk != walk_id: # The walk was cancelled.
			return
		_runtime.report_position(_ada.agent_id, tile)
	if _ada.position == target * 48.0:
		_runtime.report_arrival(walk_id)
		($Stage as StepStage).finish("Ada has arrived. Click somewhere to send her there.")
	else:
		_runtime.report_blocked(walk_id, "There is no way.")
