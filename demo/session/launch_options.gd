class_name LaunchOptions
extends RefCounted
## The arguments of the game, given after [code]--[/code]:
##
## [code]--quit-after-greeting[/code] ends the game when the greeting is over.
## [code]--screenshot=FILE[/code] then saves a picture as a PNG, and ends the game.
## [code]--after=SECONDS[/code] does so after that time, whatever was said. [code]--auto[/code]
## begins with auto mode instead of the greeting, with the options [code]--pattern=NAME[/code] and
## [code]--agents=N[/code]. [code]--select=NAME[/code] selects an agent, [code]--zoom=N[/code] sets
## the zoom, [code]--hour=H[/code] sets the time of day, [code]--panel=NAME[/code] opens a panel,
## such as [code]tasks[/code]. [code]--work=TITLE[/code] gives the agent that is selected the
## work of that title, such as [code]Order lunch[/code]; without one it is done for nobody.

const PANELS: PackedStringArray = [
	"new_agent", "tasks", "jobs", "question", "talks", "saves", "settings", "help",
]

var quits: bool = false
var screenshot: String = ""
## In seconds; negative: when the greeting is over.
var after: float = -1.0
var auto: bool = false
var pattern: String = "walk-to-agent"
var agents: int = 2
var select: String = ""
## 0: unchanged.
var zoom: int = 0
## Negative: unchanged.
var hour: float = -1.0
var panel: String = ""
## The title of a work to begin with.
var work: String = ""
## A sentence for each argument that cannot be obeyed.
var problems: PackedStringArray = []


func _init(arguments: PackedStringArray) -> void:
	for argument: String in arguments:
		_take(argument.get_slice("=", 0), argument.substr(argument.find("=") + 1))


## Whether the game ends by itself.
func ends() -> bool:
	return quits or not screenshot.is_empty()


func _take(option: String, value: String) -> void:
	match option:
		"--quit-after-greeting":
			quits = true
		"--screenshot":
			screenshot = value
		"--after":
			after = float(value)
		"--auto":
			auto = true
		"--pattern":
			pattern = value
		"--agents":
			agents = int(value)
		"--select":
			select = value
		"--zoom":
			zoom = int(value)
		"--hour":
			hour = float(value)
		"--work":
			work = value
		"--panel" when PANELS.has(value):
			panel = value
		"--panel":
			problems.append("There is no panel %s, but %s." % [value, ", ".join(PANELS)])
		_ when option.begins_with("--"):
			problems.append("There is no argument %s; demo/session/launch_options.gd has them all."
					% option)
