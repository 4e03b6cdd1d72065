#pragma once

#include "core/agents/input.h"
#include "core/agents/streamed_text.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/io/http_transport.h"
#include "core/io/io_thread.h"
#include "core/mind/last_prompts.h"
#include "core/mind/mind_messages.h"
#include "core/mind/provider.h"
#include "core/mind/thought.h"
#include "core/models/ledger.h"
#include "core/models/model_summaries.h"
#include "core/runtime/game_mind.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace agent_runtime {

class Reader;
class Writer;

// Makes the transport of the HTTP minds, for use on that thread.
using MakeHttpTransport = std::function<std::unique_ptr<HttpTransport>(IoThread &thread)>;

// Where minds outside this process are asked: a thread of its own for their turns, with everything
// that these need, from sockets and children to the ledger's books.
// Owned by Runtime. Thread rule: any thread; start() and stop() once each, by the owner.
class ModelDesk {
public:
	// All of them must outlive the desk.
	struct Parts {
		const Clock &clock;
		LastPrompts &last_prompts;
		StreamedText &texts;
		Writer *writer = nullptr; // null: nothing is stored
		Reader *reader = nullptr; // the same
		std::string host; // agent_runtime_host, for minds that are programs; empty: none
		std::function<void(ThoughtAnswer)> answered; // called on the desk's thread
		// The caps were set; the same. Empty: nobody else is to know.
		std::function<void(const LedgerCaps &caps)> capped = {};
		GameMind::Hooks game;
	};

	ModelDesk(const MindSettings &settings, MakeHttpTransport make_http, Parts parts,
			const Logger &log);
	~ModelDesk();
	ModelDesk(const ModelDesk &) = delete;
	ModelDesk &operator=(const ModelDesk &) = delete;

	// `books` are those of the file.
	Status start(const LedgerBooks &books);
	// Cancels every turn and closes its books. `internal` when something had failed on the thread,
	// or on those of the transport.
	const Status &stop();

	void ask(ThoughtRequest thought);
	void withdraw(ThoughtId thought);
	// Calls `done` on the desk's thread, unless nobody waits for it any more.
	void summarise(SummaryOrder order, ModelSummaries::Done done);
	// Cancels all thoughts and summaries at once, with the books that belong to them. After it
	// returns, no answer to an earlier one comes any more.
	void withdraw_all();
	void set_attention(AgentId agent, float weight);
	// The agent is gone.
	void forget(AgentId agent);

	// Reports from the game's own mind.
	void game_wrote(CallId call, std::string text);
	void game_answered(CallOutcomeInput outcome);

	// Calls `done` on the desk's thread, or never when the desk has stopped; then the function is
	// destroyed. The accounts have names of their own (mind/budget.h).
	void report(std::string account, std::function<void(const UsageReply &usage)> done);
	void set_caps(const CapsRequest &caps, std::function<void()> done);

private:
	struct Works;

	void post(std::function<void(Works &works)> work);

	const MindSettings &settings_;
	const MakeHttpTransport make_http_;
	const Parts parts_;
	const Logger log_;
	IoThread io_;
	std::unique_ptr<Works> works_; // used by the desk's thread while that runs
	Status end_;
};

} // namespace agent_runtime
