class_name Office
extends Node2D
## The office, where agents live and are shown as characters. Everything that the player sees of it
## is reached from here.

## Emitted when another character is selected; the id is empty if none is selected.
signal character_selected(agent_id: String)
## Emitted when the mouse is over another character; the id is empty if it is over none.
signal character_hovered(agent_id: String)
## Emitted when the camera follows another character; the id is empty if it follows none.
signal character_followed(agent_id: String)
## Emitted when a search has found what an agent said before it came back.
signal last_message_recalled(agent_id: String, content: String)
## Emitted when the player wants to answer [param question].
signal question_wanted(question: AgentQuestion)
## Emitted when the player wants to see all jobs.
signal jobs_wanted

## Who lives here at first.
@export var residents: Array[AgentConfig] = []

var _selected: String = ""

## Where the agents live.
@onready var runtime: AgentRuntime = $AgentRuntime
## Plays sounds by name.
@onready var sounds: SoundBox = $Sounds
## The programs that work for whoever lives here.
@onready var jobs: OfficeJobs = $Jobs
@onready var _cast: Cast = %Cast
@onready var _walks: CastWalks = $Walks
@onready var _moods: CastMoods = $Moods
@onready var _last_words: LastWords = $LastWords
@onready var _seating: Seating = $Seating
@onready var _camera: OfficeCamera = $Camera
@onready var _bubbles: BubbleLayer = $Bubbles
@onready var _job_cards: JobCards = $JobCards
@onready var _daylight: Daylight = $Daylight
@onready var _rooms: Node2D = %Rooms


func _ready() -> void:
	_seating.set_up(_rooms.get_node(^"Seats"), _rooms.get_node(^"Screens"))
	_cast.follow(runtime)
	_walks.follow(runtime)
	_moods.follow(runtime)
	_last_words.follow(runtime)
	jobs.follow(runtime)
	_last_words.recalled.connect(last_message_recalled.emit)
	runtime.map = OfficeMap.make(_rooms, _seating.seats())
	runtime.agent_spawned.connect(_on_agent_spawned)
	runtime.agent_terminated.connect(_on_agent_terminated)
	runtime.random_seed = randi() # no two offices begin with the same topic
	if runtime.start() == OK:
		_move_in()


## Selects a character and shows a ring around its feet; an empty id selects nobody.
func select(agent_id: String) -> void:
	var chosen: String = agent_id if character_of(agent_id) else ""
	if chosen == _selected:
		return
	_show_selection(false)
	_selected = chosen
	_show_selection(true)
	character_selected.emit(_selected)


## The id of the selected character, or an empty text.
func selected() -> String:
	return _selected


## Makes the camera follow that character; an empty id makes it follow nobody.
func follow(agent_id: String) -> void:
	_camera.follow(character_of(agent_id))


## The id of the character that the camera follows, or an empty text.
func followed() -> String:
	var character: Character = _camera.followed()
	return character.agent_id if character else ""


## Moves the view just enough to show that character within [param area] of the screen.
func reveal(agent_id: String, area: Rect2) -> void:
	var character: Character = character_of(agent_id)
	if character:
		_camera.reveal(character.position, area)


## The character of an agent, or null.
func character_of(agent_id: String) -> Character:
	return _cast.character_of(agent_id)


## What an agent said last; empty if it has said nothing.
func last_message_of(agent_id: String) -> String:
	return _last_words.of(agent_id)


## The zoom: screen pixels for each pixel of the art, from 1 to 10; 0 shows the whole office.
func set_zoom_level(level: int) -> void:
	if level <= 0:
		_camera.fit()
	else:
		_camera.set_level(level)


func zoom_level() -> int:
	return _camera.level()


## Keeps bubbles and the middle of the view clear of what covers the edges of the screen.
func set_screen_margins(left: float, top: float, right: float, bottom: float) -> void:
	_camera.margins = Vector4(left, top, right, bottom)
	_bubbles.margins = Vector4(left + 8.0, top + 8.0, right + 8.0, bottom + 8.0)
	_job_cards.margins = _bubbles.margins


## Sets the clock, in hours from midnight.
func set_time_of_day(hours: float) -> void:
	_daylight.set_time_of_day(hours)


## How long a day takes; 0 stops the clock.
func set_day_length(seconds: float) -> void:
	_daylight.day_length = seconds


## Turns off all gliding and typing that is not needed to understand what happens.
func set_reduced_motion(reduced: bool) -> void:
	_bubbles.types_out = not reduced
	_camera.glides = not reduced


func _move_in() -> void:
	if runtime.get_agents().is_empty():
		for config: AgentConfig in residents:
			runtime.spawn_agent(config)


func _show_selection(shown: bool) -> void:
	var character: Character = character_of(_selected)
	if character:
		character.set_selected(shown)


func _on_agent_spawned(_agent_id: String, _agent_name: String, restored: bool) -> void:
	if not restored:
		sounds.play(&"spawn")


func _on_agent_terminated(_agent_id: String, _reason: String) -> void:
	sounds.play(&"leave")


func _on_cast_character_entered(character: Character) -> void:
	character.sounded.connect(sounds.play)


func _on_cast_character_left(character: Character) -> void:
	_bubbles.close(character)
	if character.agent_id == _selected:
		_selected = ""
		character_selected.emit("")


func _on_cast_spoke(character: Character, content: String) -> void:
	_bubbles.say(character, content)


func _on_cast_task_ended(_character: Character, well: bool) -> void:
	sounds.play(&"done" if well else &"fail")


func _on_pointer_hovered(character: Character) -> void:
	_bubbles.show_name(character)
	character_hovered.emit(character.agent_id if character else "")


func _on_camera_followed_changed(character: Character) -> void:
	character_followed.emit(character.agent_id if character else "")


func _on_pointer_tapped(character: Character) -> void:
	sounds.play(&"click")
	select(character.agent_id if character else "")


func _on_pointer_question_tapped(character: Character) -> void:
	_on_job_cards_pressed(character.agent_id)


func _on_pointer_board_tapped() -> void:
	_on_job_cards_pressed("")


func _on_job_cards_pressed(agent_id: String) -> void:
	sounds.play(&"click")
	var question: AgentQuestion = jobs.question_at(agent_id)
	if question != null:
		question_wanted.emit(question)
	elif agent_id.is_empty():
		jobs_wanted.emit()
	else:
		select(agent_id)


func _on_jobs_ended(_job: AgentJob, well: bool) -> void:
	sounds.play(&"done" if well else &"fail")


func _on_jobs_asked(_question: AgentQuestion) -> void:
	sounds.play(&"ask")
	_bubbles.arrange() # they give way to the sign


func _on_bubbles_fell_silent(character: Character) -> void:
	_moods.show_after(character, last_message_of(character.agent_id))


func _on_bubbles_voice_heard(pitch: float) -> void:
	sounds.speak(pitch)
