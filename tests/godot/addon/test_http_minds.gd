extends "res://addon/runtime_case.gd"
## Minds over HTTP in the engine: its streams reach a server, what comes is read as it comes, and is
## hung up on. What models may do wrong is tested in tests/peers.

const FloodServer := preload("res://addon/flood_server.gd")
const ModelServer := preload("res://addon/model_server.gd")
const OPENAI := "agent_runtime/minds/openai/"
const KEYS := "user://agent_runtime_keys.json"
const ADA: Dictionary = {"name": "Ada", "think_interval": 0, "cli_backend": "openai"}

var _before: Dictionary[String, Variant] = {}


func serve(pieces: PackedStringArray) -> ModelServer:
	var server := keep(ModelServer.new()) as ModelServer
	server.pieces = pieces
	return server


## No case sends a key that the machine has: each sets its own.
func _init() -> void:
	OS.unset_environment("OPENAI_API_KEY")
	OS.unset_environment("ANTHROPIC_API_KEY")


## Starts a runtime whose settings of the provider are [param settings].
func runtime_for(settings: Dictionary) -> AgentRuntime:
	for name: String in settings:
		_before[name] = ProjectSettings.get_setting(OPENAI + name)
		ProjectSettings.set_setting(OPENAI + name, settings[name])
	var runtime: AgentRuntime = new_runtime()
	for name: String in _before:
		ProjectSettings.set_setting(OPENAI + name, _before[name])
	return runtime


func test_an_answer_is_read_as_it_comes_and_spoken() -> void:
	var server: ModelServer = serve(ModelServer.spoken(["In ", "the ", "morning."]))
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny",
			"headers": {"X-Game": "office"}})
	var streamed: Array[Array] = record(runtime, &"agent_text_streamed")
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	# The last word is sent when words before it have been shown.
	server.may_send = func(piece: int) -> bool: return piece < 3 or not streamed.is_empty()
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "When do I water tomatoes?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1].slice(0, 2), [ada, "In the morning."], "said")
	check(str(streamed[0][1]) in ["In ", "In the "], "what came is shown: %s" % [streamed])
	equal(server.bodies[0].model, "tiny", "the model")
	contains(str(server.bodies[0].messages), "When do I water tomatoes?", "what is asked")
	contains(server.heads[0], "POST /v1/chat/completions HTTP/1.1", "where")
	contains(server.heads[0].to_lower(), "x-game: office", "a header of the settings")


func test_an_answer_without_a_length_ends_with_its_connection() -> void:
	var pieces: PackedStringArray = ModelServer.spoken(["Yes."])
	pieces[0] = "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
	var server: ModelServer = serve(pieces)
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(spoke[1][1], "Yes.", "said")


func test_a_server_that_is_not_there_is_a_failure_that_names_it() -> void:
	var runtime: AgentRuntime = runtime_for(
			{"base_url": "http://127.0.0.1:1/v1", "model": "tiny", "retries": 0})
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "unreachable"], "who and how")
	contains(failed[0][2] as String, "127.0.0.1:1", "where")


func test_what_is_not_http_is_a_failure() -> void:
	var server: ModelServer = serve(["220 mail.example.com ready\r\n\r\n"])
	var runtime: AgentRuntime = runtime_for(
			{"base_url": server.listen(), "model": "tiny", "retries": 0})
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "bad_answer"], "who and how")


func test_an_answer_that_is_cut_off_is_a_failure() -> void:
	var pieces: PackedStringArray = ModelServer.spoken(["In ", "the ", "morning."])
	pieces.resize(3)
	var server: ModelServer = serve(pieces)
	var runtime: AgentRuntime = runtime_for(
			{"base_url": server.listen(), "model": "tiny", "retries": 0})
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "cut_off"], "who and how")


## Whatever a server sends without end around the body: who asks it fails, others are answered, and
## a stop does not wait for the server.
func test_a_server_that_sends_without_end_holds_nobody_up() -> void:
	var head: String = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
	var chunked: String = head + "Transfer-Encoding: chunked\r\n\r\n"
	var ways: Array[PackedStringArray] = [
		["HTTP/1.1 200 ", "long"], [head, "X-A: b\r\n"], [head + "X-A: ", "long"],
		["", "HTTP/1.1 100 Continue\r\n\r\n"], [chunked + "1;", "long"],
		[chunked + "0\r\n", "X-A: b\r\n"]]
	for way: PackedStringArray in ways:
		var server := FloodServer.new()
		server.opening = way[0]
		server.again = way[1]
		server.calm = ModelServer.spoken(["Yes."])
		var runtime: AgentRuntime = runtime_for(
				{"base_url": server.listen(), "model": "calm", "retries": 0})
		var failed: Array[Array] = record(runtime, &"agent_mind_failed")
		var spoke: Array[Array] = record(runtime, &"agent_spoke")
		var ada: String = runtime.spawn_agent(ADA.merged({"model": "flood"}))
		var bob: String = runtime.spawn_agent(ADA.merged({"name": "Bob"}, true))
		runtime.send_message(ada, "Really?")
		await until(func() -> bool: return failed.size() > 0, "agent_mind_failed: %s" % [way])
		runtime.send_message(bob, "Really?")
		await until(func() -> bool: return spoke.any(func(each: Array) -> bool:
				return each[0] == bob), "an answer beside %s" % [way])
		equal(failed[0].slice(0, 2), [ada, "bad_answer"], "who and how: %s" % [way])
		runtime.stop()
		server.close()


func test_a_stop_does_not_wait_for_a_server_that_never_stops() -> void:
	var server := FloodServer.new()
	server.opening = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
	server.again = ": still here\n\n"
	var runtime: AgentRuntime = runtime_for(
			{"base_url": server.listen(), "model": "flood", "retries": 0})
	runtime.send_message(runtime.spawn_agent(ADA), "Really?")
	check(await until(func() -> bool: return server.flooded > 10_000_000, "a flood"), "a flood")
	runtime.stop()
	server.close()
	check(not runtime.is_running(), "it has stopped")


func test_who_is_terminated_hangs_up() -> void:
	var server: ModelServer = serve(ModelServer.spoken(["In "]).slice(0, 2))
	server.closes = false
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	var streamed: Array[Array] = record(runtime, &"agent_text_streamed")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return streamed.size() > 0, "the first words")
	runtime.terminate_agent(ada)
	await until(func() -> bool: return server.hung_up == 1, "the connection is ended")
	equal(server.bodies.size(), 1, "requests")


func test_a_stop_hangs_up() -> void:
	var server: ModelServer = serve([])
	server.closes = false
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return server.bodies.size() == 1, "a request")
	runtime.stop()
	await until(func() -> bool: return server.hung_up == 1, "the connection is ended")
	equal(server.bodies.size(), 1, "requests")


func test_what_is_switched_off_is_not_asked() -> void:
	var server: ModelServer = serve(ModelServer.spoken(["Yes."]))
	var runtime: AgentRuntime = runtime_for(
			{"base_url": server.listen(), "model": "tiny", "enabled": false})
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	var ada: String = runtime.spawn_agent(ADA)
	expect_error("the mind of %s cannot think: the mind \"openai\" is switched off" % ada)
	for number: int in 2:
		runtime.send_message(ada, "Really?")
		await until(func() -> bool: return failed.size() > number, "agent_mind_failed")
	equal(failed[0].slice(0, 2), [ada, "not_allowed"], "who and how")
	equal(server.bodies.size(), 0, "requests")


func test_a_mind_without_key_and_model_is_one_error_that_says_where_they_go() -> void:
	for kind: String in ["anthropic", "openai"]:
		var variable: String = kind.to_upper() + "_API_KEY"
		OS.unset_environment(variable)
		var runtime: AgentRuntime = new_runtime()
		var failed: Array[Array] = record(runtime, &"agent_mind_failed")
		var ada: String = runtime.spawn_agent(ADA.merged({"cli_backend": kind}, true))
		expect_error("AgentRuntime: the mind of %s cannot think: %s at " % [ada, kind])
		for number: int in 2:
			runtime.send_message(ada, "Really?")
			await until(func() -> bool: return failed.size() > number, "agent_mind_failed")
		equal(failed[0].slice(0, 2), [ada, "misconfigured"], "who and how")
		for part: String in ["it has no key", variable, "user://agent_runtime_keys.json",
				"agent_runtime/minds/%s/base_url" % kind, "it has no model",
				"agent_runtime/minds/%s/model" % kind]:
			contains(failed[0][2] as String, part, "the error")


func test_who_has_reached_a_cap_is_told_of_once_and_asks_no_more() -> void:
	var server: ModelServer = serve(ModelServer.spoken(["Yes."]))
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var exhausted: Array[Array] = record(runtime, &"budget_exhausted")
	var ada: String = runtime.spawn_agent(ADA)
	await result_of(runtime.set_mind_caps({"calls": 1}, ada))
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	runtime.send_message(ada, "Once more?")
	await until(func() -> bool: return exhausted.size() > 0, "budget_exhausted")
	runtime.send_message(ada, "And now?")
	await frames(50)
	equal(exhausted.size(), 1, "signals")
	equal(exhausted[0][0], ada, "who")
	contains(exhausted[0][1] as String, "agent:agent_001", "which account")
	equal(server.bodies.size(), 1, "requests")


func test_a_tool_that_a_model_asks_for_runs_on_the_main_thread() -> void:
	var server: ModelServer = serve(ModelServer.asking_for("look_up_price", {"good": "bread"}))
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var threads: PackedInt64Array = []
	runtime.register_tool("look_up_price", "Tells what a good costs.", {},
			func(_agent: String, arguments: Dictionary, _call_id: String) -> String:
				threads.append(OS.get_thread_caller_id())
				server.pieces = ModelServer.spoken(["Three coins."])
				return "%s costs three coins" % arguments.good)
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "What does bread cost?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	equal(threads, PackedInt64Array([OS.get_main_thread_id()]), "threads of its calls")
	equal(spoke[1][1], "Three coins.", "said")
	contains(str(server.bodies[1].messages), "bread costs three coins", "what the model is told")


func test_a_key_in_the_settings_is_refused() -> void:
	var server: ModelServer = serve(ModelServer.spoken(["Yes."]))
	expect_error("the project setting agent_runtime/minds/openai/headers is \"{  }\" for now")
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny",
			"headers": {"Authorization": "Bearer marker-key"}})
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	check(not server.heads[0].contains("marker-key"), "it is not sent")


func test_a_key_comes_from_the_file_of_the_user_and_goes_nowhere_but_to_the_server() -> void:
	write_keys("{\"openai\": \"marker-of-the-file\"}")
	var server: ModelServer = serve(ModelServer.spoken(["Yes."]))
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	DirAccess.remove_absolute(KEYS)
	var spoke: Array[Array] = record(runtime, &"agent_spoke")
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return spoke.size() >= 2, "an answer")
	contains(server.heads[0], "Bearer marker-of-the-file", "what the server is sent")
	check(not str(runtime.get_last_prompt(ada)).contains("marker-of"), "not the prompt")
	var path: String = runtime.database_path
	runtime.stop()
	var stored: String = FileAccess.get_file_as_bytes(path).hex_encode()
	check(stored.contains("Really?".to_utf8_buffer().hex_encode()), "the database was written")
	check(not stored.contains("marker-of".to_utf8_buffer().hex_encode()), "not the database")


func test_a_key_of_the_environment_goes_before_that_of_the_file() -> void:
	write_keys("{\"openai\": \"marker-of-the-file\"}")
	OS.set_environment("OPENAI_API_KEY", "marker-of-the-environment")
	var server: ModelServer = serve(ModelServer.spoken(["Yes."]))
	var runtime: AgentRuntime = runtime_for({"base_url": server.listen(), "model": "tiny"})
	OS.unset_environment("OPENAI_API_KEY")
	DirAccess.remove_absolute(KEYS)
	var ada: String = runtime.spawn_agent(ADA)
	runtime.send_message(ada, "Really?")
	await until(func() -> bool: return server.heads.size() > 0, "a request")
	contains(server.heads[0], "Bearer marker-of-the-environment", "what the server is sent")


func test_a_file_of_keys_that_cannot_be_read_is_told_without_what_stands_in_it() -> void:
	write_keys("marker-of-the-file")
	expect_error("user://agent_runtime_keys.json cannot be read, and no key is taken from it")
	check(runtime_for({}).is_running(), "it runs without a key")
	DirAccess.remove_absolute(KEYS)


## As an exported game has them: in an archive, and not as files of the system.
func test_packed_certificates_and_prices_are_read() -> void:
	var crypto := Crypto.new()
	var own: X509Certificate = crypto.generate_self_signed_certificate(crypto.generate_rsa(2048))
	var packed: Dictionary[String, String] = {
		"trusted_certificates": own.save_to_string(), "prices_file": "{\"models\": []}"}
	var archive: String = "user://case_%d.pck" % OS.get_process_id()
	var packer := PCKPacker.new()
	packer.pck_start(archive)
	for name: String in packed:
		var source: String = "user://case_%d_%s" % [OS.get_process_id(), name]
		var file := FileAccess.open(source, FileAccess.WRITE)
		file.store_string(packed[name])
		file.close()
		packer.add_file("res://packed/%s.pem" % name, source)
	packer.flush()
	check(ProjectSettings.load_resource_pack(archive), "the archive is there")
	for name: String in packed:
		ProjectSettings.set_setting("agent_runtime/minds/" + name, "res://packed/%s.pem" % name)
	var runtime: AgentRuntime = runtime_for(
			{"base_url": "https://127.0.0.1:1/v1", "model": "tiny", "retries": 0})
	for name: String in packed:
		ProjectSettings.set_setting("agent_runtime/minds/" + name, "")
	var failed: Array[Array] = record(runtime, &"agent_mind_failed")
	runtime.send_message(runtime.spawn_agent(ADA), "Really?")
	await until(func() -> bool: return failed.size() > 0, "agent_mind_failed")
	equal(failed[0][1], "unreachable", "what is wrong is not the file: %s" % [failed[0]])


func write_keys(text: String) -> void:
	var file := FileAccess.open(KEYS, FileAccess.WRITE)
	file.store_string(text)
	file.close()
