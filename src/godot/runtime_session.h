#pragma once

// One run of a node's runtime, from start() to stop(), with what comes back from other threads on
// its way to the main one. The node holds it, and so does whoever is in the middle of showing its
// events, so that a handler may end the run from within.

#include "core/base/clock.h"
#include "core/base/inbox.h"
#include "core/base/json_io.h"
#include "core/base/log.h"
#include "core/runtime/runtime.h"
#include "godot/speech_preparer.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace agent_runtime {

struct LogLine {
	LogLevel level = LogLevel::error;
	std::string text;
};

// How a save or a load has ended.
struct SlotEnd {
	bool loaded = false; // false: saved
	std::string slot;
	bool ok = false;
	std::string message; // empty when ok
};

// Ok also for a reply that has not come yet.
Status status_in(const nlohmann::json &p_reply);

// Thread rule: main thread only; what arrives is put there by any thread.
class RuntimeSession {
public:
	// What is logged arrives here, and goes to the file too, if one is named.
	static Result<std::shared_ptr<RuntimeSession>> start(
			RuntimeOptions p_options, LogLevel p_level, const std::string &p_log_file);
	~RuntimeSession();
	RuntimeSession(const RuntimeSession &) = delete;
	RuntimeSession &operator=(const RuntimeSession &) = delete;

	Runtime &runtime() { return *core_runtime; }
	const Clock &clock() const { return real_clock; }
	SpeechPreparer &speech_preparer() { return *preparer; }

	// Ends all threads. Requests without a reply get theirs, as cancelled; nothing else comes. Says
	// what failed.
	const Status &stop();
	bool is_stopped() const { return stopped; }

	// How fast sim time goes; not at all while paused. Does nothing when it is so already.
	void set_time(bool p_paused, double p_scale);

	// The reply if it is known at once, otherwise {"request_id"}, and the reply arrives. When it
	// is a refusal by then, that is logged too, under the name of the call; null: it is not.
	nlohmann::json request(nlohmann::json p_message, const char *p_call = nullptr);
	// The same for a request that the caller has filled in.
	template <typename Request>
	nlohmann::json request_typed(const Request &p_request, const char *p_call) {
		const std::string name = next_name();
		const std::optional<nlohmann::json> reply = send(
				[this, &p_request, &name](const RequestBook::Reply &p_reply) {
					core_runtime->requests().ask(p_request, Asker{ name, p_reply });
				},
				late_reply(p_call));
		return reply.value_or(nlohmann::json{ { "request_id", name } });
	}
	std::optional<nlohmann::json> take_reply();
	// The same for a call that has no reply: its result if that is known at once, and otherwise
	// null; when it fails later, that is logged under the name of the call.
	Result<nlohmann::json> command(const char *p_call, nlohmann::json p_message);
	// The same for a request that the caller has filled in.
	template <typename Request>
	Status command_typed(const char *p_call, const Request &p_request) {
		const std::optional<nlohmann::json> reply = send(
				[this, &p_request](const RequestBook::Reply &p_reply) {
					core_runtime->requests().ask(p_request, Asker{ next_name(), p_reply });
				},
				late_refusal(p_call));
		return reply ? status_in(*reply) : Status();
	}
	std::optional<LogLine> take_log_line();

	// How it ends arrives once, also when that is at once, or the session stops first.
	static constexpr const char *SAVE_SLOT = "slot_save_request";
	static constexpr const char *LOAD_SLOT = "slot_load_request";
	void ask_for_slot(const char *p_type, const std::string &p_slot);
	std::optional<SlotEnd> take_slot_end();
	// Whether the events that waited when one came in have been shown, now that so many more have
	// been, and so many wait. A busy world never has none that wait.
	bool slot_ends_are_due(std::size_t p_shown, std::size_t p_waiting);

private:
	// Outlives the session when a thread still holds a callback.
	struct Arrivals {
		Inbox<nlohmann::json> replies;
		Inbox<LogLine> log;
		Inbox<SlotEnd> slots;
	};

	RuntimeSession(LogLevel p_level, const std::string &p_log_file);
	// The reply to what p_ask asks, if it is known at once; otherwise p_late gets it, on another
	// thread.
	static std::optional<nlohmann::json> send(
			const std::function<void(const RequestBook::Reply &)> &p_ask,
			const RequestBook::Reply &p_late);
	std::string next_name() { return RequestId(++request_count).to_string(); }
	// Shows what comes late, and logs a refusal of a call that has a name.
	RequestBook::Reply late_reply(const char *p_call) const;
	// Logs it alone.
	RequestBook::Reply late_refusal(const char *p_call) const;

	const std::shared_ptr<Arrivals> arrivals = std::make_shared<Arrivals>();
	const std::shared_ptr<SpeechPreparer> preparer = std::make_shared<SpeechPreparer>();
	SystemClock real_clock;
	Logger logger;
	std::unique_ptr<Runtime> core_runtime;
	bool stopped = false;
	Status end; // what stop() says
	bool paused = false;
	double scale = 1.0;
	std::uint64_t request_count = 0;
	std::deque<SlotEnd> slot_ends; // that have come in
	std::optional<std::size_t> events_before; // the first of them, still to be shown
};

} // namespace agent_runtime
