extends SceneTree
## Runs cases inside the engine: godot --headless --path . --script runner.gd -- FOLDER…
## Each test_*.gd under the folders extends test_case.gd. The last line counts; the exit code is 0
## only if something ran and nothing failed.

const ErrorLog := preload("res://error_log.gd")
const TestCase := preload("res://test_case.gd")

var _log := ErrorLog.new()
var _passed: int = 0
var _failed: int = 0


func _initialize() -> void:
	OS.add_logger(_log)
	_run_all.call_deferred()


func _run_all() -> void:
	for folder: String in OS.get_cmdline_user_args():
		for path: String in _files_of("res://".path_join(folder)):
			await _run_file(path)
	var outside: PackedStringArray = _log.take()
	if not outside.is_empty():
		_report("outside the cases", outside)
	print("%d passed, %d failed" % [_passed, _failed])
	OS.remove_logger(_log)
	quit(0 if _passed > 0 and _failed == 0 else 1)


func _files_of(folder: String) -> PackedStringArray:
	var found: PackedStringArray = []
	for file: String in DirAccess.get_files_at(folder):
		if file.begins_with("test_") and file.ends_with(".gd"):
			found.append(folder.path_join(file))
	for inner: String in DirAccess.get_directories_at(folder):
		found.append_array(_files_of(folder.path_join(inner)))
	return found


func _run_file(path: String) -> void:
	var script := load(path) as GDScript
	if script == null or not script.can_instantiate() or not script.new() is TestCase:
		_report(path, ["does not compile, or does not extend test_case.gd"] + Array(_log.take()))
		return
	var unexpected: PackedStringArray = _log.take()
	if not unexpected.is_empty():
		_report(path, unexpected)
	for method: Dictionary in script.get_script_method_list():
		var name: String = method.name
		if name.begins_with("test_"):
			await _run_case(script.new(), path.get_file().get_basename() + "." + name, name)


func _run_case(case: TestCase, title: String, method: String) -> void:
	case.tree = self
	await case.call(method)
	case.free_what_was_kept()
	await process_frame
	case.finish(_log.take())
	_report(title, case.failures)


func _report(title: String, failures: PackedStringArray) -> void:
	if failures.is_empty():
		_passed += 1
		print("ok ", title)
		return
	_failed += 1
	print("FAIL ", title, ": ", "; ".join(failures))
