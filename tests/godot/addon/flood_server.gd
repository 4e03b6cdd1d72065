extends RefCounted
## A server of language models that sends without end, on a thread of its own: it goes on whatever
## the main thread waits for. Whoever asks for the model "calm" is answered in order.

## With what each answer begins, and what is sent again and again afterwards.
var opening: String = ""
var again: String = ""
## What the model "calm" answers.
var calm: PackedStringArray = []
## Bytes that were sent without end.
var flooded: int = 0

var _server := TCPServer.new()
var _thread := Thread.new()
var _ends: bool = false


## Returns the base URL.
func listen() -> String:
	_server.listen(0, "127.0.0.1")
	_thread.start(_serve)
	return "http://127.0.0.1:%d/v1" % _server.get_local_port()


func close() -> void:
	_ends = true
	_thread.wait_to_finish()
	_server.stop()


func _serve() -> void:
	var flood: PackedByteArray = again.repeat(ceili(65536.0 / again.length())).to_utf8_buffer()
	var heard: Dictionary[StreamPeerTCP, String] = {}
	var asked: Array[StreamPeerTCP] = []
	while not _ends:
		if _server.is_connection_available():
			heard[_server.take_connection()] = ""
		for peer: StreamPeerTCP in heard.keys():
			peer.poll()
			heard[peer] += peer.get_utf8_string(peer.get_available_bytes())
			if heard[peer].contains("\"calm\""):
				peer.put_data("".join(calm).to_utf8_buffer())
				peer.disconnect_from_host()
				heard.erase(peer)
			elif heard[peer].contains("\"flood\""):
				peer.put_data(opening.to_utf8_buffer())
				heard.erase(peer)
				asked.append(peer)
		var sent: int = 0
		for peer: StreamPeerTCP in asked:
			sent += peer.put_partial_data(flood)[1]
		flooded += sent
		if sent == 0:
			OS.delay_msec(1)
