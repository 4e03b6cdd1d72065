class_name OfficeWorks
extends Object
## What can be given to somebody in the office: small scripts that work, write and ask, and the
## programs that want a prompt.

## The title of each script, and its file.
const SCRIPTS: Dictionary[String, String] = {
	"Tidy the archive": "res://office/works/tidy_archive.sh",
	"Write the letter": "res://office/works/write_letter.sh",
	"Order lunch": "res://office/works/order_lunch.sh",
}
const PROGRAMS: Dictionary[String, AgentJobConfig.Program] = {
	"Claude Code": AgentJobConfig.PROGRAM_CLAUDE,
	"Codex": AgentJobConfig.PROGRAM_CODEX,
}
const LONGEST_NAME := 40


## The titles of all, in their order.
static func titles() -> PackedStringArray:
	return PackedStringArray(SCRIPTS.keys()) + PackedStringArray(PROGRAMS.keys())


## Whether that of [param title] is told in words what to do.
static func wants_prompt(title: String) -> bool:
	return PROGRAMS.has(title)


## What is started for [param title].
static func config_of(title: String, prompt: String = "") -> AgentJobConfig:
	var config := AgentJobConfig.new()
	config.folder = OfficeJobs.FOLDER
	config.keeps_talking = true
	if PROGRAMS.has(title):
		config.program = PROGRAMS[title]
		config.prompt = prompt
		config.job_name = prompt.left(LONGEST_NAME)
		config.keeps_talking = false
	else:
		config.program = AgentJobConfig.PROGRAM_COMMAND
		config.job_name = title
		config.command = ["sh", _unpack(SCRIPTS[title])]
	return config


# The shell cannot look into an exported game.
static func _unpack(path: String) -> String:
	DirAccess.make_dir_recursive_absolute(OfficeJobs.FOLDER)
	var file: FileAccess = FileAccess.open(
			OfficeJobs.FOLDER.path_join(path.get_file()), FileAccess.WRITE)
	if file != null: # otherwise the shell says what is missing
		file.store_string(FileAccess.get_file_as_string(path))
	return path.get_file()
