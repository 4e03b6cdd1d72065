#pragma once

#include "core/runtime/runtime_config.h"
#include "core/store/database_place.h"
#include "godot/agent_handles.h"
#include "godot/agent_jobs.h"
#include "godot/agent_map.h"
#include "godot/agent_reply.h"
#include "godot/game_actions.h"
#include "godot/game_minds.h"
#include "godot/live_runtime.h"
#include "godot/signal_names.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/variant/callable.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/typed_array.hpp>
#include <godot_cpp/variant/vector2.hpp>
#include <godot_cpp/variant/vector2i.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class AgentBody;

// The node in which a game's agents live. It starts a runtime with the tree, passes calls of
// scripts to it, and shows what happens as signals, a little in each frame. Owned by the scene
// tree; main thread only. Nothing runs in the editor: may_run() stands before everything that
// would. Files: agent_runtime.cpp start and stop, _config the properties. Methods for scripts:
// _requests agents, places and requests, _world crowds, the bus, tasks and time, _walks the map and
// who walks on it, _talks led conversations, _actions what agents may do, _memory what they
// remember, _minds what thinks for them, _slots save games; _bindings the registration. SignalSink
// emits the signals. AgentJobs has programs that work.
class AgentRuntime : public godot::Node {
	GDCLASS(AgentRuntime, godot::Node)

public:
	enum State {
		STATE_IDLE,
		STATE_LISTENING,
		STATE_THINKING,
		STATE_SPEAKING,
		STATE_TERMINATED = agent_runtime::AgentChanges::ENDED,
	};

	enum TaskStatus {
		TASK_ASSIGNED,
		TASK_IN_PROGRESS,
		TASK_COMPLETED,
		TASK_FAILED,
	};

private:
	agent_runtime::RuntimeConfig config;
	bool autostart = true;
	bool paused = false;
	agent_runtime::GameActions actions;
	agent_runtime::GameMinds minds;
	int64_t starts = 0; // so far
	bool leaving = false; // it is leaving the tree, and nothing may start meanwhile
	std::shared_ptr<agent_runtime::LiveRuntime> live; // null while nothing runs
	agent_runtime::Micros frame_budget{};
	const agent_runtime::SignalNames signals{};
	std::map<agent_runtime::AgentId, std::vector<godot::ObjectID>> bodies;
	agent_runtime::AgentHandles handles;
	godot::Ref<AgentJobs> jobs; // null until it is needed
	godot::Ref<AgentMap> map;
	bool map_is_told = true; // the live runtime has the present map
	bool map_is_refused = false; // the live runtime has refused it, and that was reported

	// Takes the new configuration if it is valid; otherwise prints what is wrong and keeps the old
	// one.
	bool configure(const agent_runtime::RuntimeConfig &p_config);
	// The path of another AgentRuntime in the same scene for which this is true, or an empty text.
	godot::String find_rival(bool (*p_disturbs)(const AgentRuntime &, const AgentRuntime &)) const;

	static bool may_run();
	agent_runtime::Result<agent_runtime::DatabasePlace> find_database_place() const;
	agent_runtime::Result<agent_runtime::RuntimeOptions> options() const;
	void begin(std::shared_ptr<agent_runtime::LiveRuntime> p_live);
	void leave_tree();
	void tell_bad_end(const agent_runtime::Status &p_end);
	void on_process_frame();
	void follow_time_of_tree();
	void print_log(agent_runtime::LiveRuntime &p_live) const;

	agent_runtime::Status require_running() const;
	void on_map_changed();
	void tell_map();
	godot::Error walk(
			const char *p_call, const godot::String &p_agent_id, agent_runtime::WalkInput p_walk);
	godot::Error answer_call(const char *p_method, const godot::String &p_call_id,
			agent_runtime::CallKind p_kind, agent_runtime::CallOutcome p_outcome,
			const std::string &p_reason, const std::string &p_result = "");
	// A request about one agent that is complete except for its id. Its result is not shown.
	template <typename Request>
	godot::Error command_agent(
			const char *p_call, const godot::String &p_agent_id, Request p_request);
	// Makes the request, unless there is a problem already, which is then the answer.
	template <typename Request>
	godot::Ref<AgentReply> ask(
			const char *p_call, const agent_runtime::Status &p_problem, const Request &p_request);
	// The same for a request that is complete except for the agent's id.
	template <typename Request>
	godot::Ref<AgentReply> ask_about(
			const char *p_call, const godot::String &p_agent_id, Request p_request);
	godot::Ref<AgentReply> ask_message(const char *p_call, const godot::Dictionary &p_message);
	static godot::Ref<AgentReply> refuse(
			const char *p_call, const agent_runtime::Status &p_problem);
	void end_action(
			const godot::Variant &p_result, const godot::String &p_call_id, int64_t p_start);
	// For an agent that is spawned with `p_config`; does nothing for null.
	void set_mind_of(agent_runtime::AgentId p_agent, const godot::Variant &p_mind,
			const nlohmann::json &p_config);
	agent_runtime::Status add_function(agent_runtime::OfferKind p_kind, const godot::String &p_name,
			const godot::String &p_description, const godot::Dictionary &p_schema,
			const godot::Callable &p_callable, const godot::Dictionary &p_options);
	agent_runtime::Status remove_function(agent_runtime::OfferKind p_kind,
			const godot::String &p_name, const godot::Dictionary &p_options);
	void end_tool(const godot::Variant &p_result, const godot::String &p_call_id, int64_t p_start);
	agent_runtime::Status try_to_start();

protected:
	static void _bind_methods();
	static void bind_minds();
	static void bind_walks();
	static void bind_talks();
	static void bind_properties();
	static void bind_signals();
	void _notification(int p_what);

public:
	~AgentRuntime() override;

	static godot::Dictionary get_library_info();
	static godot::PackedStringArray find_library_problems();
	static godot::String escape_for_label(const godot::String &p_text);

	void set_autostart(bool p_enabled);
	bool is_autostart() const;
	void set_storage_enabled(bool p_enabled);
	bool is_storage_enabled() const;
	void set_database_path(const godot::String &p_path);
	godot::String get_database_path() const;
	void set_random_seed(int64_t p_seed);
	int64_t get_random_seed() const;
	void set_time_scale(double p_scale);
	double get_time_scale() const;
	void set_paused(bool p_paused);
	bool is_paused() const;
	void set_helper_threads(int64_t p_count);
	int64_t get_helper_threads() const;
	void set_recall_enabled(bool p_enabled);
	bool is_recall_enabled() const;
	void set_gateway_enabled(bool p_enabled);
	bool is_gateway_enabled() const;
	void set_gateway_port(int64_t p_port);
	// The value of the property. get_gateway_port() is the port that is open.
	int64_t get_gateway_port_setting() const;
	void set_map(const godot::Ref<AgentMap> &p_map);
	godot::Ref<AgentMap> get_map() const;
	godot::Ref<AgentJobs> get_jobs();
	godot::String resolve_database_path() const;
	int64_t get_gateway_port() const;
	godot::String get_gateway_token_path() const;

	godot::Error start();
	void stop();
	bool is_running() const;

	godot::String spawn_agent(const godot::Variant &p_config);
	godot::Error terminate_agent(const godot::String &p_agent_id);
	godot::Dictionary get_agent_state(const godot::String &p_agent_id) const;
	godot::PackedStringArray get_agents() const;
	godot::Ref<AgentHandle> get_agent(const godot::String &p_id_or_key);
	static godot::String agent_id_of(int64_t p_number);
	static int64_t agent_number_of(const godot::String &p_agent_id);
	godot::Error send_message(
			const godot::String &p_to, const godot::String &p_content, const godot::String &p_from);
	godot::Error report_position(const godot::String &p_agent_id, const godot::Vector2 &p_position);
	godot::Error report_arrival(const godot::String &p_walk_id);
	godot::Error report_blocked(const godot::String &p_walk_id, const godot::String &p_reason);
	godot::Error walk_agent(const godot::String &p_agent_id, const godot::Vector2i &p_target);
	godot::Error walk_agent_beside(
			const godot::String &p_agent_id, const godot::String &p_other_id);
	godot::Error walk_agent_to_seat(const godot::String &p_agent_id);
	godot::Error stop_agent(const godot::String &p_agent_id);
	godot::Error assign_seat(const godot::String &p_agent_id, const godot::String &p_seat);
	godot::Ref<AgentReply> request(const godot::Dictionary &p_message);
	godot::Ref<AgentReply> search_memory(
			const godot::String &p_agent_id, const godot::String &p_text, int64_t p_limit);
	godot::Ref<AgentReply> pin_memory(
			const godot::String &p_agent_id, int64_t p_line_id, bool p_pinned);
	godot::Ref<AgentReply> edit_memory(
			const godot::String &p_agent_id, int64_t p_line_id, const godot::String &p_content);
	godot::Ref<AgentReply> forget_memory(const godot::String &p_agent_id, int64_t p_line_id);
	godot::Ref<AgentReply> note_memory(
			const godot::String &p_agent_id, const godot::String &p_content, bool p_pinned);
	godot::Ref<AgentReply> summarise_memory(const godot::String &p_agent_id, int64_t p_keep);

	godot::String start_auto_mode(const godot::Dictionary &p_options);
	godot::Error stop_auto_mode(const godot::String &p_conversation_id);
	godot::Error continue_auto_mode(const godot::String &p_conversation_id);
	bool is_auto_mode_active(const godot::String &p_conversation_id) const;
	godot::Dictionary get_auto_mode_state(const godot::String &p_conversation_id) const;
	godot::TypedArray<godot::Dictionary> get_auto_mode_conversations() const;
	godot::Ref<AgentReply> request_transcript(const godot::String &p_conversation_id);
	static godot::PackedStringArray get_auto_mode_topics();

	godot::Ref<AgentReply> save_slot(const godot::String &p_slot);
	godot::Ref<AgentReply> load_slot(const godot::String &p_slot);
	godot::Error delete_slot(const godot::String &p_slot);
	godot::TypedArray<godot::Dictionary> list_slots() const;

	godot::Error step_once();
	godot::PackedStringArray spawn_agents(const godot::Variant &p_config, int64_t p_count);
	godot::TypedArray<godot::Dictionary> list_agents(const godot::Dictionary &p_filter) const;
	godot::Error pause_agent(const godot::String &p_agent_id);
	godot::Error resume_agent(const godot::String &p_agent_id);
	godot::Error step_agent(const godot::String &p_agent_id);
	godot::Error publish_message(const godot::Dictionary &p_message);
	godot::Error subscribe(
			const godot::String &p_agent_id, const godot::Dictionary &p_subscription);
	godot::String assign_task(const godot::String &p_agent_id, const godot::String &p_task_name,
			const godot::String &p_description);
	godot::Error finish_task(
			const godot::String &p_task_id, bool p_completed, const godot::String &p_result);

	godot::Error register_action(const godot::String &p_name, const godot::String &p_description,
			const godot::Dictionary &p_schema, const godot::Callable &p_callable,
			const godot::Dictionary &p_options);
	godot::Error unregister_action(const godot::String &p_name, const godot::Dictionary &p_options);
	godot::Error complete_action(const godot::String &p_call_id, const godot::Variant &p_result);
	godot::Error fail_action(const godot::String &p_call_id, const godot::String &p_reason);
	godot::Error set_context_provider(const godot::Callable &p_callable);

	godot::Error set_agent_mind(const godot::String &p_agent_id, const godot::Variant &p_mind);
	godot::Error register_tool(const godot::String &p_name, const godot::String &p_description,
			const godot::Dictionary &p_schema, const godot::Callable &p_callable,
			const godot::Dictionary &p_options);
	godot::Error unregister_tool(const godot::String &p_name, const godot::Dictionary &p_options);
	godot::Error answer_tool(const godot::String &p_call_id, const godot::Variant &p_result);
	godot::Error fail_tool(const godot::String &p_call_id, const godot::String &p_reason);
	godot::Error set_attention(const godot::String &p_agent_id, double p_weight);
	godot::Dictionary get_last_prompt(const godot::String &p_agent_id);
	godot::PackedStringArray get_unused_script_steps() const;
	godot::Ref<AgentReply> get_mind_usage(const godot::String &p_account);
	godot::Ref<AgentReply> set_mind_caps(
			const godot::Dictionary &p_caps, const godot::String &p_account);
	static godot::Dictionary replay_recording(const godot::String &p_database_path);

	// For AgentBody, which is told where its agent goes while it is attached.
	void attach_body(agent_runtime::AgentId p_agent, const AgentBody *p_body);
	void detach_body(agent_runtime::AgentId p_agent, const AgentBody *p_body);
	std::vector<AgentBody *> bodies_of(agent_runtime::AgentId p_agent) const;
	bool has_bodies() const { return !bodies.empty(); }
	// Nothing for an agent that is not alive, or not yet.
	std::optional<agent_runtime::AgentView> find_view(agent_runtime::AgentId p_agent) const;
	// Null when there is no such agent.
	agent_runtime::ProfilePtr find_profile(agent_runtime::AgentId p_agent) const;
	agent_runtime::Status put(agent_runtime::AgentId p_agent, const godot::Vector2 &p_position);
	// Who says from now on where the agent is; does nothing while no runtime runs.
	agent_runtime::Status give(agent_runtime::AgentId p_agent, bool p_to_game);
	bool is_of_game(agent_runtime::AgentId p_agent) const;

	const agent_runtime::SignalNames &signal_names() const { return signals; }
	agent_runtime::GameActions &game_actions() { return actions; }
	agent_runtime::GameMinds &game_minds() { return minds; }
	agent_runtime::AgentHandles &agent_handles() { return handles; }
	// Ends the action or tool of a call with the result of a function that had to wait for
	// something.
	godot::Callable action_ending();
	godot::Callable tool_ending();
	void ask_mind(const agent_runtime::GameCall &p_call);

	// For AgentThought, which began after that start. not_found: nobody waits for it any more.
	agent_runtime::Status end_thought(int64_t p_start, const agent_runtime::CallAnswer &p_answer);
	agent_runtime::Status stream_thought(
			int64_t p_start, agent_runtime::CallId p_call, std::string p_text);

	// Null while nothing has needed it.
	AgentJobs *agent_jobs() const { return jobs.ptr(); }
	// Null while nothing runs.
	agent_runtime::LiveRuntime *live_runtime() const { return live.get(); }

	godot::PackedStringArray _get_configuration_warnings() const override;
};

template <typename Request>
godot::Ref<AgentReply> AgentRuntime::ask(
		const char *p_call, const agent_runtime::Status &p_problem, const Request &p_request) {
	if (!p_problem.ok()) {
		return refuse(p_call, p_problem);
	}
	tell_map();
	godot::Ref<AgentReply> reply = AgentReply::open(p_call);
	live->ask(p_request, reply);
	return reply;
}

VARIANT_ENUM_CAST(AgentRuntime::State);
VARIANT_ENUM_CAST(AgentRuntime::TaskStatus);
