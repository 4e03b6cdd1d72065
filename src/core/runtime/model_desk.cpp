#include "core/runtime/model_desk.h"

#include "core/models/model_works.h"
#include "core/models/thoughts.h"
#include "core/runtime/recall.h"

#include <chrono>
#include <future>
#include <map>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

SpendingFields shown(const Spending &spending) {
	return { .calls = static_cast<std::int64_t>(spending.calls),
		.paid_calls = static_cast<std::int64_t>(spending.paid_calls),
		.input_tokens = static_cast<std::int64_t>(spending.input_tokens),
		.output_tokens = static_cast<std::int64_t>(spending.output_tokens),
		.cached_tokens = spending.cached_tokens,
		.cache_write_tokens = spending.cache_write_tokens,
		.dollars = spending.money.dollars() };
}

CapFields shown(const Caps &caps) {
	return { .calls = static_cast<std::int64_t>(caps.calls),
		.paid_calls = static_cast<std::int64_t>(caps.paid_calls),
		.tokens = static_cast<std::int64_t>(caps.tokens),
		.dollars = caps.money.dollars() };
}

double in_seconds(Micros time) {
	return std::chrono::duration<double>(time).count();
}

// What is missing stays as it is.
void apply(const CapFields &wanted, Caps &caps) {
	const auto set = [](const auto &value, auto &place) {
		if (value) {
			place = static_cast<std::remove_reference_t<decltype(place)>>(*value);
		}
	};
	set(wanted.calls, caps.calls);
	set(wanted.paid_calls, caps.paid_calls);
	set(wanted.tokens, caps.tokens);
	if (wanted.dollars) {
		caps.money = Money::of_dollars(*wanted.dollars);
	}
}

// "agent" and "group" stand for each of them.
void refill(Ledger &ledger, const std::string &account) {
	if (account == "agent" || account == "group") {
		ledger.refill_each(account);
	} else {
		ledger.refill(account);
	}
}

} // namespace

// What lives on the desk's thread. Each member may use those above it.
struct ModelDesk::Works {
	Works(ModelDesk &desk, const LedgerBooks &books) :
			game(desk.parts_.game),
			models({ .settings = desk.settings_,
					.clock = desk.parts_.clock,
					.thread = desk.io_,
					.log = desk.log_,
					.http = desk.make_http_ ? desk.make_http_(desk.io_) : nullptr,
					.writer = desk.parts_.writer,
					.books = books,
					.host = desk.parts_.host,
					.game = &game }),
			thoughts(desk.settings_, models.calls(), desk.parts_.last_prompts, hooks_of(desk)),
			summaries(desk.settings_, models.calls()) {}

	void cancel_all() {
		thoughts.cancel_all();
		summaries.cancel_all();
	}

	// Only those with something at their gates.
	std::map<std::string, ProviderFields> providers() {
		std::map<std::string, ProviderFields> shown;
		for (std::size_t kind = 0; kind < Choices<MindKind>::NAMES.size(); kind++) {
			const GateReport gate = models.calls().report(static_cast<MindKind>(kind));
			if (gate.in_flight + gate.waiting == 0 && !gate.held_off_for) {
				continue;
			}
			ProviderFields &provider =
					shown[std::string(mind_kind_name(static_cast<MindKind>(kind)))];
			provider.in_flight = gate.in_flight;
			provider.waiting = gate.waiting;
			if (gate.held_off_for) {
				provider.held_off_seconds = in_seconds(*gate.held_off_for);
			}
			if (gate.opens_in) {
				provider.opens_in_seconds = in_seconds(*gate.opens_in);
			}
		}
		return shown;
	}

	UsageReply usage_of(const std::string &account) {
		const AccountReport report = models.ledger().report(account);
		UsageReply usage{ .account = account,
			.spent = shown(report.spent),
			.counted = shown(report.counted),
			.reserved = shown(report.reserved),
			.caps = shown(report.caps),
			.queue_position = {},
			.providers = providers() };
		if (const std::optional<std::size_t> position = models.calls().position_of(account)) {
			usage.queue_position = *position;
		}
		return usage;
	}

	static ThoughtHooks hooks_of(ModelDesk &desk) {
		ThoughtHooks hooks;
		hooks.answered = desk.parts_.answered;
		hooks.wrote = [&desk](AgentId agent, std::string_view text, bool begins) {
			desk.parts_.texts.append(agent, text, begins);
		};
		if (desk.parts_.reader != nullptr) {
			hooks.recall = [&desk](const MindRequest &request, RecallDone done) {
				recall(*desk.parts_.reader, desk.parts_.clock, request, poster_of(desk),
						std::move(done));
			};
		}
		return hooks;
	}
	static RecallPost poster_of(ModelDesk &desk) {
		return [&desk](std::function<void()> work) {
			desk.post([work = std::move(work)](Works &) { work(); });
		};
	}

	GameMind game;
	ModelWorks models;
	Thoughts thoughts;
	ModelSummaries summaries;
};

ModelDesk::ModelDesk(
		const MindSettings &settings, MakeHttpTransport make_http, Parts parts, const Logger &log) :
		settings_(settings),
		make_http_(std::move(make_http)),
		parts_(std::move(parts)),
		log_(log.named("minds")),
		io_("ar-models", log_) {}

ModelDesk::~ModelDesk() {
	stop();
}

Status ModelDesk::start(const LedgerBooks &books) {
	works_ = std::make_unique<Works>(*this, books);
	Status status = io_.start();
	if (!status.ok()) {
		works_.reset();
	}
	return status;
}

const Status &ModelDesk::stop() {
	if (works_ != nullptr) {
		end_ = works_->models.stop([this] { works_->cancel_all(); });
		works_.reset();
	}
	return end_;
}

void ModelDesk::post(std::function<void(Works &works)> work) {
	io_.poster()([this, work = std::move(work)] {
		works_->models.run([this, &work] { work(*works_); });
	});
}

void ModelDesk::ask(ThoughtRequest thought) {
	const std::shared_ptr<ThoughtRequest> asked =
			std::make_shared<ThoughtRequest>(std::move(thought));
	post([asked](Works &works) { works.thoughts.begin(std::move(*asked)); });
}

void ModelDesk::withdraw(ThoughtId thought) {
	post([thought](Works &works) { works.thoughts.cancel(thought); });
}

void ModelDesk::summarise(SummaryOrder order, ModelSummaries::Done done) {
	post([order = std::move(order), done = std::move(done)](
				 Works &works) { works.summaries.begin(order, done); });
}

void ModelDesk::withdraw_all() {
	const std::shared_ptr<std::promise<void>> withdrawn = std::make_shared<std::promise<void>>();
	std::future<void> done = withdrawn->get_future();
	post([withdrawn](Works &works) {
		works.cancel_all();
		withdrawn->set_value();
	});
	done.wait(); // also returns when the desk stops, which destroys the promise
}

void ModelDesk::set_attention(AgentId agent, float weight) {
	post([agent, weight](Works &works) {
		works.models.calls().set_weight(
				agent_account(agent.to_string()), static_cast<double>(weight));
	});
}

void ModelDesk::forget(AgentId agent) {
	post([agent](Works &works) {
		works.summaries.forget(agent);
		works.models.calls().forget(agent_account(agent.to_string()));
	});
}

void ModelDesk::game_wrote(CallId call, std::string text) {
	post([call, text = std::move(text)](Works &works) { works.game.wrote(call, text); });
}

void ModelDesk::game_answered(CallOutcomeInput outcome) {
	post([outcome = std::move(outcome)](Works &works) {
		works.game.answered(outcome.call, outcome.outcome, outcome.reason, outcome.result);
	});
}

void ModelDesk::report(std::string account, std::function<void(const UsageReply &usage)> done) {
	post([account = std::move(account), done = std::move(done)](Works &works) {
		works.models.ledger().look(
				{ account }, [&works, account, done] { done(works.usage_of(account)); });
	});
}

void ModelDesk::set_caps(const CapsRequest &request, std::function<void()> done) {
	post([this, request, done = std::move(done)](Works &works) {
		LedgerCaps caps = works.models.calls().caps();
		const std::string &account = request.account;
		if (account == TOTAL_ACCOUNT) {
			apply(request, caps.total);
		} else if (account == "agent") {
			apply(request, caps.agent);
		} else if (account == "group") {
			apply(request, caps.group);
		} else {
			const auto [place, is_new] =
					caps.accounts.try_emplace(account, works.models.ledger().report(account).caps);
			apply(request, place->second);
		}
		if (request.refill) {
			refill(works.models.ledger(), account);
		}
		if (parts_.capped) {
			parts_.capped(caps);
		}
		works.models.calls().set_caps(std::move(caps));
		done();
	});
}

} // namespace agent_runtime
