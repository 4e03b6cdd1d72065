#include "core/models/model_works.h"

#include "core/models/ledger_store.h"
#include "core/providers/cli_backend.h"
#include "core/providers/http_backend.h"

#include <algorithm>
#include <future>
#include <utility>

#include <boost/asio/io_context.hpp>

namespace agent_runtime {

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

} // namespace

ModelWorks::ModelWorks(Parts parts) :
		settings_(parts.settings),
		clock_(parts.clock),
		thread_(parts.thread),
		log_(std::move(parts.log)),
		http_(std::move(parts.http)),
		runner_(thread_.context(), log_, { .host = parts.host }),
		scripted_(std::move(parts.script)),
		offline_backend_(offline_, MindKind::offline, clock_, [this] { post({}); }),
		scripted_backend_(scripted_, MindKind::scripted, clock_, [this] { post({}); }),
		prices_(price_list(settings_, log_)),
		timer_(thread_.context()),
		watch_(clock_.on_jump([this] { post({}); })) {
	if (parts.writer != nullptr) {
		journal_ = std::make_unique<LedgerStore>(
				*parts.writer, LedgerOwner::this_process(), clock_,
				[this] { post([this] { journal_->deliver(); }); }, log_);
	}
	ledger_ = std::make_unique<Ledger>(parts.books, journal_.get(), log_);
	place(MindKind::game) = parts.game;
	make_backends();
	calls_ = std::make_unique<ModelCalls>(
			settings_, backends_, *ledger_, prices_, clock_, [this] { post({}); }, log_);
	calls_->set_caps(settings_.caps);
}

ModelWorks::~ModelWorks() = default;

void ModelWorks::add(MindKind kind, std::unique_ptr<ModelBackend> backend) {
	place(kind) = backend.get();
	owned_.push_back(std::move(backend));
}

void ModelWorks::make_backends() {
	place(MindKind::offline) = &offline_backend_;
	place(MindKind::scripted) = &scripted_backend_;
	const CliBackend::Later later = [post = thread_.poster()](
											std::function<void()> work) { post(std::move(work)); };
	for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
		CliOptions options;
		options.kind = kind;
		options.settings = settings_.of(kind);
		add(kind, std::make_unique<CliBackend>(std::move(options), runner_, later));
	}
	if (http_ == nullptr) {
		return;
	}
	add(MindKind::anthropic,
			std::make_unique<HttpBackend>(
					*http_, clock_, HttpDialect::anthropic, settings_.of(MindKind::anthropic)));
	add(MindKind::openai,
			std::make_unique<HttpBackend>(
					*http_, clock_, HttpDialect::openai, settings_.of(MindKind::openai)));
}

void ModelWorks::post(std::function<void()> work) {
	thread_.poster()([this, work = std::move(work)] { run(work); });
}

void ModelWorks::run(const std::function<void()> &work) {
	if (stopped_) {
		return;
	}
	if (work) {
		work();
	}
	advance();
}

void ModelWorks::advance() {
	calls_->advance();
	offline_backend_.advance();
	scripted_backend_.advance();
	arm();
}

void ModelWorks::arm() {
	std::optional<RealTime> due = calls_->next_due();
	for (const MindBackend *backend : { &offline_backend_, &scripted_backend_ }) {
		const std::optional<RealTime> own = backend->next_due();
		due = due && own ? std::min(*due, *own) : due ? due : own;
	}
	if (!due) {
		timer_.cancel();
		return;
	}
	timer_.expires_after(std::max(*due - clock_.now(), Micros{}));
	timer_.async_wait([this](const boost::system::error_code &error) {
		if (!error && !stopped_) {
			advance();
		}
	});
}

Status ModelWorks::stop(const std::function<void()> &last) {
	std::shared_ptr<std::promise<void>> cancelled = std::make_shared<std::promise<void>>();
	std::future<void> done = cancelled->get_future();
	thread_.poster()([this, &last, promise = std::move(cancelled)] {
		stopped_ = true;
		if (last) {
			last();
		}
		calls_->cancel_all();
		timer_.cancel();
		promise->set_value();
	});
	done.wait(); // also returns on failure, which destroys the promise
	const Status end = thread_.stop();
	const Status http_end = http_ != nullptr ? http_->stop() : Status();
	return end.ok() ? http_end : end;
}

} // namespace agent_runtime
