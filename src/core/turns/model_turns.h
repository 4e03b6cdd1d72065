#pragma once

// Thoughts of minds outside this process, from the question to the decision: what fits is recalled,
// a prompt assembled, a place in the provider's queue waited for, what it may cost reserved, the
// model called, what it did cost settled, and its answer read as a decision. Each turn ends exactly
// once with an answer, unless it is cancelled.
//
//	turns.begin(request);          // later: hooks.answered
//	turns.cancel({ agent, 7 });    // at once: its connection or process is gone, its books closed
//	turns.advance();               // at or before next_due()
//
// One turn never touches another: a failure, a slow answer or a cancel is its own. What they share
// are the queue and the limits of their provider, and the budget.

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/base/rng.h"
#include "core/mind/last_prompts.h"
#include "core/mind/mind.h"
#include "core/mind/model.h"
#include "core/mind/prompt.h"
#include "core/mind/provider.h"
#include "core/turns/call_gate.h"
#include "core/turns/ledger.h"
#include "core/turns/price_list.h"

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

struct TurnKey {
	AgentId agent;
	std::uint32_t thought = 0;

	auto operator<=>(const TurnKey &other) const = default;
};

struct TurnRequest {
	TurnKey key;
	MindKind kind = MindKind::offline;
	std::string model; // that the agent names; empty: the provider's
	std::vector<std::string> groups; // that pay too
	Caps caps; // of the agent's own account
	float attention = 1.0f;
	CallId call; // of a mind that is the game's own
	MindRequest request;
};

// Either an action or a failure.
struct TurnAnswer {
	TurnKey key;
	std::optional<MindFailure> failure;
	std::string error;
	MindAction action;
};

// What turns tell and ask of their owner, on its thread.
struct TurnHooks {
	std::function<void(TurnAnswer answer)> answered;
	// A part of what a mind is writing; `begins`: of a new text, what came before is void.
	std::function<void(AgentId agent, std::string_view text, bool begins)> wrote;
	// Something falls due before all that was due: next_due() is to be asked again. Empty: the
	// owner asks often enough.
	std::function<void()> hurried = {};
	// Older lines that fit; `done` is called once, on this thread, not from within. Empty: none.
	std::function<void(
			const MindRequest &request, std::function<void(std::vector<RecalledLine> lines)> done)>
			recall;
};

// How it stands at the gate of a provider.
struct GateReport {
	std::size_t in_flight = 0;
	std::size_t waiting = 0;
	std::optional<Micros> held_off_for; // as the provider wants it
	std::optional<Micros> opens_in; // for the next that waits, unless a call ends before
};

// The backends that there are; null: that kind cannot be had here.
using ModelBackends = std::array<ModelBackend *, 7>; // by kind

// Thread rule: worker only, the thread of its backends.
class ModelTurns {
public:
	// Who gets less attention than this thinks with the provider's far_model.
	static constexpr float FAR_ATTENTION = 0.5f;

	// Everything outlives the turns.
	ModelTurns(const MindSettings &settings, const ModelBackends &backends, Ledger &ledger,
			PriceList &prices, LastPrompts &last_prompts, TurnHooks hooks, const Clock &clock,
			Logger log = {});
	~ModelTurns();
	ModelTurns(const ModelTurns &) = delete;
	ModelTurns &operator=(const ModelTurns &) = delete;

	void begin(TurnRequest request);
	// Does nothing when it has ended.
	void cancel(TurnKey key);
	void cancel_all();
	// Does what time has made due.
	void advance();
	std::optional<RealTime> next_due();

	// Agents' own budgets count beside them, but for accounts that are settled here.
	void set_caps(LedgerCaps caps);
	const LedgerCaps &caps() const { return caps_; }
	// The agent is gone, after its turns.
	void forget(AgentId agent);
	// How much goes first; for turns that wait, too.
	void set_attention(AgentId agent, float weight);
	// How many calls of the same provider go before the agent's; none when it does not wait.
	std::optional<std::size_t> position_of(AgentId agent) const;
	std::size_t open() const { return turns_.size(); }
	GateReport report(MindKind kind);

private:
	enum class Stage : std::uint8_t {
		recalling,
		waiting,
		short_of_budget,
		reserving,
		calling,
		resting
	};
	struct Turn;
	// What is known of a call that has ended.
	struct Ending {
		Usage usage;
		bool is_complete = false; // nothing else was used
		bool is_free = false; // it was refused before anything was done
	};

	CallGate &gate_of(MindKind kind) { return *gates_[static_cast<std::size_t>(kind)]; }
	const ProviderSettings &settings_of(const Turn &turn) const;
	std::optional<ModelProblem> find_problem(const Turn &turn) const;
	ModelSource source_of(const Turn &turn) const;

	Turn *find(TurnKey key);
	void apply_own_caps(AgentId agent, const Caps &own);
	Caps with_own(const Caps &own) const;
	void recalled(TurnKey key, std::vector<RecalledLine> lines);
	void prepare(Turn &turn);
	void enter(Turn &turn);
	void admit();
	void reserve(Turn &turn);
	void reserve_waiting();
	void reserved(TurnKey key, const Status &status);
	void call(Turn &turn);
	void wait_until(Turn &turn, std::optional<RealTime> due);
	void hurry(RealTime due);
	void time_is_up(Turn &turn);
	static ModelProblem timeout_of(const Turn &turn, const MindTimeouts &timeouts);

	void connected(Turn &turn);
	void progressed(Turn &turn);
	void wrote(Turn &turn, std::string_view text);
	void answered(Turn &turn, const ModelAnswer &answer);
	void end_conversation(Turn &turn);
	void conclude(Turn &turn, const ModelAnswer &answer, const Ending &ending);
	void failed(Turn &turn, ModelProblem problem);

	void leave_gate(Turn &turn, std::optional<std::int64_t> tokens);
	void hang_up(Turn &turn, const Ending &ending);
	void settle(Turn &turn, const Ending &ending);
	static Usage estimate_of(const Turn &turn, Usage reported);
	void end(Turn &turn, TurnAnswer answer);

	const MindSettings &settings_;
	const ModelBackends &backends_;
	Ledger &ledger_;
	PriceList &prices_;
	LastPrompts &last_prompts_;
	const TurnHooks hooks_;
	const Clock &clock_;
	const Logger log_;
	Rng chance_;
	LedgerCaps caps_;
	std::array<std::unique_ptr<CallGate>, 7> gates_; // by kind
	std::map<TurnKey, std::unique_ptr<Turn>> turns_;
	std::map<std::pair<MindKind, GateTicket>, TurnKey> tickets_; // of turns that wait
	std::vector<TurnKey> short_of_budget_; // in the order in which they came
	std::map<AgentId, float> attention_; // of those for whom it was set
	std::map<AgentId, Caps> own_caps_; // of agents' budgets, as they were applied
	std::optional<RealTime> expected_; // when the owner will ask again; none: nobody knows
	std::set<std::pair<RealTime, TurnKey>> due_;
};

} // namespace agent_runtime
