class_name JobCards
extends CanvasLayer
## The cards of jobs, one at each desk where somebody has a job, and one at the board. They are
## drawn on the screen rather than in the office, so that letters keep their size at any zoom.

## Emitted when the player clicks the card of an agent, or that of the board, which has no id.
signal pressed(agent_id: String)

const CARD: PackedScene = preload("res://office/jobs/job_card.tscn")
const GAP := 4.0
## The opacity of a card before somebody who asks.
const SEEN_THROUGH := 0.4
## What a card must not cover, around the middle of a seat, by the facing of whoever sits there:
## the desk with its screen.
const DESKS: Array[Rect2] = [
	Rect2(-28.0, 8.0, 56.0, 34.0), Rect2(), Rect2(), Rect2(-28.0, -46.0, 56.0, 52.0),
]
const FACES_PLAYER := 0
## The place of a sign above a head.
const SIGN := Rect2(-9.0, -42.0, 18.0, 20.0)

## What the cards leave free on the screen's edges: left, top, right, bottom.
var margins := Vector4(8.0, 8.0, 8.0, 8.0):
	set = set_margins
@export var cast: Cast
@export var jobs: OfficeJobs
@export var board: JobBoard

# By the ids of agents; that of the board has none.
var _cards: Dictionary[String, JobCard] = {}
var _is_layout_due: bool = false


func _ready() -> void:
	get_viewport().size_changed.connect(arrange)
	cast.character_entered.connect(_on_character_entered)
	cast.character_left.connect(_on_cast_changed)
	jobs.changed.connect(_on_job_changed)
	jobs.ended.connect(_on_job_ended)
	jobs.asked.connect(_on_question_changed)
	jobs.closed.connect(_on_question_changed)


## The card of an agent, or that of the board if [param agent_id] is empty; or null.
func card_of(agent_id: String) -> JobCard:
	return _cards.get(agent_id)


func set_margins(value: Vector4) -> void:
	margins = value
	arrange()


## Arranges everything, once a frame however often it is called.
func arrange() -> void:
	if not _is_layout_due and is_inside_tree() and not _cards.is_empty():
		_is_layout_due = true
		_arrange.call_deferred()


func _show_at(agent_id: String) -> void:
	var shown: Array[AgentJob] = jobs.shown_at(agent_id)
	var is_here: bool = agent_id.is_empty() or cast.character_of(agent_id) != null
	if shown.is_empty() or not is_here:
		_close(agent_id)
		return
	var card: JobCard = _cards.get(agent_id)
	if card == null:
		card = CARD.instantiate()
		_cards[agent_id] = card
		add_child(card)
		card.pressed.connect(pressed.emit.bind(agent_id))
	card.texture_filter = Sharpness.filter_for(get_viewport())
	var foremost: AgentJob = _foremost(shown)
	var others: int = shown.filter(
			func(job: AgentJob) -> bool: return job != foremost and not job.is_over()).size()
	card.show_job(foremost, jobs, others)
	arrange()


# Who asks comes first.
func _foremost(shown: Array[AgentJob]) -> AgentJob:
	for job: AgentJob in shown:
		if jobs.question_of(job) != null:
			return job
	return shown[0]


func _close(agent_id: String) -> void:
	if _cards.has(agent_id):
		_cards[agent_id].queue_free()
		_cards.erase(agent_id)
		arrange()


func _arrange() -> void:
	_is_layout_due = false
	var screen: Rect2 = get_viewport().get_visible_rect()
	var room := Rect2(
			screen.position + Vector2(margins.x, margins.y),
			screen.size - Vector2(margins.x + margins.z, margins.y + margins.w))
	var taken: Array[Rect2] = []
	for agent_id: String in _cards:
		taken.append(_place(agent_id, room, taken))


func _place(agent_id: String, room: Rect2, taken: Array[Rect2]) -> Rect2:
	var card: JobCard = _cards[agent_id]
	var body: Rect2 = _on_screen(_body_of(agent_id))
	# Cards give way to all who sit, and not to whoever comes by.
	var others: Array[Rect2] = [_on_screen(_desk_of(agent_id))]
	for seat: OfficeSeat in cast.seating.seats():
		others.append(_on_screen(_around(seat.position, Character.BODY)))
		if seat.facing == FACES_PLAYER:
			others.append(_on_screen(_around(seat.position, SIGN)))
	var place: Rect2 = BubblePlace.find(
			card.size, body.grow(GAP), room, taken, others, GAP, card.way_from_desk)
	card.way_from_desk = place.get_center() - body.get_center()
	card.position = place.position
	# A desk that is out of sight has its card at the edge only if somebody is to answer.
	card.visible = room.intersects(body) or jobs.question_at(agent_id) != null
	card.modulate.a = SEEN_THROUGH if _hides_question(place) else 1.0
	return place if card.visible else Rect2()


# Whether somebody who asks is behind a card at `place`.
func _hides_question(place: Rect2) -> bool:
	for character: Character in cast.characters():
		if character.asks and place.intersects(_on_screen(character.body())):
			return true
	return false


# Where somebody is at work: on the own seat, else wherever that is.
func _body_of(agent_id: String) -> Rect2:
	if agent_id.is_empty():
		return _around(board.position, JobBoard.AREA)
	var seat: OfficeSeat = cast.own_seat_of(agent_id)
	var at: Vector2 = seat.position if seat != null else cast.character_of(agent_id).position
	return _around(at, Character.BODY)


func _desk_of(agent_id: String) -> Rect2:
	if agent_id.is_empty():
		return _around(board.position, JobBoard.AREA)
	var seat: OfficeSeat = cast.own_seat_of(agent_id)
	return _around(seat.position, DESKS[seat.facing]) if seat != null else Rect2()


func _around(place: Vector2, area: Rect2) -> Rect2:
	return Rect2(place + area.position, area.size)


func _on_screen(area: Rect2) -> Rect2:
	return get_viewport().canvas_transform * area


func _on_job_changed(job: AgentJob) -> void:
	_show_at(OfficeJobs.agent_of(job))


func _on_job_ended(job: AgentJob, _well: bool) -> void:
	_show_at(OfficeJobs.agent_of(job))


func _on_question_changed(question: AgentQuestion) -> void:
	_show_at(OfficeJobs.agent_asking(question))


func _on_character_entered(character: Character) -> void:
	character.moved.connect(arrange)
	_on_cast_changed(character)


func _on_cast_changed(character: Character) -> void:
	_show_at(character.agent_id)
