#include "godot/live_runtime.h"

#include "godot/engine_transport.h"
#include "godot/json_variant.h"
#include "godot/mind_settings.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

using godot::Ref;
using nlohmann::json;

namespace agent_runtime {

namespace {

// What a stop leaves undone is not a failure.
void log_refusal(Inbox<LogLine> &p_log, const std::string &p_call, const Status &p_status) {
	if (!p_status.ok() && p_status.code() != StatusCode::cancelled) {
		p_log.put({ LogLevel::error, p_call + ": " + p_status.message() });
	}
}

} // namespace

LiveRuntime::LiveRuntime(LogLevel p_level, const std::string &p_log_file) {
	std::shared_ptr<LogSink> file;
	if (!p_log_file.empty()) {
		Result<std::unique_ptr<FileLogSink>> opened = FileLogSink::open(p_log_file);
		if (opened.ok()) {
			file = std::move(opened).value();
		} else {
			log_lines->put({ LogLevel::error, opened.status().message() });
		}
	}
	const auto keep = [log_lines = log_lines, file](const LogRecord &p_record) {
		if (file != nullptr) {
			file->write(p_record);
		}
		const std::string source(p_record.source);
		log_lines->put({ p_record.level,
				(source.empty() ? "" : source + ": ") + std::string(p_record.message) });
	};
	logger = Logger(std::make_shared<CallbackLogSink>(keep), p_level);
}

Result<std::shared_ptr<LiveRuntime>> LiveRuntime::start(
		RuntimeOptions p_options, LogLevel p_level, const std::string &p_log_file) {
	const std::shared_ptr<LiveRuntime> live(new LiveRuntime(p_level, p_log_file));
	live->scale = p_options.config.time_scale;
	p_options.make_http = [log = live->logger, trusted = trusted_certificates()](
								  IoThread &p_thread) -> std::unique_ptr<HttpTransport> {
		return std::make_unique<EngineTransport>(p_thread.poster(), log, trusted);
	};
	Result<std::unique_ptr<Runtime>> runtime =
			Runtime::start(std::move(p_options), live->real_clock, live->logger);
	if (!runtime.ok()) {
		return runtime.status();
	}
	live->core_runtime = std::move(runtime).value();
	live->core_runtime->pump().set_preparer(live->preparer);
	return live;
}

LiveRuntime::~LiveRuntime() {
	stop();
}

const Status &LiveRuntime::stop() {
	if (!std::exchange(stopped, true) && core_runtime != nullptr) {
		end = core_runtime->stop();
	}
	replies.cancel_all();
	return end;
}

void LiveRuntime::set_time(bool p_paused, double p_scale) {
	const double wanted =
			std::clamp(p_scale, ScaledClock::SMALLEST_SCALE, ScaledClock::LARGEST_SCALE);
	if (wanted != scale && core_runtime->set_time_scale(wanted).ok()) {
		scale = wanted;
	}
	if (p_paused != paused) {
		paused = p_paused;
		core_runtime->set_paused(p_paused);
	}
}

RequestBook::Reply LiveRuntime::answer_to(
		const Ref<AgentReply> &p_reply, std::string_view p_request, OpenReplies::Value p_value) {
	if (!p_value) {
		const MessageType *const known = core_runtime->requests().vocabulary().find(p_request);
		p_value = [fields = known != nullptr ? known->result : std::span<const Field>()](
						  const json &p_result) -> godot::Variant {
			return to_dictionary(p_result, fields);
		};
	}
	RequestBook::Reply answer = replies.open(p_reply, std::move(p_value));
	return core_runtime->outside().once_stored(p_request, std::move(answer));
}

void LiveRuntime::ask(const json &p_message, const Ref<AgentReply> &p_reply) {
	const auto type = p_message.find("type");
	const bool is_named = type != p_message.end() && type->is_string();
	withdraw_with(p_reply,
			core_runtime->requests().handle(p_message,
					answer_to(p_reply,
							is_named ? type->get_ref<const std::string &>() : std::string(), {})));
}

// The reply is decided by the time the runtime ends, and then it cannot be cancelled.
void LiveRuntime::withdraw_with(const Ref<AgentReply> &p_reply, RequestId p_request) {
	if (!p_request.is_none()) {
		p_reply->on_cancel([this, p_request] { core_runtime->requests().withdraw(p_request); });
	}
}

bool LiveRuntime::complete_next_reply() {
	const EventPump &pump = core_runtime->pump();
	return replies.complete_next([&pump] {
		return OpenReplies::Shown{ pump.passed(), pump.waiting() };
	});
}

bool LiveRuntime::make_next_call() {
	const std::optional<std::function<void()>> next = later_calls->take();
	if (next) {
		(*next)();
	}
	return next.has_value();
}

RequestBook::Reply LiveRuntime::end_of(
		const std::shared_ptr<PendingCall> &p_pending, const char *p_call) const {
	return [pending = p_pending, log_lines = log_lines, call = std::string(p_call)](
				   const json &p_completed) {
		const Status end = status_in(p_completed);
		// An answer from another thread counts as late, however quick it was, since what a call
		// returns must not depend on which of the two was faster.
		if (std::this_thread::get_id() == pending->caller && !pending->returned) {
			pending->end = end;
		} else {
			log_refusal(*log_lines, call, end);
		}
	};
}

Status LiveRuntime::end_so_far(PendingCall &p_pending) {
	p_pending.returned = true;
	return p_pending.end;
}

std::optional<LogLine> LiveRuntime::take_log_line() {
	return log_lines->take();
}

} // namespace agent_runtime
