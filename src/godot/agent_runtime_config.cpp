// The properties of AgentRuntime, and what is wrong with them.

#include "godot/agent_runtime.h"

#include "core/base/self_check.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include "core/io/token_place.h"
#include "godot/convert.h"

#include <godot_cpp/classes/dir_access.hpp>
#include <godot_cpp/classes/engine.hpp>
#include <godot_cpp/classes/os.hpp>
#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/typed_array.hpp>

#include <cstdint>

using namespace godot;
using agent_runtime::FieldProblem;
using agent_runtime::RuntimeConfig;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;

namespace {

#ifdef DEBUG_ENABLED
constexpr char BUILD_TARGET[] = "debug";
#else
constexpr char BUILD_TARGET[] = "release";
#endif

// A number outside the range of int is just as wrong as the nearest one within it.
int nearest_int(int64_t p_number) {
	return static_cast<int>(CLAMP(p_number, INT32_MIN, INT32_MAX));
}

bool share_file(const AgentRuntime &p_one, const AgentRuntime &p_other) {
	return p_one.is_storage_enabled() && p_other.is_storage_enabled() &&
			p_one.resolve_database_path() == p_other.resolve_database_path();
}

bool share_port(const AgentRuntime &p_one, const AgentRuntime &p_other) {
	return p_one.is_gateway_enabled() && p_other.is_gateway_enabled() &&
			p_one.get_gateway_port_setting() != 0 &&
			p_one.get_gateway_port_setting() == p_other.get_gateway_port_setting();
}

} // namespace

Dictionary AgentRuntime::get_library_info() {
	const agent_runtime::BuildInfo build = agent_runtime::build_info();
	Dictionary info;
	info["version"] = to_godot(build.library);
	info["target"] = BUILD_TARGET;
	info["compiler"] = to_godot(build.compiler);
	info["sqlite"] = to_godot(build.sqlite);
	info["yaml_cpp"] = to_godot(build.yaml_cpp);
	info["nlohmann_json"] = to_godot(build.json);
	info["godot"] = Engine::get_singleton()->get_version_info()["string"];
	return info;
}

PackedStringArray AgentRuntime::find_library_problems() {
	PackedStringArray problems;
	for (const std::string &problem : agent_runtime::find_library_problems()) {
		problems.push_back(to_godot(problem));
	}
	return problems;
}

String AgentRuntime::escape_for_label(const String &p_text) {
	return to_godot(agent_runtime::escape_bbcode(agent_runtime::for_display(to_utf8(p_text))));
}

bool AgentRuntime::configure(const RuntimeConfig &p_config) {
	const std::vector<FieldProblem> problems = p_config.validate();
	for (const FieldProblem &problem : problems) {
		ERR_PRINT("AgentRuntime: " + to_godot(problem.to_string()));
	}
	if (!problems.empty()) {
		return false;
	}
	config = p_config;
	update_configuration_warnings();
	return true;
}

Ref<AgentJobs> AgentRuntime::get_jobs() {
	if (jobs.is_null()) {
		jobs.instantiate();
	}
	return jobs;
}

void AgentRuntime::set_autostart(bool p_enabled) {
	autostart = p_enabled;
}

bool AgentRuntime::is_autostart() const {
	return autostart;
}

void AgentRuntime::set_storage_enabled(bool p_enabled) {
	if (p_enabled != config.storage_enabled) {
		config.storage_enabled = p_enabled;
		update_configuration_warnings();
	}
}

bool AgentRuntime::is_storage_enabled() const {
	return config.storage_enabled;
}

void AgentRuntime::set_database_path(const String &p_path) {
	RuntimeConfig wanted = config;
	wanted.database_path = to_utf8(p_path);
	if (wanted.database_path != config.database_path) {
		configure(wanted);
	}
}

String AgentRuntime::get_database_path() const {
	return to_godot(config.database_path);
}

void AgentRuntime::set_random_seed(int64_t p_seed) {
	config.seed = static_cast<uint64_t>(p_seed);
}

int64_t AgentRuntime::get_random_seed() const {
	return static_cast<int64_t>(config.seed);
}

void AgentRuntime::set_time_scale(double p_scale) {
	RuntimeConfig wanted = config;
	wanted.time_scale = p_scale;
	if (wanted.time_scale != config.time_scale) {
		configure(wanted);
	}
}

double AgentRuntime::get_time_scale() const {
	return config.time_scale;
}

void AgentRuntime::set_helper_threads(int64_t p_count) {
	RuntimeConfig wanted = config;
	wanted.helper_threads = nearest_int(p_count);
	if (wanted.helper_threads != config.helper_threads) {
		configure(wanted);
	}
}

int64_t AgentRuntime::get_helper_threads() const {
	return config.helper_threads;
}

void AgentRuntime::set_recall_enabled(bool p_enabled) {
	config.recall_enabled = p_enabled;
}

bool AgentRuntime::is_recall_enabled() const {
	return config.recall_enabled;
}

void AgentRuntime::set_gateway_enabled(bool p_enabled) {
	if (p_enabled != config.gateway_enabled) {
		config.gateway_enabled = p_enabled;
		update_configuration_warnings();
	}
}

bool AgentRuntime::is_gateway_enabled() const {
	return config.gateway_enabled;
}

void AgentRuntime::set_gateway_port(int64_t p_port) {
	RuntimeConfig wanted = config;
	wanted.gateway_port = nearest_int(p_port);
	if (wanted.gateway_port != config.gateway_port) {
		configure(wanted);
	}
}

int64_t AgentRuntime::get_gateway_port_setting() const {
	return config.gateway_port;
}

int64_t AgentRuntime::get_gateway_port() const {
	const agent_runtime::Gateway *gateway = live != nullptr ? live->runtime().gateway() : nullptr;
	return gateway != nullptr ? gateway->port() : 0;
}

String AgentRuntime::get_gateway_token_path() const {
	// A runtime that was started keeps its file, even if the property changes meanwhile.
	return to_godot(live != nullptr
					? live->runtime().token_file()
					: agent_runtime::TokenPlace::of(to_utf8(resolve_database_path())).file);
}

agent_runtime::Result<agent_runtime::DatabasePlace> AgentRuntime::find_database_place() const {
	ProjectSettings *project = ProjectSettings::get_singleton();
	agent_runtime::DatabasePlaces places;
	places.configured = to_utf8(project->globalize_path(get_database_path()));
	places.environment = to_utf8(
			project->globalize_path(OS::get_singleton()->get_environment("AGENT_RUNTIME_DB")));
	// An exported game belongs to no project, whatever is above its folder.
	if (OS::get_singleton()->has_feature("editor")) {
		places.project = to_utf8(project->globalize_path("res://").trim_suffix("/"));
	}
	places.user_folder = to_utf8(OS::get_singleton()->get_user_data_dir());
	return agent_runtime::find_database_place(places);
}

String AgentRuntime::resolve_database_path() const {
	const agent_runtime::Result<agent_runtime::DatabasePlace> place = find_database_place();
	return place.ok() ? to_godot(place.value().path).simplify_path() : String();
}

String AgentRuntime::find_rival(
		bool (*p_disturbs)(const AgentRuntime &, const AgentRuntime &)) const {
	if (!is_inside_tree()) {
		return String();
	}
	Node *scene = get_owner() == nullptr ? const_cast<AgentRuntime *>(this) : get_owner();
	const TypedArray<Node> others = scene->find_children("*", get_class_static(), true, false);
	for (int64_t i = 0; i < others.size(); i++) {
		AgentRuntime *other = Object::cast_to<AgentRuntime>(others[i]);
		if (other != nullptr && other != this && p_disturbs(*this, *other)) {
			return scene->get_path_to(other);
		}
	}
	return String();
}

PackedStringArray AgentRuntime::_get_configuration_warnings() const {
	PackedStringArray warnings;
	const String folder = resolve_database_path().get_base_dir();
	if (config.storage_enabled && !config.database_path.empty() && folder.is_absolute_path() &&
			!DirAccess::dir_exists_absolute(folder)) {
		warnings.push_back(String("Database Path: the folder ") + folder +
				" does not exist. Create it, or clear the property to use the default place.");
	}
	const String same_file = find_rival(share_file);
	if (!same_file.is_empty()) {
		warnings.push_back(String("Database Path: ") + same_file +
				" uses the same file, and only one runtime can simulate in it. Give one of the two"
				" another path.");
	}
	const String same_port = find_rival(share_port);
	if (!same_port.is_empty()) {
		warnings.push_back(String("Gateway Port: ") + same_port +
				" uses the same port, and only one can have it. Give one of the two another, or 0"
				" for any that is free.");
	}
	return warnings;
}
