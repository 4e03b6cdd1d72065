#include "core/gateway/gateway.h"

#include "core/gateway/gateway_core.h"
#include "core/gateway/http_connection.h"
#include "core/io/io_thread.h"
#include "core/io/loopback.h"
#include "core/io/token.h"

#include <chrono>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

namespace agent_runtime {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

Status port_problem(std::uint16_t port, error_code error) {
	const bool taken = error == asio::error::address_in_use;
	return Status(taken ? StatusCode::already_exists : StatusCode::unavailable,
			"gateway_port: " + std::to_string(port) + " cannot be listened on (" + error.message() +
					"); give another, or 0 for any that is free");
}

Result<std::string> token_for(const GatewayOptions &options) {
	if (!options.token.empty()) {
		return options.token;
	}
	return options.token_place ? load_or_make_token_in(*options.token_place) : make_token();
}

} // namespace

// Thread rule: worker only (io), except for open(), close() and the constructor, which the owner
// calls.
class Gateway::Acceptor {
public:
	Acceptor(GatewayBackend &host, const GatewayLimits &limits, const Logger &log) :
			io_("ar-io", log),
			core_(std::make_shared<GatewayCore>(host, limits, io_.poster(), log)),
			acceptor_(io_.context().get_executor()),
			newcomer_(io_.context().get_executor()),
			pause_(io_.context().get_executor()),
			retry_(io_.context().get_executor()) {}

	Status open(std::uint16_t port, std::string token, LogPosition place) {
		if (Status mistaken = core_->host.routes().check(core_->host.vocabulary());
				!mistaken.ok()) {
			return mistaken;
		}
		core_->token = std::move(token);
		core_->hub.begin(std::move(place), [this] { try_again(); });
		const tcp::endpoint endpoint(
				asio::ip::make_address_v4(std::string(LOOPBACK_ADDRESS)), port);
		error_code error;
		acceptor_.open(endpoint.protocol(), error);
		if (!error) {
			acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
		}
		if (!error) {
			acceptor_.bind(endpoint, error);
		}
		if (!error) {
			acceptor_.listen(asio::socket_base::max_listen_connections, error);
		}
		if (error) {
			return port_problem(port, error);
		}
		port_ = acceptor_.local_endpoint(error).port();
		core_->strangers.when_free([this] { newcomer_.cancel(); });
		accept();
		return io_.start();
	}

	const Status &close() {
		std::shared_ptr<std::promise<void>> empty = std::make_shared<std::promise<void>>();
		const std::future<void> gone = empty->get_future();
		const bool runs = io_.poster()([this, empty] { say_goodbye(empty); });
		if (runs && port_ != 0) {
			gone.wait_for(core_->limits.closing_time);
		}
		const Status &end = io_.stop();
		core_->strangers.when_free(nullptr);
		// The thread has been joined, so this thread may touch what it left behind.
		const std::set<std::shared_ptr<ClientConnection>> left = std::exchange(core_->kept, {});
		return end;
	}

	EventHub &hub() { return core_->hub; }
	std::uint16_t port() const { return port_; }
	const std::string &token() const { return core_->token; }

private:
	void accept() {
		acceptor_.async_accept([this](error_code error, GatewaySocket socket) {
			if (error == asio::error::operation_aborted) {
				return;
			}
			if (error) {
				accept_later();
				return;
			}
			admit(std::move(socket));
		});
	}

	// The next connection is accepted once this one has its place. Until then it waits in the
	// system's queue.
	void admit(GatewaySocket socket) {
		const std::optional<StrangerShare::Time> due =
				core_->strangers.make_way(std::chrono::steady_clock::now());
		if (!due) {
			serve(std::move(socket));
			accept();
			return;
		}
		newcomer_.expires_at(*due);
		newcomer_.async_wait([this, waiting = std::move(socket)](error_code) mutable {
			// The timer was cancelled: this one already has a place, or the gateway is stopping.
			if (acceptor_.is_open()) {
				admit(std::move(waiting));
			}
		});
	}

	// Most likely there are no files left, and trying at once would fail again.
	void accept_later() {
		pause_.expires_after(core_->limits.retry);
		pause_.async_wait([this](error_code cancelled) {
			if (!cancelled) {
				accept();
			}
		});
	}

	void serve(GatewaySocket socket) {
		const int bytes = static_cast<int>(core_->limits.socket_bytes);
		error_code ignored;
		socket.set_option(tcp::no_delay(true), ignored);
		socket.set_option(asio::socket_base::send_buffer_size(bytes), ignored);
		socket.set_option(asio::socket_base::receive_buffer_size(bytes), ignored);
		serve_http(core_, std::move(socket));
	}

	void try_again() {
		// When several streams ask for it, the last one counts. None waits long, and the log is
		// read seldom.
		retry_.expires_after(core_->limits.retry);
		retry_.async_wait([this](error_code cancelled) {
			if (!cancelled) {
				core_->hub.try_again();
			}
		});
	}

	void say_goodbye(const std::shared_ptr<std::promise<void>> &empty) {
		error_code ignored;
		acceptor_.close(ignored);
		newcomer_.cancel();
		pause_.cancel();
		retry_.cancel();
		if (core_->connections.empty()) {
			empty->set_value();
			return;
		}
		core_->when_empty = [empty] { empty->set_value(); };
		const std::vector<ClientConnection *> all(
				core_->connections.begin(), core_->connections.end());
		for (ClientConnection *connection : all) {
			// Closing one connection may destroy another, though never the one being closed.
			if (core_->connections.contains(connection)) {
				connection->close();
			}
		}
	}

	IoThread io_; // destroyed last, since the others use its context
	const std::shared_ptr<GatewayCore> core_;
	GatewayAcceptor acceptor_;
	GatewayTimer newcomer_; // waits until there is a place for it
	GatewayTimer pause_;
	GatewayTimer retry_;
	std::uint16_t port_ = 0;
};

Gateway::Gateway(GatewayOptions options, GatewayBackend &host, const Logger &log) :
		options_(std::move(options)),
		log_(log.named("gateway")),
		acceptor_(std::make_unique<Acceptor>(host, options_.limits, log_)) {}

Gateway::~Gateway() {
	stop();
}

Status Gateway::start(LogPosition place) {
	Result<std::string> token = token_for(options_);
	if (!token.ok()) {
		return token.status();
	}
	Status status = acceptor_->open(options_.port, std::move(token).value(), std::move(place));
	if (!status.ok()) {
		return status;
	}
	log_.info("listens on port " + std::to_string(port()));
	if (options_.token_place) {
		const Status noted = leave_token_note(*options_.token_place);
		if (!noted.ok()) {
			log_.warning("programs that look for the token at its former place are not told of the "
						 "new one: " +
					noted.message());
		}
	}
	return status;
}

const Status &Gateway::stop() {
	return acceptor_->close();
}

void Gateway::publish(const PublishedBatch &batch) {
	acceptor_->hub().publish(batch);
}

std::uint16_t Gateway::port() const {
	return acceptor_->port();
}

const std::string &Gateway::token() const {
	return acceptor_->token();
}

} // namespace agent_runtime
