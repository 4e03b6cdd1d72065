#pragma once

// A gateway with a host that the test controls: a log in memory, and answers to requests when the
// test says so.

#include "core/gateway/gateway.h"
#include "tests/core/patience.h"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace agent_runtime {

// What agent `number` says, as an event.
Event speech(const std::string &content, std::uint32_t number = 1);
StoredEvent stored(EventId id, const Event &event);

// Thread rule: any thread; `mutex_` guards everything.
class FakeHost : public GatewayBackend {
public:
	using Reply = std::function<void(const nlohmann::json &)>;

	RequestId request(const nlohmann::json &message, Reply reply) override;
	void withdraw(RequestId request) override;
	const RouteTable &routes() const override { return paths; }
	const Greeting &greeting() const override { return greets_with; }
	const Vocabulary &vocabulary() const override;
	void read_log(EventFilter filter, std::function<void(const Result<EventPage> &)> done) override;

	// Puts an event into the log, as the writer does before it publishes.
	PublishedEvent store(const Event &event);
	// Removes the rows up to here.
	void prune_to(EventId newest_gone);
	void fail_reads(int count);
	// The log does not answer until answer_reads() is called and finds reads waiting; it returns
	// how many.
	void hold_reads();
	std::size_t answer_reads();
	// Holds the requests of one type, or all of them, until answer_all().
	void hold_answers(std::string type = "");
	std::size_t answer_all(); // how many
	// From now on this runs within each request, without the lock.
	void work_on_each(std::function<void()> work);
	std::size_t waiting_requests() const;
	std::size_t requests() const; // how many there have been in all
	// From now on every request fails with this code.
	void fail_requests(std::string code);
	std::size_t withdrawn() const;
	nlohmann::json newest_request() const;
	std::vector<EventId> ids() const;

	// Filled before the gateway starts.
	const Vocabulary *words = nullptr; // null: those of the runtime
	RouteTable paths;
	Greeting greets_with;
	bool checks_requests = false; // against the vocabulary, as the runtime does

private:
	mutable std::mutex mutex_;
	std::vector<StoredEvent> rows_;
	std::int64_t newest_ = 0;
	std::int64_t oldest_ = 1;
	int failing_reads_ = 0;
	std::size_t requests_ = 0;
	std::size_t withdrawn_ = 0;
	std::string failure_;
	nlohmann::json newest_request_;
	bool hold_reads_ = false;
	std::vector<std::function<void()>> held_reads_;
	std::function<void()> work_;
	bool hold_ = false;
	std::string held_type_;
	struct Held {
		nlohmann::json completed;
		Reply reply;
		RequestId number;
	};
	std::vector<Held> held_;
};

// A gateway on a free port.
class GatewayUnderTest {
public:
	static constexpr const char *EPOCH = "ab12";
	static constexpr const char *TOKEN = "secret";

	explicit GatewayUnderTest(GatewayLimits limits = {}, bool has_log = true);
	// `prepare` fills the host before the gateway starts.
	explicit GatewayUnderTest(
			const std::function<void(FakeHost &host)> &prepare, GatewayLimits limits = {});

	std::uint16_t port() const { return gateway->port(); }
	// Stores and publishes a speech.
	EventId say(const std::string &content, std::uint32_t number = 1);
	// Publishes a speech that is in no log.
	void say_unstored(const std::string &content);
	std::string events(const std::string &parameters = "") const;
	std::string ws(const std::string &parameters = "") const;

	FakeHost host;
	std::unique_ptr<Gateway> gateway;

private:
	void start(GatewayLimits limits, bool has_log);
};

} // namespace agent_runtime
