#pragma once

#include "core/agents/input.h"
#include "core/agents/memory_job.h"
#include "core/base/clock.h"
#include "core/mind/mind.h"
#include "core/requests/request_book.h"
#include "core/store/memory_messages.h"
#include "core/store/memory_store.h"
#include "core/store/reader.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

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
		const bool &stores; // whether there is a database; settled before the first request
	};

	using Types = RequestTypes<SearchRequest, MemoryRequest, PinRequest, EditRequest, ForgetRequest,
			NoteRequest, SummariseRequest>;

	explicit MemoryDesk(Rooms rooms) :
			rooms_(std::move(rooms)) {}

	Status answer(const SearchRequest &request, RequestId number);
	Status answer(const MemoryRequest &request, RequestId number);
	Status answer(const PinRequest &request, RequestId number);
	Status answer(const EditRequest &request, RequestId number);
	Status answer(const ForgetRequest &request, RequestId number);
	Status answer(const NoteRequest &request, RequestId number);
	Status answer(const SummariseRequest &request, RequestId number);

private:
	// What the agent has in mind after a change.
	struct News {
		std::optional<LineChange> change;
		KeptLinesPtr kept;
	};
	struct ForgetOrder {
		AgentId agent;
		std::int64_t line = 0; // 0: not this one, but what the filter says
		ForgetFilter filter; // without its `last`
	};
	struct Forgetting;
	struct Summary;
	using Decide = std::function<Result<MemoryOutcome>(Database &database, News &news)>;

	Status require_store() const;
	// Of an agent that is there, or has been.
	template <typename Found>
	Status read_for(RequestId request, AgentId agent, std::function<Result<Found>(Database &)> run);
	// Where it may wait for the writer, which the main thread and the writer's own must not.
	Status on_reader(RequestId request, std::function<void()> work);

	// memory_desk_changes.cpp; on the reader's thread
	void pin(const PinRequest &request, RequestId number);
	void edit(const EditRequest &request, RequestId number);
	void add_note(const NoteRequest &request, RequestId number);
	void change(RequestId request, AgentId agent, std::string what, Decide decide,
			MemoryJob::Done done);
	MemoryJob::Done reply_to(RequestId request);
	// Of a summary that is to replace them; `result` is that of the whole.
	void forget_originals(
			RequestId request, ForgetOrder order, std::int64_t after, const SummaryReply &result);
	void forget_piece(const std::shared_ptr<Forgetting> &work);
	void end_forgetting(const Forgetting &work);
	static Result<MemoryOutcome> decide_forgetting(
			Database &database, Forgetting &work, News &news);

	// memory_desk_summary.cpp
	Status sum_up(Database &database, Summary &summary) const;
	static Result<bool> is_unchanged(Database &database, const Summary &summary);
	void store_summary(const std::shared_ptr<Summary> &summary);
	void end_summary(const Summary &summary, const Result<MemoryOutcome> &outcome);

	const Rooms rooms_;
};

} // namespace agent_runtime
