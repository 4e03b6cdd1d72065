class_name OfficeJobs
extends Node
## The programs that work for the people of the office, or for nobody in particular: what each of
## them wrote last, and what it wants to know.

## Emitted when a job has begun, has written something, or is no longer shown at its desk.
signal changed(job: AgentJob)
## Emitted when a job has ended.
signal ended(job: AgentJob, well: bool)
## Emitted when a question waits for an answer.
signal asked(question: AgentQuestion)
## Emitted when a question no longer waits.
signal closed(question: AgentQuestion)

## How long the end of a job is shown at its desk.
const SECONDS_OF_END := 20.0
## Where works that are given in the office put their files.
const FOLDER := "user://work"
const QUESTION_MARK := "@@question"
const LONGEST_LINE := 300
## How many lines to look through for the last words of a job of an earlier game.
const LINES_TO_RECALL := 8

var _runtime: AgentRuntime
# All by the ids of their jobs.
var _followed: Dictionary[String, AgentJob] = {}
var _lines: Dictionary[String, String] = {}
var _just_ended: Dictionary[String, bool] = {}

static var _colours := RegEx.create_from_string("\\x1b\\[[0-9;?]*[A-Za-z]")
static var _counted := RegEx.create_from_string("(\\d+)\\s*(?:/|of)\\s*(\\d+)|(\\d+)\\s*%")


## Whether this game may have jobs. An exported one has them only if the project says so.
static func are_on() -> bool:
	var enabled: bool = ProjectSettings.get_setting("agent_runtime/jobs/enabled", true)
	var exported: bool = ProjectSettings.get_setting(
			"agent_runtime/jobs/in_exported_games", false)
	return enabled and (exported or not OS.has_feature("template"))


## The id of the agent for whom a job works, or an empty text.
static func agent_of(job: AgentJob) -> String:
	return job.agent.id if job != null and job.agent != null else ""


## The id of the agent for whom something is asked, or an empty text.
static func agent_asking(question: AgentQuestion) -> String:
	return question.agent.id if question.agent != null else agent_of(question.job)


## How far somebody is who says this, from 0 to 1, as in "3 of 4" and "75 %"; negative: unknown.
static func progress_in(line: String) -> float:
	var found: RegExMatch = _counted.search(line)
	if found == null:
		return -1.0
	var counts: bool = not found.get_string(1).is_empty()
	var whole: float = float(found.get_string(2)) if counts else 100.0
	var part: String = found.get_string(1) if counts else found.get_string(3)
	return clampf(float(part) / whole, 0.0, 1.0) if whole > 0.0 else -1.0


## Connects to the signals of [param runtime].
func follow(runtime: AgentRuntime) -> void:
	_runtime = runtime
	runtime.jobs.job_started.connect(_on_job_started)
	runtime.jobs.job_ended.connect(_on_job_ended)
	runtime.jobs.question_asked.connect(_on_question_asked)
	runtime.jobs.question_closed.connect(_on_question_closed)


## Starts a job for an agent, who sits down to it unless it is busy, or for nobody if
## [param agent_id] is empty. Returns null if that is refused.
func give(config: AgentJobConfig, agent_id: String) -> AgentProgramJob:
	DirAccess.make_dir_recursive_absolute(FOLDER)
	var agent: AgentHandle = null if agent_id.is_empty() else _runtime.get_agent(agent_id)
	var job: AgentProgramJob = _runtime.jobs.start(config, agent)
	if job != null and agent != null and agent.state == AgentHandle.STATE_IDLE:
		_runtime.walk_agent_to_seat(agent_id)
	return job


## All jobs that are known, the newest first.
func all() -> Array[AgentJob]:
	return _runtime.jobs.get_jobs()


## What is shown at the desk of an agent, or at the board if [param agent_id] is empty: its newest
## jobs, those at work first.
func shown_at(agent_id: String) -> Array[AgentJob]:
	var working: Array[AgentJob] = []
	var over: Array[AgentJob] = []
	for job: AgentJob in all():
		if agent_of(job) != agent_id:
			continue
		if not job.is_over():
			working.append(job)
		elif _just_ended.has(job.id):
			over.append(job)
	return working + over


## What waits for an answer, the oldest first.
func questions() -> Array[AgentQuestion]:
	return _runtime.jobs.get_questions()


## What an agent waits to know longest, or the board if [param agent_id] is empty; or null.
func question_at(agent_id: String) -> AgentQuestion:
	for question: AgentQuestion in questions():
		if agent_asking(question) == agent_id:
			return question
	return null


## What a job waits to know; or null.
func question_of(job: AgentJob) -> AgentQuestion:
	for question: AgentQuestion in questions():
		if question.job == job:
			return question
	return null


## What a job wrote last, or why it has ended if it has not ended by itself.
func line_of(job: AgentJob) -> String:
	var program := job as AgentProgramJob
	var ended_itself: bool = program != null and program.exit_code >= 0
	var wrote: bool = not str(_lines.get(job.id, "")).is_empty()
	if job.is_over() and not job.message.is_empty() and not (ended_itself and wrote):
		return job.message
	if not _lines.has(job.id):
		_lines[job.id] = ""
		if job.is_over() and program != null:
			_recall(program)
	return _lines[job.id]


func _recall(job: AgentProgramJob) -> void:
	var reply: AgentReply = await job.query_output(
			maxi(job.last_seq - LINES_TO_RECALL, 0), LINES_TO_RECALL).wait()
	if reply.ok:
		_hear_lines(reply.value as Array[AgentOutputLine], job)


func _follow(job: AgentJob) -> void:
	if _followed.has(job.id):
		return
	_followed[job.id] = job
	job.progressed.connect(_hear.bind(job))
	var program := job as AgentProgramJob
	# The others write JSON; what is meant for people is told by `progressed`.
	if program != null and program.program == AgentJobConfig.PROGRAM_COMMAND:
		program.output_received.connect(_hear_lines.bind(job))


func _hear(text: String, job: AgentJob) -> void:
	var line: String = _colours.sub(text, "", true).strip_edges().left(LONGEST_LINE)
	if line.is_empty() or line.begins_with(QUESTION_MARK):
		return
	_lines[job.id] = line.get_slice("\n", line.get_slice_count("\n") - 1)
	changed.emit(job)


func _hear_lines(lines: Array[AgentOutputLine], job: AgentJob) -> void:
	for number: int in range(lines.size() - 1, -1, -1):
		var text: String = lines[number].text.strip_edges()
		if not text.is_empty() and not text.begins_with(QUESTION_MARK):
			_hear(text, job)
			return


func _on_job_started(job: AgentJob) -> void:
	_just_ended.erase(job.id)
	_follow(job)
	changed.emit(job)


func _on_job_ended(job: AgentJob) -> void:
	_just_ended[job.id] = true
	ended.emit(job, job.status == AgentJob.STATUS_COMPLETED)
	get_tree().create_timer(SECONDS_OF_END).timeout.connect(_forget_end.bind(job))


func _forget_end(job: AgentJob) -> void:
	if _just_ended.erase(job.id):
		changed.emit(job)


func _on_question_asked(question: AgentQuestion) -> void:
	asked.emit(question)


func _on_question_closed(question: AgentQuestion) -> void:
	closed.emit(question)
