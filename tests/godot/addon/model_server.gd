extends Node
## A server of language models in the process of the test, as far as a mind can see: it takes one
## request on each connection and answers in pieces, one a frame. Only what the engine's own client
## does with it is tested with it; tests/peers has the faults of models.

## What is sent back, piece by piece; the connection is closed after the last.
var pieces: PackedStringArray = []
## False keeps it open.
var closes: bool = true
## Whether the piece with this index may be sent yet; each may unless a test says otherwise.
var may_send: Callable = func(_piece: int) -> bool: return true
## All that was asked: the head and the body of each request.
var heads: PackedStringArray = []
var bodies: Array[Dictionary] = []
## Connections that the other side has ended before the answer was complete.
var hung_up: int = 0

var _server := TCPServer.new()
var _open: Array[Visit] = []


class Visit:
	var peer: StreamPeerTCP
	var received: String = ""
	var asked: bool = false
	var next: int = 0


## Returns the base URL.
func listen() -> String:
	_server.listen(0, "127.0.0.1")
	return "http://127.0.0.1:%d/v1" % _server.get_local_port()


## Returns the pieces of an answer in the manner of the OpenAI API.
static func spoken(words: PackedStringArray) -> PackedStringArray:
	var told: PackedStringArray = [
		"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"]
	for word: String in words:
		told.append("data: %s\n\n" % JSON.stringify({"choices": [{"index": 0,
				"delta": {"content": word}}]}))
	told.append("data: %s\n\ndata: [DONE]\n\n" % JSON.stringify({"choices": [{"index": 0,
			"delta": {}, "finish_reason": "stop"}],
			"usage": {"prompt_tokens": 12, "completion_tokens": 3}}))
	return told


## The same of an answer that asks for a tool.
static func asking_for(tool: String, arguments: Dictionary) -> PackedStringArray:
	var told: PackedStringArray = spoken([])
	told.insert(1, "data: %s\n\n" % JSON.stringify({"choices": [{"index": 0, "delta": {
			"tool_calls": [{"index": 0, "id": "call_a", "type": "function", "function": {
			"name": tool, "arguments": JSON.stringify(arguments)}}]}}]}))
	told[2] = told[2].replace("\"stop\"", "\"tool_calls\"")
	return told


func _process(_delta: float) -> void:
	while _server.is_connection_available():
		var visit := Visit.new()
		visit.peer = _server.take_connection()
		_open.append(visit)
	for visit: Visit in _open.duplicate():
		_serve(visit)


func _serve(visit: Visit) -> void:
	visit.peer.poll()
	if visit.peer.get_status() != StreamPeerTCP.STATUS_CONNECTED:
		hung_up += 1
		_open.erase(visit)
	elif not visit.asked:
		_hear(visit)
	elif visit.next < pieces.size():
		if may_send.call(visit.next):
			visit.peer.put_data(pieces[visit.next].to_utf8_buffer())
			visit.next += 1
	elif closes:
		visit.peer.disconnect_from_host()
		_open.erase(visit)


func _hear(visit: Visit) -> void:
	var waiting: int = visit.peer.get_available_bytes()
	if waiting > 0:
		visit.received += visit.peer.get_utf8_string(waiting)
	var end: int = visit.received.find("\r\n\r\n")
	if end < 0:
		return
	var body: Variant = JSON.parse_string(visit.received.substr(end + 4))
	if body is Dictionary:
		heads.append(visit.received.left(end))
		bodies.append(body as Dictionary)
		visit.asked = true
