#pragma once

// A node's runtime from start() to stop(), with what comes back from other threads for the main
// thread. The node owns it, together with whoever is showing its events at the moment, so that a
// handler may end it.

#include "core/base/clock.h"
#include "core/base/fields.h"
#include "core/base/inbox.h"
#include "core/base/json_io.h"
#include "core/base/log.h"
#include "core/runtime/runtime.h"
#include "godot/open_replies.h"
#include "godot/speech_preparer.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace agent_runtime {

struct LogLine {
	LogLevel level = LogLevel::error;
	std::string text;
};

// Thread rule: main thread only; what arrives is put there by any thread.
class LiveRuntime {
public:
	// Log lines arrive here, and also go to the file, if one is named.
	static Result<std::shared_ptr<LiveRuntime>> start(
			RuntimeOptions p_options, LogLevel p_level, const std::string &p_log_file);
	~LiveRuntime();
	LiveRuntime(const LiveRuntime &) = delete;
	LiveRuntime &operator=(const LiveRuntime &) = delete;

	Runtime &runtime() { return *core_runtime; }
	const Clock &clock() const { return real_clock; }
	SpeechPreparer &speech_preparer() { return *preparer; }

	// Ends all threads. Open replies complete in a later frame, as cancelled. Returns what failed.
	const Status &stop();
	bool is_stopped() const { return stopped; }

	// How fast sim time passes; not at all while paused. Does nothing when that is so already.
	void set_time(bool p_paused, double p_scale);

	// The reply completes when what was requested is done and shown, or refused.
	// Its value is the result as a dictionary, unless another is made of it.
	template <typename Request>
	void ask(const Request &p_request, const godot::Ref<AgentReply> &p_reply,
			const OpenReplies::Value &p_value = {}) {
		withdraw_with(p_reply,
				core_runtime->requests().ask(
						p_request, Asker{ {}, answer_to(p_reply, Request::WORDS.name, p_value) }));
	}
	// The same for a message that was not checked yet.
	void ask(const nlohmann::json &p_message, const godot::Ref<AgentReply> &p_reply);
	// Calls what it is given in a later frame, unless the runtime stops first. May itself be called
	// on any thread. What it is given may be destroyed on any thread, too.
	using Later = std::function<void(std::function<void()>)>;
	Later later() const {
		return [calls = later_calls](
					   std::function<void()> p_call) { calls->put(std::move(p_call)); };
	}
	// Asks for the library itself.
	template <typename Request>
	void look_up(const Request &p_request,
			std::function<void(const Result<typename Request::Reply> &)> p_done) {
		using Reply = typename Request::Reply;
		core_runtime->requests().ask(p_request,
				Asker{ {},
						[later = later(), done = std::move(p_done)](
								const nlohmann::json &p_completed) {
							const Status failed = status_in(p_completed);
							const Result<Reply> reply = failed.ok()
									? Result<Reply>(load_fields<Reply>(p_completed.at("result")))
									: Result<Reply>(failed);
							later([done, reply] { done(reply); });
						} });
	}
	// Makes the next of the calls that were put off. False when there is none. A handler may do
	// anything.
	bool make_next_call();

	// Completes a reply that is due. False when there is none. A handler may do anything.
	bool complete_next_reply();

	// For a call that has no reply: what is known at once about its end. If it fails later, that is
	// logged under the name of the call.
	template <typename Request>
	Status command(const char *p_call, const Request &p_request) {
		const std::shared_ptr<PendingCall> pending = std::make_shared<PendingCall>();
		core_runtime->requests().ask(p_request, Asker{ {}, end_of(pending, p_call) });
		return end_so_far(*pending);
	}
	std::optional<LogLine> take_log_line();

private:
	// Whether a call ended before it returned.
	struct PendingCall {
		const std::thread::id caller = std::this_thread::get_id();
		bool returned = false; // the caller's, as the end
		Status end;
	};

	LiveRuntime(LogLevel p_level, const std::string &p_log_file);
	RequestBook::Reply answer_to(const godot::Ref<AgentReply> &p_reply, std::string_view p_request,
			OpenReplies::Value p_value);
	// When the game cancels the reply, nobody waits for the request any more.
	void withdraw_with(const godot::Ref<AgentReply> &p_reply, RequestId p_request);
	RequestBook::Reply end_of(
			const std::shared_ptr<PendingCall> &p_pending, const char *p_call) const;
	static Status end_so_far(PendingCall &p_pending);

	// Outlives the live runtime while a thread still logs.
	const std::shared_ptr<Inbox<LogLine>> log_lines = std::make_shared<Inbox<LogLine>>();
	const std::shared_ptr<Inbox<std::function<void()>>> later_calls =
			std::make_shared<Inbox<std::function<void()>>>();
	const std::shared_ptr<SpeechPreparer> preparer = std::make_shared<SpeechPreparer>();
	SystemClock real_clock;
	Logger logger;
	std::unique_ptr<Runtime> core_runtime;
	bool stopped = false;
	Status end; // what stop() returns
	bool paused = false;
	double scale = 1.0;
	OpenReplies replies;
};

} // namespace agent_runtime
