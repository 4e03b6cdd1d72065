class_name Seating
extends Node
## Knows the seats of the office and their screens, and lights the screens where somebody works.

var _seats: Dictionary[Vector2i, OfficeSeat] = {}
var _screens: Dictionary[String, OfficeScreen] = {}


## Finds the seats below [param seat_nodes] and the screens below [param screen_nodes]; a screen has
## the name of its seat.
func set_up(seat_nodes: Node, screen_nodes: Node) -> void:
	for node: Node in seat_nodes.get_children():
		var seat: OfficeSeat = node
		_seats[seat.tile()] = seat
	for node: Node in screen_nodes.get_children():
		var screen: OfficeScreen = node
		_screens[String(screen.name)] = screen


## The seat on [param tile], or null.
func seat_at(tile: Vector2i) -> OfficeSeat:
	return _seats.get(tile)


## The seat of that name, or null.
func seat_named(seat_name: String) -> OfficeSeat:
	for seat: OfficeSeat in seats():
		if seat.name == seat_name:
			return seat
	return null


func seats() -> Array[OfficeSeat]:
	return _seats.values()


## Makes [param character] sit down if it stands on a seat.
func welcome(character: Character) -> void:
	character.sit(seat_at(character.tile()))


## Lights the screen of [param seat] while somebody works there, and moves it while somebody types.
func show_work(seat: OfficeSeat, works: bool, types: bool) -> void:
	var screen: OfficeScreen = _screens.get(String(seat.name)) if seat else null
	if screen == null:
		return
	if works:
		screen.turn_on(types)
	else:
		screen.turn_off()
