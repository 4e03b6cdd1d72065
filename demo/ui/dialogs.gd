class_name Dialogs
extends Control
## The dialogs in the middle of the screen, one at a time, and the shade behind them.

## Emitted when a dialog was opened, and when none is open any more.
signal changed(is_open: bool)

@onready var saves: SavesPanel = %SavesPanel
@onready var options: OptionsPanel = %OptionsPanel
@onready var jobs: JobsPanel = %JobsPanel
@onready var question: QuestionDialog = %QuestionDialog
# Named as in the toolbar.
@onready var _dialogs: Dictionary[StringName, OfficePanel] = {
	&"new_agent": %SpawnDialog, &"tasks": %TaskBoard, &"jobs": jobs, &"question": question,
	&"saves": saves, &"settings": options,
	&"help": %HelpPanel,
}


func _ready() -> void:
	for dialog: OfficePanel in _dialogs.values():
		dialog.closed.connect(_on_dialog_closed)


func all() -> Array[OfficePanel]:
	return _dialogs.values()


## Opens or closes the dialog that the toolbar calls [param dialog].
func toggle(dialog: StringName) -> void:
	var wanted: OfficePanel = _dialogs[dialog]
	if wanted.visible:
		wanted.close()
		return
	close()
	show()
	changed.emit(true)
	wanted.open()
	wanted.focus_first()


## Opens the dialog in which [param asked] is answered.
func answer(asked: AgentQuestion) -> void:
	question.turn_to(asked)
	if not question.visible:
		toggle(&"question")


## Closes what is open.
func close() -> void:
	for dialog: OfficePanel in all():
		dialog.close()


func _on_dialog_closed() -> void:
	hide()
	changed.emit(false)


func _on_gui_input(event: InputEvent) -> void:
	var click := event as InputEventMouseButton
	if click != null and click.pressed:
		close()
