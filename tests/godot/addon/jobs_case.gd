extends "res://addon/runtime_case.gd"
## The base of cases in which programs work. They are scripts of a shell that end soon in any case.

const SECONDS_TO_LIVE := 120.0


## Returns what asks for [param script] to be run.
func shell(script: String) -> AgentJobConfig:
	var config := AgentJobConfig.new()
	config.program = AgentJobConfig.PROGRAM_COMMAND
	config.command = ["sh", "-c", script]
	config.folder = "user://"
	config.seconds = SECONDS_TO_LIVE
	return config


## The same for a script that is spoken to.
func talking_shell(script: String) -> AgentJobConfig:
	var config: AgentJobConfig = shell(script)
	config.keeps_talking = true
	return config


## What a script says in order to wait until [method let_go] is called, each time anew.
func waiting() -> String:
	var mark: String = _mark()
	return "while [ ! -e %s ]; do sleep 0.05; done; rm %s" % [mark, mark]


func let_go() -> void:
	FileAccess.open("user://" + _mark(), FileAccess.WRITE).close()


## Starts a script that is accepted.
func start(runtime: AgentRuntime, config: AgentJobConfig) -> AgentProgramJob:
	var job: AgentProgramJob = runtime.jobs.start(config)
	check(job != null, "the job is accepted")
	return job


## Waits until the end of [param job] was shown.
func ended(job: AgentProgramJob) -> void:
	if job.wait() is AgentJob:
		return # it was shown already
	var shown: Array[Array] = record(job, &"ended")
	await until(func() -> bool: return shown.size() > 0, "the end of %s" % job)


## Collects the lines of [param job] from now on.
func lines_of(job: AgentProgramJob) -> Array[AgentOutputLine]:
	var all: Array[AgentOutputLine] = []
	job.output_received.connect(func(lines: Array[AgentOutputLine]) -> void:
			all.append_array(lines))
	return all


## The texts of one stream.
func texts(lines: Array[AgentOutputLine], errors: bool = false) -> PackedStringArray:
	var found: PackedStringArray = []
	for line: AgentOutputLine in lines:
		if line.is_error == errors:
			found.append(line.text)
	return found


func leave_the_tree_and_return(runtime: AgentRuntime) -> void:
	tree.root.remove_child(runtime)
	await frames(3)
	tree.root.add_child(runtime)


## Waits for a reply that is to be good, and returns its value.
func result(reply: AgentReply) -> Variant:
	await completed(reply)
	equal(reply.ok, true, "ok of the reply: " + reply.message)
	return reply.value


func _mark() -> String:
	return "mark_%d" % OS.get_process_id()
