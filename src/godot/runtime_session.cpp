#include "godot/runtime_session.h"

#include "godot/engine_transport.h"
#include "godot/mind_settings.h"

#include <algorithm>
#include <string_view>
#include <thread>
#include <utility>

using nlohmann::json;

namespace agent_runtime {

namespace {

// Whether a reply came before the call that asked for it had returned.
struct PendingCall {
	const std::thread::id caller = std::this_thread::get_id();
	bool returned = false; // the caller's, as the reply
	std::optional<json> reply;
};

// What a stop leaves undone is no failure.
void log_refusal(Inbox<LogLine> &p_log, const std::string &p_call, const Status &p_status) {
	if (!p_status.ok() && p_status.code() != StatusCode::cancelled) {
		p_log.put({ LogLevel::error, p_call + ": " + p_status.message() });
	}
}

} // namespace

Status status_in(const json &p_reply) {
	if (p_reply.value("ok", true)) {
		return Status();
	}
	const json &error = p_reply.at("error");
	return Status(parse_status_code(error.value("code", "")), error.value("message", ""),
			error.value("field", ""));
}

RuntimeSession::RuntimeSession(LogLevel p_level, const std::string &p_log_file) {
	std::shared_ptr<LogSink> file;
	if (!p_log_file.empty()) {
		Result<std::unique_ptr<FileLogSink>> opened = FileLogSink::open(p_log_file);
		if (opened.ok()) {
			file = std::move(opened).value();
		} else {
			arrivals->log.put({ LogLevel::error, opened.status().message() });
		}
	}
	const auto keep = [arrivals = arrivals, file](const LogRecord &p_record) {
		if (file != nullptr) {
			file->write(p_record);
		}
		const std::string source(p_record.source);
		arrivals->log.put({ p_record.level,
				(source.empty() ? "" : source + ": ") + std::string(p_record.message) });
	};
	logger = Logger(std::make_shared<CallbackLogSink>(keep), p_level);
}

Result<std::shared_ptr<RuntimeSession>> RuntimeSession::start(
		RuntimeOptions p_options, LogLevel p_level, const std::string &p_log_file) {
	const std::shared_ptr<RuntimeSession> session(new RuntimeSession(p_level, p_log_file));
	session->scale = p_options.config.time_scale;
	p_options.make_http = [log = session->logger, trusted = trusted_certificates()](
								  IoThread &p_thread) -> std::unique_ptr<HttpTransport> {
		return std::make_unique<EngineTransport>(p_thread.poster(), log, trusted);
	};
	Result<std::unique_ptr<Runtime>> runtime =
			Runtime::start(std::move(p_options), session->real_clock, session->logger);
	if (!runtime.ok()) {
		return runtime.status();
	}
	session->core_runtime = std::move(runtime).value();
	session->core_runtime->pump().set_preparer(session->preparer);
	return session;
}

RuntimeSession::~RuntimeSession() {
	stop();
}

const Status &RuntimeSession::stop() {
	if (!std::exchange(stopped, true) && core_runtime != nullptr) {
		end = core_runtime->stop();
	}
	return end;
}

void RuntimeSession::set_time(bool p_paused, double p_scale) {
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

std::optional<json> RuntimeSession::send(
		const std::function<void(const RequestBook::Reply &)> &p_ask,
		const RequestBook::Reply &p_late) {
	const std::shared_ptr<PendingCall> call = std::make_shared<PendingCall>();
	p_ask([call, p_late](const json &p_completed) {
		// Another thread's answer is late, however quick it was: what a call returns must not
		// depend on which of the two was faster.
		if (std::this_thread::get_id() == call->caller && !call->returned) {
			call->reply = p_completed;
		} else {
			p_late(p_completed);
		}
	});
	call->returned = true;
	return call->reply;
}

RequestBook::Reply RuntimeSession::late_reply(const char *p_call) const {
	return [arrivals = arrivals, call = std::string(p_call != nullptr ? p_call : "")](
				   const json &p_reply) {
		if (!call.empty()) {
			log_refusal(arrivals->log, call, status_in(p_reply));
		}
		arrivals->replies.put(p_reply);
	};
}

RequestBook::Reply RuntimeSession::late_refusal(const char *p_call) const {
	return [arrivals = arrivals, call = std::string(p_call)](
				   const json &p_reply) { log_refusal(arrivals->log, call, status_in(p_reply)); };
}

json RuntimeSession::request(json p_message, const char *p_call) {
	if (!p_message.contains("request_id")) {
		p_message["request_id"] = next_name();
	}
	const std::optional<json> reply = send(
			[this, &p_message](const RequestBook::Reply &p_reply) {
				core_runtime->request(p_message, p_reply);
			},
			late_reply(p_call));
	return reply.value_or(json{ { "request_id", p_message.at("request_id") } });
}

Result<json> RuntimeSession::command(const char *p_call, json p_message) {
	p_message["request_id"] = next_name();
	const std::optional<json> reply = send(
			[this, &p_message](const RequestBook::Reply &p_reply) {
				core_runtime->request(p_message, p_reply);
			},
			late_refusal(p_call));
	if (!reply) {
		return json();
	}
	const Status status = status_in(*reply);
	return status.ok() ? Result(reply->value("result", json())) : status;
}

std::optional<json> RuntimeSession::take_reply() {
	return arrivals->replies.take();
}

void RuntimeSession::ask_for_slot(const char *p_type, const std::string &p_slot) {
	const bool loads = std::string_view(p_type) == LOAD_SLOT;
	core_runtime->request({ { "type", p_type }, { "slot", p_slot } },
			[arrivals = arrivals, loads, p_slot](const json &p_reply) {
				const bool ok = p_reply.value("ok", false);
				arrivals->slots.put({ loads, p_slot, ok,
						ok ? std::string() : p_reply.at("error").value("message", "") });
			});
}

std::optional<SlotEnd> RuntimeSession::take_slot_end() {
	if (slot_ends.empty()) {
		return arrivals->slots.take();
	}
	SlotEnd end = std::move(slot_ends.front());
	slot_ends.pop_front();
	return end;
}

bool RuntimeSession::slot_ends_are_due(std::size_t p_shown, std::size_t p_waiting) {
	while (std::optional<SlotEnd> end = arrivals->slots.take()) {
		slot_ends.push_back(*std::move(end));
	}
	if (slot_ends.empty()) {
		return false;
	}
	if (events_before) {
		*events_before -= std::min(*events_before, p_shown);
	} else {
		events_before = p_waiting;
	}
	if (*events_before > 0 && p_waiting > 0) {
		return false;
	}
	events_before.reset();
	return true;
}

std::optional<LogLine> RuntimeSession::take_log_line() {
	return arrivals->log.take();
}

} // namespace agent_runtime
