#include "godot/agent_runtime.h"

#include "core/io/shipped_program.h"
#include "godot/convert.h"
#include "godot/job_project_settings.h"
#include "godot/mind_settings.h"
#include "godot/project_settings.h"
#include "godot/runtime_monitors.h"
#include "godot/signal_sink.h"

#include <godot_cpp/classes/engine.hpp>
#include <godot_cpp/classes/os.hpp>
#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/classes/scene_tree.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/variant/callable_method_pointer.hpp>
#include <godot_cpp/variant/utility_functions.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace godot;
using agent_runtime::LiveRuntime;
using agent_runtime::LogLevel;
using agent_runtime::LogLine;
using agent_runtime::Micros;
using agent_runtime::RealTime;
using agent_runtime::Result;
using agent_runtime::RuntimeOptions;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_error;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;

namespace {

void fail_the_process() {
	SceneTree *tree = Object::cast_to<SceneTree>(Engine::get_singleton()->get_main_loop());
	if (tree != nullptr) {
		tree->quit(EXIT_FAILURE);
	}
}

} // namespace

AgentRuntime::~AgentRuntime() {
	if (live != nullptr) {
		agent_runtime::remove_from_monitors(live);
		live->stop();
	}
}

// The one gate: in the editor a node is just data, and nothing starts.
bool AgentRuntime::may_run() {
	return !Engine::get_singleton()->is_editor_hint();
}

void AgentRuntime::_notification(int p_what) {
	switch (p_what) {
		case NOTIFICATION_ENTER_TREE:
			if (autostart && may_run() && live == nullptr) {
				start();
			}
			break;
		case NOTIFICATION_EXIT_TREE:
			leave_tree();
			break;
		default:
			break;
	}
}

// A handler of runtime_stopped may try to start it again, which is impossible now, or free the
// node.
void AgentRuntime::leave_tree() {
	const ObjectID self(get_instance_id());
	leaving = true;
	stop();
	if (ObjectDB::get_instance(self) != nullptr) {
		leaving = false;
	}
}

Result<RuntimeOptions> AgentRuntime::options() const {
	RuntimeOptions wanted;
	wanted.config = config;
	const Result<agent_runtime::DatabasePlace> place = find_database_place();
	if (!place.ok() && config.storage_enabled) {
		return place.status();
	}
	const std::string file = to_utf8(resolve_database_path());
	wanted.database_path = config.storage_enabled ? file : std::string();
	wanted.host_program = agent_runtime::file_beside_this_code(
			to_utf8("agent_runtime_host." + OS::get_singleton()->get_name().to_lower() + "." +
					Engine::get_singleton()->get_architecture_name()));
	wanted.former_database_path = place.ok() ? place.value().former : std::string();
	// Empty in an exported game, whose res:// is not a folder.
	const String project = ProjectSettings::get_singleton()->globalize_path("res://");
	wanted.project = project.is_absolute_path() ? to_utf8(project.trim_suffix("/")) : std::string();
	wanted.gateway.token_place = agent_runtime::TokenPlace::of(file);
	wanted.config.most_lag = agent_runtime::most_lag();
	wanted.settings = agent_runtime::agent_settings();
	wanted.minds = agent_runtime::mind_settings();
	wanted.jobs = agent_runtime::job_settings();
	wanted.auto_mode_duration = agent_runtime::auto_mode_duration();
	wanted.retention = agent_runtime::retention();
	wanted.recording = config.storage_enabled && agent_runtime::record_inputs();
	return wanted;
}

Status AgentRuntime::try_to_start() {
	if (!may_run()) {
		return Status(StatusCode::failed_precondition,
				"nothing runs in the editor; run the scene instead");
	}
	if (!is_inside_tree() || leaving) {
		return Status(StatusCode::failed_precondition,
				"the node is outside the scene tree; add it to the tree first");
	}
	if (live != nullptr) {
		return Status(StatusCode::unavailable, "it is running already; call stop() first");
	}
	const Result<RuntimeOptions> options = this->options();
	if (!options.ok()) {
		return options.status();
	}
	const RuntimeOptions &wanted = options.value();
	Result<std::shared_ptr<LiveRuntime>> started =
			LiveRuntime::start(wanted, agent_runtime::log_level(), agent_runtime::log_file());
	if (!started.ok()) {
		return started.status();
	}
	// Without storage, the ids of an earlier start mean something else now.
	minds.begin(wanted.minds.default_kind, started.value()->runtime().agents(),
			starts == 0 || config.storage_enabled);
	actions.begin(started.value()->runtime().agents(), starts == 0 || config.storage_enabled);
	begin(std::move(started).value());
	return Status();
}

Error AgentRuntime::start() {
	const Status status = try_to_start();
	if (!status.ok()) {
		ERR_PRINT("AgentRuntime: could not start: " + to_godot(status.message()));
	}
	return to_error(status.code());
}

void AgentRuntime::begin(std::shared_ptr<LiveRuntime> p_live) {
	live = std::move(p_live);
	starts++;
	set_paused(paused);
	actions.tell(live->runtime());
	map_is_told = map.is_null();
	tell_map();
	frame_budget = agent_runtime::frame_budget();
	agent_runtime::add_to_monitors(live);
	get_jobs()->begin(*this);
	get_tree()->connect("process_frame", callable_mp(this, &AgentRuntime::on_process_frame));
	follow_time_of_tree();
	if (!config.storage_enabled && agent_runtime::record_inputs()) {
		WARN_PRINT("AgentRuntime: nothing is recorded, because storage_enabled is false; set it to "
				   "true, or the project setting agent_runtime/debug/record_inputs to false");
	}
}

void AgentRuntime::stop() {
	if (live == nullptr) {
		return;
	}
	const std::shared_ptr<LiveRuntime> ended = std::exchange(live, nullptr);
	if (is_inside_tree()) {
		get_tree()->disconnect("process_frame", callable_mp(this, &AgentRuntime::on_process_frame));
	}
	agent_runtime::remove_from_monitors(ended);
	const Status end = ended->stop();
	print_log(*ended);
	if (!end.ok()) {
		tell_bad_end(end);
	}
	const ObjectID self(get_instance_id());
	if (jobs.is_valid()) {
		jobs->end_all();
	}
	handles.end_all(); // frees what handlers held, which may be what holds this node
	if (ObjectDB::get_instance(self) == nullptr) {
		return;
	}
	minds.cancel_all();
	if (ObjectDB::get_instance(self) != nullptr) {
		emit_signal(signals.runtime_stopped);
	}
}

// The exit code can only be set when the game ends, which may be right now, since the root leaves
// the tree after all its nodes. Setting it quits, so it cannot be done earlier.
void AgentRuntime::tell_bad_end(const Status &p_end) {
	ERR_PRINT("AgentRuntime: it did not end well, and neither will the process, whose exit code "
			  "will be 1: " +
			to_godot(p_end.message()));
	const Callable fail = callable_mp_static(&fail_the_process);
	Node *root = is_inside_tree() ? get_node_or_null(NodePath("/root")) : nullptr;
	if (root != nullptr && !root->is_connected("tree_exiting", fail)) {
		root->connect("tree_exiting", fail);
	}
}

bool AgentRuntime::is_running() const {
	return live != nullptr;
}

// The signal comes each frame whether or not the tree is paused. Any handler may stop the runtime
// or free the node. The live runtime reports that, and then nothing of the node is touched any
// more.
void AgentRuntime::on_process_frame() {
	const std::shared_ptr<LiveRuntime> shown = live;
	if (shown == nullptr) {
		return;
	}
	follow_time_of_tree();
	tell_map();
	print_log(*shown);
	const RealTime end = shown->clock().now() + frame_budget;
	while (shown->complete_next_reply()) {
		if (shown->is_stopped()) {
			return;
		}
		if (shown->clock().now() >= end) {
			break;
		}
	}
	while (shown->make_next_call()) {
		if (shown->is_stopped()) {
			return;
		}
	}
	const Ref<AgentJobs> working = get_jobs();
	working->work(*shown, std::max(end - shown->clock().now(), Micros(0)) / 2);
	if (shown->is_stopped()) {
		return;
	}
	shown->speech_preparer().set_wanted(has_connections(signals.agent_spoke));
	const Micros left = std::max(end - shown->clock().now(), Micros(0));
	agent_runtime::SignalSink sink(*this, shown);
	shown->runtime().pump().drain(sink, left);
}

void AgentRuntime::follow_time_of_tree() {
	const double scale = Engine::get_singleton()->get_time_scale() * config.time_scale;
	live->set_time(!can_process() || !(scale > 0.0), scale);
}

void AgentRuntime::print_log(LiveRuntime &p_live) const {
	while (const std::optional<LogLine> line = p_live.take_log_line()) {
		const String text = "AgentRuntime: " + to_godot(line->text);
		switch (line->level) {
			case LogLevel::error:
				UtilityFunctions::push_error(text);
				break;
			case LogLevel::warning:
				UtilityFunctions::push_warning(text);
				break;
			default:
				UtilityFunctions::print(text);
		}
	}
}
