extends InspectorPage
## What the agent's mind has cost, what it may cost, and buttons to raise the limit.

## How much more one press of the button allows.
const MORE_DOLLARS := 0.25
const MORE_CALLS := 50

var _caps: Dictionary = {}

@onready var _calls: BudgetBar = %Calls
@onready var _paid_calls: BudgetBar = %PaidCalls
@onready var _tokens: BudgetBar = %Tokens
@onready var _dollars: BudgetBar = %Dollars
@onready var _total: Label = %Total


func _set_up() -> void:
	office.runtime.agent_state_changed.connect(_on_agent_state_changed)
	office.runtime.budget_exhausted.connect(_on_budget_exhausted)


func _fill() -> void:
	var who: String = agent_id
	var reply: AgentReply = await office.runtime.get_mind_usage(who).wait()
	if who != agent_id:
		return
	if not reply.ok:
		_total.text = reply.message
		return
	var counted: Dictionary = reply.value.counted
	var spent: Dictionary = reply.value.spent
	_caps = reply.value.caps
	_calls.show_use(_of(counted, "calls"), _of(_caps, "calls"))
	_paid_calls.show_use(_of(counted, "paid_calls"), _of(_caps, "paid_calls"))
	_tokens.show_use(
			_of(counted, "input_tokens") + _of(counted, "output_tokens"), _of(_caps, "tokens"))
	_dollars.show_use(_of(counted, "dollars"), _of(_caps, "dollars"))
	_total.text = "Over all runs: %d calls, %d tokens read and %d written, $%.4f." % [
		_of(spent, "calls"), _of(spent, "input_tokens"), _of(spent, "output_tokens"),
		_of(spent, "dollars"),
	]


func _of(figures: Dictionary, key: String) -> float:
	return float(str(figures.get(key, 0)))


func _settle(caps: Dictionary) -> void:
	var reply: AgentReply = await office.runtime.set_mind_caps(caps, agent_id).wait()
	if not reply.ok:
		tell(reply.message, true)
	_fill()


func _on_raise_pressed() -> void:
	var caps: Dictionary = {}
	if _of(_caps, "dollars") > 0.0:
		caps["dollars"] = _of(_caps, "dollars") + MORE_DOLLARS
	for key: String in ["calls", "paid_calls"]:
		if _of(_caps, key) > 0.0:
			caps[key] = int(_of(_caps, key)) + MORE_CALLS
	if caps.is_empty():
		tell("%s has no cap of its own; the settings have one for all." % names.of(agent_id))
	else:
		_settle(caps)


func _on_refill_pressed() -> void:
	_settle({"refill": true})


func _on_agent_state_changed(id: String, old_state: int, _state: int) -> void:
	var has_thought: bool = old_state == AgentRuntime.STATE_THINKING
	if id == agent_id and has_thought and is_visible_in_tree():
		_fill()


func _on_budget_exhausted(id: String, _reason: String) -> void:
	if id == agent_id and is_visible_in_tree():
		_fill()
