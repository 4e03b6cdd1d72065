extends "res://addon/jobs_case.gd"
## What programs ask, and how a script answers.

const DOOR := '@@question {"prompt":"Which door?","options":["north","south"]}'
const PERMISSION := '@@question {"kind":"permission","prompt":"May I clean up?","tool":"rm"}'
const IRREVERSIBLE := \
		'@@question {"kind":"permission","prompt":"?","input":{"path":"tmp"},"reversible":false}'


## A script that asks, and writes what it is told.
func asking(question: String) -> AgentJobConfig:
	return talking_shell("printf '%s\\n' '" + question + "'; read answer; echo \"told $answer\"")


## Waits for the only question of a runtime.
func question_of(runtime: AgentRuntime) -> AgentQuestion:
	var pending: Array[AgentQuestion] = []
	await until(func() -> bool:
			pending.assign(runtime.jobs.get_questions())
			return pending.size() > 0, "a question")
	return pending[0]


func test_a_runtime_has_one_inbox_which_is_empty_at_first() -> void:
	var runtime: AgentRuntime = new_runtime()
	equal(runtime.jobs, runtime.jobs, "the same each time")
	equal(runtime.jobs.get_questions(), [] as Array[AgentQuestion], "questions")
	check(runtime.jobs.get_question("question_001") == null, "a question that is not there")
	check(runtime.jobs.get_question("Ada!") == null, "what is no id")
	var reply: AgentReply = await completed(runtime.request({"type": "questions_request"}))
	equal(reply.value.questions, [] as Array[Dictionary], "what programs outside see")


func test_the_inbox_outlives_the_runtime() -> void:
	var runtime: AgentRuntime = new_runtime()
	var jobs: AgentJobs = runtime.jobs
	runtime.stop()
	equal(runtime.jobs, jobs, "while nothing runs")
	runtime.start()
	equal(runtime.jobs, jobs, "after another start")


func test_a_question_is_asked_answered_and_delivered() -> void:
	var runtime: AgentRuntime = new_runtime()
	var asked: Array[Array] = record(runtime.jobs, &"question_asked")
	var closed: Array[Array] = record(runtime.jobs, &"question_closed")
	var job: AgentProgramJob = start(runtime, asking(DOOR))
	var asked_by_job: Array[Array] = record(job, &"question_asked")
	var lines: Array[AgentOutputLine] = lines_of(job)
	var question: AgentQuestion = await question_of(runtime)
	equal(asked, [[question]] as Array[Array], "asked")
	equal(asked_by_job, [[question]] as Array[Array], "asked by its job")
	equal(question.id, "question_001", "id")
	equal(question.job, job, "job")
	equal(question.kind, AgentQuestion.KIND_CHOICE, "kind")
	equal(question.prompt, "Which door?", "prompt")
	equal(question.options, PackedStringArray(["north", "south"]), "options")
	equal(question.delivery, AgentQuestion.DELIVERY_NONE, "delivery")
	check(question.is_pending(), "it waits")
	var wrong: AgentReply = await completed(question.answer("west"))
	equal(wrong.error, ERR_INVALID_PARAMETER, "an answer that does not fit")
	var delivered: Array[Array] = record(question, &"delivery_changed")
	equal(await result(question.answer("north")), question, "value of answer()")
	equal(await question.wait(), question, "wait()")
	equal(question.status, AgentQuestion.STATUS_ANSWERED, "status")
	equal(question.response, "north", "response")
	equal(question.answered_by, "the game", "answered_by")
	equal(closed, [[question]] as Array[Array], "closed")
	var second: AgentReply = await completed(question.answer("south"))
	equal(second.error, ERR_ALREADY_IN_USE, "the first answer counts")
	await until(func() -> bool: return delivered.size() > 0, "the delivery")
	await ended(job)
	check(texts(lines).has("told north"), "what the program was told: %s" % [texts(lines)])
	equal(question.delivery, AgentQuestion.DELIVERY_WRITTEN, "delivery of a command")
	equal(runtime.jobs.get_question("question_001"), question, "it is known for a while")
	equal(runtime.jobs.get_questions(), [] as Array[AgentQuestion], "none waits")


func test_permissions_are_given_and_denied() -> void:
	var runtime: AgentRuntime = new_runtime()
	var allowed: AgentProgramJob = start(runtime, asking(PERMISSION))
	var lines: Array[AgentOutputLine] = lines_of(allowed)
	var question: AgentQuestion = await question_of(runtime)
	equal(question.kind, AgentQuestion.KIND_PERMISSION, "kind")
	equal(question.tool_name, "rm", "tool_name")
	check(question.reversible, "nothing else is known")
	await result(question.approve())
	await ended(allowed)
	check(texts(lines).has("told allow"), "allowed: %s" % [texts(lines)])
	var denied: AgentProgramJob = start(runtime, asking(PERMISSION))
	lines = lines_of(denied)
	question = await question_of(runtime)
	await result(question.deny("Not today."))
	await ended(denied)
	check(texts(lines).has("told deny"), "denied: %s" % [texts(lines)])
	start(runtime, asking(DOOR))
	question = await question_of(runtime)
	var wrong: AgentReply = await completed(question.approve())
	contains(wrong.message, "is no permission", "approving a choice")
	await result(question.answer("south"))
	await question.job.wait()


func test_what_cannot_be_undone_wants_to_be_confirmed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, asking(IRREVERSIBLE))
	var question: AgentQuestion = await question_of(runtime)
	equal(question.parameters, {"path": "tmp"}, "parameters")
	check(not question.reversible, "it cannot be undone")
	var hasty: AgentReply = await completed(question.approve())
	equal(hasty.field, "confirmed", "field")
	await result(question.approve({}, true))
	await ended(job)


func test_a_question_is_asked_again_after_a_restart_and_answered_then() -> void:
	var runtime: AgentRuntime = new_runtime()
	var asked: Array[Array] = record(runtime.jobs, &"question_asked")
	start(runtime, asking(DOOR))
	var before: AgentQuestion = await question_of(runtime)
	var released: Array[Array] = record(before, &"released")
	await leave_the_tree_and_return(runtime)
	equal(released, [[before]] as Array[Array], "who waited was told")
	check(before.is_pending(), "it was not closed")
	var late: AgentReply = await completed(before.answer("north"))
	equal(late.status, AgentReply.STATUS_CANCELLED, "the one of another run")
	var question: AgentQuestion = await question_of(runtime)
	equal(asked, [[before], [question]] as Array[Array], "asked again")
	equal(question.id, before.id, "the same question")
	var job: AgentProgramJob = question.job as AgentProgramJob
	var lines: Array[AgentOutputLine] = lines_of(job)
	await result(question.answer("south"))
	await ended(job)
	check(texts(lines).has("told south"), "what the program was told: %s" % [texts(lines)])


func test_questions_of_a_job_that_ends_are_withdrawn() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, asking(DOOR))
	var question: AgentQuestion = await question_of(runtime)
	var closed: Array[Array] = record(question, &"closed")
	job.kill()
	equal(await question.wait(), question, "wait()")
	equal(closed, [[AgentQuestion.STATUS_WITHDRAWN]] as Array[Array], "closed")
	check(not question.reason.is_empty(), "a reason: " + question.reason)
	await job.wait()
	var late: AgentReply = await completed(question.answer("north"))
	check(not late.ok, "answered too late")


func test_a_program_outside_may_answer_first() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, asking(DOOR))
	var question: AgentQuestion = await question_of(runtime)
	await result_of(runtime.request({
		"type": "question_answer_request",
		"question_id": question.id,
		"answer": "north",
		"answered_by": "a browser",
	}))
	await question.wait()
	equal(question.answered_by, "a browser", "answered_by")
	await job.wait()
