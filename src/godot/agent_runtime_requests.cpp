// Methods for scripts about agents and where they are.

#include "core/runtime/recording.h"
#include "godot/agent_body.h"
#include "godot/agent_runtime.h"
#include "godot/convert.h"
#include "godot/script_calls.h"

#include <godot_cpp/classes/project_settings.hpp>
#include <godot_cpp/core/error_macros.hpp>

#include <algorithm>

using namespace godot;
using agent_runtime::Access;
using agent_runtime::agent_id_from;
using agent_runtime::AgentId;
using agent_runtime::AgentStateFields;
using agent_runtime::AgentStateRequest;
using agent_runtime::AgentView;
using agent_runtime::CallKind;
using agent_runtime::CallOutcome;
using agent_runtime::config_from;
using agent_runtime::Database;
using agent_runtime::Divergence;
using agent_runtime::FieldProblem;
using agent_runtime::GameMinds;
using agent_runtime::mind_from;
using agent_runtime::participant_from;
using agent_runtime::ParticipantId;
using agent_runtime::ProfilePtr;
using agent_runtime::ReplayResult;
using agent_runtime::report_call;
using agent_runtime::ReportPositionRequest;
using agent_runtime::Result;
using agent_runtime::SayRequest;
using agent_runtime::SpawnReply;
using agent_runtime::SpawnRequest;
using agent_runtime::Status;
using agent_runtime::StatusCode;
using agent_runtime::to_godot;
using agent_runtime::to_utf8;
using nlohmann::json;

Status AgentRuntime::require_running() const {
	if (Status thread = agent_runtime::check_thread(); !thread.ok()) {
		return thread;
	}
	if (live == nullptr) {
		return Status(StatusCode::failed_precondition,
				"the runtime is not running; add the node to the tree, or call start()");
	}
	return Status();
}

String AgentRuntime::spawn_agent(const Variant &p_config) {
	const Variant mind = mind_from(p_config);
	Status status = require_running();
	if (status.ok() && mind.get_type() != Variant::NIL) {
		status = GameMinds::check(mind);
	}
	if (status.ok()) {
		tell_map();
		const Result<json> config = config_from(p_config);
		const Result<SpawnReply> spawned = config.ok()
				? live->runtime().requests().call_with<SpawnRequest>(
						  { { "agent_config", config.value() } })
				: config.status();
		if (spawned.ok()) {
			set_mind_of(spawned.value().agent, mind, config.value());
			return to_godot(spawned.value().agent.to_string());
		}
		status = spawned.status();
	}
	report_call("spawn_agent", status);
	return String();
}

Error AgentRuntime::terminate_agent(const String &p_agent_id) {
	Status status = require_running();
	if (status.ok()) {
		const Result<AgentId> id = agent_id_from(p_agent_id, "agent_id");
		status = id.ok() ? live->runtime().terminate_agent(id.value(), "asked to") : id.status();
	}
	return report_call("terminate_agent", status);
}

Dictionary AgentRuntime::get_agent_state(const String &p_agent_id) const {
	Status status = require_running();
	const Result<AgentId> id = agent_id_from(p_agent_id, "agent_id");
	status = status.ok() ? id.status() : status;
	if (status.ok()) {
		const Result<AgentStateFields> state =
				live->runtime().requests().call(AgentStateRequest{ { id.value() } });
		if (state.ok()) {
			return agent_runtime::shown_state(state.value());
		}
		status = state.status();
	}
	report_call("get_agent_state", status);
	return Dictionary();
}

PackedStringArray AgentRuntime::get_agents() const {
	PackedStringArray ids;
	if (live != nullptr) {
		for (const AgentId id : live->runtime().agents()) {
			ids.push_back(to_godot(id.to_string()));
		}
	}
	return ids;
}

Ref<AgentHandle> AgentRuntime::get_agent(const String &p_id_or_key) {
	const bool is_on_main = report_call("get_agent", agent_runtime::check_thread()) == OK;
	if (!is_on_main || live == nullptr) {
		return Ref<AgentHandle>();
	}
	const std::string text = to_utf8(p_id_or_key);
	const ObjectID self(get_instance_id());
	const std::optional<ParticipantId> named = ParticipantId::parse(text);
	if (named && named->is_player()) {
		return handles.get(self, *named, nullptr);
	}
	const std::optional<AgentId> agent =
			named ? named->agent_id() : live->runtime().directory().find_key(text);
	const ProfilePtr profile = agent ? find_profile(*agent) : nullptr;
	return profile != nullptr ? handles.get(self, *agent, profile.get()) : Ref<AgentHandle>();
}

String AgentRuntime::agent_id_of(int64_t p_number) {
	if (p_number < 1 || p_number > agent_runtime::AgentIdKind::HIGHEST) {
		report_call("agent_id_of",
				FieldProblem{ "number", "is not between 1 and 2147483647",
						"give one that agents_changed came with" }
						.to_status());
		return String();
	}
	return to_godot(AgentId(static_cast<AgentId::Number>(p_number)).to_string());
}

int64_t AgentRuntime::agent_number_of(const String &p_agent_id) {
	const Result<AgentId> id = agent_id_from(p_agent_id, "agent_id");
	report_call("agent_number_of", id.status());
	return id.ok() ? id.value().number() : 0;
}

Error AgentRuntime::send_message(
		const String &p_to, const String &p_content, const String &p_from) {
	Status status = require_running();
	if (status.ok()) {
		const Result<ParticipantId> to = participant_from(p_to, "to");
		const Result<ParticipantId> from = participant_from(p_from, "from");
		status = !to.ok() ? to.status()
				: from.ok()
				? live->runtime()
						  .requests()
						  .call(SayRequest{ from.value(), to.value(), to_utf8(p_content) })
						  .status()
				: from.status();
	}
	return report_call("send_message", status);
}

Status AgentRuntime::put(AgentId p_agent, const Vector2 &p_position) {
	Status status = require_running();
	if (!status.ok()) {
		return status;
	}
	return live->runtime()
			.requests()
			.call(ReportPositionRequest{ p_agent, agent_runtime::to_tiles(p_position) })
			.status();
}

Error AgentRuntime::report_position(const String &p_agent_id, const Vector2 &p_position) {
	const Result<AgentId> id = agent_id_from(p_agent_id, "agent_id");
	return report_call("report_position", id.ok() ? put(id.value(), p_position) : id.status());
}

Status AgentRuntime::give(AgentId p_agent, bool p_to_game) {
	if (live == nullptr || is_of_game(p_agent) == p_to_game) {
		return Status();
	}
	return live->runtime().set_moved_by_game(p_agent, p_to_game);
}

bool AgentRuntime::is_of_game(AgentId p_agent) const {
	return live != nullptr && live->runtime().is_moved_by_game(p_agent);
}

Error AgentRuntime::report_arrival(const String &p_walk_id) {
	return answer_call("report_arrival", p_walk_id, CallKind::walk, CallOutcome::done, "");
}

Error AgentRuntime::report_blocked(const String &p_walk_id, const String &p_reason) {
	return answer_call(
			"report_blocked", p_walk_id, CallKind::walk, CallOutcome::failed, to_utf8(p_reason));
}

Ref<AgentReply> AgentRuntime::refuse(const char *p_call, const Status &p_problem) {
	if (const Status thread = agent_runtime::check_thread(); !thread.ok()) {
		return AgentReply::refuse_thread(p_call, thread);
	}
	Ref<AgentReply> reply = AgentReply::open(p_call);
	reply->complete_later(p_problem);
	return reply;
}

Ref<AgentReply> AgentRuntime::ask_message(const char *p_call, const Dictionary &p_message) {
	const Result<json> message = agent_runtime::json_from(p_message, "");
	Status status = message.status();
	if (status.ok()) {
		status = require_running();
	}
	return ask(p_call, status, message.value_or(json()));
}

Ref<AgentReply> AgentRuntime::request(const Dictionary &p_message) {
	return ask_message("request", p_message);
}

void AgentRuntime::attach_body(AgentId p_agent, const AgentBody *p_body) {
	bodies[p_agent].push_back(ObjectID(p_body->get_instance_id()));
}

void AgentRuntime::detach_body(AgentId p_agent, const AgentBody *p_body) {
	const auto found = bodies.find(p_agent);
	if (found == bodies.end()) {
		return;
	}
	const ObjectID id(p_body->get_instance_id());
	found->second.erase(
			std::remove(found->second.begin(), found->second.end(), id), found->second.end());
	if (found->second.empty()) {
		bodies.erase(found);
	}
}

std::vector<AgentBody *> AgentRuntime::bodies_of(AgentId p_agent) const {
	std::vector<AgentBody *> there;
	const auto found = bodies.find(p_agent);
	if (found != bodies.end()) {
		for (const ObjectID id : found->second) {
			if (AgentBody *body = Object::cast_to<AgentBody>(ObjectDB::get_instance(id))) {
				there.push_back(body);
			}
		}
	}
	return there;
}

std::optional<AgentView> AgentRuntime::find_view(AgentId p_agent) const {
	return live != nullptr ? live->runtime().board().find(p_agent) : std::nullopt;
}

ProfilePtr AgentRuntime::find_profile(AgentId p_agent) const {
	return live != nullptr ? live->runtime().directory().find(p_agent) : nullptr;
}

Dictionary AgentRuntime::replay_recording(const String &p_database_path) {
	const std::string path =
			to_utf8(ProjectSettings::get_singleton()->globalize_path(p_database_path));
	Result<Database> file = Database::connect(path, { .access = Access::read_only });
	const Result<ReplayResult> replayed =
			file.ok() ? agent_runtime::replay_recording(file.value(), 0) : file.status();
	Dictionary shown;
	if (report_call("replay_recording", replayed.status()) != OK) {
		return shown;
	}
	shown["steps"] = static_cast<int64_t>(replayed.value().steps);
	shown["events"] = static_cast<int64_t>(replayed.value().events);
	if (const std::optional<Divergence> &divergence = replayed.value().divergence) {
		shown["divergence"] = to_godot(divergence->to_string());
	}
	return shown;
}
