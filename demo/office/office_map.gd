class_name OfficeMap
extends Object
## Makes the map on which agents walk from the layout in rooms.tscn.


## The floor of [param rooms] without what stands on it, and the seats.
static func make(rooms: Node2D, seats: Array[OfficeSeat]) -> AgentMap:
	var map := AgentMap.new()
	for layer: NodePath in [^"Floor", ^"Furniture"]:
		var tiles: TileMapLayer = rooms.get_node(layer)
		map.fill_from_layer(tiles)
	for seat: OfficeSeat in seats:
		map.add_seat(String(seat.name), seat.tile(), seat.facing as AgentMap.Facing, seat.table)
	return map
