#include "godot/runtime_session.h"

#include <algorithm>
#include <mutex>
#include <utility>

using nlohmann::json;

namespace agent_runtime {

namespace {

constexpr double SMALLEST_SCALE = 1e-3;

// Whether a reply came before the call that asked for it had returned.
struct PendingCall {
	std::mutex mutex; // guards both
	bool returned = false;
	std::optional<json> reply;
};

} // namespace

RuntimeSession::RuntimeSession(LogLevel p_level) {
	const auto keep = [arrivals = arrivals_](const LogRecord &p_record) {
		const std::string source(p_record.source);
		arrivals->log.put({ p_record.level,
				(source.empty() ? "" : source + ": ") + std::string(p_record.message) });
	};
	log_ = Logger(std::make_shared<CallbackLogSink>(keep), p_level);
}

Result<std::shared_ptr<RuntimeSession>> RuntimeSession::start(
		RuntimeOptions p_options, LogLevel p_level) {
	const std::shared_ptr<RuntimeSession> session(new RuntimeSession(p_level));
	session->scale_ = p_options.config.time_scale;
	Result<std::unique_ptr<Runtime>> runtime =
			Runtime::start(std::move(p_options), session->clock_, session->log_);
	if (!runtime.ok()) {
		return runtime.status();
	}
	session->runtime_ = std::move(runtime).value();
	return session;
}

RuntimeSession::~RuntimeSession() {
	stop();
}

void RuntimeSession::stop() {
	if (!std::exchange(stopped_, true) && runtime_ != nullptr) {
		runtime_->stop();
	}
}

void RuntimeSession::set_time(bool p_paused, double p_scale) {
	const double scale = std::clamp(p_scale, SMALLEST_SCALE, ScaledClock::LARGEST_SCALE);
	if (scale != scale_ && runtime_->set_time_scale(scale).ok()) {
		scale_ = scale;
	}
	if (p_paused != paused_) {
		paused_ = p_paused;
		runtime_->set_paused(p_paused);
	}
}

json RuntimeSession::request(json p_message) {
	if (!p_message.contains("request_id")) {
		p_message["request_id"] = RequestId(++requests_).to_string();
	}
	const std::shared_ptr<PendingCall> call = std::make_shared<PendingCall>();
	runtime_->request(p_message, [call, arrivals = arrivals_](const json &p_completed) {
		{
			const std::lock_guard lock(call->mutex);
			if (!call->returned) {
				call->reply = p_completed;
				return;
			}
		}
		arrivals->replies.put(p_completed);
	});
	const std::lock_guard lock(call->mutex);
	call->returned = true;
	return call->reply.value_or(json{ { "request_id", p_message.at("request_id") } });
}

std::optional<json> RuntimeSession::take_reply() {
	return arrivals_->replies.take();
}

std::optional<LogLine> RuntimeSession::take_log_line() {
	return arrivals_->log.take();
}

} // namespace agent_runtime
