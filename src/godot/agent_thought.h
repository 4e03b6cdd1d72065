#pragma once

#include "core/agents/call_book.h"
#include "core/base/ids.h"

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/object_id.hpp>
#include <godot_cpp/variant/dictionary.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>
#include <string>

// One question to a mind of the game's own. It ends once: with an answer, with a failure, or by
// being cancelled, after which nobody waits for an answer. Referenced by whoever answers, and by
// the runtime while it is open. Main thread only.
class AgentThought : public godot::RefCounted {
	GDCLASS(AgentThought, godot::RefCounted)

	enum class State { OPEN, ANSWERED, CANCELLED };

	State state = State::OPEN;
	godot::ObjectID runtime;
	int64_t run = 0; // the runtime's number for it
	agent_runtime::CallId call;
	godot::String agent_id;
	godot::String account;
	godot::Dictionary prompt;

	godot::Error end(const char *p_method, agent_runtime::CallOutcome p_outcome,
			const std::string &p_reason, const std::string &p_result);
	// OK while it is open; otherwise says that it was answered.
	godot::Error check_open(const char *p_method) const;

protected:
	static void _bind_methods();

public:
	struct Question {
		godot::ObjectID runtime;
		int64_t run = 0;
		agent_runtime::CallId call;
		godot::String agent_id;
		godot::String account;
		godot::Dictionary prompt;
	};

	void begin(const Question &p_question);
	// Nobody waits for it any more. Does nothing once it has ended.
	void cancel();
	// The result of a callable: an answer, unless it is null.
	void take_result(const godot::Variant &p_result);

	godot::String get_agent_id() const { return agent_id; }
	godot::String get_account() const { return account; }
	godot::Dictionary get_prompt() const { return prompt; }
	godot::String get_last_message() const;
	bool is_open() const { return state == State::OPEN; }
	bool is_cancelled() const { return state == State::CANCELLED; }

	godot::Error answer(const godot::Variant &p_answer);
	godot::Error stream(const godot::String &p_text);
	godot::Error fail(const godot::String &p_message);
};
