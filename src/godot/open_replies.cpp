#include "godot/open_replies.h"

#include <string>
#include <utility>

using namespace godot;
using nlohmann::json;

namespace agent_runtime {

Status status_in(const json &p_completed) {
	if (p_completed.value("ok", true)) {
		return Status();
	}
	const json &error = p_completed.at("error");
	return Status(parse_status_code(error.value("code", "")), error.value("message", ""),
			error.value("field", ""));
}

RequestBook::Reply OpenReplies::open(const Ref<AgentReply> &p_reply, Value p_value) {
	const std::uint64_t number = ++newest;
	replies.emplace(number, Open{ p_reply, std::move(p_value) });
	return [arrivals = arrivals, number](const json &p_completed) {
		arrivals->put({ number, p_completed });
	};
}

// What an answer is about was published before it arrived, so the pump is asked after the answers
// were taken: it counts those events then.
OpenReplies::Shown OpenReplies::take_answers(const std::function<Shown()> &p_shown) {
	std::deque<Answer> arrived;
	while (std::optional<Answer> answer = arrivals->take()) {
		arrived.push_back(*std::move(answer));
	}
	const Shown shown = p_shown();
	for (Answer &answer : arrived) {
		due.push_back({ std::move(answer), shown.events + shown.waiting });
	}
	return shown;
}

bool OpenReplies::complete_next(const std::function<Shown()> &p_shown) {
	const Shown shown = take_answers(p_shown);
	if (due.empty() || (due.front().events > shown.events && shown.waiting > 0)) {
		return false;
	}
	const auto found = replies.find(due.front().answer.number);
	if (found == replies.end()) { // nobody waits for it any more
		due.pop_front();
		return true;
	}
	if (found->second.reply->is_decided()) { // it was cancelled
		replies.erase(found);
		due.pop_front();
		return true;
	}
	if (!found->second.reply->may_complete_now()) {
		return false;
	}
	const Open open = std::move(found->second);
	const json completed = std::move(due.front().answer.completed);
	replies.erase(found);
	due.pop_front();
	const Status outcome = status_in(completed);
	open.reply->complete_now(
			outcome, outcome.ok() ? open.value(completed.value("result", json())) : Variant());
	return true;
}

void OpenReplies::cancel_all() {
	for (auto &[number, open] : std::exchange(replies, {})) {
		open.reply->complete_later(Status(StatusCode::cancelled, "the runtime was stopped"));
	}
	due.clear();
}

} // namespace agent_runtime
