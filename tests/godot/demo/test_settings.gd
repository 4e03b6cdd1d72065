extends "res://demo/office_case.gd"
## What the player settles: that it counts at once, and that it is kept.

const FILE := "user://settings.cfg"
const KEYS := "user://agent_runtime_keys.json"


## Opens the settings with the page of that number.
func open_page(game: Node, number: int) -> void:
	await press(KEY_O)
	(find(game, "OptionsPanel").get_node(^"%Tabs") as TabContainer).current_tab = number
	await frames(2)


func kept(key: String) -> Variant:
	var file := ConfigFile.new()
	var is_kept: bool = file.load(FILE) == OK and file.has_section_key("office", key)
	return file.get_value("office", key) if is_kept else null


func test_a_larger_text_is_larger_at_once_and_kept() -> void:
	var game: Node = await play()
	var before: float = tree.root.content_scale_factor
	var level: int = office_of(game).call(&"zoom_level")
	await open_page(game, 0)
	(find(game, "TextSize") as OptionButton).grab_focus()
	await press(KEY_ENTER)
	for step: int in 2: # to huge
		await press(KEY_DOWN)
	await press(KEY_ENTER)
	check(tree.root.content_scale_factor > before, "letters are larger")
	equal(kept("text_size"), 3, "what is kept")
	equal(office_of(game).call(&"zoom_level"), level, "the office is as large as before")
	await press(KEY_ESCAPE)
	await press(KEY_F1)
	var scroll := find(game, "HelpPanel").get_node(^"Rows/Scroll") as ScrollContainer
	scroll.grab_focus()
	await press(KEY_DOWN)
	check(scroll.scroll_vertical > 0, "what has no room is scrolled with keys")
	var step: Node = open("res://steps/01_hello_agent.tscn")
	equal(tree.root.content_scale_factor, 1.0, "a step has its own size")
	step.free()
	check(tree.root.content_scale_factor > before, "letters are larger after it")
	settings().call(&"put", &"text_size", 1)
	equal(kept("text_size"), null, "what is usual is not kept")
	equal(tree.root.content_scale_factor, before, "letters are as before")


func test_the_zoom_goes_back_to_what_fits() -> void:
	var game: Node = await play()
	var fits: int = office_of(game).call(&"zoom_level")
	await open_page(game, 0)
	var more := find(game, "Zoom").get_node(^"%More") as Button
	var less := find(game, "Zoom").get_node(^"%Less") as Button
	for time: int in 10:
		await click(more)
	equal(office_of(game).call(&"zoom_level"), 10, "the largest")
	for time: int in 10:
		await click(less)
	equal(office_of(game).call(&"zoom_level"), fits, "as it fits")


func test_a_volume_is_heard_at_once() -> void:
	var game: Node = await play()
	await open_page(game, 1)
	var slider := find(game, "Effects") as HSlider
	var bus: int = AudioServer.get_bus_index("Effects")
	var before: float = AudioServer.get_bus_volume_linear(bus)
	slider.grab_focus()
	await press(KEY_LEFT)
	check(AudioServer.get_bus_volume_linear(bus) < before, "it is lower")
	await press(KEY_RIGHT)
	check(is_equal_approx(AudioServer.get_bus_volume_linear(bus), before), "it is as before")


func test_a_key_is_kept_and_none_is_lost_from_a_file_that_cannot_be_read() -> void:
	check(not FileAccess.file_exists(KEYS), "no keys of anybody else")
	var game: Node = await play()
	await open_page(game, 3)
	var row: Node = find(find(game, "OptionsPanel"), "OpenAI")
	var line := row.get_node(^"%Line") as LineEdit
	await click(line)
	await type("secret")
	await press(KEY_ENTER)
	equal(JSON.parse_string(FileAccess.get_file_as_string(KEYS)), {"openai": "secret"}, "the file")
	var damaged: String = "{\"anthropic\": \"mine\", "
	var file: FileAccess = FileAccess.open(KEYS, FileAccess.WRITE)
	file.store_string(damaged)
	file.close()
	await click(line)
	await type("other")
	await press(KEY_ENTER)
	equal(FileAccess.get_file_as_string(KEYS), damaged, "the file is as it was")
	contains(text_of(game.get_node(^"Session"), "OfficeUi", ^"Notice/Text"), KEYS.get_file(),
			"what is said")
	DirAccess.remove_absolute(KEYS)


func test_a_slot_that_is_damaged_says_so_and_is_not_loaded() -> void:
	var game: Node = await play()
	await press(KEY_F5)
	await until(func() -> bool: return runtime_of(game).list_slots().size() == 1, "it is saved")
	var slot: String = runtime_of(game).resolve_database_path() + ".slots/quick.slot"
	check(FileAccess.file_exists(slot), "the slot")
	var file: FileAccess = FileAccess.open(slot, FileAccess.WRITE)
	file.store_string("nothing of that kind")
	file.close()
	await press(KEY_S)
	var row: Node = find(game, "SavesPanel").get_node(^"%Rows").get_child(0)
	check((row.get_node(^"%Load") as Button).disabled, "it cannot be loaded")
	var problem: String = str(runtime_of(game).list_slots()[0].get("problem", "no problem"))
	equal((row.get_node(^"%About") as Label).text, problem, "what is said of it")
