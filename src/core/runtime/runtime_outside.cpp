#include "core/base/vocabulary.h"
#include "core/runtime/runtime.h"

#include <string>
#include <utility>

// Requests of programs outside the process. These outlive it, so they are told that something was
// done when it would survive the process, too: its inputs have been taken by a step, and what came
// of that step is committed.

namespace agent_runtime {

using nlohmann::json;

namespace {

bool changes_what_is_stored(const Vocabulary &vocabulary, const json &message) {
	const std::string type =
			message.is_object() && message.contains("type") && message.at("type").is_string()
			? message.at("type").get<std::string>()
			: std::string();
	const MessageType *const known = vocabulary.find(type);
	return known != nullptr && (known->changes || known->door == Door::answer);
}

// Behind what a step has left to be written.
class AnswerJob : public WriteJob {
public:
	// `book` outlives the writer.
	AnswerJob(RequestBook &book, std::vector<RequestId> requests) :
			book_(book),
			bytes_(sizeof(AnswerJob) + requests.size() * sizeof(RequestId)),
			requests_(std::move(requests)) {}

	std::size_t bytes() const override { return bytes_; }
	Status write(Database &) override { return {}; }
	void committed() override { answer(true); }
	void degraded(const Status &) override { answer(false); }
	void dropped(const Status &) override { answer(false); }

private:
	void answer(bool stored) {
		for (const RequestId request : std::exchange(requests_, {})) {
			book_.release(request, stored);
		}
	}

	RequestBook &book_;
	const std::size_t bytes_;
	std::vector<RequestId> requests_; // that are not answered yet
};

} // namespace

void Runtime::request_from_outside(const json &message, RequestBook::Reply reply) {
	if (!changes_what_is_stored(table_.vocabulary(), message)) {
		request(message, reply);
		return;
	}
	request(message, [this, reply = std::move(reply)](const json &completed) {
		if (!completed.at("ok").get<bool>()) {
			reply(completed);
			return;
		}
		const RequestId held = requests_.hold(completed, reply);
		const SharedLock lock(world_.mutex);
		world_.simulation->post_end_of(held);
		world_.driver->wake();
	});
}

// On the sim thread, behind what was stored or published.
void Runtime::answer_reached(std::vector<RequestId> requests) {
	if (requests.empty()) {
		return;
	}
	if (stores_) {
		store(std::make_unique<AnswerJob>(requests_, std::move(requests)));
		return;
	}
	for (const RequestId request : requests) {
		requests_.release(request, false);
	}
}

} // namespace agent_runtime
