#include "core/runtime/model_desk.h"

#include "core/io/asio_process_runner.h"
#include "core/models/ledger_store.h"
#include "core/models/model_calls.h"
#include "core/models/price_list.h"
#include "core/models/thoughts.h"
#include "core/providers/cli_backend.h"
#include "core/providers/http_backend.h"
#include "core/runtime/recall.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace agent_runtime {

using nlohmann::json;

namespace {

PriceList price_list(const MindSettings &settings, const Logger &log) {
	PriceList prices = PriceList::built_in(log);
	if (!settings.prices.empty()) {
		if (const Status status = prices.lay_over(settings.prices); !status.ok()) {
			log.error("the price list is not used: " + status.message());
		}
	}
	return prices;
}

SpendingFields shown(const Spending &spending) {
	return { .calls = static_cast<std::int64_t>(spending.calls),
		.paid_calls = static_cast<std::int64_t>(spending.paid_calls),
		.input_tokens = static_cast<std::int64_t>(spending.input_tokens),
		.output_tokens = static_cast<std::int64_t>(spending.output_tokens),
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
	if (account != "agent" && account != "group") {
		ledger.refill(account);
		return;
	}
	for (const std::string &each : ledger.accounts()) {
		if (each.starts_with(account + ":")) {
			ledger.refill(each);
		}
	}
}

} // namespace

// What lives on the desk's thread. Each member may use those above it.
struct ModelDesk::Works {
	Works(ModelDesk &desk, const LedgerBooks &books) :
			http(desk.make_http_ ? desk.make_http_(desk.io_) : nullptr),
			runner(desk.io_.context(), desk.log_),
			game(desk.rooms_.game),
			journal(desk.rooms_.writer == nullptr
							? nullptr
							: std::make_unique<LedgerStore>(
									  *desk.rooms_.writer,
									  [&desk] {
										  desk.post([](Works &works) { works.journal->deliver(); });
									  },
									  desk.log_)),
			ledger(books, journal.get(), desk.log_),
			prices(price_list(desk.settings_, desk.log_)),
			calls(
					desk.settings_, backends, ledger, prices, desk.rooms_.clock,
					[&desk] { desk.post([](Works &) {}); }, desk.log_),
			thoughts(desk.settings_, calls, desk.rooms_.last_prompts, hooks_of(desk)),
			timer(desk.io_.context()) {
		calls.set_caps(desk.settings_.caps);
		make_backends(desk);
	}

	void make_backends(ModelDesk &desk) {
		place(MindKind::game) = &game;
		const CliBackend::Later later = [post = desk.io_.poster()](std::function<void()> work) {
			post(std::move(work));
		};
		for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
			CliOptions options;
			options.kind = kind;
			options.settings = desk.settings_.of(kind);
			add(kind, std::make_unique<CliBackend>(std::move(options), runner, later));
		}
		if (http == nullptr) {
			return;
		}
		add(MindKind::anthropic,
				std::make_unique<HttpBackend>(*http, desk.rooms_.clock, HttpDialect::anthropic,
						desk.settings_.of(MindKind::anthropic)));
		add(MindKind::openai,
				std::make_unique<HttpBackend>(*http, desk.rooms_.clock, HttpDialect::openai,
						desk.settings_.of(MindKind::openai)));
	}
	void add(MindKind kind, std::unique_ptr<ModelBackend> backend) {
		place(kind) = backend.get();
		owned.push_back(std::move(backend));
	}
	ModelBackend *&place(MindKind kind) { return backends[static_cast<std::size_t>(kind)]; }

	// Only those with something at their gates.
	std::map<std::string, ProviderFields> providers() {
		std::map<std::string, ProviderFields> shown;
		for (std::size_t kind = 0; kind < backends.size(); kind++) {
			const GateReport gate = calls.report(static_cast<MindKind>(kind));
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

	static ThoughtHooks hooks_of(ModelDesk &desk) {
		ThoughtHooks hooks;
		hooks.answered = desk.rooms_.answered;
		hooks.wrote = [&desk](AgentId agent, std::string_view text, bool begins) {
			desk.rooms_.texts.append(agent, text, begins);
		};
		if (desk.rooms_.reader != nullptr) {
			hooks.recall = [&desk](const MindRequest &request, RecallDone done) {
				recall(*desk.rooms_.reader, desk.rooms_.clock, request, poster_of(desk),
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

	std::unique_ptr<HttpTransport> http;
	AsioProcessRunner runner;
	GameMind game;
	std::vector<std::unique_ptr<ModelBackend>> owned;
	ModelBackends backends{};
	std::unique_ptr<LedgerStore> journal;
	Ledger ledger;
	PriceList prices;
	ModelCalls calls;
	Thoughts thoughts;
	boost::asio::steady_timer timer;
};

ModelDesk::ModelDesk(
		const MindSettings &settings, MakeHttpTransport make_http, Rooms rooms, const Logger &log) :
		settings_(settings),
		make_http_(std::move(make_http)),
		rooms_(std::move(rooms)),
		log_(log.named("minds")),
		io_("ar-models", log_),
		watch_(rooms_.clock.on_jump([this] { post([](Works &) {}); })) {}

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
	if (works_ == nullptr) {
		return end_;
	}
	std::shared_ptr<std::promise<void>> cancelled = std::make_shared<std::promise<void>>();
	std::future<void> done = cancelled->get_future();
	io_.poster()([this, promise = std::move(cancelled)] {
		works_->thoughts.cancel_all();
		works_->timer.cancel();
		promise->set_value();
	});
	done.wait(); // also returns on failure, which destroys the promise
	end_ = io_.stop();
	const Status http_end = works_->http != nullptr ? works_->http->stop() : Status();
	if (end_.ok()) {
		end_ = http_end;
	}
	works_.reset();
	return end_;
}

// After each piece of work, something may have become due.
void ModelDesk::post(std::function<void(Works &works)> work) {
	io_.poster()([this, work = std::move(work)] {
		work(*works_);
		works_->calls.advance();
		arm(*works_);
	});
}

void ModelDesk::arm(Works &works) {
	const std::optional<RealTime> due = works.calls.next_due();
	if (!due) {
		works.timer.cancel();
		return;
	}
	const Micros wait = std::max(*due - rooms_.clock.now(), Micros{});
	works.timer.expires_after(wait);
	works.timer.async_wait([this](const boost::system::error_code &error) {
		if (!error) {
			works_->calls.advance();
			arm(*works_);
		}
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

void ModelDesk::withdraw_all() {
	const std::shared_ptr<std::promise<void>> withdrawn = std::make_shared<std::promise<void>>();
	std::future<void> done = withdrawn->get_future();
	post([withdrawn](Works &works) {
		works.thoughts.cancel_all();
		withdrawn->set_value();
	});
	done.wait(); // also returns when the desk stops, which destroys the promise
}

void ModelDesk::set_attention(AgentId agent, float weight) {
	post([agent, weight](Works &works) {
		works.calls.set_weight(agent_account(agent.to_string()), static_cast<double>(weight));
	});
}

void ModelDesk::forget(AgentId agent) {
	post([agent](Works &works) { works.calls.forget(agent_account(agent.to_string())); });
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
		const AccountReport report = works.ledger.report(account);
		UsageReply usage{ .account = account,
			.spent = shown(report.spent),
			.counted = shown(report.counted),
			.reserved = shown(report.reserved),
			.caps = shown(report.caps),
			.queue_position = {},
			.providers = works.providers() };
		if (const std::optional<std::size_t> position = works.calls.position_of(account)) {
			usage.queue_position = *position;
		}
		done(usage);
	});
}

void ModelDesk::set_caps(const CapsRequest &request, std::function<void()> done) {
	post([request, done = std::move(done)](Works &works) {
		LedgerCaps caps = works.calls.caps();
		const std::string &account = request.account;
		if (account == TOTAL_ACCOUNT) {
			apply(request, caps.total);
		} else if (account == "agent") {
			apply(request, caps.agent);
		} else if (account == "group") {
			apply(request, caps.group);
		} else {
			const auto [place, is_new] =
					caps.accounts.try_emplace(account, works.ledger.report(account).caps);
			apply(request, place->second);
		}
		if (request.refill) {
			refill(works.ledger, account);
		}
		works.calls.set_caps(std::move(caps));
		done();
	});
}

} // namespace agent_runtime
