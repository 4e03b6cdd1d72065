#pragma once

#include "core/base/status.h"

#include <godot_cpp/classes/global_constants.hpp>
#include <godot_cpp/classes/ref.hpp>
#include <godot_cpp/classes/ref_counted.hpp>
#include <godot_cpp/core/binder_common.hpp>
#include <godot_cpp/variant/array.hpp>
#include <godot_cpp/variant/string.hpp>
#include <godot_cpp/variant/variant.hpp>

#include <cstdint>
#include <functional>

// The answer to a call that is answered later. It completes exactly once, in a later frame than
// that of the call. Until then the library holds it: the live runtime that was asked (OpenReplies)
// or, after complete_later(), the scene tree, so that no node is needed.
// Thread rule: main thread only.
class AgentReply : public godot::RefCounted {
	GDCLASS(AgentReply, godot::RefCounted)

public:
	enum Status {
		STATUS_RUNNING,
		STATUS_DONE,
		STATUS_FAILED,
		STATUS_CANCELLED,
	};

	// `p_call` is the method that was called, for the message about a failure that nobody looks at.
	static godot::Ref<AgentReply> open(const char *p_call);
	// For a call on another thread than the main one. It has failed already, and that was printed.
	static godot::Ref<AgentReply> refuse_thread(
			const char *p_call, const agent_runtime::Status &p_problem);

	~AgentReply() override;

	// Whether the outcome is known; the script may still have to wait for it.
	bool is_decided() const { return decided; }
	// Called once if the game cancels the reply while it is open.
	void on_cancel(std::function<void()> p_withdraw);
	// `completed` must not be emitted in the frame of the call.
	bool may_complete_now() const;
	// These do nothing once the outcome is decided. The caller holds the reply, because `completed`
	// may run any code of the game.
	void complete_now(const agent_runtime::Status &p_outcome, const godot::Variant &p_value);
	void complete_later(const agent_runtime::Status &p_outcome,
			const godot::Variant &p_value = godot::Variant());

	Status get_status() const;
	bool is_ok() const;
	godot::Variant get_value() const;
	godot::Error get_error() const;
	godot::String get_message() const;
	godot::String get_field() const;
	godot::Variant wait();
	bool is_done() const;
	void cancel();

protected:
	static void _bind_methods();

private:
	void decide(const agent_runtime::Status &p_outcome, const godot::Variant &p_value);
	void wait_for_frame();
	void drop_waiting();
	// `p_self` keeps it alive until then.
	void on_process_frame(const godot::Variant &p_self);
	void show();
	void hold_waiting();
	// Records that somebody has looked. False on another thread than the main one.
	bool read(const char *p_member) const;
	bool is_failure_worth_printing() const;

	const char *call = "";
	uint64_t frame = 0; // of the call
	bool decided = false;
	std::function<void()> withdraw; // none once the outcome is decided
	mutable bool was_read = false;
	Status status = STATUS_RUNNING;
	agent_runtime::Status outcome;
	godot::Variant value;
	godot::Array waiting; // connections of functions that await it
};

VARIANT_ENUM_CAST(AgentReply::Status);
