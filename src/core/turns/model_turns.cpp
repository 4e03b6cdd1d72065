#include "core/turns/model_turns.h"

#include "core/mind/decision.h"
#include "core/turns/backoff.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t LONGEST_ANSWER = 262'144; // bytes that are written before it is stopped

} // namespace

// One thought on its way, and who listens to its model.
struct ModelTurns::Turn : ModelListener {
	Turn(ModelTurns &owner, TurnRequest what) :
			turns(owner),
			request(std::move(what)) {}

	void connected() override { turns.connected(*this); }
	void progressed() override { turns.progressed(*this); }
	void wrote(std::string_view text) override { turns.wrote(*this, text); }
	void answered(ModelAnswer answer) override { turns.answered(*this, std::move(answer)); }
	void failed(ModelProblem problem) override { turns.failed(*this, std::move(problem)); }

	ModelTurns &turns;
	TurnRequest request;
	Stage stage = Stage::recalling;
	std::string model;
	std::shared_ptr<const Prompt> prompt;
	int attempt = 0; // how many have failed
	// Of the current attempt.
	GateTicket ticket; // its place in the queue or in flight
	ReservationId reservation;
	std::unique_ptr<ModelCall> call;
	bool is_connected = false;
	bool has_progressed = false;
	std::size_t written = 0; // bytes
	bool is_speech = false; // what is written
	RealTime last_moment; // at which it has to have ended
	std::optional<RealTime> due; // as it stands in due_
};

ModelTurns::ModelTurns(const MindSettings &settings, const ModelBackends &backends, Ledger &ledger,
		PriceList &prices, LastPrompts &last_prompts, TurnHooks hooks, const Clock &clock,
		Logger log) :
		settings_(settings),
		backends_(backends),
		ledger_(ledger),
		prices_(prices),
		last_prompts_(last_prompts),
		hooks_(std::move(hooks)),
		clock_(clock),
		log_(std::move(log)),
		chance_(static_cast<std::uint64_t>(clock.wall_now().time_since_epoch().count())),
		caps_(ledger.caps()) {
	for (std::size_t kind = 0; kind < gates_.size(); kind++) {
		gates_[kind] = std::make_unique<CallGate>(settings.providers[kind].limits);
	}
}

ModelTurns::~ModelTurns() {
	cancel_all();
}

const ProviderSettings &ModelTurns::settings_of(const Turn &turn) const {
	return settings_.of(turn.request.kind);
}

ModelSource ModelTurns::source_of(const Turn &turn) const {
	return { turn.request.kind, settings_of(turn).base_url, turn.model, settings_of(turn).free };
}

ModelTurns::Turn *ModelTurns::find(TurnKey key) {
	const auto found = turns_.find(key);
	return found != turns_.end() ? found->second.get() : nullptr;
}

std::optional<ModelProblem> ModelTurns::find_problem(const Turn &turn) const {
	const std::string name(mind_kind_name(turn.request.kind));
	if (!settings_of(turn).allowed) {
		return ModelProblem{ MindFailure::not_allowed,
			"the mind \"" + name + "\" is switched off here; allow it in the settings", {}, {} };
	}
	if (backends_[static_cast<std::size_t>(turn.request.kind)] == nullptr) {
		return ModelProblem{ MindFailure::misconfigured,
			"the mind \"" + name + "\" cannot be had here; give the agent another cli_backend", {},
			{} };
	}
	return std::nullopt;
}

void ModelTurns::begin(TurnRequest request) {
	const TurnKey key = request.key;
	cancel(key);
	Turn &turn = *(turns_[key] = std::make_unique<Turn>(*this, std::move(request)));
	if (std::optional<ModelProblem> problem = find_problem(turn)) {
		end(turn, { key, problem->failure, std::move(problem->message), {} });
		return;
	}
	const std::string account = agent_account(key.agent.to_string());
	if (turn.request.caps != Caps() && caps_.accounts[account] != turn.request.caps) {
		caps_.accounts[account] = turn.request.caps;
		ledger_.set_caps(caps_);
	}
	if (!hooks_.recall) {
		prepare(turn);
		return;
	}
	hooks_.recall(turn.request.request,
			[this, key](std::vector<RecalledLine> lines) { recalled(key, std::move(lines)); });
}

void ModelTurns::recalled(TurnKey key, std::vector<RecalledLine> lines) {
	Turn *const turn = find(key);
	if (turn != nullptr && turn->stage == Stage::recalling) {
		turn->request.request.recalled = std::move(lines);
		prepare(*turn);
	}
}

void ModelTurns::prepare(Turn &turn) {
	const ProviderSettings &settings = settings_of(turn);
	const bool is_far = turn.request.attention < FAR_ATTENTION && !settings.far_model.empty();
	turn.model = is_far					 ? settings.far_model
			: turn.request.model.empty() ? settings.model
										 : turn.request.model;
	PromptOptions options;
	options.model = turn.model;
	options.most_tokens = settings.prompt_tokens;
	options.max_output_tokens = settings.max_output_tokens;
	options.temperature = settings.temperature;
	options.offers_tools =
			turn.request.kind == MindKind::anthropic || turn.request.kind == MindKind::openai;
	Prompt prompt = assemble_prompt(turn.request.request, options);
	prompt.request.agent = turn.request.key.agent;
	prompt.request.call = turn.request.call;
	turn.prompt = std::make_shared<const Prompt>(std::move(prompt));
	last_prompts_.keep(turn.request.key.agent, turn.prompt);
	enter(turn);
	admit();
}

void ModelTurns::enter(Turn &turn) {
	turn.stage = Stage::waiting;
	CallGate &gate = gate_of(turn.request.kind);
	gate.set_weight(turn.request.key.agent, static_cast<double>(turn.request.attention));
	turn.ticket = gate.enqueue(turn.request.key.agent,
			turn.prompt->tokens + turn.prompt->request.max_output_tokens, clock_.now());
	tickets_[{ turn.request.kind, turn.ticket }] = turn.request.key;
}

// Lets those go who may, at all gates.
void ModelTurns::admit() {
	for (std::size_t kind = 0; kind < gates_.size(); kind++) {
		while (const std::optional<GateTicket> ticket = gates_[kind]->admit(clock_.now())) {
			const auto place = tickets_.find({ static_cast<MindKind>(kind), *ticket });
			const TurnKey key = place->second;
			tickets_.erase(place);
			Turn &turn = *find(key);
			turn.stage = Stage::reserving;
			reserve(turn);
		}
	}
}

// Who would pass a cap only because of calls that have not ended keeps its place and asks again.
void ModelTurns::reserve(Turn &turn) {
	const TurnKey key = turn.request.key;
	short_of_budget_.erase(key);
	const Cost most = prices_.most_of(
			source_of(turn), turn.prompt->tokens, turn.prompt->request.max_output_tokens);
	const Ledger::Reserved place = ledger_.reserve({ key.agent.to_string(), turn.request.groups },
			most, [this, key](const Status &status) { reserved(key, status); });
	if (place.refusal && place.refusal->may_pass_later) {
		short_of_budget_.insert(key);
	} else if (place.refusal) {
		end(turn, { key, MindFailure::budget_exhausted, place.refusal->message(), {} });
	} else {
		turn.reservation = place.id;
		if (place.may_start) {
			call(turn);
		}
	}
}

void ModelTurns::reserve_waiting() {
	for (const TurnKey key : std::set<TurnKey>(short_of_budget_)) {
		if (Turn *const turn = find(key)) {
			reserve(*turn);
		}
	}
}

void ModelTurns::reserved(TurnKey key, const Status &status) {
	Turn *const turn = find(key);
	if (turn == nullptr || turn->stage != Stage::reserving) {
		return;
	}
	if (status.ok()) {
		call(*turn);
		return;
	}
	turn->reservation = ReservationId();
	end(*turn,
			{ key, MindFailure::budget_exhausted,
					"the books of what minds cost cannot be kept, so nothing is spent: " +
							status.message(),
					{} });
}

void ModelTurns::call(Turn &turn) {
	const MindTimeouts &timeouts = settings_of(turn).timeouts;
	turn.stage = Stage::calling;
	turn.has_progressed = false;
	turn.written = 0;
	turn.last_moment = clock_.now() + timeouts.total;
	// A game is always there, and need not write anything on the way.
	const bool is_game = turn.request.kind == MindKind::game;
	turn.is_connected = is_game;
	wait_until(turn,
			is_game ? turn.last_moment
					: std::min(clock_.now() + timeouts.connect, turn.last_moment));
	turn.call = backends_[static_cast<std::size_t>(turn.request.kind)]->start(
			turn.prompt->request, turn);
}

void ModelTurns::wait_until(Turn &turn, std::optional<RealTime> due) {
	if (turn.due) {
		due_.erase({ *turn.due, turn.request.key });
	}
	turn.due = due;
	if (due) {
		due_.emplace(*due, turn.request.key);
		if (hooks_.hurried && due_.begin()->second == turn.request.key) {
			hooks_.hurried();
		}
	}
}

void ModelTurns::advance() {
	while (!due_.empty() && due_.begin()->first <= clock_.now()) {
		Turn &turn = *find(due_.begin()->second);
		wait_until(turn, std::nullopt);
		time_is_up(turn);
	}
	admit();
}

std::optional<RealTime> ModelTurns::next_due() const {
	std::optional<RealTime> next;
	if (!due_.empty()) {
		next = due_.begin()->first;
	}
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		const std::optional<RealTime> opens = gate->next_due(clock_.now());
		next = next && opens ? std::min(*next, *opens) : next ? next : opens;
	}
	return next;
}

void ModelTurns::time_is_up(Turn &turn) {
	if (turn.stage == Stage::resting) {
		enter(turn);
		return;
	}
	failed(turn, timeout_of(turn, settings_of(turn).timeouts));
}

ModelProblem ModelTurns::timeout_of(const Turn &turn, const MindTimeouts &timeouts) {
	const auto seconds = [](Micros time) {
		return std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(time).count()) +
				" ms";
	};
	if (turn.turns.clock_.now() >= turn.last_moment) {
		return { MindFailure::total_timeout,
			"the answer took longer than " + seconds(timeouts.total), {}, {} };
	}
	if (!turn.is_connected) {
		return { MindFailure::connect_timeout,
			"nobody answered within " + seconds(timeouts.connect), {}, {} };
	}
	return turn.has_progressed
			? ModelProblem{ MindFailure::idle_timeout,
				  "the answer stopped for " + seconds(timeouts.idle), {}, {} }
			: ModelProblem{ MindFailure::first_token_timeout,
				  "no word came within " + seconds(timeouts.first_token), {}, {} };
}

void ModelTurns::connected(Turn &turn) {
	turn.is_connected = true;
	wait_until(turn,
			std::min(clock_.now() + settings_of(turn).timeouts.first_token, turn.last_moment));
}

void ModelTurns::progressed(Turn &turn) {
	turn.is_connected = true;
	turn.has_progressed = true;
	if (turn.request.kind == MindKind::game) {
		return;
	}
	wait_until(turn, std::min(clock_.now() + settings_of(turn).timeouts.idle, turn.last_moment));
}

// What begins like an action in JSON is not speech, and nobody wants to watch it being typed.
void ModelTurns::wrote(Turn &turn, std::string_view text) {
	const bool begins = turn.written == 0;
	turn.written += text.size();
	if (turn.written > LONGEST_ANSWER) {
		failed(turn,
				{ MindFailure::too_long,
						"the answer is longer than " + std::to_string(LONGEST_ANSWER / 1024) +
								" KB and was stopped",
						{}, {} });
		return;
	}
	if (begins) {
		turn.is_speech = !text.starts_with('{') && !text.starts_with('`');
	}
	if (turn.is_speech && hooks_.wrote) {
		hooks_.wrote(turn.request.key.agent, text, begins);
	}
}

void ModelTurns::answered(Turn &turn, ModelAnswer answer) {
	const TurnKey key = turn.request.key;
	// A server that says nothing of its usage may have used a lot.
	const bool is_known = answer.usage != Usage() || turn.request.kind == MindKind::game;
	hang_up(turn, is_known ? std::optional(answer.usage) : std::nullopt);
	Result<MindAction> action = decide(answer, turn.request.request);
	if (action.ok()) {
		end(turn, { key, std::nullopt, {}, std::move(action).value() });
	} else {
		end(turn, { key, MindFailure::bad_answer, action.status().message(), {} });
	}
	reserve_waiting();
	admit();
}

void ModelTurns::failed(Turn &turn, ModelProblem problem) {
	const TurnKey key = turn.request.key;
	const bool is_known = problem.usage != Usage();
	hang_up(turn, is_known ? std::optional(problem.usage) : std::nullopt);
	if (problem.retry_after) {
		gate_of(turn.request.kind).hold_off(clock_.now(), *problem.retry_after);
	}
	const std::optional<Micros> wait = may_be_retried(problem.failure)
			? backoff(++turn.attempt, settings_of(turn).retry, chance_, problem.retry_after)
			: std::nullopt;
	if (wait) {
		turn.stage = Stage::resting;
		wait_until(turn, clock_.now() + *wait);
	} else {
		end(turn, { key, problem.failure, std::move(problem.message), {} });
	}
	reserve_waiting();
	admit();
}

void ModelTurns::leave_gate(Turn &turn, std::optional<std::int64_t> tokens) {
	if (turn.ticket.is_none()) {
		return;
	}
	CallGate &gate = gate_of(turn.request.kind);
	if (!gate.cancel(turn.ticket)) {
		gate.finish(turn.ticket, tokens);
	}
	tickets_.erase({ turn.request.kind, turn.ticket });
	turn.ticket = GateTicket();
}

// Ends the attempt, whatever stage it is in, and closes its books.
void ModelTurns::hang_up(Turn &turn, const std::optional<Usage> &usage) {
	wait_until(turn, std::nullopt);
	short_of_budget_.erase(turn.request.key);
	const bool was_called = turn.call != nullptr && turn.is_connected;
	turn.call.reset();
	settle(turn, usage);
	const std::optional<std::int64_t> tokens = usage
			? std::optional(usage->input_tokens + usage->output_tokens)
			: was_called ? std::nullopt
						 : std::optional<std::int64_t>(0);
	leave_gate(turn, tokens);
}

// What a call came to that ended before anybody said so is estimated; programs send more than we
// know of, so theirs count in full.
void ModelTurns::settle(Turn &turn, const std::optional<Usage> &usage) {
	const ReservationId id = std::exchange(turn.reservation, ReservationId());
	if (id.is_none()) {
		return;
	}
	Status status;
	if (usage) {
		status = ledger_.settle(id, prices_.cost_of(source_of(turn), *usage));
	} else if (!turn.is_connected) {
		status = ledger_.release(id);
	} else if (turn.request.kind == MindKind::claude || turn.request.kind == MindKind::codex) {
		status = ledger_.settle_in_full(id);
	} else {
		Usage estimate;
		estimate.input_tokens = turn.prompt->tokens;
		estimate.output_tokens = static_cast<std::int64_t>(turn.written);
		status = ledger_.settle(id, prices_.cost_of(source_of(turn), estimate));
	}
	if (!status.ok()) {
		log_.error(status.message());
	}
}

void ModelTurns::end(Turn &turn, TurnAnswer answer) {
	hang_up(turn, std::nullopt);
	turns_.erase(answer.key);
	hooks_.answered(std::move(answer));
}

void ModelTurns::cancel(TurnKey key) {
	if (Turn *const turn = find(key)) {
		hang_up(*turn, std::nullopt);
		turns_.erase(key);
		reserve_waiting();
		admit();
	}
}

void ModelTurns::cancel_all() {
	for (const auto &[key, turn] : turns_) {
		hang_up(*turn, std::nullopt);
	}
	turns_.clear();
}

void ModelTurns::set_caps(LedgerCaps caps) {
	caps_ = std::move(caps);
	ledger_.set_caps(caps_);
	reserve_waiting();
}

void ModelTurns::set_attention(AgentId agent, float weight) {
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		gate->set_weight(agent, static_cast<double>(weight));
	}
}

std::optional<std::size_t> ModelTurns::position_of(AgentId agent) const {
	const auto found = turns_.lower_bound({ agent, 0 });
	if (found == turns_.end() || found->first.agent != agent) {
		return std::nullopt;
	}
	const Turn &turn = *found->second;
	return gates_[static_cast<std::size_t>(turn.request.kind)]->position_of(turn.ticket);
}

} // namespace agent_runtime
