@tool
extends VBoxContainer
## The Agents dock. For now it shows the set-up check.

const Finding := preload("finding.gd")
const SetupCheck := preload("setup_check.gd")
const FindingRow := preload("finding_row.gd")

## The scene of one row.
@export var row_scene: PackedScene

var _findings: Array[Finding] = []

@onready var _rows: VBoxContainer = %Rows
@onready var _summary: Label = %Summary


func _ready() -> void:
	check_again()


## Looks at everything again and shows what was found.
func check_again() -> void:
	show_findings(SetupCheck.judge(SetupCheck.observe()))


## Shows [param findings] in place of what is shown.
func show_findings(findings: Array[Finding]) -> void:
	_findings = findings
	for row: Node in _rows.get_children():
		_rows.remove_child(row)
		row.queue_free()
	var problems: int = 0
	for finding: Finding in findings:
		problems += int(finding.state == Finding.State.PROBLEM)
		var row: FindingRow = row_scene.instantiate()
		_rows.add_child(row)
		row.show_finding(finding)
	_summary.text = "AgentRuntime is ready" if problems == 0 else "AgentRuntime is not ready"


func _on_check_again_pressed() -> void:
	check_again()


func _on_copy_report_pressed() -> void:
	DisplayServer.clipboard_set(SetupCheck.report(_findings))
