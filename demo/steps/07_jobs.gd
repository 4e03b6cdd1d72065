extends Node2D
## Step 7: a program that works for an agent.
##
## It outlives the game: close the window while it writes, run the scene again, and it is found
## at work, with all of its lines. What it asks waits for an answer, in this run or a later one.

const WORK := "for page in 1 2 3 4; do echo Page $page of 4 is done.; sleep 1; done; " \
		+ "echo '@@question Who shall sign it?'; read name; echo It is signed by $name."

@onready var _runtime: AgentRuntime = $AgentRuntime
@onready var _figure: StepFigure = $Ada
@onready var _stage: StepStage = $Stage


func _ready() -> void:
	_runtime.jobs.job_started.connect(_follow) # Those that are found at work, too.
	_runtime.jobs.question_asked.connect(func(question: AgentQuestion) -> void:
		_stage.tell(question.prompt + " Type a name, and press Enter."))
	_stage.asked.connect(func(text: String) -> void:
		for question: AgentQuestion in _runtime.jobs.get_questions():
			question.answer(text))
	var ada: String = _figure.live(_runtime, {"key": "ada"})
	if _runtime.jobs.get_jobs(true).is_empty():
		var config := AgentJobConfig.new()
		config.program = AgentJobConfig.PROGRAM_COMMAND
		config.command = ["sh", "-c", WORK]
		config.folder = "user://"
		config.keeps_talking = true
		_runtime.jobs.start(config, _runtime.get_agent(ada))


func _follow(job: AgentProgramJob) -> void:
	job.output_received.connect(func(lines: Array[AgentOutputLine]) -> void:
		_figure.say(lines[-1].text.trim_prefix("@@question ")))
	await job.wait()
	_stage.finish("The job is %s. Run the scene again for another one." % job.status_name)
