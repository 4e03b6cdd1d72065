class_name Looks
extends Object
## How characters can look. Each name has its sheet, res://art/NAME.png.

const NAMES: Array[StringName] = [
	&"mira", &"tomas", &"ivo", &"suki", &"noor", &"pell", &"wanda", &"bo",
]
## The pitch of each one's voice.
const VOICES: Dictionary[StringName, float] = {
	&"mira": 1.12, &"tomas": 0.68, &"ivo": 0.82, &"suki": 1.5, &"noor": 1.2, &"pell": 0.94,
	&"wanda": 1.02, &"bo": 1.3,
}


static func sheet(look: StringName) -> Texture2D:
	return load("res://art/%s.png" % look)


## The look of an agent: the one that its metadata names, else its key, else one that is not in
## [param taken], else any.
static func choose(state: Dictionary, taken: Array[StringName]) -> StringName:
	var metadata: Dictionary = state.get("metadata", {})
	for wish: Variant in [metadata.get("look", ""), state.get("key", "")]:
		var look := StringName(str(wish)) # other programs may have put anything there
		if NAMES.has(look):
			return look
	var agent_id: String = state.get("agent_id", "")
	var first: int = absi(agent_id.hash()) % NAMES.size()
	for step: int in NAMES.size():
		var free: StringName = NAMES[(first + step) % NAMES.size()]
		if not taken.has(free):
			return free
	return NAMES[first]
