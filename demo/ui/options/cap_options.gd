extends OptionsPage
## What minds may cost in total, and for each agent. Caps apply at once.

# The cap of each row: its account and its unit.
const CAPS: Array[PackedStringArray] = [
	["total", "dollars"], ["total", "calls"], ["agent", "dollars"], ["agent", "calls"],
]

@onready var _lines: Array[LineEdit] = [%TotalDollars, %TotalCalls, %AgentDollars, %AgentCalls]
@onready var _used: Label = %Used


func _ready() -> void:
	for i: int in _lines.size():
		_lines[i].text_submitted.connect(func(_text: String) -> void: _settle(i))
		_lines[i].focus_exited.connect(_settle.bind(i))


## Shows the present caps, and what was used up.
func fill() -> void:
	for i: int in CAPS.size():
		_lines[i].text = _shown(i)
	var reply: AgentReply = await runtime.get_mind_usage().wait()
	_used.text = reply.message if not reply.ok else "Used up: $%.4f in %d thoughts." % [
		reply.value.counted.dollars, reply.value.counted.calls,
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
	var reply: AgentReply = await runtime.set_mind_caps(
			{CAPS[number][1]: cap}, CAPS[number][0]).wait()
	if not reply.ok:
		tell(reply.message, true)


func _on_refill_pressed() -> void:
	var reply: AgentReply = await runtime.set_mind_caps({"refill": true}).wait()
	if not reply.ok:
		tell(reply.message, true)
	fill()
