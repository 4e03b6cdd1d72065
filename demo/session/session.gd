extends Node
## The office and what lies over it, for as long as one runtime runs. It begins with a greeting, or
## with what the arguments of the game ask for.

## Emitted once the greeting is over and there was time to read its last line.
signal greeting_finished
## Emitted instead when nobody can speak; the log says why.
signal failed
## Emitted when the office has to be opened anew.
signal restart_wanted

## Time to read the last line of the greeting in its bubble.
const SECONDS_TO_READ := 3.5
## Time for the engine to release sounds that were stopped.
const SECONDS_OF_ECHO := 0.2

var options: LaunchOptions

@onready var _office: Office = $Office
@onready var _ui: OfficeUi = $OfficeUi
@onready var _greeting: Greeting = $Greeting


func _ready() -> void:
	if not _office.runtime.is_running():
		failed.emit.call_deferred()
		return
	_greeting.listen(_office.runtime)
	_greeting.finished.connect(_on_greeting_finished)
	_ui.setup(_office)
	_ui.restart_wanted.connect(restart_wanted.emit)
	GameSettings.changed.connect(_apply_setting)
	for key: StringName in [&"day_length", &"zoom", &"reduced_motion"]:
		_apply_setting(key)
	_begin()


## Silences everybody; returns when the last sound has died away.
func close() -> void:
	_office.sounds.hush()
	_office.runtime.stop()
	await get_tree().create_timer(SECONDS_OF_ECHO).timeout


func _begin() -> void:
	if options.zoom > 0:
		_office.set_zoom_level(options.zoom)
	if options.hour >= 0.0:
		_office.set_time_of_day(options.hour)
	if options.after >= 0.0:
		get_tree().create_timer(options.after).timeout.connect(greeting_finished.emit)
	if options.auto:
		get_tree().create_timer(Greeting.SECONDS_BEFORE).timeout.connect(_begin_talk)
	elif options.ends() or _is_free():
		_greeting.begin()
	if not options.panel.is_empty():
		_ui.toggle_panel(options.panel)
	if not options.select.is_empty():
		_office.runtime.agent_spawned.connect(_on_agent_spawned)
	elif not options.work.is_empty():
		_give_work("")


func _begin_talk() -> void:
	_office.runtime.start_auto_mode({
		"agents": _office.runtime.get_agents().slice(0, options.agents),
		"agent_count": options.agents,
		"interaction_pattern": options.pattern,
	})


# Minds that cost money do not greet at each start.
func _is_free() -> bool:
	return str(GameSettings.mind(&"default_backend")) in ["offline", "scripted"]


func _apply_setting(key: StringName) -> void:
	match key:
		&"day_length":
			_office.set_day_length(GameSettings.number(key))
		&"reduced_motion":
			_office.set_reduced_motion(GameSettings.flag(key))
		&"zoom":
			_office.set_zoom_level(GameSettings.count(key))


func _on_agent_spawned(agent_id: String, agent_name: String, _restored: bool) -> void:
	if agent_name == options.select:
		_office.select.call_deferred(agent_id)
		if not options.work.is_empty():
			_give_work.call_deferred(agent_id)


func _give_work(agent_id: String) -> void:
	if OfficeWorks.SCRIPTS.has(options.work):
		_office.jobs.give(OfficeWorks.config_of(options.work), agent_id)
	else:
		printerr("There is no work %s, but %s." % [
			options.work, ", ".join(PackedStringArray(OfficeWorks.SCRIPTS.keys()))])


func _on_greeting_finished() -> void:
	if options.after >= 0.0:
		return
	if options.screenshot.is_empty():
		greeting_finished.emit()
	else:
		get_tree().create_timer(SECONDS_TO_READ).timeout.connect(greeting_finished.emit)
