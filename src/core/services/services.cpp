#include "core/services/services.h"

#include "core/base/files.h"
#include "core/base/process.h"

#include <utility>

namespace agent_runtime {

namespace {

ServicesOptions settled(ServicesOptions options) {
	if (!options.gateway.token_place && !options.database_path.empty()) {
		options.gateway.token_place = TokenPlace::of(options.database_path);
	}
	return options;
}

} // namespace

Services::Services(ServicesOptions options, const Vocabulary &vocabulary, const EventBook &events,
		const Clock &clock, const Logger &log) :
		options_(settled(std::move(options))),
		log_(log),
		store_(options_.database_path, options_.writer, fanout_, events, clock, log_),
		table_(book_, vocabulary, [this] { return is_closed() ? has_stopped() : Status(); }),
		log_requests_(store_, book_),
		outside_(table_, book_, log_requests_, store_) {
	table_.add(log_requests_);
	if (options_.gateway_enabled) {
		gateway_ = std::make_unique<Gateway>(options_.gateway, outside_, log_);
		fanout_.add(*gateway_);
	}
}

Services::~Services() {
	stop();
}

Status Services::open_gateway() {
	return gateway_ == nullptr
			? Status()
			: gateway_->start({ .epoch = store_.epoch(), .newest = store_.newest_event() });
}

std::string Services::token_file() const {
	const std::optional<TokenPlace> &place = options_.gateway.token_place;
	return place ? place->file : std::string();
}

// A game that others cannot find runs nevertheless.
void Services::register_game(const std::string &project) {
	RunningGame game;
	game.process = ProcessIdentity::own();
	game.project = project;
	game.database = store_.path().empty() ? "" : real_path(store_.path());
	game.port = gateway_ != nullptr ? gateway_->port() : 0;
	Result<GameRegistration> registration = GameRegistration::make(game);
	if (registration.ok()) {
		registration_.emplace(std::move(registration).value());
	} else {
		log_.warning("other programs do not find this game: " + registration.status().message());
	}
}

const Status &Services::close() {
	if (!closed_.exchange(true, std::memory_order_acq_rel)) {
		store_.close();
		registration_.reset();
		end_ = gateway_ != nullptr ? gateway_->stop() : Status();
	}
	return end_;
}

const Status &Services::stop() {
	if (!std::exchange(stopped_, true)) {
		const Status closed = close();
		const Status &stored = store_.stop();
		end_ = closed.ok() ? stored : closed;
		book_.cancel_all(has_stopped().message());
	}
	return end_;
}

} // namespace agent_runtime
