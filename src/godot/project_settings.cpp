#include "godot/project_settings.h"

#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/variant.hpp>

using namespace godot;

namespace agent_runtime {

namespace {

void register_setting(const char *p_name, Variant::Type p_type, const Variant &p_default) {
	ProjectSettings *settings = ProjectSettings::get_singleton();
	if (!settings->has_setting(p_name)) {
		settings->set_setting(p_name, p_default);
	}
	Dictionary info;
	info["name"] = p_name;
	info["type"] = p_type;
	settings->add_property_info(info);
	settings->set_initial_value(p_name, p_default);
	settings->set_as_basic(p_name, true);
}

} // namespace

void register_project_settings() {
	register_setting(setting::CHECK_SETUP_ON_START, Variant::BOOL, true);
}

} // namespace agent_runtime
