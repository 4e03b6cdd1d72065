#pragma once

#include "core/agents/input.h"
#include "core/log/decision.h"
#include "core/memory/memory_messages.h"
#include "core/memory/memory_store.h"
#include "core/runtime/world_parts.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent_runtime {

// The result of a change to an agent's memory.
struct MemoryOutcome {
	std::vector<std::int64_t> ids = {}; // of the affected lines
	bool more = false; // this was only a piece of it
};

// Answers requests that change what agents remember. Each change is decided by the writer,
// published as an event, and answered after the commit. What the agent itself has in mind follows
// as an input.
// Owned by Runtime. Thread rule: any thread.
class MemoryChanges {
public:
	using Types = RequestTypes<PinRequest, EditRequest, ForgetRequest, NoteRequest>;

	// What the agent has in mind after a change.
	struct News {
		std::optional<LineChange> change;
		KeptLinesPtr kept;
	};
	// Runs inside a transaction; an error is a refusal, and changes nothing.
	using DecideChange = std::function<Result<MemoryOutcome>(Database &database, News &news)>;
	using Done = Decision<MemoryOutcome>::Done;
	// Which lines to forget.
	struct ForgetOrder {
		AgentId agent;
		std::int64_t line = 0; // 0: no single line, but what the filter selects
		ForgetFilter filter; // without its `last`
	};

	explicit MemoryChanges(const WorldParts &parts) :
			parts_(parts) {}

	Status answer(const PinRequest &request, RequestId number);
	Status answer(const EditRequest &request, RequestId number);
	Status answer(const ForgetRequest &request, RequestId number);
	Status answer(const NoteRequest &request, RequestId number);

	// These wait for the writer, so they must not run on the main thread or the writer's own.
	void change(RequestId request, AgentId agent, std::string what, DecideChange decide, Done done);
	// For a summary that is to replace them; `result` is the reply for the whole.
	void forget_originals(
			RequestId request, ForgetOrder order, std::int64_t after, const SummaryReply &result);

private:
	struct Forgetting;

	Status on_reader(RequestId request, std::function<void()> work);
	void pin(const PinRequest &request, RequestId number);
	void edit(const EditRequest &request, RequestId number);
	void add_note(const NoteRequest &request, RequestId number);
	Done reply_to(RequestId request);
	void forget_piece(const std::shared_ptr<Forgetting> &work);
	void end_forgetting(const Forgetting &work);
	static Result<MemoryOutcome> decide_forgetting(
			Database &database, Forgetting &work, News &news);

	const WorldParts &parts_;
};

} // namespace agent_runtime
