class_name OfficeMap
extends Object
## Makes the map on which agents walk from what is laid out in rooms.tscn.


## Where the floor of [param rooms] can be walked on, less what stands there, and the seats.
static func make(rooms: Node2D, seats: Array[OfficeSeat]) -> AgentMap:
	var map := AgentMap.new()
	for layer: NodePath in [^"Floor", ^"Furniture"]:
		var tiles: TileMapLayer = rooms.get_node(layer)
		map.fill_from_layer(tiles)
	for seat: OfficeSeat in seats:
		map.add_seat(String(seat.name), seat.tile(), seat.facing as AgentMap.Facing, seat.table)
	return map
