extends "res://addon/jobs_case.gd"
## Programs that work while games come and go: how a script starts, follows and ends them.


func test_a_command_works_from_its_start_to_its_end() -> void:
	var runtime: AgentRuntime = new_runtime()
	var started: Array[Array] = record(runtime.jobs, &"job_started")
	var all_ended: Array[Array] = record(runtime.jobs, &"job_ended")
	var ada: String = runtime.spawn_agent({"name": "Ada", "think_interval": 0})
	var config: AgentJobConfig = shell("echo one; echo oops >&2; echo $GREETING; exit 3")
	config.job_name = "Greet"
	config.environment = {"GREETING": "hello"}
	var job: AgentProgramJob = runtime.jobs.start(config, runtime.get_agent(ada))
	equal(job.id, "job_001", "id, at once")
	equal(job.status, AgentJob.STATUS_STARTING, "status at first")
	equal(job.job_name, "Greet", "name")
	equal(job.exit_code, -1, "no exit code yet")
	check(runtime.jobs.get_job("job_001") == job, "the same object")
	equal(runtime.jobs.get_jobs(true), [job] as Array[AgentJob], "the active ones")
	var lines: Array[AgentOutputLine] = lines_of(job)
	await ended(job)
	equal(texts(lines), PackedStringArray(["one", "hello"]), "what it wrote")
	equal(texts(lines, true), PackedStringArray(["oops"]), "its errors")
	equal(lines[0].bytes, "one".to_utf8_buffer(), "bytes")
	check(lines[0].is_whole and lines[0].time > 1.7e9, "a whole line with its time")
	equal(job.status, AgentJob.STATUS_FAILED, "status")
	equal(job.status_name, "failed", "its name")
	equal(job.exit_code, 3, "exit code")
	equal(job.message, "its program has ended with the code 3", "message")
	equal(job.last_seq, 3, "lines")
	equal(job.agent, runtime.get_agent(ada), "agent")
	equal(job.program, AgentJobConfig.PROGRAM_COMMAND, "program")
	check(FileAccess.file_exists(job.output_path), job.output_path + " is there")
	equal(started, [[job]] as Array[Array], "job_started")
	equal(all_ended, [[job]] as Array[Array], "job_ended")
	equal(runtime.jobs.get_jobs(true), [] as Array[AgentJob], "none is active")
	equal(runtime.jobs.get_jobs(), [job] as Array[AgentJob], "but it is known")
	equal(await job.wait(), job, "wait() at once")


func test_every_line_of_a_flood_arrives_in_order_before_the_end() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, shell("seq 1 5000"))
	var lines: Array[AgentOutputLine] = lines_of(job)
	equal(await job.wait(), job, "wait()")
	equal(lines.size(), 5000, "lines by the time of the end")
	for index: int in lines.size():
		if lines[index].seq != index + 1 or lines[index].text != str(index + 1):
			check(false, "line %d is %d: %s" % [index + 1, lines[index].seq, lines[index].text])
			break


func test_lines_come_while_somebody_is_connected_and_go_on_where_they_were() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, talking_shell("cat"))
	var first: Array[AgentOutputLine] = []
	var take: Callable = func(lines: Array[AgentOutputLine]) -> void: first.append_array(lines)
	job.output_received.connect(take)
	job.say("one")
	await until(func() -> bool: return texts(first).has("one"), "the first line")
	job.output_received.disconnect(take)
	job.say("two")
	await until(func() -> bool: return job.last_seq == 2, "the second line")
	var later: Array[AgentOutputLine] = lines_of(job)
	await until(func() -> bool: return later.size() == 1, "the second line, later")
	equal(texts(first), PackedStringArray(["one"]), "while connected")
	equal(texts(later), PackedStringArray(["two"]), "connected again")
	await result(job.close_input())
	await ended(job)
	equal(job.status, AgentJob.STATUS_COMPLETED, "a closed input ends it")


func test_what_is_said_to_a_job_arrives_until_its_input_is_closed() -> void:
	var runtime: AgentRuntime = new_runtime()
	var script: String = "while read line; do echo got $line; done"
	var job: AgentProgramJob = start(runtime, talking_shell(script))
	var lines: Array[AgentOutputLine] = lines_of(job)
	equal(await result(job.say("hello")), job, "value of say()")
	await until(func() -> bool: return texts(lines).has("got hello"), "the line")
	var empty: AgentReply = await completed(job.say(""))
	equal(empty.error, ERR_INVALID_PARAMETER, "nothing is said")
	equal(empty.field, "text", "field")
	await result(job.close_input())
	await ended(job)
	var late: AgentReply = await completed(job.say("too late"))
	check(not late.ok and not late.message.is_empty(), "said to a job that has ended")


func test_a_killed_job_says_why() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, shell("echo up; sleep 1000"))
	var lines: Array[AgentOutputLine] = lines_of(job)
	await until(func() -> bool: return lines.size() > 0, "it is up")
	equal(job.status, AgentJob.STATUS_RUNNING, "status")
	check(not job.is_over(), "is_over")
	equal(await result(job.kill("It takes too long.")), job, "value of kill()")
	await job.wait()
	equal(job.status, AgentJob.STATUS_KILLED, "status")
	equal(job.message, "It takes too long.", "message")
	check(job.is_over(), "is_over")


func test_what_cannot_be_started_is_refused_in_a_sentence() -> void:
	var runtime: AgentRuntime = new_runtime()
	expect_error("AgentJobs: start: config: is null")
	check(runtime.jobs.start(null) == null, "no config")
	var nothing := AgentJobConfig.new()
	nothing.program = AgentJobConfig.PROGRAM_COMMAND
	expect_error("AgentJobs: start: command: names no program")
	check(runtime.jobs.start(nothing) == null, "no command")
	var nowhere: AgentJobConfig = shell("true")
	nowhere.folder = "user://no/such/folder"
	expect_error("AgentJobs: start: folder: ")
	check(runtime.jobs.start(nowhere) == null, "no folder")
	var endless: AgentJobConfig = shell("true")
	endless.seconds = -1.0
	expect_error("AgentJobs: start: seconds: ")
	check(runtime.jobs.start(endless) == null, "a time below 0")
	var long_name: AgentJobConfig = shell("true")
	long_name.job_name = "long".repeat(100)
	expect_error("AgentJobs: start: job_name: ")
	check(runtime.jobs.start(long_name) == null, "a long name")
	expect_error("AgentJobs: start: agent: is a player")
	check(runtime.jobs.start(shell("true"), runtime.get_agent("player_0")) == null, "a player")
	var other: AgentRuntime = new_runtime()
	var bea: AgentHandle = other.get_agent(other.spawn_agent({"name": "Bea", "think_interval": 0}))
	expect_error("AgentJobs: start: agent: is one of another runtime")
	check(runtime.jobs.start(shell("true"), bea) == null, "a stranger")
	equal(runtime.jobs.get_jobs(), [] as Array[AgentJob], "nothing was started")


func test_a_program_that_is_not_there_fails_its_job() -> void:
	var runtime: AgentRuntime = new_runtime()
	var config: AgentJobConfig = shell("")
	config.command = ["/no/such/program"]
	var job: AgentProgramJob = start(runtime, config)
	await job.wait()
	equal(job.status, AgentJob.STATUS_FAILED, "status")
	contains(job.message, "/no/such/program", "message")


func test_jobs_are_refused_where_they_are_disabled() -> void:
	ProjectSettings.set_setting("agent_runtime/jobs/enabled", false)
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting("agent_runtime/jobs/enabled", true)
	expect_error("AgentJobs: start: jobs are disabled here; enable them in the project setting "
			+ "agent_runtime/jobs/enabled")
	check(runtime.jobs.start(shell("true")) == null, "refused")
	var reply: AgentReply = await completed(runtime.request({"type": "jobs_request"}))
	equal(reply.error, ERR_FILE_NO_PERMISSION, "for programs outside, too")
	var bare := AgentRuntime.new()
	bare.storage_enabled = false
	keep(bare)
	expect_error("jobs need the database")
	check(bare.jobs.start(shell("true")) == null, "without storage")
	bare.stop()
	expect_error("the runtime is not running")
	check(bare.jobs.start(shell("true")) == null, "without a runtime")


func test_no_more_run_at_once_than_the_setting_allows() -> void:
	ProjectSettings.set_setting("agent_runtime/jobs/most_running", 1)
	var runtime: AgentRuntime = new_runtime()
	ProjectSettings.set_setting("agent_runtime/jobs/most_running", 3)
	var job: AgentProgramJob = start(runtime, talking_shell("cat"))
	expect_error("agent_runtime/jobs/most_running")
	check(runtime.jobs.start(shell("true")) == null, "a second one")
	job.kill()
	await job.wait()
	await ended(start(runtime, shell("true")))


func test_a_job_works_on_while_its_node_is_out_of_the_tree() -> void:
	var runtime: AgentRuntime = new_runtime()
	var started: Array[Array] = record(runtime.jobs, &"job_started")
	var script: String = "echo up; while read line; do echo got $line; done; echo over"
	var before: AgentProgramJob = start(runtime, talking_shell(script))
	var early: Array[AgentOutputLine] = lines_of(before)
	await until(func() -> bool: return early.size() > 0, "it is up")
	var released: Array[Array] = record(before, &"released")
	await leave_the_tree_and_return(runtime)
	equal(released, [[before]] as Array[Array], "who waited was told")
	var late: AgentReply = await completed(before.say("never"))
	equal(late.status, AgentReply.STATUS_CANCELLED, "a reply of the job of another run")
	var job: AgentProgramJob = runtime.jobs.get_job(before.id) as AgentProgramJob
	check(job != null and job != before, "there at once, as another object")
	equal(job.status, AgentJob.STATUS_RUNNING, "status")
	equal(job.output_path, before.output_path, "output_path")
	var lines: Array[AgentOutputLine] = lines_of(job)
	await result(job.say("again"))
	await until(func() -> bool: return texts(lines).has("got again"), "the answer")
	equal(started, [[before], [job]] as Array[Array], "job_started")
	await result(job.close_input())
	await ended(job)
	equal(texts(lines), PackedStringArray(["up", "got again", "over"]), "all lines")
	equal(job.status, AgentJob.STATUS_COMPLETED, "status")


func test_a_job_that_ended_meanwhile_is_found_with_its_output() -> void:
	var runtime: AgentRuntime = new_runtime()
	var before: AgentProgramJob = start(runtime, talking_shell("echo up; read line; echo $line"))
	await until(func() -> bool: return before.status == AgentJob.STATUS_RUNNING, "it runs")
	before.say("farewell")
	await until(func() -> bool: return before.last_seq == 2, "it has written")
	await leave_the_tree_and_return(runtime)
	var job: AgentProgramJob = runtime.jobs.get_job(before.id) as AgentProgramJob
	await until(job.is_over, "it is over")
	equal(job.status, AgentJob.STATUS_COMPLETED, "status")
	var lines: Array[AgentOutputLine] = await result(job.query_output())
	equal(texts(lines), PackedStringArray(["up", "farewell"]), "output")
	lines = await result(job.query_output(1, 1))
	equal(texts(lines), PackedStringArray(["farewell"]), "a part of it")
	var wrong: AgentReply = await completed(job.query_output(-1))
	equal(wrong.field, "since_seq", "a bad number")


func test_a_job_that_ends_while_nobody_is_there_is_told_of_later() -> void:
	var runtime: AgentRuntime = new_runtime()
	var all_ended: Array[Array] = record(runtime.jobs, &"job_ended")
	var before: AgentProgramJob = start(
			runtime, shell("echo up; %s; echo farewell" % waiting()))
	await until(func() -> bool: return before.last_seq == 1, "it is up")
	tree.root.remove_child(runtime)
	let_go()
	await until(func() -> bool:
			return FileAccess.get_file_as_string(before.output_path).contains("farewell"), "it")
	await tree.create_timer(1.0).timeout # Its host has noted the end by then.
	expect_error("job_001 had ended when it was looked for: completed")
	tree.root.add_child(runtime)
	await until(func() -> bool: return all_ended.size() == 1, "its end")
	var job: AgentProgramJob = all_ended[0][0]
	check(job != before, "of this run")
	equal(job.id, before.id, "id")
	equal(job.status, AgentJob.STATUS_COMPLETED, "status")
	equal(job.exit_code, 0, "exit code")
	var lines: Array[AgentOutputLine] = await result(job.query_output())
	equal(texts(lines), PackedStringArray(["up", "farewell"]), "output")


func test_a_configuration_is_a_file_of_the_game() -> void:
	var config := AgentJobConfig.new()
	equal(config.program, AgentJobConfig.PROGRAM_CLAUDE, "program")
	equal(config.dollars, 1.0, "dollars")
	equal(config.output_megabytes, 256, "output_megabytes")
	equal(config.memory_megabytes, 4096, "memory_megabytes")
	config.command = ["ls", "-l"]
	config.environment = {"LANG": "C"}
	config.worktree = true
	var changed: Array[Array] = record(config, &"changed")
	config.prompt = "Tidy up."
	config.prompt = "Tidy up."
	equal(changed.size(), 1, "changes")
	# The engine never frees what it knows of types once a text file names one.
	var path: String = "user://case_%d.res" % OS.get_process_id()
	equal(ResourceSaver.save(config, path), OK, "save")
	var loaded := ResourceLoader.load(path, "", ResourceLoader.CACHE_MODE_IGNORE) as AgentJobConfig
	equal(loaded.command, PackedStringArray(["ls", "-l"]), "command")
	equal(loaded.environment, config.environment, "environment")
	equal(loaded.prompt, "Tidy up.", "prompt")
	check(loaded.worktree, "worktree")
	expect_error("AgentJobConfig: program: there is no such program")
	config.set(&"program", 7)


func test_a_job_is_resumed_under_its_id() -> void:
	var runtime: AgentRuntime = new_runtime()
	var started: Array[Array] = record(runtime.jobs, &"job_started")
	var all_ended: Array[Array] = record(runtime.jobs, &"job_ended")
	var job: AgentProgramJob = start(
			runtime, shell("echo at work; %s; exit 7" % waiting()))
	var lines: Array[AgentOutputLine] = lines_of(job)
	let_go()
	await ended(job)
	equal(await result(job.resume()), job, "value of resume()")
	equal(job.exit_code, -1, "exit code of an attempt that has not ended")
	let_go()
	await until(func() -> bool: return all_ended.size() == 2, "its second end")
	equal(job.exit_code, 7, "exit code")
	equal(texts(lines), PackedStringArray(["at work", "at work"]), "lines of both")
	equal(lines[1].seq, 2, "numbered on")
	equal(started.size(), 2, "started")


func test_jobs_of_programs_outside_are_shown_and_purged_ones_are_gone() -> void:
	var runtime: AgentRuntime = new_runtime()
	var all_ended: Array[Array] = record(runtime.jobs, &"job_ended")
	var reply: Dictionary = await result_of(runtime.request({
		"type": "job_start_request",
		"command": ["sh", "-c", "echo hi"],
		"task_name": "From elsewhere",
		"folder": ProjectSettings.globalize_path("user://"),
	}))
	await until(func() -> bool: return all_ended.size() == 1, "its end")
	var id: String = reply.task_id
	var job: AgentProgramJob = runtime.jobs.get_job(id) as AgentProgramJob
	equal(job.job_name, "From elsewhere", "name")
	equal(job.status, AgentJob.STATUS_COMPLETED, "status")
	await result_of(runtime.request({"type": "job_purge_request", "task_id": id}))
	check(runtime.jobs.get_job(id) == null, "purged")
	equal(job.job_name, "From elsewhere", "what is known stays")


func test_handlers_may_stop_the_runtime_and_hold_their_job() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, shell("echo stop"))
	var path: String = runtime.database_path
	job.output_received.connect(func(_lines: Array[AgentOutputLine]) -> void:
			check(job.id == "job_001", "a lambda that holds its job")
			runtime.stop())
	await until(func() -> bool: return not runtime.is_running(), "it is stopped")
	await job.wait()
	var again: AgentRuntime = keep(make_runtime(path)) as AgentRuntime
	var found: AgentProgramJob = again.jobs.get_job("job_001") as AgentProgramJob
	await until(found.is_over, "its end")
	equal(found.status, AgentJob.STATUS_COMPLETED, "status")


func test_nothing_is_done_on_another_thread() -> void:
	var runtime: AgentRuntime = new_runtime()
	var job: AgentProgramJob = start(runtime, shell("true"))
	expect_error("AgentJobs: get_jobs: it was called on another thread")
	expect_error("kill: it was called on another thread")
	var thread := Thread.new()
	thread.start(func() -> void:
			runtime.jobs.get_jobs()
			job.kill())
	thread.wait_to_finish()
	await job.wait()
	equal(job.status, AgentJob.STATUS_COMPLETED, "not killed")
