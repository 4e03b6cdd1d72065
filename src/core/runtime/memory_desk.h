#pragma once

#include "core/agents/input.h"
#include "core/agents/memory_job.h"
#include "core/base/clock.h"
#include "core/mind/mind.h"
#include "core/runtime/memory_requests.h"
#include "core/runtime/request_book.h"
#include "core/store/reader.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// Answers the requests about what agents remember. What reads is asked of the reader; what changes
// is decided by the writer, told by an event, and answered after the commit. What the agent itself
// has in mind follows as an input.
// Owned by Runtime. Thread rule: any thread.
class MemoryDesk {
public:
	// All outlive the desk.
	struct Rooms {
		Reader &reader;
		EventSubscriber &fanout;
		RequestBook &requests;
		const Clock &clock;
		const Mind &mind;
		std::function<void(std::unique_ptr<WriteJob>)> store; // may wait, and may drop the job
		std::function<void(Input)> post;
		std::function<Status(AgentId)> known; // whether there is such an agent
	};

	explicit MemoryDesk(Rooms rooms) :
			rooms_(std::move(rooms)) {}

	// search_request and all that begin with memory_; the reply goes to the book.
	void answer(const nlohmann::json &message, RequestId request);

private:
	// What the agent has in mind after a change.
	struct News {
		std::optional<LineChange> change;
		KeptLinesPtr kept;
	};
	struct Forgetting;
	struct Summary;
	using Decide = std::function<Result<MemoryOutcome>(Database &database, News &news)>;

	void search(const nlohmann::json &message, RequestId request);
	void list(const nlohmann::json &message, RequestId request);
	void read_for(RequestId request, const nlohmann::json &message,
			std::function<Result<nlohmann::json>(Database &)> read);
	void ask_reader(RequestId request, std::function<Status(Database &)> run,
			std::function<void(const Status &)> done);

	void on_reader(RequestId request, std::function<void()> work);

	// memory_desk_changes.cpp; on the reader's thread
	void make_change(const nlohmann::json &message, RequestId request);
	void pin(const nlohmann::json &message, RequestId request);
	void edit(const nlohmann::json &message, RequestId request);
	void add_note(const nlohmann::json &message, RequestId request);
	void forget(const nlohmann::json &message, RequestId request);
	void change(RequestId request, AgentId agent, std::string what, Decide decide,
			MemoryJob::Done done);
	MemoryJob::Done reply_to(RequestId request);
	// Of a summary that is to replace them; `result` is that of the whole.
	void forget_originals(
			RequestId request, ForgetOrder order, std::int64_t after, const nlohmann::json &result);
	void forget_piece(const std::shared_ptr<Forgetting> &work);
	void end_forgetting(const Forgetting &work);
	static Result<MemoryOutcome> decide_forgetting(
			Database &database, Forgetting &work, News &news);

	// memory_desk_summary.cpp
	void summarise(const nlohmann::json &message, RequestId request);
	Status sum_up(Database &database, Summary &summary) const;
	static Result<bool> is_unchanged(Database &database, const Summary &summary);
	void store_summary(const std::shared_ptr<Summary> &summary);
	void end_summary(const Summary &summary, const Result<MemoryOutcome> &outcome);

	const Rooms rooms_;
};

} // namespace agent_runtime
