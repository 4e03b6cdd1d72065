// bus.*: one message to many agents. "Bus alone": it is posted, the bus finds who gets it, and a
// handler of each of them adds it to a checksum of its own, which is verified. The yardstick is the
// floor of such a machine: a bare loop that adds the message to each checksum.
#include "bench.h"
#include "core/agents/bus.h"
#include "core/agents/simulation.h"
#include "core/built_in/offline_mind.h"

#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

using namespace agent_runtime;

namespace {

constexpr std::uint32_t AGENTS = 1'000;
constexpr int BROADCASTS = 2'000;

MessagePtr message_of(std::uint64_t number, Reach reach = Reach::everybody, AgentId to = {}) {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = ParticipantId::player(0);
	message->to = to;
	message->content = "A message of about as many words as agents say.";
	message->time = SimTime(Micros(static_cast<std::int64_t>(number)));
	message->reach = reach;
	return message;
}

// Agents that get everything, each with a checksum.
class Room {
public:
	explicit Room(std::uint32_t agents) :
			checksums_(agents) {
		for (std::uint32_t i = 1; i <= agents; i++) {
			bus_.add(AgentId(i), profile_);
		}
	}

	// Posted in one step, heard in the next, as in a world.
	void post(const MessagePtr &message) { posted_.push_back(message); }
	void deliver() {
		heard_.clear();
		heard_.swap(posted_);
		for (const MessagePtr &message : heard_) {
			const std::uint64_t value = value_of(*message);
			if (message->reach == Reach::addressee) {
				checksums_[message->to.number() - 1] += value;
				continue;
			}
			bus_.for_each_recipient(
					*message, [&](AgentId agent) { checksums_[agent.number() - 1] += value; });
		}
	}
	void broadcast(const MessagePtr &message) {
		post(message);
		deliver();
	}

	// The floor.
	void add_to_each(const MessagePtr &message) {
		const std::uint64_t value = value_of(*message);
		for (std::uint64_t &checksum : checksums_) {
			checksum += value;
		}
		asm volatile("" : : "r"(checksums_.data()) : "memory"); // one message after the other
	}

	void require_sum(std::uint64_t sum) const {
		for (const std::uint64_t checksum : checksums_) {
			bench::require(checksum == sum, "an agent has not had every message once");
		}
	}

private:
	static std::uint64_t value_of(const Message &message) {
		return static_cast<std::uint64_t>(message.time.time_since_epoch().count()) +
				message.content.size();
	}

	AgentProfile profile_;
	Bus bus_;
	std::vector<std::uint64_t> checksums_;
	std::vector<MessagePtr> posted_;
	std::vector<MessagePtr> heard_;
};

template <typename Deliver>
double micros_a_broadcast(Room &room, const Deliver &deliver) {
	std::uint64_t sum = 0;
	const bench::Stopwatch watch;
	for (int i = 1; i <= BROADCASTS; i++) {
		const MessagePtr message = message_of(static_cast<std::uint64_t>(i));
		sum += static_cast<std::uint64_t>(i) + message->content.size();
		deliver(message);
	}
	const double micros = watch.seconds() * 1e6 / BROADCASTS;
	room.require_sum(sum);
	return micros;
}

void broadcast() {
	Room floor(AGENTS);
	const double least = micros_a_broadcast(
			floor, [&](const MessagePtr &message) { floor.add_to_each(message); });
	Room room(AGENTS);
	const double ours =
			micros_a_broadcast(room, [&](const MessagePtr &message) { room.broadcast(message); });
	bench::report("bus.broadcast_1000", "us", ours, least);
}

// A thread that sleeps until messages come, as sim does.
class Server {
public:
	explicit Server(Room &room) :
			room_(room),
			thread_([this] { run(); }) {}
	~Server() {
		{
			const std::lock_guard lock(mutex_);
			stopping_ = true;
		}
		woken_.notify_one();
		thread_.join();
	}

	void post(const MessagePtr &message) {
		queue_.enqueue(message);
		const std::int64_t waiting = posted_.fetch_add(1) + 1;
		if (waiting - done() == 1) {
			const std::lock_guard lock(mutex_);
			woken_.notify_one();
		}
	}
	std::int64_t done() const { return done_.load(); }

private:
	void run() {
		while (true) {
			{
				std::unique_lock lock(mutex_);
				woken_.wait(lock, [this] { return stopping_ || posted_.load() > done_.load(); });
				if (stopping_) {
					return;
				}
			}
			MessagePtr message;
			std::int64_t taken = 0;
			while (queue_.try_dequeue(message)) {
				room_.post(message);
				taken++;
			}
			room_.deliver();
			done_.fetch_add(taken);
		}
	}

	Room &room_;
	moodycamel::ConcurrentQueue<MessagePtr> queue_;
	std::atomic<std::int64_t> posted_{ 0 }; // partners: what has been posted, and delivered
	std::atomic<std::int64_t> done_{ 0 };
	std::mutex mutex_; // guards the one below, and that no wake-up is lost
	bool stopping_ = false;
	std::condition_variable woken_;
	std::thread thread_;
};

// From another thread, which waits until all have had it.
void broadcast_from_thread() {
	Room room(AGENTS);
	bench::Series micros;
	std::uint64_t sum = 0;
	{
		Server server(room);
		for (int i = 1; i <= BROADCASTS; i++) {
			const MessagePtr message = message_of(static_cast<std::uint64_t>(i));
			sum += static_cast<std::uint64_t>(i) + message->content.size();
			const bench::Stopwatch watch;
			server.post(message);
			while (server.done() < i) {
				std::this_thread::yield();
			}
			micros.add(watch.seconds() * 1e6);
		}
	}
	room.require_sum(sum);
	bench::report("bus.broadcast_1000_thread", "us", micros.at_share(0.5));
}

void pipelined() {
	constexpr int MESSAGES = 1'000;
	Room room(AGENTS);
	std::uint64_t sum = 0;
	const bench::Stopwatch watch;
	for (int i = 1; i <= MESSAGES; i++) {
		const MessagePtr message = message_of(static_cast<std::uint64_t>(i));
		sum += static_cast<std::uint64_t>(i) + message->content.size();
		room.post(message);
	}
	room.deliver();
	const double seconds = watch.seconds();
	room.require_sum(sum);
	bench::report("bus.broadcast_pipelined", "deliveries/s", MESSAGES * double(AGENTS) / seconds);
}

// While another thread posts 2,000 messages a second to single agents.
void five_thousand() {
	constexpr int COUNT = 500;
	constexpr auto PAUSE = std::chrono::milliseconds(4);
	Room room(5'000);
	Server server(room);
	std::atomic<bool> stop{ false };
	std::atomic<std::int64_t> posted{ 0 };
	std::thread flow([&] {
		auto next = std::chrono::steady_clock::now();
		for (std::uint32_t i = 0; !stop; i++) {
			posted++;
			server.post(message_of(i, Reach::addressee, AgentId(i % 5'000 + 1)));
			next += std::chrono::microseconds(500);
			std::this_thread::sleep_until(next);
		}
	});
	const bench::Stopwatch all;
	bench::Series micros;
	for (int i = 0; i < COUNT; i++) {
		std::this_thread::sleep_for(PAUSE);
		const bench::Stopwatch watch;
		const std::int64_t number = ++posted;
		server.post(message_of(static_cast<std::uint64_t>(i)));
		while (server.done() < number) {
			std::this_thread::yield();
		}
		micros.add(watch.seconds() * 1e6);
	}
	stop = true;
	flow.join();
	const double flowed = static_cast<double>(posted - COUNT) / all.seconds();
	bench::require(flowed > 1'800.0, "2,000 events a second flow");
	bench::report("bus.broadcast_5000_p99", "us", micros.at_share(0.99));
}

// A whole world of agents in hearing range with filters: each goes from idle to listening and back,
// remembers the line, and has its rows of history and its events in the queue of the writer.
void full() {
	constexpr int COUNT = 300;
	OfflineMind mind;
	LastPrompts last_prompts;
	MindDesk desk(mind, last_prompts, false, Logger());
	SnapshotBoard board;
	SimulationOptions options;
	options.settings.overhearing_thinkers = 0;
	Simulation simulation(options, desk, board, Logger());
	for (std::uint32_t i = 1; i <= AGENTS; i++) {
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->self.name = "Agent " + std::to_string(i);
		profile->hearing_radius = 10.0f;
		profile->subscribe({ {}, {}, { { "DoorOpened", std::string(AGENT_SPOKE) }, {}, false } });
		simulation.post(SpawnInput{ AgentId(i), std::move(profile), {}, nullptr });
	}
	SimTime now(Micros(1'000'000));
	simulation.step(now);
	std::vector<std::unique_ptr<StepOutput>> queue;
	queue.reserve(std::size_t{ 2 } * COUNT);
	bench::Series micros;
	for (int i = 0; i < COUNT; i++) {
		now += Micros(10'000);
		const bench::Stopwatch watch;
		simulation.post(SayInput{ ParticipantId::player(0), "Player", {}, {}, "Good morning" });
		queue.push_back(simulation.step(now));
		queue.push_back(simulation.step(now));
		micros.add(watch.seconds() * 1e6);
		bench::require(
				queue.back()->events.size() == std::size_t{ 2 } * AGENTS, "each agent listened");
		bench::require(queue.back()->conversations.size() == AGENTS, "each has a row");
		if (queue.size() > 20) {
			queue.clear(); // the writer has taken them
		}
	}
	bench::report("bus.broadcast_1000_full", "us", micros.at_share(0.5));
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	const auto run = [&](std::string_view name, void (*measure)()) {
		if (wanted(name)) {
			measure();
		}
	};
	run("bus.broadcast_1000", broadcast);
	run("bus.broadcast_1000_thread", broadcast_from_thread);
	run("bus.broadcast_1000_full", full);
	run("bus.broadcast_pipelined", pipelined);
	run("bus.broadcast_5000_p99", five_thousand);
	return 0;
}
