extends "res://test_case.gd"
## The class reference that is built into the library describes every public member. That the editor
## shows it is tested in editor/checks.sh.

const HEADINGS := PROPERTY_USAGE_GROUP | PROPERTY_USAGE_SUBGROUP | PROPERTY_USAGE_CATEGORY
const PAGES := "res://../../src/godot/doc_classes"


func test_every_class_has_a_page_and_an_icon() -> void:
	for name: String in _classes():
		check(FileAccess.file_exists(PAGES.path_join(name + ".xml")), name + " has a page")
		var icon: String = "res://addons/agent_runtime/icons/%s.svg" % name.to_snake_case()
		check(FileAccess.file_exists(icon), name + " has an icon")
		var config := ConfigFile.new()
		equal(config.load("res://addons/agent_runtime/agent_runtime.gdextension"), OK, "load")
		check(config.has_section_key("icons", name), name + " is listed under [icons]")


func test_every_member_is_described() -> void:
	for name: String in _classes():
		var described: Dictionary[String, bool] = _described(name)
		for kind: String in ["brief_description", "description"]:
			check(described.get(kind, false), "%s has a %s" % [name, kind])
		for member: String in _members(name):
			check(described.get(member, false), "%s.%s is described" % [name, member])


func _classes() -> PackedStringArray:
	var found: PackedStringArray = []
	for name: String in ClassDB.get_class_list():
		if ClassDB.class_get_api_type(name) == ClassDB.API_EXTENSION and name.begins_with("Agent"):
			found.append(name)
	check(found.has("AgentRuntime"), "AgentRuntime is registered")
	return found


func _members(name: String) -> PackedStringArray:
	var members: PackedStringArray = []
	var accessors: PackedStringArray = []
	for property: Dictionary in ClassDB.class_get_property_list(name, true):
		if property.usage & HEADINGS:
			continue
		members.append(property.name)
		var property_name: StringName = property.name
		accessors.append(ClassDB.class_get_property_setter(name, property_name))
		accessors.append(ClassDB.class_get_property_getter(name, property_name))
	for method: Dictionary in ClassDB.class_get_method_list(name, true):
		var method_name: String = method.name
		if not accessors.has(method_name) and not method_name.begins_with("_"):
			members.append(method_name)
	for described_signal: Dictionary in ClassDB.class_get_signal_list(name, true):
		members.append(described_signal.name)
	members.append_array(ClassDB.class_get_integer_constant_list(name, true))
	return members


## Returns which members and descriptions of a page have a text of their own.
func _described(name: String) -> Dictionary[String, bool]:
	var described: Dictionary[String, bool] = {}
	var page := XMLParser.new()
	if page.open(PAGES.path_join(name + ".xml")) != OK:
		return described
	var member: String = ""
	var element: String = ""
	while page.read() == OK:
		if page.get_node_type() == XMLParser.NODE_ELEMENT:
			element = page.get_node_name()
			if element in ["member", "method", "signal", "constant"]:
				member = page.get_named_attribute_value("name")
		elif page.get_node_type() == XMLParser.NODE_ELEMENT_END:
			element = ""
		elif page.get_node_type() == XMLParser.NODE_TEXT and page.get_node_data().length() > 8:
			var of_member: bool = element == "description" and not member.is_empty()
			if of_member or element in ["member", "constant"]:
				described[member] = true
			elif not element.is_empty():
				described[element] = true
	return described
