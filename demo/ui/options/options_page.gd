class_name OptionsPage
extends Container
## A page of the settings. It shows the present values when the settings are opened.

## Emitted with a sentence for the player to read.
signal told(text: String, is_bad: bool)

var runtime: AgentRuntime


## Call once, before the settings are opened.
func setup(the_runtime: AgentRuntime) -> void:
	runtime = the_runtime


## Shows a message to the player.
func tell(text: String, is_bad: bool = false) -> void:
	told.emit(text, is_bad)


## For subclasses: shows the present values.
func fill() -> void:
	pass
