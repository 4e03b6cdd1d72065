extends "res://addon/runtime_case.gd"
## The port for programs outside, as the node opens it. What goes through it is tested in core and
## with real clients; here the engine's own HTTPClient asks.

const LOOPBACK := "127.0.0.1"


## Returns a node with an open gateway, or one that tries to have [param port]; freed afterwards.
func new_gateway(port: int = 0) -> AgentRuntime:
	var node: AgentRuntime = make_runtime()
	node.gateway_enabled = true
	node.gateway_port = port
	return keep(node) as AgentRuntime


func token_of(node: AgentRuntime) -> String:
	return FileAccess.get_file_as_string(node.get_gateway_token_path()).strip_edges()


## Asks for [param path] and returns the client once the answer has begun; null if nobody answers.
func ask(port: int, path: String, headers: PackedStringArray = []) -> HTTPClient:
	var client := HTTPClient.new()
	if client.connect_to_host(LOOPBACK, port) != OK:
		return null
	var polled := func() -> HTTPClient.Status:
		client.poll()
		return client.get_status()
	await until(func() -> bool: return polled.call() >= HTTPClient.STATUS_CANT_CONNECT \
			and polled.call() != HTTPClient.STATUS_CONNECTING, "somebody picks up")
	if client.get_status() != HTTPClient.STATUS_CONNECTED:
		return null
	equal(client.request(HTTPClient.METHOD_GET, path, headers), OK, "request of " + path)
	await until(func() -> bool: return polled.call() != HTTPClient.STATUS_REQUESTING, "an answer")
	return client


## Returns the body as soon as it contains [param part].
func body_with(client: HTTPClient, part: String) -> String:
	var read := {"body": ""}
	await until(func() -> bool:
		client.poll()
		while client.get_status() == HTTPClient.STATUS_BODY:
			var chunk: PackedByteArray = client.read_response_body_chunk()
			if chunk.is_empty():
				break
			read.body += chunk.get_string_from_utf8()
		return part in str(read.body), "a body with " + part)
	return str(read.body)


func state_of(peer: WebSocketPeer) -> WebSocketPeer.State:
	peer.poll()
	return peer.get_ready_state()


## Returns the first message of [param type], and of the agent [param who] if one is named: of those
## that were [param heard] already, or that come to [param peer].
func message_to(
		peer: WebSocketPeer, heard: Array[Dictionary], type: String, who: String = "",
) -> Dictionary:
	var fits := func(message: Dictionary) -> bool:
		return message.type == type and who in ["", message.get("agent_id")]
	await until(func() -> bool:
		peer.poll()
		while peer.get_available_packet_count() > 0:
			var text: String = peer.get_packet().get_string_from_utf8()
			var message: Dictionary = JSON.parse_string(text)
			heard.append(message)
		return heard.any(fits), type)
	var found: Array[Dictionary] = heard.filter(fits)
	return found[0] if not found.is_empty() else {}


func test_there_is_no_port_unless_it_is_asked_for() -> void:
	var node: AgentRuntime = new_runtime()
	check(node.is_running(), "it runs")
	equal(node.get_gateway_port(), 0, "port")
	check(not FileAccess.file_exists(node.get_gateway_token_path()), "no token file is made")


func test_health_answers_who_has_no_token() -> void:
	var node: AgentRuntime = new_gateway()
	check(node.get_gateway_port() > 0, "a free port was found: %d" % node.get_gateway_port())
	equal(node.gateway_port, 0, "the property stays")
	var client: HTTPClient = await ask(node.get_gateway_port(), "/health")
	equal(client.get_response_code(), 200, "code")
	var health: Dictionary = JSON.parse_string(await body_with(client, "}"))
	equal(health.get("ok"), true, "ok in %s" % [health])


func test_events_are_for_those_who_have_the_token() -> void:
	var node: AgentRuntime = new_gateway()
	var port: int = node.get_gateway_port()
	equal((await ask(port, "/events")).get_response_code(), 401, "without a token")
	equal((await ask(port, "/events?token=wrong")).get_response_code(), 401, "with a wrong one")
	var token: String = token_of(node)
	equal(token.length(), 64, "length of the token")
	node.spawn_agent({"name": "Ada"})
	var client: HTTPClient = await ask(port, "/events?since=0",
			["Authorization: Bearer " + token])
	equal(client.get_response_code(), 200, "with the token")
	contains(await body_with(client, "agent_spawned"), "\"Ada\"", "the stream")


# spec:000.6.1
func test_the_engines_own_websocket_asks_for_an_agent_and_is_told_what_it_does() -> void:
	var node: AgentRuntime = new_gateway()
	var peer := WebSocketPeer.new()
	peer.handshake_headers = ["Authorization: Bearer " + token_of(node)]
	equal(peer.connect_to_url(
			"ws://%s:%d/ws?since=0" % [LOOPBACK, node.get_gateway_port()]), OK, "connect_to_url")
	await until(func() -> bool: return state_of(peer) == WebSocketPeer.STATE_OPEN, "it is open")
	var heard: Array[Dictionary] = []
	equal(peer.send_text(JSON.stringify({"type": "agent_spawn_request", "request_id": "mine",
			"agent_config": {"name": "Assistant", "role": "helper",
			"initial_position": {"x": 10, "y": 10}}})), OK, "the request")
	var reply: Dictionary = await message_to(peer, heard, "request_completed")
	equal([reply.get("request_id"), reply.get("ok")], ["mine", true], "the reply %s" % [reply])
	var who: String = reply.result.agent_id
	equal(node.get_agent_state(who).name, "Assistant", "the agent that the reply names")
	var spawned: Dictionary = await message_to(peer, heard, "agent_spawned")
	equal(spawned.agent_id, who, "who was spawned")
	equal(spawned.position, {"x": 10.0, "y": 10.0}, "where")
	node.send_message(who, "Are you done?")
	var speech: Dictionary = await message_to(peer, heard, "agent_speech", who)
	check(not str(speech.content).is_empty(), "what it says")
	check("player_0" in (speech.recipients as Array), "who hears it")
	var states: Array = heard.map(
			func(message: Dictionary) -> Variant: return message.get("state"))
	check(states.has("thinking"), "it has thought before")
	node.stop()
	await until(func() -> bool: return state_of(peer) == WebSocketPeer.STATE_CLOSED, "it is closed")
	equal(peer.get_close_code(), 1001, "the game is going away")


func test_a_websocket_without_the_token_is_not_opened() -> void:
	var node: AgentRuntime = new_gateway()
	expect_error("Got: '401'")
	expect_error("Invalid response headers")
	var peer := WebSocketPeer.new()
	peer.connect_to_url("ws://%s:%d/ws?token=wrong" % [LOOPBACK, node.get_gateway_port()])
	await until(func() -> bool: return state_of(peer) == WebSocketPeer.STATE_CLOSED, "refused")
	equal(peer.get_close_code(), -1, "no connection was there to be closed")


func test_only_the_user_can_read_the_token() -> void:
	var node: AgentRuntime = new_gateway()
	var path: String = node.get_gateway_token_path()
	equal(path.get_base_dir(), OS.get_environment("XDG_STATE_HOME") + "/agent_runtime", "folder")
	equal(FileAccess.get_unix_permissions(path),
			FileAccess.UNIX_READ_OWNER | FileAccess.UNIX_WRITE_OWNER, "permissions")
	var former: String = FileAccess.get_file_as_string(node.resolve_database_path() + ".token")
	contains(former, path, "what lies beside the database")
	check(not token_of(node) in former, "the token is not beside the database")


func test_a_port_that_is_taken_is_one_error_and_nothing_starts() -> void:
	var first: AgentRuntime = new_gateway()
	var port: int = first.get_gateway_port()
	expect_error("could not start: gateway_port: %d cannot be listened on" % port)
	var second: AgentRuntime = new_gateway(port)
	check(not second.is_running(), "the second does not run")
	equal(second.get_gateway_port(), 0, "its port")
	expect_error("give another, or 0 for any that is free")
	equal(second.start(), ERR_ALREADY_IN_USE, "start")
	check(first.is_running(), "the first runs on")
	second.gateway_port = 0
	equal(second.start(), OK, "with another port")
	check(second.get_gateway_port() != port, "another port")


func test_the_port_is_closed_with_the_runtime_and_opens_again_with_the_same_token() -> void:
	var node: AgentRuntime = new_gateway()
	var port: int = node.get_gateway_port()
	var token: String = token_of(node)
	node.stop()
	equal(node.get_gateway_port(), 0, "the port of a stopped runtime")
	check(await ask(port, "/health") == null, "nobody answers")
	node.gateway_port = port
	equal(node.start(), OK, "start")
	equal(node.get_gateway_port(), port, "the port that was asked for")
	equal(token_of(node), token, "the token")
	equal((await ask(port, "/health")).get_response_code(), 200, "it answers again")


func test_it_may_be_freed_while_somebody_watches() -> void:
	var node: AgentRuntime = new_gateway()
	var client: HTTPClient = await ask(
			node.get_gateway_port(), "/events?token=" + token_of(node))
	await body_with(client, "hello")
	node.free()
	await until(func() -> bool:
		client.poll()
		if client.get_status() == HTTPClient.STATUS_BODY:
			client.read_response_body_chunk()
		return client.get_status() != HTTPClient.STATUS_BODY, "the stream ends")
	check(client.get_status() in [HTTPClient.STATUS_DISCONNECTED, HTTPClient.STATUS_CONNECTED,
			HTTPClient.STATUS_CONNECTION_ERROR], "how it ends: %d" % client.get_status())


func test_bad_ports_are_refused_with_one_error_and_nothing_changes() -> void:
	var node := keep(AgentRuntime.new()) as AgentRuntime
	node.gateway_port = 8765
	for port: int in [-1, 65536, (1 << 32) + 80]:
		expect_error("AgentRuntime: gateway_port: ")
		node.gateway_port = port
		equal(node.gateway_port, 8765, "gateway_port after %d" % port)
