class_name OptionsPage
extends Container
## A page of the settings; it shows what is settled when the settings are opened.

## Emitted with a sentence that the player is to read.
signal told(text: String, is_bad: bool)

var runtime: AgentRuntime


## To be called once, before the settings are opened.
func setup(the_runtime: AgentRuntime) -> void:
	runtime = the_runtime


## Says something to the player.
func tell(text: String, is_bad: bool = false) -> void:
	told.emit(text, is_bad)


## For those who derive from it: shows what is settled now.
func fill() -> void:
	pass
