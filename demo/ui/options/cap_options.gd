extends OptionsPage
## What minds may cost in all, and each agent alone. Caps hold at once.

# Which cap a line holds: its account, and its unit.
const CAPS: Array[PackedStringArray] = [
	["total", "dollars"], ["total", "calls"], ["agent", "dollars"], ["agent", "calls"],
]

@onready var _lines: Array[LineEdit] = [%TotalDollars, %TotalCalls, %AgentDollars, %AgentCalls]
@onready var _used: Label = %Used


func _ready() -> void:
	for i: int in _lines.size():
		_lines[i].text_submitted.connect(func(_text: String) -> void: _settle(i))
		_lines[i].focus_exited.connect(_settle.bind(i))


## Shows the caps that hold, and what was used up.
func fill() -> void:
	for i: int in CAPS.size():
		_lines[i].text = _shown(i)
	var reply: RuntimeReply = await RuntimeReply.to(runtime, runtime.get_mind_usage())
	var counted: Dictionary = reply.result.get("counted", {})
	_used.text = reply.message if not reply.is_good else "Used up: $%.4f in %d thoughts." % [
		float(str(counted.get("dollars", 0))), int(str(counted.get("calls", 0))),
	]


func _path(number: int) -> StringName:
	return StringName("caps/%s_%s" % [CAPS[number][0], CAPS[number][1]])


func _cap(number: int) -> float:
	return float(str(GameSettings.mind(_path(number))))


func _shown(number: int) -> String:
	return "%.2f" % _cap(number) if CAPS[number][1] == "dollars" else "%d" % _cap(number)


func _settle(number: int) -> void:
	var text: String = _lines[number].text.strip_edges().trim_prefix("$")
	if not text.is_valid_float() or float(text) < 0.0:
		tell("A cap is a number, such as 0.5; 0 is for as much as they like.", true)
		_lines[number].text = _shown(number)
		return
	if is_equal_approx(float(text), _cap(number)):
		return
	var is_money: bool = CAPS[number][1] == "dollars"
	var cap: Variant = float(text)
	if not is_money:
		cap = int(text)
	GameSettings.put_mind(_path(number), cap)
	var reply: RuntimeReply = await RuntimeReply.to(
			runtime, runtime.set_mind_caps({CAPS[number][1]: cap}, CAPS[number][0]))
	if not reply.is_good:
		tell(reply.message, true)


func _on_refill_pressed() -> void:
	var reply: RuntimeReply = await RuntimeReply.to(
			runtime, runtime.set_mind_caps({"refill": true}))
	if not reply.is_good:
		tell(reply.message, true)
	fill()
