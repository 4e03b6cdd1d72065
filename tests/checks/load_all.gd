## Loads every script of the project it is run in, so that the engine compiles each with the
## project's warnings. The last line says how many there were.
extends SceneTree


# Not before: only now are the autoloads of the project there.
func _initialize() -> void:
	var count: int = _load_below("res://")
	print("loaded %d scripts" % count)
	quit()


func _load_below(folder: String) -> int:
	var count: int = 0
	for file: String in DirAccess.get_files_at(folder):
		if file.get_extension() == "gd":
			load(folder.path_join(file))
			count += 1
	for below: String in DirAccess.get_directories_at(folder):
		if not below.begins_with("."):
			count += _load_below(folder.path_join(below))
	return count
