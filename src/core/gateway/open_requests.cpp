#include "core/gateway/open_requests.h"

namespace agent_runtime {

OpenRequests::Verdict OpenRequests::verdict(bool long_answer, Time now) {
	while (!in_work_.empty() && now - in_work_.begin()->second >= limits_.quick) {
		in_work_.erase(in_work_.begin());
		waiting_++;
	}
	if (waiting_ >= limits_.waiting) {
		return Verdict::refuse;
	}
	const bool is_full = in_work_.size() >= limits_.in_work;
	return is_full || (long_answer && long_answer_) ? Verdict::later : Verdict::ask;
}

void OpenRequests::open(Number request, bool long_answer, Time now) {
	in_work_.emplace(request, now);
	if (long_answer) {
		long_answer_ = request;
	}
}

void OpenRequests::close(Number request) {
	if (in_work_.erase(request) == 0) {
		waiting_--;
	}
	if (long_answer_ == request) {
		long_answer_.reset();
	}
}

std::optional<OpenRequests::Time> OpenRequests::next_change() const {
	if (in_work_.empty()) {
		return std::nullopt;
	}
	return in_work_.begin()->second + limits_.quick;
}

} // namespace agent_runtime
