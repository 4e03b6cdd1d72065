#include "core/turns/turn.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

namespace {

// What an agent says of its own mind comes before what holds for the provider.
void read_options(const std::string &text, PromptOptions &options) {
	const nlohmann::json own = nlohmann::json::parse(text, nullptr, false);
	if (!own.is_object()) {
		return;
	}
	if (const auto temperature = own.find("temperature");
			temperature != own.end() && temperature->is_number()) {
		options.temperature = temperature->get<double>();
	}
	if (const auto most = own.find("max_output_tokens");
			most != own.end() && most->is_number_integer() && *most > 0) {
		options.max_output_tokens = most->get<std::int64_t>();
	}
}

} // namespace

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
			"the mind \"" + name +
					"\" is switched off here; in a game the project settings "
					"agent_runtime/minds/" +
					name + "/enabled and agent_runtime/minds/cli_in_exported_games allow it",
			{}, {} };
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
	apply_own_caps(key.agent, turn.request.caps);
	// It may have changed since the thought began.
	if (const auto newest = attention_.find(key.agent); newest != attention_.end()) {
		turn.request.attention = newest->second;
	}
	gate_of(turn.request.kind).set_weight(key.agent, static_cast<double>(turn.request.attention));
	if (!hooks_.recall) {
		prepare(turn);
		return;
	}
	hooks_.recall(turn.request.request,
			[this, key](std::vector<RecalledLine> lines) { recalled(key, std::move(lines)); });
}

// Those of the agent's own budget, over the caps of all agents. They count until somebody settles
// others for its account, and again when its budget has changed. What was settled before its first
// thought is kept, but for what it says nothing of.
void ModelTurns::apply_own_caps(AgentId agent, const Caps &own) {
	const auto [known, is_new] = own_caps_.try_emplace(agent);
	if (known->second == own) {
		return;
	}
	known->second = own;
	const std::string account = agent_account(agent.to_string());
	Caps caps = with_own(own);
	const auto settled = caps_.accounts.find(account);
	if (settled != caps_.accounts.end() && is_new) {
		const Caps &before = settled->second;
		caps = { before.calls, before.paid_calls,
			before.tokens != caps_.agent.tokens ? before.tokens : caps.tokens,
			before.money != caps_.agent.money ? before.money : caps.money };
		settled->second = caps;
	} else if (settled != caps_.accounts.end()) {
		caps_.accounts.erase(settled);
	}
	ledger_.set_account_caps(account, caps);
}

Caps ModelTurns::with_own(const Caps &own) const {
	Caps caps = caps_.agent;
	caps.tokens = own.tokens != 0 ? own.tokens : caps.tokens;
	caps.money = own.money != Money() ? own.money : caps.money;
	return caps;
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
	read_options(turn.request.request.options, options);
	options.offers_tools =
			turn.request.kind == MindKind::anthropic || turn.request.kind == MindKind::openai;
	Prompt prompt = assemble_prompt(turn.request.request, options);
	prompt.request.agent = turn.request.key.agent;
	prompt.request.call = turn.request.call;
	turn.prompt = std::make_shared<const Prompt>(std::move(prompt));
	last_prompts_.keep(turn.request.key.agent, turn.prompt);
	const ModelBackend &backend = *backends_[static_cast<std::size_t>(turn.request.kind)];
	if (std::optional<ModelProblem> problem = backend.find_problem(turn.model)) {
		const TurnKey key = turn.request.key;
		end(turn, { key, problem->failure, std::move(problem->message), {} });
		return;
	}
	enter(turn);
	admit();
}

// What it knew of an earlier attempt is no reason to charge this one.
void ModelTurns::enter(Turn &turn) {
	turn.stage = Stage::waiting;
	turn.is_connected = false;
	turn.has_progressed = false;
	turn.ticket = gate_of(turn.request.kind)
						  .enqueue(turn.request.key.agent,
								  turn.prompt->tokens + turn.prompt->request.max_output_tokens,
								  clock_.now());
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
		if (const std::optional<RealTime> opens = gates_[kind]->next_due(clock_.now())) {
			hurry(*opens);
		}
	}
}

// Who would pass a cap only because of calls that have not ended asks again when one has. At the
// cap of all it keeps its place, for nobody else could use it; at another it would be in the way.
void ModelTurns::reserve(Turn &turn) {
	const TurnKey key = turn.request.key;
	const Cost most = prices_.most_of(
			source_of(turn), turn.prompt->tokens, turn.prompt->request.max_output_tokens);
	const Ledger::Reserved place = ledger_.reserve({ key.agent.to_string(), turn.request.groups },
			most, [this, key](const Status &status) { reserved(key, status); });
	if (place.refusal && place.refusal->may_pass_later) {
		short_of_budget_.push_back(key);
		if (place.refusal->account != TOTAL_ACCOUNT) {
			turn.stage = Stage::short_of_budget;
			gate_of(turn.request.kind).give_back(std::exchange(turn.ticket, GateTicket()));
		}
	} else if (place.refusal) {
		end(turn, { key, MindFailure::budget_exhausted, place.refusal->message(), {} });
	} else {
		turn.reservation = place.id;
		if (place.may_start) {
			call(turn);
		}
	}
}

// admit() comes after it.
void ModelTurns::reserve_waiting() {
	for (const TurnKey key : std::exchange(short_of_budget_, {})) {
		Turn *const turn = find(key);
		if (turn != nullptr && turn->stage == Stage::short_of_budget) {
			enter(*turn);
		} else if (turn != nullptr) {
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
	reserve_waiting();
	admit();
}

void ModelTurns::wait_until(Turn &turn, std::optional<RealTime> due) {
	if (turn.due) {
		due_.erase({ *turn.due, turn.request.key });
	}
	turn.due = due;
	if (due) {
		due_.emplace(*due, turn.request.key);
		hurry(*due);
	}
}

// What falls due before the owner expects anything is told.
void ModelTurns::hurry(RealTime due) {
	if (hooks_.hurried && (!expected_ || due < *expected_)) {
		expected_ = due;
		hooks_.hurried();
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

std::optional<RealTime> ModelTurns::next_due() {
	std::optional<RealTime> next;
	if (!due_.empty()) {
		next = due_.begin()->first;
	}
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		const std::optional<RealTime> opens = gate->next_due(clock_.now());
		next = next && opens ? std::min(*next, *opens) : next ? next : opens;
	}
	expected_ = next;
	return next;
}

void ModelTurns::time_is_up(Turn &turn) {
	if (turn.stage == Stage::resting) {
		enter(turn);
		return;
	}
	failed(turn, timeout_of(turn, settings_of(turn).timeouts));
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

void ModelTurns::end(Turn &turn, TurnAnswer answer) {
	hang_up(turn, {});
	turns_.erase(answer.key);
	hooks_.answered(std::move(answer));
}

void ModelTurns::cancel(TurnKey key) {
	if (Turn *const turn = find(key)) {
		const bool was_seen = turn->is_speech && turn->written > 0;
		hang_up(*turn, {});
		turns_.erase(key);
		if (was_seen && hooks_.wrote) {
			hooks_.wrote(key.agent, "", true);
		}
		reserve_waiting();
		admit();
	}
}

void ModelTurns::cancel_all() {
	for (const auto &[key, turn] : turns_) {
		const bool was_seen = turn->is_speech && turn->written > 0;
		hang_up(*turn, {});
		if (was_seen && hooks_.wrote) {
			hooks_.wrote(key.agent, "", true);
		}
	}
	turns_.clear();
}

void ModelTurns::set_caps(LedgerCaps caps) {
	caps_ = std::move(caps);
	ledger_.set_caps(caps_);
	for (const auto &[agent, own] : own_caps_) {
		const std::string account = agent_account(agent.to_string());
		if (own != Caps() && !caps_.accounts.contains(account)) {
			ledger_.set_account_caps(account, with_own(own));
		}
	}
	reserve_waiting();
	admit();
}

void ModelTurns::set_attention(AgentId agent, float weight) {
	attention_[agent] = weight;
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		gate->set_weight(agent, static_cast<double>(weight));
	}
}

void ModelTurns::forget(AgentId agent) {
	own_caps_.erase(agent);
	attention_.erase(agent);
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		gate->forget(agent);
	}
}

GateReport ModelTurns::report(MindKind kind) {
	CallGate &gate = gate_of(kind);
	const RealTime now = clock_.now();
	GateReport report{ gate.in_flight(), gate.waiting(), {}, {} };
	if (const std::optional<RealTime> until = gate.held_off_until(now)) {
		report.held_off_for = *until - now;
	}
	if (const std::optional<RealTime> due = gate.next_due(now)) {
		report.opens_in = std::max(*due - now, Micros{});
	}
	return report;
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
