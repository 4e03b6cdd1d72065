#include "scripted_node.h"

#include <godot_cpp/core/class_db.hpp>

using namespace godot;

bool ScriptedNode::tell() {
	return GDVIRTUAL_CALL(_be_told);
}

bool ScriptedNode::say(const String &p_text) {
	return GDVIRTUAL_CALL(_hear, p_text);
}

// [whether a script answered, its answer]
Array ScriptedNode::ask(int64_t p_number) {
	bool answer = false;
	const bool answered = GDVIRTUAL_CALL(_agree, p_number, answer);
	Array result;
	result.push_back(answered);
	result.push_back(answer);
	return result;
}

Array ScriptedNode::name_pair(Node *p_node, const StringName &p_name) const {
	String answer = "nothing";
	const bool answered = GDVIRTUAL_CALL(_name_pair, p_node, p_name, answer);
	Array result;
	result.push_back(answered);
	result.push_back(answer);
	return result;
}

Ref<Resource> ScriptedNode::pack(int64_t p_count, double p_ratio, const Array &p_list) {
	Ref<Resource> packed;
	GDVIRTUAL_CALL(_pack, p_count, p_ratio, p_list, packed);
	return packed;
}

bool ScriptedNode::has_opinion() const {
	return GDVIRTUAL_IS_OVERRIDDEN(_agree);
}

void ScriptedNode::_bind_methods() {
	GDVIRTUAL_BIND(_be_told);
	GDVIRTUAL_BIND(_hear, "text");
	GDVIRTUAL_BIND(_agree, "number");
	GDVIRTUAL_BIND(_name_pair, "node", "name");
	GDVIRTUAL_BIND(_pack, "count", "ratio", "list");
	ClassDB::bind_method(D_METHOD("tell"), &ScriptedNode::tell);
	ClassDB::bind_method(D_METHOD("say", "text"), &ScriptedNode::say);
	ClassDB::bind_method(D_METHOD("ask", "number"), &ScriptedNode::ask);
	ClassDB::bind_method(D_METHOD("name_pair", "node", "name"), &ScriptedNode::name_pair);
	ClassDB::bind_method(D_METHOD("pack", "count", "ratio", "list"), &ScriptedNode::pack);
	ClassDB::bind_method(D_METHOD("has_opinion"), &ScriptedNode::has_opinion);
}
