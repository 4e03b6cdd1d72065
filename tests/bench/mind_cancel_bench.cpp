// mind.cancel_p99: two hundred agents whose minds are streaming are ended at once; how long it
// takes until each server's connection is closed.
#include <utility>

#include "../core/runtime/asking.h"
#include "bench.h"
#include "core/io/beast_transport.h"
#include "core/runtime/runtime.h"

#include <boost/asio.hpp>

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace agent_runtime;
namespace asio = boost::asio;

namespace {

constexpr int STREAMS = 200;
constexpr std::string_view HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
constexpr std::string_view TOKEN =
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word \"}}]}\n\n";

// A model that never stops: a word to each client every 20 ms, until the client is gone.
// Thread rule: any thread; connections live on its own.
class EndlessModel {
public:
	EndlessModel() :
			acceptor_(context_, { asio::ip::address_v4::loopback(), 0 }) {
		accept();
		thread_ = std::thread([this] { context_.run(); });
	}
	~EndlessModel() {
		context_.stop();
		thread_.join();
	}
	EndlessModel(const EndlessModel &) = delete;
	EndlessModel &operator=(const EndlessModel &) = delete;

	std::string url() const {
		return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port()) + "/v1";
	}
	int streaming() const { return streaming_.load(); }
	int closed() const { return closed_.load(); }
	// How long after `since` each was closed, in seconds.
	std::vector<double> closings(std::chrono::steady_clock::time_point since) {
		std::vector<double> seconds;
		for (const auto time : closings_) {
			seconds.push_back(std::chrono::duration<double>(time - since).count());
		}
		return seconds;
	}

private:
	struct Client {
		explicit Client(asio::ip::tcp::socket &&connected) :
				socket(std::move(connected)),
				timer(socket.get_executor()) {}
		asio::ip::tcp::socket socket;
		asio::steady_timer timer;
		std::array<char, 8'192> buffer{};
		bool streams = false;
		bool gone = false;
	};
	using ClientPtr = std::shared_ptr<Client>;

	void accept() {
		acceptor_.async_accept([this](const auto &error, asio::ip::tcp::socket socket) {
			if (!error) {
				read(std::make_shared<Client>(std::move(socket)));
				accept();
			}
		});
	}
	void read(const ClientPtr &client) {
		client->socket.async_read_some(
				asio::buffer(client->buffer), [this, client](const auto &error, std::size_t) {
					if (error) {
						leave(client);
						return;
					}
					if (!std::exchange(client->streams, true)) {
						write(client, HEAD);
					}
					read(client);
				});
	}
	void write(const ClientPtr &client, std::string_view text) {
		asio::async_write(client->socket, asio::buffer(text),
				[this, client, text](const auto &error, std::size_t) {
					if (error) {
						leave(client);
						return;
					}
					streaming_ += text == HEAD ? 1 : 0;
					client->timer.expires_after(std::chrono::milliseconds(20));
					client->timer.async_wait([this, client](const auto &stopped) {
						if (!stopped && !client->gone) {
							write(client, TOKEN);
						}
					});
				});
	}
	void leave(const ClientPtr &client) {
		if (!std::exchange(client->gone, true)) {
			client->timer.cancel();
			closings_.push_back(std::chrono::steady_clock::now());
			++closed_;
		}
	}

	asio::io_context context_;
	asio::ip::tcp::acceptor acceptor_;
	std::vector<std::chrono::steady_clock::time_point> closings_; // its thread's, until all closed
	std::atomic<int> streaming_{ 0 }; // stands alone
	std::atomic<int> closed_{ 0 }; // partner of closings_
	std::thread thread_;
};

RuntimeOptions streaming_from(const std::string &url) {
	RuntimeOptions options;
	ProviderSettings &openai = options.minds.of(MindKind::openai);
	openai.base_url = url;
	openai.model = "endless";
	openai.limits = { .in_flight = STREAMS, .calls_per_minute = 0, .tokens_per_minute = 0 };
	options.minds.caps = LedgerCaps();
	options.make_http = [](IoThread &thread) {
		return std::make_unique<BeastTransport>(thread.context(), TlsTrust());
	};
	return options;
}

template <typename Condition>
void wait_for(const Condition &condition, const char *what) {
	const bench::Stopwatch watch;
	while (!condition()) {
		bench::require(watch.seconds() < 30.0, what);
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
	}
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (!wanted("mind.cancel_p99")) {
		return 0;
	}
	EndlessModel model;
	SystemClock clock;
	Result<std::unique_ptr<Runtime>> started = Runtime::start(streaming_from(model.url()), clock);
	bench::require(started.ok(), started.status().to_string());
	Runtime &runtime = *started.value();
	const Result<std::vector<AgentId>> agents = spawn_agents(runtime,
			{ { "name", "Agent" }, { "cli_backend", "openai" }, { "think_interval", 0.1 } },
			STREAMS);
	bench::require(agents.ok(), agents.status().to_string());
	wait_for([&] { return model.streaming() == STREAMS; }, "not every mind began to stream");
	const auto begin = std::chrono::steady_clock::now();
	for (const AgentId agent : agents.value()) {
		bench::require(runtime.terminate_agent(agent, "asked to").ok(), "end an agent");
	}
	wait_for([&] { return model.closed() == STREAMS; }, "not every stream was closed");
	bench::Series milliseconds;
	for (const double seconds : model.closings(begin)) {
		milliseconds.add(seconds * 1e3);
	}
	bench::report("mind.cancel_p99", "ms", milliseconds.at_share(0.99));
	runtime.stop();
	return 0;
}
