extends "res://demo/demo_case.gd"
## The base of cases that play the office.

const OFFICE := "res://main.tscn"


## Opens the office without its greeting, so that nobody says what the case does not know of, and
## waits until its people live.
func play() -> Node:
	var game: Node = open(OFFICE)
	find(game, "Greeting").free()
	var residents: Array = office_of(game).get(&"residents")
	await until(func() -> bool: return Array(runtime_of(game).get_agents()).filter(
			character_of.bind(game)).size() == residents.size(), "people live")
	await until(func() -> bool: return button(game).is_visible_in_tree(), "the bar is shown")
	await frames(2)
	return game


func button(game: Node) -> Button:
	return find(game, "AutoButton") as Button


func office_of(game: Node) -> Node:
	return find(game, "Office")


## The settings of the player, of which there is one for all games.
func settings() -> Node:
	return tree.root.get_node(^"GameSettings")


## What stands for an agent in the office, or null.
func character_of(agent_id: String, game: Node) -> Node2D:
	return office_of(game).call(&"character_of", agent_id)


## The control of a name, as [method find] does.
func control(game: Node, name: String) -> Control:
	return find(game, name) as Control


func text_of(game: Node, owner_name: String, path: NodePath) -> String:
	return find(game, owner_name).get_node(path).get(&"text")


## The middle of the body of an agent, in the window.
func body_of(game: Node, agent_id: String) -> Vector2:
	var body: Node2D = character_of(agent_id, game)
	check(body != null, "a body of " + agent_id)
	return place_of(body, Vector2(0, -8)) if body != null else Vector2.ZERO


## What has the focus, if something has it.
func focused() -> Control:
	return tree.root.gui_get_focus_owner()
