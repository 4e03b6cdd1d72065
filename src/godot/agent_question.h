#pragma once

#include "core/questions/question.h"
#include "godot/agent_handle.h"
#include "godot/agent_job.h"
#include "godot/agent_reply.h"

#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>

class AgentRuntime;

// Something that waits for the answer of a human, whoever asks. While it waits everybody gets the
// same object, which AgentJobs holds. It refers to its runtime by id, so either may be freed first.
// Thread rule: main thread only.
class AgentQuestion : public godot::RefCounted {
	GDCLASS(AgentQuestion, godot::RefCounted)

public:
	enum Kind {
		KIND_CONFIRMATION,
		KIND_CHOICE,
		KIND_TEXT,
		KIND_PERMISSION,
	};
	enum Status {
		STATUS_PENDING,
		STATUS_ANSWERED,
		STATUS_WITHDRAWN,
		STATUS_EXPIRED,
	};
	enum Delivery {
		DELIVERY_NONE,
		DELIVERY_QUEUED,
		DELIVERY_WRITTEN,
		DELIVERY_TAKEN,
		DELIVERY_FAILED,
		DELIVERY_UNKNOWN,
	};

	// Called again when the answer could not be delivered and is asked for anew.
	void begin(godot::ObjectID p_runtime, const agent_runtime::Question &p_question);
	// These emit; the caller holds the question, since a handler may do anything.
	void take_answer(const agent_runtime::QuestionAnswer &p_answer);
	void take_delivery(agent_runtime::AnswerDelivery p_delivery, const std::string &p_error);
	void withdraw(agent_runtime::QuestionStatus p_status, const std::string &p_reason);
	// The runtime stops: nothing more comes of it. Who waits for it goes on in a later frame.
	void let_go();

	godot::String get_id() const;
	Kind get_kind() const;
	Status get_status() const;
	Delivery get_delivery() const;
	godot::String get_delivery_error() const;
	godot::String get_prompt() const;
	godot::PackedStringArray get_options() const;
	godot::Dictionary get_detail() const;
	godot::Ref<AgentJob> get_job() const;
	godot::Ref<AgentHandle> get_agent() const;
	godot::Variant get_response() const;
	godot::String get_answered_by() const;
	godot::String get_reason() const;
	double get_expires_at() const;
	godot::String get_tool_name() const;
	godot::Dictionary get_parameters() const;
	godot::String get_preview() const;
	bool is_reversible() const;

	bool is_pending() const;
	godot::Ref<AgentReply> answer(const godot::Variant &p_value);
	godot::Ref<AgentReply> approve(const godot::Dictionary &p_parameters, bool p_confirmed);
	godot::Ref<AgentReply> deny(const godot::String &p_reason);
	godot::Variant wait();
	godot::String _to_string() const;

protected:
	static void _bind_methods();

private:
	static void bind_properties();
	AgentRuntime *find_runtime() const;
	godot::Ref<AgentReply> send(const char *p_call, const agent_runtime::Status &p_problem,
			const nlohmann::json &p_value, const nlohmann::json &p_input = {},
			const std::string &p_message = {});
	agent_runtime::Status require_permission() const;
	agent_runtime::LiveRuntime *find_live() const;
	void close();
	// Emits `released`, behind which nobody waits any more.
	void release();
	void disconnect_everything();
	void hold_waiting();
	// `p_self` keeps it alive until then.
	void on_process_frame(const godot::Variant &p_self);

	godot::ObjectID runtime;
	agent_runtime::Question question;
	bool gone = false; // the runtime has stopped
	godot::Array waiting; // connections of functions that await it
};

VARIANT_ENUM_CAST(AgentQuestion::Kind);
VARIANT_ENUM_CAST(AgentQuestion::Status);
VARIANT_ENUM_CAST(AgentQuestion::Delivery);
