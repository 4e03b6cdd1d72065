#pragma once

#include "core/agents/event_pump.h"
#include "core/base/mutex.h"

#include <godot_cpp/variant/packed_string_array.hpp>
#include <godot_cpp/variant/string.hpp>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace agent_runtime {

// The recipients of a speech in the form that the signal carries.
struct PreparedSpeech : PreparedEvent {
	godot::PackedStringArray recipients;
};

// Turns the hearers of a speech into texts on the thread that publishes it, because for a thousand
// hearers that takes longer than everything else that the main thread does in a frame. The texts of
// agents are made once and shared by all lists. Texts and lists are the engine's values, whose
// parts are counted with atomics, so each list may be made, read and freed on different threads.
// Owned by the live runtime. Thread rule: any thread.
class SpeechPreparer : public EventPreparer {
public:
	// Whether anybody is connected to speeches at present.
	void set_wanted(bool p_wanted) { wanted.store(p_wanted, std::memory_order_relaxed); }
	std::unique_ptr<PreparedEvent> prepare(const PublishedEvent &p_event) override;

private:
	godot::String text_of(ParticipantId p_who) AR_REQUIRES(mutex);

	std::atomic<bool> wanted{ false }; // guards no other data
	Mutex mutex;
	// By the number of the agent.
	std::vector<std::optional<godot::String>> texts AR_GUARDED_BY(mutex);
};

godot::PackedStringArray recipients_of(const std::vector<ParticipantId> &p_hearers);

} // namespace agent_runtime
