extends Logger
## Collects the errors and warnings that the engine prints, from whichever thread.

var _lines: PackedStringArray = []
var _guard := Mutex.new()


## Returns what was printed since the last call, one line per error.
func take() -> PackedStringArray:
	_guard.lock()
	var taken: PackedStringArray = _lines
	_lines = PackedStringArray()
	_guard.unlock()
	return taken


func _log_error(function: String, file: String, line: int, code: String, rationale: String,
		_editor_notify: bool, _error_type: int, _backtraces: Array[ScriptBacktrace]) -> void:
	var text: String = code if rationale.is_empty() else rationale
	_guard.lock()
	_lines.append("%s (%s, %s:%d)" % [text, function, file.get_file(), line])
	_guard.unlock()
