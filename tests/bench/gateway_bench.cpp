// gateway.*: what the door costs. requests: a sign of life over 16 connections, beside a server of
// Beast alone that says the same. fanout: events to 50 clients over WebSockets, beside a program of
// node with `ws` that broadcasts the same texts (WS_BROADCAST names it). replay: a log of 100,000
// events to one client, beside a bare SELECT of them that is sent as it comes. rest_p99: a request
// while 500 clients follow 200 events a second, beside the same without them. game_rest_p99: the
// same request to the game of engine/door, which measures its frames meanwhile.

#include "../core/runtime/asking.h"
#include "bench.h"
#include "client.h"

#include "core/agents/event.h"
#include "core/gateway/event_message.h"
#include "core/gateway/gateway.h"
#include "core/log/event_json.h"
#include "core/log/log_tables.h"
#include "core/runtime/runtime.h"
#include "core/runtime/runtime_events.h"
#include "core/runtime/vocabulary.h"
#include "core/services/services.h"
#include "core/store/database.h"

#include <sys/resource.h>

#include <array>
#include <atomic>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

using namespace agent_runtime;
using bench::Client;
using bench::hear;
using bench::request_for;
using bench::TOKEN;
using bench::UPGRADE;

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::tcp;

// --- requests

class NoHost : public GatewayBackend {
public:
	RequestId request(
			const nlohmann::json &, std::function<void(const nlohmann::json &completed)>) override {
		return {};
	}
	void withdraw(RequestId) override {}
	const RouteTable &routes() const override { return routes_; }
	const Greeting &greeting() const override { return greeting_; }
	const Vocabulary &vocabulary() const override { return runtime_vocabulary(); }
	void read_log(EventFilter, std::function<void(const Result<EventPage> &)>) override {}

private:
	const RouteTable routes_;
	const Greeting greeting_;
};

GatewayOptions with_token() {
	GatewayOptions options;
	options.token = TOKEN;
	return options;
}

class OpenGateway {
public:
	OpenGateway() :
			gateway_(with_token(), host_, Logger()) {
		const Status started = gateway_.start({});
		bench::require(started.ok(), started.message());
	}
	Gateway *operator->() { return &gateway_; }

private:
	NoHost host_;
	Gateway gateway_;
};

// As the documentation of Beast has it, without limits, time limits or anything to decide.
class BareSession : public std::enable_shared_from_this<BareSession> {
public:
	explicit BareSession(tcp::socket socket) :
			stream_(std::move(socket)) {}
	void read() {
		request_ = {};
		http::async_read(stream_, buffer_, request_,
				[self = shared_from_this()](boost::beast::error_code error, std::size_t) {
					if (!error) {
						self->answer();
					}
				});
	}

private:
	void answer() {
		response_ = { http::status::ok, request_.version() };
		response_.set(http::field::content_type, "application/json");
		response_.set(http::field::cache_control, "no-store");
		response_.set("X-Content-Type-Options", "nosniff");
		response_.keep_alive(request_.keep_alive());
		response_.body() = R"({"ok":true,"version":"0.3.0"})";
		response_.prepare_payload();
		http::async_write(stream_, response_,
				[self = shared_from_this()](boost::beast::error_code error, std::size_t) {
					if (!error) {
						self->read();
					}
				});
	}

	boost::beast::tcp_stream stream_;
	boost::beast::flat_buffer buffer_;
	http::request<http::string_body> request_;
	http::response<http::string_body> response_;
};

class BareServer {
public:
	BareServer() :
			acceptor_(context_, { boost::asio::ip::make_address("127.0.0.1"), 0 }) {
		accept();
		thread_ = std::thread([this] { context_.run(); });
	}
	~BareServer() {
		context_.stop();
		thread_.join();
	}
	std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

private:
	void accept() {
		acceptor_.async_accept([this](boost::beast::error_code error, tcp::socket socket) {
			if (!error) {
				socket.set_option(tcp::no_delay(true));
				std::make_shared<BareSession>(std::move(socket))->read();
				accept();
			}
		});
	}

	boost::asio::io_context context_{ 1 };
	tcp::acceptor acceptor_;
	std::thread thread_;
};

// How many requests a second are answered on these connections, each asking again at once.
double requests_a_second(std::uint16_t port, double seconds) {
	constexpr std::size_t CONNECTIONS = 16;
	const std::string request = "GET /health HTTP/1.1\r\nHost: 127.0.0.1:8765\r\n"
								"User-Agent: bench\r\nAccept: */*\r\n\r\n";
	std::vector<std::unique_ptr<Client>> clients;
	for (std::size_t i = 0; i < CONNECTIONS; i++) {
		clients.push_back(std::make_unique<Client>(port));
		clients.back()->send_all(request);
	}
	std::size_t answered = 0;
	const bench::Stopwatch watch;
	hear(clients, [&](std::size_t client, std::string_view bytes) {
		bench::require(bytes.starts_with("HTTP/1.1 200 ") && bytes.ends_with("}"), "an answer");
		answered++;
		clients[client]->send_all(request);
		return watch.seconds() < seconds;
	});
	return static_cast<double>(answered) / watch.seconds();
}

void measure_requests() {
	constexpr int TURNS = 3;
	constexpr double SECONDS = 0.7;
	double ours = 0;
	double theirs = 0;
	for (int i = 0; i < TURNS; i++) {
		{
			OpenGateway gateway;
			ours = std::max(ours, requests_a_second(gateway->port(), SECONDS));
		}
		const BareServer bare;
		theirs = std::max(theirs, requests_a_second(bare.port(), SECONDS));
	}
	bench::report("gateway.requests", "/s", ours, theirs);
}

// --- fanout

constexpr std::size_t WATCHERS = 50;
constexpr std::size_t EVENTS = 20'000;
constexpr std::size_t AHEAD = 1'000; // how many events may be on their way
constexpr std::size_t BATCH = 20;

PublishedEvent speech(std::size_t number) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = ParticipantId::agent(static_cast<std::uint32_t>(number % 100 + 1));
	message->content = std::string(200, 'x') + std::to_string(number);
	message->hearers = { ParticipantId::player(0) };
	const ParticipantId speaker = message->from;
	return { EventId(static_cast<std::int64_t>(number + 1)),
		WallTime(std::chrono::milliseconds(1'800'000'000'123)),
		Event{ speaker, AgentSpoke{ std::move(message) } } };
}

// Counts the frames of a server, which are not masked.
class FrameCounter {
public:
	std::size_t count(std::string_view bytes) {
		std::size_t ended = 0;
		while (!bytes.empty()) {
			if (left_ == 0) {
				head_ += bytes.front();
				bytes.remove_prefix(1);
				ended += take_head() ? 1 : 0;
				continue;
			}
			const std::size_t size = std::min(left_, bytes.size());
			left_ -= size;
			bytes.remove_prefix(size);
		}
		return ended;
	}

private:
	bool take_head() {
		if (head_.size() < 2) {
			return false;
		}
		const std::size_t length = static_cast<unsigned char>(head_[1]);
		const std::size_t more = length == 127 ? 8 : length == 126 ? 2 : 0;
		if (head_.size() < 2 + more) {
			return false;
		}
		left_ = more == 0 ? length : 0;
		for (std::size_t i = 0; i < more; i++) {
			left_ = left_ << 8U | static_cast<unsigned char>(head_[2 + i]);
		}
		head_.clear();
		return true;
	}

	std::string head_;
	std::size_t left_ = 0;
};

std::vector<std::unique_ptr<Client>> watchers_of(std::uint16_t port, const std::string &target) {
	std::vector<std::unique_ptr<Client>> clients;
	for (std::size_t i = 0; i < WATCHERS; i++) {
		clients.push_back(std::make_unique<Client>(port));
		clients.back()->send_all(request_for(target, UPGRADE));
		clients.back()->skip_head();
	}
	return clients;
}

// How many messages a second arrive; `slowest` is what the slowest client has, for whoever sends.
double messages_a_second(
		const std::vector<std::unique_ptr<Client>> &clients, std::atomic<std::size_t> &slowest) {
	std::vector<FrameCounter> counters(clients.size());
	std::vector<std::size_t> counts(clients.size(), 0);
	const bench::Stopwatch watch;
	hear(clients, [&](std::size_t client, std::string_view bytes) {
		counts[client] += counters[client].count(bytes);
		const std::size_t least = *std::min_element(counts.begin(), counts.end());
		slowest.store(least, std::memory_order_relaxed);
		return least < EVENTS;
	});
	return static_cast<double>(clients.size() * EVENTS) / watch.seconds();
}

double our_fanout(const std::vector<PublishedEvent> &events) {
	OpenGateway gateway;
	const std::vector<std::unique_ptr<Client>> clients = watchers_of(gateway->port(), "/ws");
	for (const std::unique_ptr<Client> &client : clients) {
		client->skip_short_frame(); // hello: from now on it gets everything
	}
	std::atomic<std::size_t> slowest{ 0 };
	std::thread writer([&] {
		for (std::size_t i = 0; i < events.size(); i += BATCH) {
			while (i > slowest.load(std::memory_order_relaxed) + AHEAD) {
				std::this_thread::sleep_for(std::chrono::microseconds(50));
			}
			gateway->publish(std::make_shared<std::vector<PublishedEvent>>(
					events.begin() + static_cast<std::ptrdiff_t>(i),
					events.begin() +
							static_cast<std::ptrdiff_t>(std::min(i + BATCH, events.size()))));
		}
	});
	const double rate = messages_a_second(clients, slowest);
	writer.join();
	return rate;
}

// The program says its port, and begins when all have come.
std::optional<double> their_fanout(const std::vector<PublishedEvent> &events) {
	const char *const program = std::getenv("WS_BROADCAST");
	if (program == nullptr) {
		return std::nullopt;
	}
	const bench::Folder folder;
	const std::string texts = folder.path("texts");
	{
		std::ofstream file(texts);
		for (const PublishedEvent &event : events) {
			file << out_event(event).text << "\n";
		}
	}
	const std::string command = std::string("node ") + program + " " + texts + " " +
			std::to_string(WATCHERS) + " " + std::to_string(AHEAD);
	std::FILE *const output = popen(command.c_str(), "r");
	int port = 0;
	bench::require(output != nullptr && std::fscanf(output, "%d", &port) == 1, "start node");
	double rate = 0;
	{
		const std::vector<std::unique_ptr<Client>> clients =
				watchers_of(static_cast<std::uint16_t>(port), "/");
		std::atomic<std::size_t> slowest{ 0 };
		rate = messages_a_second(clients, slowest);
	}
	pclose(output);
	return rate;
}

void measure_fanout() {
	std::vector<PublishedEvent> events;
	for (std::size_t i = 0; i < EVENTS; i++) {
		events.push_back(speech(i));
	}
	const double ours = our_fanout(events);
	bench::report("gateway.fanout", "messages/s", ours, their_fanout(events));
}

// --- replay

constexpr std::int64_t STORED = 100'000;

void fill_log(Database &database) {
	bench::require(database.exec("BEGIN IMMEDIATE").ok(), "begin");
	for (std::int64_t i = 0; i < STORED; i++) {
		PublishedEvent event = speech(static_cast<std::size_t>(i));
		bench::require(log_event(database, event).ok(), "log an event");
	}
	bench::require(database.exec("COMMIT").ok(), "commit");
}

std::size_t count_blocks(std::string_view bytes, char &before) {
	std::size_t count = 0;
	for (const char byte : bytes) {
		count += byte == '\n' && before == '\n' ? 1 : 0;
		before = byte;
	}
	return count;
}

double our_replay(std::uint16_t port) {
	const bench::Stopwatch watch;
	std::vector<std::unique_ptr<Client>> clients;
	clients.push_back(std::make_unique<Client>(port));
	clients.back()->send_all(request_for("/events?since=0"));
	clients.back()->skip_head();
	std::int64_t blocks = 0;
	char before = 0;
	hear(clients, [&](std::size_t, std::string_view bytes) {
		blocks += static_cast<std::int64_t>(count_blocks(bytes, before));
		return blocks < STORED + 2; // the pause before coming back, and a hello
	});
	return static_cast<double>(STORED) / watch.seconds();
}

double bare_replay(const std::string &path) {
	boost::asio::io_context context;
	tcp::acceptor acceptor(context, { boost::asio::ip::make_address("127.0.0.1"), 0 });
	std::vector<std::unique_ptr<Client>> clients;
	clients.push_back(std::make_unique<Client>(acceptor.local_endpoint().port()));
	tcp::socket socket = acceptor.accept();
	std::thread sender([&] {
		Result<Database> database = Database::connect(path, { .access = Access::read_only });
		bench::require(database.ok(), "open the log");
		Query rows(database.value(),
				"SELECT id, ts, type, entity, trace_id, data FROM events ORDER BY id");
		std::string text;
		while (rows.next()) {
			text.append(rows.text(5)).append("\n\n");
			if (text.size() > 65'536) {
				boost::asio::write(socket, boost::asio::buffer(text));
				text.clear();
			}
		}
		boost::asio::write(socket, boost::asio::buffer(text));
	});
	const bench::Stopwatch watch;
	std::int64_t blocks = 0;
	char before = 0;
	hear(clients, [&](std::size_t, std::string_view bytes) {
		blocks += static_cast<std::int64_t>(count_blocks(bytes, before));
		return blocks < STORED;
	});
	const double seconds = watch.seconds();
	sender.join();
	return static_cast<double>(STORED) / seconds;
}

void measure_replay() {
	const bench::Folder folder;
	ServicesOptions options;
	options.database_path = folder.path("log.db");
	options.gateway_enabled = true;
	options.gateway.token = TOKEN;
	SystemClock clock;
	Services services(options, runtime_vocabulary(), known_events(), clock, Logger());
	static const std::array<const RoomTables *, 1> rooms = { &log_tables() };
	OpenOptions how;
	how.schema = rooms;
	bench::require(services.store().open_to_simulate(how).ok(), "open the log");
	fill_log(services.store().database());
	bench::require(services.store().start().ok() && services.open_gateway().ok(), "start");
	const double ours = our_replay(services.gateway()->port());
	bench::report("gateway.replay", "events/s", ours, bare_replay(options.database_path));
	bench::require(services.stop().ok(), "stop");
}

// --- rest_p99

constexpr std::size_t FOLLOWERS = 500;
constexpr std::chrono::milliseconds BETWEEN_EVENTS{ 5 };
constexpr std::chrono::milliseconds BETWEEN_REQUESTS{ 5 };
constexpr int REQUESTS = 600;

double p99_of_requests(std::uint16_t port, const std::string &token, int requests) {
	const Client client(port);
	std::array<char, 16'384> room = {};
	bench::Series times;
	for (int i = 0; i < requests; i++) {
		const bench::Stopwatch watch;
		client.send_all(request_for("/agents/agent_001", "", token));
		const std::size_t size = client.receive(room.data(), room.size());
		times.add(watch.seconds() * 1e3);
		bench::require(
				std::string_view(room.data(), size).starts_with("HTTP/1.1 200 "), "an answer");
		std::this_thread::sleep_for(BETWEEN_REQUESTS);
	}
	return times.at_share(0.99);
}

// Clients that follow all events, on a thread of their own.
class Followers {
public:
	Followers(std::uint16_t port, const std::string &token) {
		rlimit files = {};
		getrlimit(RLIMIT_NOFILE, &files);
		files.rlim_cur = files.rlim_max;
		setrlimit(RLIMIT_NOFILE, &files);
		for (std::size_t i = 0; i < FOLLOWERS; i++) {
			clients_.push_back(std::make_unique<Client>(port));
			clients_.back()->send_all(request_for("/events", "", token));
			clients_.back()->skip_head();
		}
		thread_ = std::thread([this] {
			hear(clients_, [this](std::size_t, std::string_view bytes) {
				heard_ += bytes.size();
				return !is_over_;
			});
		});
	}
	// While events still come.
	void end() {
		is_over_ = true;
		thread_.join();
		bench::require(heard_ > FOLLOWERS * 10'000, "the clients hear the events");
	}

private:
	std::vector<std::unique_ptr<Client>> clients_;
	std::atomic<bool> is_over_{ false };
	std::atomic<std::size_t> heard_{ 0 };
	std::thread thread_;
};

void measure_rest() {
	const bench::Folder folder;
	SystemClock clock;
	RuntimeOptions options;
	options.database_path = folder.path("world.db");
	options.config.gateway_enabled = true;
	options.gateway.token = TOKEN;
	Result<std::unique_ptr<Runtime>> started = Runtime::start(std::move(options), clock);
	bench::require(started.ok(), started.status().to_string());
	Runtime &runtime = *started.value();
	bench::require(spawn_agent(runtime, { { "name", "Ada" } }).ok(), "spawn");
	std::atomic<bool> is_over{ false };
	std::thread speaker([&] {
		for (std::size_t i = 0; !is_over; i++) {
			bench::require(send_message(runtime, ParticipantId::player(0), ParticipantId::player(1),
								   "line " + std::to_string(i))
								   .ok(),
					"speak");
			std::this_thread::sleep_for(BETWEEN_EVENTS);
		}
	});
	const std::uint16_t port = runtime.gateway()->port();
	const double alone = p99_of_requests(port, TOKEN, REQUESTS);
	Followers followers(port, TOKEN);
	const double among_all = p99_of_requests(port, TOKEN, REQUESTS);
	followers.end();
	is_over = true;
	speaker.join();
	bench::report("gateway.rest_p99", "ms", among_all, alone);
	bench::require(runtime.stop().ok(), "stop");
}

// --- beside a game

// The game says in game.txt of this folder where it is: its port, and its token. It waits for
// clients.txt, which says that all have come, and for asked.txt, which says that this is over.
int follow_game(const std::string &folder) {
	constexpr int REQUESTS_OF_A_GAME = 1'600; // for about ten seconds
	const bench::Stopwatch watch;
	std::uint16_t port = 0;
	std::string token;
	while (!(std::ifstream(folder + "/game.txt") >> port >> token)) {
		bench::require(watch.seconds() < 60, "find the game");
		std::this_thread::sleep_for(std::chrono::milliseconds(50));
	}
	Followers followers(port, token);
	std::ofstream(folder + "/clients.txt") << "here";
	const double p99 = p99_of_requests(port, token, REQUESTS_OF_A_GAME);
	followers.end();
	bench::report("gateway.game_rest_p99", "ms", p99);
	std::ofstream(folder + "/asked.txt") << "done";
	return 0;
}

} // namespace

int main(int count, char **arguments) {
	if (count > 2 && std::string_view(arguments[1]) == "follow") {
		return follow_game(arguments[2]);
	}
	const bench::Wanted wanted(count, arguments);
	if (wanted("gateway.requests")) {
		measure_requests();
	}
	if (wanted("gateway.fanout")) {
		measure_fanout();
	}
	if (wanted("gateway.replay")) {
		measure_replay();
	}
	if (wanted("gateway.rest_p99")) {
		measure_rest();
	}
	return 0;
}
