#include "core/models/open_call.h"

#include <algorithm>
#include <utility>

// The part of a call before its model is called: the queue, the reservation, and what becomes due.

namespace agent_runtime {

ModelCalls::ModelCalls(const MindSettings &settings, const ModelBackends &backends, Ledger &ledger,
		PriceList &prices, const Clock &clock, std::function<void()> hurried, Logger log) :
		settings_(settings),
		backends_(backends),
		ledger_(ledger),
		prices_(prices),
		clock_(clock),
		hurried_(std::move(hurried)),
		log_(std::move(log)),
		chance_(static_cast<std::uint64_t>(clock.wall_now().time_since_epoch().count())),
		caps_(ledger),
		books_(ledger, clock, [this] {
			reserve_waiting();
			admit();
		}) {
	for (std::size_t kind = 0; kind < gates_.size(); kind++) {
		// Nobody waits for a mind of this process.
		gates_[kind] = std::make_unique<CallGate>(thinks_in_process(static_cast<MindKind>(kind))
						? CallLimits{ .in_flight = 0, .calls_per_minute = 0 }
						: settings.providers[kind].limits);
	}
}

ModelCalls::~ModelCalls() {
	cancel_all();
}

ModelCalls::Call *ModelCalls::find(ModelCallId id) {
	const auto found = calls_.find(id);
	return found != calls_.end() ? found->second.get() : nullptr;
}

std::optional<ModelProblem> ModelCalls::find_problem(MindKind kind) const {
	const std::string name(mind_kind_name(kind));
	if (!settings_.of(kind).allowed) {
		return ModelProblem{ MindFailure::not_allowed,
			"the mind \"" + name +
					"\" is switched off here; in a game the project settings "
					"agent_runtime/minds/" +
					name + "/enabled and agent_runtime/minds/cli_in_exported_games allow it",
			{}, {} };
	}
	if (backends_[static_cast<std::size_t>(kind)] == nullptr) {
		return ModelProblem{ MindFailure::misconfigured,
			"the mind \"" + name + "\" cannot be had here; give the agent another cli_backend", {},
			{} };
	}
	return std::nullopt;
}

std::optional<ModelProblem> ModelCalls::find_problem(
		MindKind kind, const std::string &model) const {
	return backends_[static_cast<std::size_t>(kind)]->find_problem(model);
}

ModelCallId ModelCalls::begin(CallOrder order, CallListener &listener) {
	newest_ = ModelCallId(newest_.number() + 1);
	std::unique_ptr<Call> &call = calls_[newest_];
	call = std::make_unique<Call>(*this, newest_, std::move(order), listener);
	enter(*call);
	return newest_;
}

// Each attempt starts afresh, so that it is not charged for an earlier one.
void ModelCalls::enter(Call &call) {
	call.stage = Stage::waiting;
	call.is_connected = false;
	call.has_progressed = false;
	call.ticket =
			gate_of(call.order.kind)
					.enqueue(std::string(call.order.spender.queues_as()),
							call.input_tokens + call.request().max_output_tokens, clock_.now());
	tickets_[{ call.order.kind, call.ticket }] = call.id;
}

void ModelCalls::admit() {
	for (std::size_t kind = 0; kind < gates_.size(); kind++) {
		while (const std::optional<GateTicket> ticket = gates_[kind]->admit(clock_.now())) {
			const auto place = tickets_.find({ static_cast<MindKind>(kind), *ticket });
			Call &call = *find(place->second);
			tickets_.erase(place);
			call.stage = Stage::reserving;
			reserve(call);
		}
		if (const std::optional<RealTime> opens = gates_[kind]->next_due(clock_.now())) {
			hurry(*opens);
		}
	}
}

// A call that would pass a cap only because of calls that have not ended tries again when one of
// them ends. At the cap of all agents it stays at its place in the queue, since nobody else could
// use that. At any other cap it would be in the way.
void ModelCalls::reserve(Call &call) {
	if (const std::optional<ModelProblem> problem = call.find_problem()) {
		end_failed(call, *problem);
		return;
	}
	const ModelCallId id = call.id;
	const Cost most = thinks_in_process(call.order.kind)
			? Cost()
			: prices_.most_of(call.source(), call.input_tokens, call.request().max_output_tokens);
	const Ledger::Reserved place = ledger_.reserve(call.order.spender, most,
			[this, id](const BooksAnswer &answer) { reserved(id, answer); });
	if (place.refusal) {
		refused(call, *place.refusal);
		return;
	}
	call.reservation = place.id;
	if (place.may_start) {
		start(call);
	}
}

void ModelCalls::refused(Call &call, const BudgetRefusal &refusal) {
	if (!refusal.may_pass_later) {
		end_failed(call, { MindFailure::budget_exhausted, refusal.message(), {}, {} });
		return;
	}
	short_of_budget_.push_back(call.id);
	if (refusal.account != TOTAL_ACCOUNT) {
		call.stage = Stage::short_of_budget;
		gate_of(call.order.kind).give_back(std::exchange(call.ticket, GateTicket()));
	}
	if (refusal.is_held_elsewhere) {
		books_.look_later();
		hurry(*books_.due());
	}
}

// Call admit() afterwards.
void ModelCalls::reserve_waiting() {
	for (const ModelCallId id : std::exchange(short_of_budget_, {})) {
		Call *const call = find(id);
		if (call != nullptr && call->stage == Stage::short_of_budget) {
			enter(*call);
		} else if (call != nullptr) {
			reserve(*call);
		}
	}
}

void ModelCalls::reserved(ModelCallId id, const BooksAnswer &answer) {
	Call *const call = find(id);
	if (call == nullptr || call->stage != Stage::reserving) {
		return;
	}
	if (answer.may_start()) {
		start(*call);
		return;
	}
	call->reservation = ReservationId();
	if (!answer.refusal) {
		end_failed(*call,
				{ MindFailure::budget_exhausted,
						"the books of what minds cost cannot be kept, so nothing is spent: " +
								answer.status.message(),
						{}, {} });
	} else {
		refused(*call, *answer.refusal);
	}
	if (answer.refusal && answer.refusal->may_pass_later && !answer.refusal->is_held_elsewhere) {
		books_.look_later(); // the ledger would ask again at once
		hurry(*books_.due());
	} else {
		reserve_waiting();
	}
	admit();
}

void ModelCalls::wait_until(Call &call, std::optional<RealTime> due) {
	if (call.due) {
		due_.erase({ *call.due, call.id });
	}
	call.due = due;
	if (due) {
		due_.emplace(*due, call.id);
		hurry(*due);
	}
}

// Tells the owner when something becomes due earlier than the owner expects.
void ModelCalls::hurry(RealTime due) {
	if (hurried_ && (!expected_ || due < *expected_)) {
		expected_ = due;
		hurried_();
	}
}

void ModelCalls::advance() {
	books_.advance();
	while (!due_.empty() && due_.begin()->first <= clock_.now()) {
		Call &call = *find(due_.begin()->second);
		wait_until(call, std::nullopt);
		time_is_up(call);
	}
	admit();
}

std::optional<RealTime> ModelCalls::next_due() {
	std::optional<RealTime> next;
	if (!due_.empty()) {
		next = due_.begin()->first;
	}
	if (const std::optional<RealTime> &look = books_.due()) {
		next = next ? std::min(*next, *look) : *look;
	}
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		const std::optional<RealTime> opens = gate->next_due(clock_.now());
		next = next && opens ? std::min(*next, *opens) : next ? next : opens;
	}
	expected_ = next;
	return next;
}

void ModelCalls::leave_gate(Call &call, std::optional<std::int64_t> tokens) {
	if (call.ticket.is_none()) {
		return;
	}
	CallGate &gate = gate_of(call.order.kind);
	if (!gate.cancel(call.ticket)) {
		gate.finish(call.ticket, tokens);
	}
	tickets_.erase({ call.order.kind, call.ticket });
	call.ticket = GateTicket();
}

void ModelCalls::cancel(const std::vector<ModelCallId> &calls) {
	bool was_open = false;
	for (const ModelCallId id : calls) {
		if (Call *const call = find(id)) {
			hang_up(*call, {});
			calls_.erase(id);
			was_open = true;
		}
	}
	if (was_open) {
		reserve_waiting();
		admit();
	}
}

void ModelCalls::cancel_all() {
	for (const auto &[id, call] : std::exchange(calls_, {})) {
		hang_up(*call, {});
	}
}

void ModelCalls::set_caps(LedgerCaps caps) {
	caps_.set_all(std::move(caps));
	reserve_waiting();
	admit();
}

void ModelCalls::set_weight(const std::string &account, double weight) {
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		gate->set_weight(account, weight);
	}
}

void ModelCalls::forget(const std::string &account) {
	caps_.forget(account);
	for (const std::unique_ptr<CallGate> &gate : gates_) {
		gate->forget(account);
	}
}

GateReport ModelCalls::report(MindKind kind) {
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

std::optional<std::size_t> ModelCalls::position_of(std::string_view account) const {
	const auto found = std::find_if(calls_.begin(), calls_.end(),
			[&](const auto &each) { return each.second->order.spender.queues_as() == account; });
	if (found == calls_.end()) {
		return std::nullopt;
	}
	const Call &call = *found->second;
	return gates_[static_cast<std::size_t>(call.order.kind)]->position_of(call.ticket);
}

} // namespace agent_runtime
