extends Node
## A game in a process of its own, for checks that end it: two agents live in it, and what happens
## is printed, a line of JSON each.
##
## Arguments, after [code]--[/code]: the path of the database, then what to do:
## [code]talk[/code] lets the two talk with each other, until the game is killed,
## [code]say=TEXT[/code] says TEXT to Ada, and ends the game when she has answered,
## [code]quit-in-thought[/code] ends the game when somebody thinks,
## [code]quit-when=FILE[/code] ends it, with an agent more, when that file is there,
## [code]ask=PROGRAM[/code] lets that program think for a third one, and ends the game when it has
## spoken or failed,
## [code]work[/code] starts a job beside the database, which works until another game speaks to it,
## [code]find=ID[/code] finds that job, speaks to it, and ends the game when the job has ended.
## With [code]allowed[/code] behind any of them, programs may run in an exported game, too.
## With [code]open[/code] behind any of them, programs outside can reach it; it prints where.

const SPEED := 20.0
## Says a second thing once there is a file "alone", and a third when it is told what.
const JOB := "echo one; until [ -e alone ]; do sleep 0.1; done; " \
		+ "echo two; : >worked; read -r word; echo $word"
const LONGEST_JOB := 60.0 # seconds

var _answer_ends_it: bool = false
var _thought_ends_it: bool = false
var _ada: String = ""
var _cleo: String = ""
var _runtime: AgentRuntime


func _ready() -> void:
	# Nobody but Ada answers whoever speaks to her.
	ProjectSettings.set_setting("agent_runtime/agents/overhearing_thinkers", 0)
	var arguments: PackedStringArray = OS.get_cmdline_user_args()
	if arguments.has("allowed"):
		ProjectSettings.set_setting("agent_runtime/minds/cli_in_exported_games", true)
		ProjectSettings.set_setting("agent_runtime/jobs/in_exported_games", true)
	_runtime = AgentRuntime.new()
	_runtime.database_path = arguments[0]
	_runtime.time_scale = SPEED
	_runtime.gateway_enabled = arguments.has("open")
	_runtime.agent_spawned.connect(_on_agent_spawned)
	_runtime.agent_spoke.connect(_on_agent_spoke)
	_runtime.agent_state_changed.connect(_on_agent_state_changed)
	_runtime.agent_mind_failed.connect(_on_agent_mind_failed)
	_runtime.event_received.connect(_on_event_received)
	add_child(_runtime)
	_tell_who_is_there()
	_ada = _live("ada", "Ada")
	var bruno: String = _live("bruno", "Bruno")
	var wish: String = arguments[1]
	_thought_ends_it = wish == "quit-in-thought"
	_answer_ends_it = wish.begins_with("say=")
	if wish.begins_with("ask="):
		_ask_program(wish.trim_prefix("ask="))
	elif wish == "work":
		_follow(_start_job())
	elif wish.begins_with("find="):
		_find_job(wish.trim_prefix("find="))
	elif wish.begins_with("quit-when="):
		_quit_when_there_is(wish.trim_prefix("quit-when="))
	elif _answer_ends_it:
		_runtime.send_message(_ada, wish.trim_prefix("say="))
	else:
		_begin_talk(bruno)


## When both have fallen silent, Ada begins anew.
func _begin_talk(bruno: String) -> void:
	var timer := Timer.new()
	timer.wait_time = 1.0
	timer.timeout.connect(_ask.bind(bruno))
	add_child(timer)
	timer.start()
	_ask(bruno)


func _ask(bruno: String) -> void:
	if _is_idle(_ada) and _is_idle(bruno):
		_runtime.send_message(bruno, "Do you remember the lighthouse, Bruno?", _ada)


func _quit_when_there_is(path: String) -> void:
	while not FileAccess.file_exists(path):
		await get_tree().process_frame
	_runtime.spawn_agent({"name": "Late"})
	get_tree().quit()


func _ask_program(backend: String) -> void:
	_cleo = _runtime.spawn_agent({"name": "Cleo", "cli_backend": backend})
	_runtime.send_message(_cleo, "What is new?")


func _start_job() -> AgentProgramJob:
	var config := AgentJobConfig.new()
	config.program = AgentJobConfig.PROGRAM_COMMAND
	config.command = ["sh", "-c", JOB]
	config.folder = _runtime.database_path.get_base_dir()
	config.keeps_talking = true
	config.seconds = LONGEST_JOB
	return _runtime.jobs.start(config)


func _find_job(id: String) -> void:
	var job := _runtime.jobs.get_job(id) as AgentProgramJob
	_follow(job)
	if job != null:
		job.say("three")


## Prints what the job is and writes, and ends the game with it, or at once if there is none.
func _follow(job: AgentProgramJob) -> void:
	if job != null:
		_tell({"what": "job", "id": job.id, "status": job.status_name})
		job.output_received.connect(_on_output_received)
		await job.wait()
		_tell({"what": "job", "id": job.id, "status": job.status_name})
	get_tree().quit()


func _is_idle(id: String) -> bool:
	return _runtime.get_agent_state(id).state == AgentRuntime.STATE_IDLE


func _live(key: String, called: String) -> String:
	var config := AgentConfig.new()
	config.key = key
	config.agent_name = called
	config.think_interval = 0.0
	return _runtime.spawn_agent(config)


func _tell_who_is_there() -> void:
	var states: Dictionary[String, bool] = {}
	for id: String in _runtime.get_agents():
		states[id] = _runtime.get_agent_state(id).state == AgentRuntime.STATE_IDLE
	_tell({
		"what": "started",
		"idle": states,
		"port": _runtime.get_gateway_port(),
		"token_path": _runtime.get_gateway_token_path(),
	})


func _on_agent_spawned(agent_id: String, agent_name: String, restored: bool) -> void:
	_tell({"what": "spawned", "id": agent_id, "name": agent_name, "restored": restored})


func _on_agent_spoke(agent_id: String, content: String, _recipients: PackedStringArray) -> void:
	_tell({"what": "spoke", "id": agent_id, "content": content})
	if agent_id == _cleo or (_answer_ends_it and agent_id == _ada):
		get_tree().quit()


func _on_agent_state_changed(agent_id: String, _old: int, state: AgentRuntime.State) -> void:
	_tell({"what": "state", "id": agent_id, "state": state})
	if _thought_ends_it and state == AgentRuntime.STATE_THINKING:
		_leave_much_open()
		get_tree().quit()


## A reply that is still to come, a failure that is still to be told, and a handle: each is used by
## a function that is connected to it.
func _leave_much_open() -> void:
	for reply: AgentReply in [_runtime.save_slot("late"), _runtime.request({})]:
		reply.completed.connect(func(_each: AgentReply) -> void: reply.is_done())
	var ada: AgentHandle = _runtime.get_agent(_ada)
	ada.terminated.connect(func(_reason: String) -> void: ada.is_alive())


func _on_agent_mind_failed(agent_id: String, failure: String, _message: String) -> void:
	_tell({"what": "failed", "id": agent_id, "failure": failure})
	get_tree().quit()


func _on_event_received(type: String, subject: String, data: Dictionary) -> void:
	_tell({"what": "event", "type": type, "subject": subject, "data": data})


func _on_output_received(lines: Array[AgentOutputLine]) -> void:
	for line: AgentOutputLine in lines:
		_tell({"what": "line", "seq": line.seq, "text": line.text})


func _tell(what: Dictionary) -> void:
	print(JSON.stringify(what))
