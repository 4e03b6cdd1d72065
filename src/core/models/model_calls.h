#pragma once

// Calls of language models, whoever wants them. Each call waits for a place in the provider's
// queue, reserves what it may cost, calls the model, settles what it did cost, and repeats what
// failed where that may help. It ends exactly once, with an answer or a failure, unless it is
// cancelled.
//
//	const ModelCallId call = calls.begin(order, listener);
//	calls.admit();                 // later: listener.answered() or listener.failed()
//	calls.cancel({ call });        // at once: its connection or process is gone, its books closed
//	calls.advance();               // at or before next_due()
//
// Calls do not affect each other: a failure, a slow answer or a cancel concerns one call only. They
// share the queue and the limits of their provider, and the budget. The caller is known only by the
// accounts that pay ("agent:agent_001", "group:town"), of which the first one queues.
//
// Every kind of mind can be called: HTTP APIs, programs, and the minds of this process, which cost
// nothing and do not wait. A model that cannot be offered tools is told of them in words
// (TextTools). Its answer has their calls all the same, and nothing is written before it. The
// game's own mind is told of them in words too, and is also given the list of them.

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/base/log.h"
#include "core/base/rng.h"
#include "core/mind/model.h"
#include "core/mind/provider.h"
#include "core/models/books_watch.h"
#include "core/models/call_gate.h"
#include "core/models/ledger.h"
#include "core/models/own_caps.h"
#include "core/models/price_list.h"

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

struct ModelCallIdKind {
	using Number = std::uint64_t;
	static constexpr std::string_view PREFIX = "model_call_";
	static constexpr Number HIGHEST = std::numeric_limits<std::int64_t>::max();
};
using ModelCallId = NumberedId<ModelCallIdKind>;

// A call that somebody wants to make.
struct CallOrder {
	MindKind kind = MindKind::offline;
	Spender spender; // its first account also queues
	std::shared_ptr<const ModelRequest> request;
	std::int64_t input_tokens = 0; // approximate size of the request
};

// Receives what happens in one call. answered() or failed() comes exactly once, last, unless the
// call is cancelled. Nothing is called from within begin(). The listener may cancel the call within
// wrote(). Thread rule: worker only, that of the calls.
class CallListener {
public:
	virtual ~CallListener() = default;
	// A part of the answer. `begins`: another attempt begins, and what came before is void.
	virtual void wrote(std::string_view text, bool begins) = 0;
	virtual void answered(const ModelAnswer &answer) = 0;
	virtual void failed(const ModelProblem &problem) = 0;
};

// The state of a provider's gate.
struct GateReport {
	std::size_t in_flight = 0;
	std::size_t waiting = 0;
	std::optional<Micros> held_off_for; // how long the provider asks us to wait
	std::optional<Micros> opens_in; // when the next call may start, unless another ends before
};

// The backends; null: minds of that kind are not available.
using ModelBackends = std::array<ModelBackend *, 7>; // indexed by kind

// Thread rule: worker only, the thread of its backends.
class ModelCalls {
public:
	// All references must outlive the calls. `hurried` is called when something becomes due earlier
	// than everything else; read next_due() again then. Empty: the owner reads it often enough.
	ModelCalls(const MindSettings &settings, const ModelBackends &backends, Ledger &ledger,
			PriceList &prices, const Clock &clock, std::function<void()> hurried = {},
			Logger log = {});
	~ModelCalls();
	ModelCalls(const ModelCalls &) = delete;
	ModelCalls &operator=(const ModelCalls &) = delete;

	// What would make every call of this kind, or of this model, fail, so that none need be begun.
	std::optional<ModelProblem> find_problem(MindKind kind) const;
	std::optional<ModelProblem> find_problem(MindKind kind, const std::string &model) const;
	// `listener` must outlive the call, which waits in the queue until admit() starts it.
	ModelCallId begin(CallOrder order, CallListener &listener);
	// Starts every call that may start, at all gates.
	void admit();
	// Ends them at once; those that have already ended stay as they are. Others may start in their
	// place.
	void cancel(const std::vector<ModelCallId> &calls);
	void cancel_all();
	// Does what has become due.
	void advance();
	std::optional<RealTime> next_due();

	// Accounts' own budgets count in addition.
	void set_caps(LedgerCaps caps);
	const LedgerCaps &caps() const { return caps_.all(); }
	void set_own_caps(const std::string &account, const Caps &own) { caps_.set_own(account, own); }
	// How much of a provider's time the account gets compared with others; the default is 1.
	// Applies to calls that already wait, too.
	void set_weight(const std::string &account, double weight);
	double weight_of(const std::string &account) const { return gates_[0]->weight_of(account); }
	// The account and all its calls are gone.
	void forget(const std::string &account);
	// How many calls of the same provider start before the account's first. None: it does not wait.
	std::optional<std::size_t> position_of(std::string_view account) const;
	std::size_t open() const { return calls_.size(); }
	GateReport report(MindKind kind);

private:
	enum class Stage : std::uint8_t { waiting, short_of_budget, reserving, calling, resting };
	struct Call;
	// What is known about a call that has ended.
	struct Ending {
		Usage usage;
		bool is_complete = false; // nothing else was used
		bool is_free = false; // it was refused before anything was done
	};

	CallGate &gate_of(MindKind kind) { return *gates_[static_cast<std::size_t>(kind)]; }
	Call *find(ModelCallId id);

	void enter(Call &call);
	void reserve(Call &call);
	void reserve_waiting();
	void reserved(ModelCallId id, const BooksAnswer &answer);
	void refused(Call &call, const BudgetRefusal &refusal);
	void start(Call &call);
	void wait_until(Call &call, std::optional<RealTime> due);
	void hurry(RealTime due);
	void time_is_up(Call &call);

	void connected(Call &call);
	void progressed(Call &call);
	void wrote(Call &call, std::string_view text);
	void answered(Call &call, ModelAnswer answer);
	void failed(Call &call, const ModelProblem &problem);

	void leave_gate(Call &call, std::optional<std::int64_t> tokens);
	void hang_up(Call &call, const Ending &ending);
	void settle(Call &call, const Ending &ending);
	void end_failed(Call &call, const ModelProblem &problem);

	const MindSettings &settings_;
	const ModelBackends &backends_;
	Ledger &ledger_;
	PriceList &prices_;
	const Clock &clock_;
	const std::function<void()> hurried_;
	const Logger log_;
	Rng chance_;
	OwnCaps caps_;
	std::array<std::unique_ptr<CallGate>, 7> gates_; // indexed by kind
	ModelCallId newest_;
	std::map<ModelCallId, std::unique_ptr<Call>> calls_;
	std::map<std::pair<MindKind, GateTicket>, ModelCallId> tickets_; // for calls that wait
	std::vector<ModelCallId> short_of_budget_; // in the order in which they came
	BooksWatch books_; // for those that wait for calls of other programs
	std::optional<RealTime> expected_; // when the owner will call again; none: unknown
	std::set<std::pair<RealTime, ModelCallId>> due_;
};

} // namespace agent_runtime
