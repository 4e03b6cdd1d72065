class_name Sharpness
extends Node
## Keeps frames and letters of its siblings sharp. A window that shows them at a whole multiple of
## their size draws their pixels as they are; any other smooths them, or letters would lose lines.

const NEARLY := 0.001


func _ready() -> void:
	get_viewport().size_changed.connect(_choose)
	_choose()


## How to draw letters and frames at the present size of [param viewport].
static func filter_for(viewport: Viewport) -> CanvasItem.TextureFilter:
	var stretch: float = viewport.get_final_transform().get_scale().x
	var is_whole: bool = absf(stretch - roundf(stretch)) < NEARLY
	return CanvasItem.TEXTURE_FILTER_NEAREST if is_whole else CanvasItem.TEXTURE_FILTER_LINEAR


func _choose() -> void:
	for sibling: Node in get_parent().get_children():
		var control := sibling as Control
		if control != null:
			control.texture_filter = filter_for(get_viewport())
