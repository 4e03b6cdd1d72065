#include "core/requests/request_book.h"

#include <utility>

namespace agent_runtime {

Status has_stopped() {
	return Status(StatusCode::cancelled, "the runtime has stopped");
}

RequestId RequestBook::open(std::string name, Reply reply, TraceId trace) {
	const Lock lock(mutex_);
	const RequestId id(++newest_);
	open_[id] = { name.empty() ? id.to_string() : std::move(name), std::move(reply), {}, trace };
	return id;
}

void RequestBook::complete(RequestId request, const Status &status, const nlohmann::json &result) {
	Open open;
	if (take(request, open)) {
		open.reply(completed(open.name, status, result, open.trace));
	}
}

bool RequestBook::withdraw(RequestId request) {
	Open open;
	if (!take(request, open)) {
		return false;
	}
	cancel({ std::move(open) }, "it was withdrawn");
	return true;
}

RequestId RequestBook::hold(nlohmann::json completed, Reply reply) {
	const Lock lock(mutex_);
	const RequestId id(++newest_);
	const std::string name = completed.value("request_id", "");
	const TraceId trace = TraceId::parse(completed.value("trace_id", "")).value_or(TraceId());
	open_[id] = { name, std::move(reply), std::move(completed), trace };
	return id;
}

void RequestBook::release(RequestId request, bool stored) {
	Open open;
	if (!take(request, open)) {
		return;
	}
	if (!stored) {
		open.held["stored"] = false;
	}
	open.reply(open.held);
}

bool RequestBook::take(RequestId request, Open &open) {
	const Lock lock(mutex_);
	const auto found = open_.find(request);
	if (found == open_.end()) {
		return false;
	}
	open = std::move(found->second);
	open_.erase(found);
	return true;
}

std::vector<RequestBook::Open> RequestBook::take_all() {
	std::vector<Open> taken;
	const Lock lock(mutex_);
	taken.reserve(open_.size());
	for (auto &[id, each] : open_) {
		taken.push_back(std::move(each));
	}
	open_.clear();
	return taken;
}

void RequestBook::cancel(const std::vector<Open> &taken, const std::string &why) {
	for (const Open &each : taken) {
		if (each.held.is_null()) {
			each.reply(completed(each.name, Status(StatusCode::cancelled, why), {}, each.trace));
			continue;
		}
		// It was done, and nobody will say when it is stored.
		nlohmann::json done = each.held;
		done["stored"] = false;
		each.reply(done);
	}
}

std::optional<TraceId> RequestBook::trace_of(RequestId request) const {
	const Lock lock(mutex_);
	const auto found = open_.find(request);
	return found != open_.end() ? std::optional(found->second.trace) : std::nullopt;
}

std::size_t RequestBook::size() const {
	const Lock lock(mutex_);
	return open_.size();
}

nlohmann::json RequestBook::completed(const std::string &name, const Status &status,
		const nlohmann::json &result, TraceId trace) {
	nlohmann::json message{ { "type", "request_completed" }, { "request_id", name },
		{ "ok", status.ok() } };
	if (!trace.is_none()) {
		message["trace_id"] = trace.to_string();
	}
	if (!status.ok()) {
		message["error"] = { { "code", status_code_name(status.code()) },
			{ "message", status.message() } };
		if (!status.field().empty()) {
			message["error"]["field"] = status.field();
		}
	} else if (!result.is_null()) {
		message["result"] = result;
	}
	return message;
}

} // namespace agent_runtime
