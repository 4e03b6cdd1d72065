@tool
extends VBoxContainer
## The Agents dock. For now it shows the set-up check.

const SetupCheck := preload("setup_check.gd")

## The scene of one row.
@export var row_scene: PackedScene

# Findings of the set-up check, whose class is not named here for the reason given there.
var _findings: Array = []

@onready var _rows: VBoxContainer = %Rows
@onready var _summary: Label = %Summary


func _ready() -> void:
	check_again()


## Checks everything again and shows the findings.
func check_again() -> void:
	var addon: String = (get_script() as Script).resource_path.get_base_dir().get_base_dir()
	show_findings(SetupCheck.judge(SetupCheck.observe(addon)))


## Shows [param findings] instead of the present ones.
func show_findings(findings: Array) -> void:
	_findings = findings
	for row: Node in _rows.get_children():
		_rows.remove_child(row)
		row.queue_free()
	var ready_to_use: bool = true
	for finding: RefCounted in findings:
		if finding.get(&"state") == SetupCheck.State.PROBLEM:
			ready_to_use = false
		var row: Node = row_scene.instantiate()
		_rows.add_child(row)
		row.call(&"show_finding", finding)
	_summary.text = "AgentRuntime is ready" if ready_to_use else "AgentRuntime is not ready"


func _on_check_again_pressed() -> void:
	check_again()


func _on_copy_report_pressed() -> void:
	DisplayServer.clipboard_set(SetupCheck.report(_findings))
