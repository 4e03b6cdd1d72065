#include "core/gateway/event_stream.h"

#include "fake_host.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace agent_runtime;

namespace {

// A client that takes as much as the test says, and a log whose pages come when the test says so.
class Scene : public EventStream::Sink, public EventStream::Source {
public:
	void send_event(const OutEvent &event) override {
		got.push_back(event.id.is_stored() ? event.id.to_string() : "unstored");
		waiting++;
	}
	void send_notice(const nlohmann::json &message, std::optional<EventId> cursor) override {
		std::string text = message.value("reason", message.value("type", ""));
		text += cursor ? "@" + cursor->to_string() : "";
		text += message.contains("missed") ? " missed " + message["missed"].dump() : "";
		got.push_back(text);
	}
	void send_waiting() override {}
	std::size_t waiting_bytes() const override { return waiting; }
	std::size_t most_waiting() const override { return 4; }
	bool has_log() const override { return log; }
	const std::string &epoch() const override { return name_; }
	EventId newest() const override { return newest_; }
	void read_page(const std::shared_ptr<EventStream> &, EventFilter filter) override {
		asked = std::move(filter);
	}

	bool greets() const override { return has_greeting; }
	void read_greeting(const std::shared_ptr<EventStream> &, std::uint64_t after) override {
		greetings_asked.push_back(after);
	}
	void try_again_later() override { retries++; }

	void start(StreamStart start) {
		stream = std::make_shared<EventStream>(std::move(start), *this, *this, 3);
		stream->start();
	}
	// Stores events up to this id and reports them to the stream, unless the test holds them back.
	void happen(std::int64_t last, bool tell = true) {
		LiveEvents live;
		while (newest_.number() < last) {
			const PublishedEvent event = host.store(speech("hello", newest_.number() % 2 + 1));
			newest_ = event.id;
			live.events.push_back(out_event(event));
		}
		live.newest = newest_;
		if (tell && stream != nullptr) {
			stream->receive(live);
		}
	}
	void happen_unstored() {
		LiveEvents live;
		live.events.push_back(out_event(PublishedEvent{ EventId(), WallTime(), speech("oh") }));
		live.not_stored = 1;
		stream->receive(live);
	}
	// Answers the pending read, from the log as it is now.
	bool answer() {
		if (!asked) {
			return false;
		}
		const EventFilter filter = *std::exchange(asked, std::nullopt);
		host.read_log(filter, [this](const Result<EventPage> &page) {
			stream->page_read(page.ok() ? Result<OutPage>(out_page(page.value())) : page.status());
		});
		return true;
	}
	void answer_all() {
		while (answer()) {
		}
	}
	void take_all() {
		waiting = 0;
		stream->send_more();
	}
	std::vector<std::string> take_got() { return std::exchange(got, {}); }

	FakeHost host;
	std::shared_ptr<EventStream> stream;
	std::vector<std::string> got;
	std::optional<EventFilter> asked;
	std::size_t waiting = 0;
	int retries = 0;
	std::vector<std::uint64_t> greetings_asked;
	bool log = true;
	bool has_greeting = false;

private:
	const std::string name_ = "ab12";
	EventId newest_;
};

using Texts = std::vector<std::string>;

StreamStart from(std::int64_t after) {
	StreamStart start;
	start.from_now = false;
	start.after = EventId(after);
	return start;
}

GreetingPage all_of(std::vector<nlohmann::json> messages) {
	return { std::move(messages), std::nullopt };
}

} // namespace

TEST_SUITE("EventStream") {
	TEST_CASE("a client without a cursor gets what happens from now on") {
		Scene scene;
		scene.happen(3);
		scene.start({});
		scene.happen(5);
		CHECK(scene.got == Texts{ "hello@3", "4", "5" });
		CHECK(!scene.asked);
	}

	TEST_CASE("a client with a cursor gets the log after it, page by page, then what happens") {
		Scene scene;
		scene.happen(8);
		scene.start(from(2));
		CHECK(scene.take_got() == Texts{ "hello@2" });
		scene.answer();
		CHECK(scene.take_got() == Texts{ "3", "4", "5" });
		scene.take_all();
		scene.answer_all();
		scene.happen(9);
		CHECK(scene.take_got() == Texts{ "6", "7", "8", "9" });
	}

	TEST_CASE("what happens while the log is read comes once, whether the page has it or not") {
		Scene scene;
		scene.happen(2);
		scene.start(from(0));
		scene.happen(3); // before the page is read, so the page contains it
		scene.answer();
		CHECK(scene.take_got() == Texts{ "hello@0", "1", "2", "3" });
		scene.take_all();
		scene.answer_all();
		scene.happen(4, false); // is in the log, but was not passed to the stream yet
		scene.happen(5);
		CHECK(scene.stream->is_live());
		CHECK(scene.take_got() == Texts{ "5" });
	}

	TEST_CASE("an event that a page brought before it was handed out is not sent again") {
		Scene scene;
		scene.start(from(0));
		const PublishedEvent early = scene.host.store(speech("early"));
		scene.answer();
		CHECK(scene.stream->is_live());
		LiveEvents live;
		live.newest = early.id;
		live.events.push_back(out_event(early));
		scene.stream->receive(live);
		CHECK(scene.take_got() == Texts{ "hello@0", "1" });
	}

	TEST_CASE("a slow client is told of it, and goes on from the log without loss") {
		Scene scene;
		scene.start({});
		scene.happen(9);
		CHECK(scene.take_got() == Texts{ "hello@0", "1", "2", "3", "4", "slow@4" });
		scene.happen(12);
		CHECK(scene.take_got().empty());
		CHECK(!scene.asked); // nothing is read ahead for a client that takes nothing
		for (int i = 0; i < 9 && !scene.stream->is_live(); i++) {
			scene.take_all();
			scene.answer();
		}
		scene.take_all();
		CHECK(scene.take_got() == Texts{ "5", "6", "7", "8", "9", "10", "11", "12" });
		CHECK(scene.stream->is_live());
	}

	TEST_CASE("events that no log holds are sent live, and counted for who was not") {
		Scene scene;
		scene.start({});
		scene.happen_unstored();
		CHECK(scene.take_got() == Texts{ "hello@0", "unstored" });
		scene.happen(5);
		CHECK(scene.take_got() == Texts{ "1", "2", "3", "slow@3" });
		scene.happen_unstored();
		scene.happen_unstored();
		scene.take_all();
		scene.answer();
		CHECK(scene.take_got() == Texts{ "4", "5", "not_stored@5 missed 2" });
	}

	TEST_CASE("without a log a slow client hears how many it missed") {
		Scene scene;
		scene.log = false;
		scene.start({});
		for (int i = 0; i < 6; i++) {
			scene.happen_unstored();
		}
		scene.take_all();
		scene.happen_unstored();
		CHECK(scene.take_got() ==
				Texts{ "hello", "unstored", "unstored", "unstored", "unstored", "slow",
						"not_stored missed 2", "unstored" });
		CHECK(!scene.asked);
	}

	TEST_CASE("a client whose events are pruned is told, and goes on from the oldest") {
		Scene scene;
		scene.happen(8);
		scene.host.prune_to(EventId(5));
		scene.start(from(2));
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello@2", "pruned@5", "6", "7", "8" });
	}

	TEST_CASE("a cursor of another log, or ahead of this one, begins anew and says so") {
		Scene scene;
		scene.happen(2);
		StreamStart other = from(0);
		other.other_log = true;
		scene.start(other);
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello@0", "other_log@0", "1", "2" });
		scene.start(from(77));
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello@77", "other_log@0", "1", "2" });
		scene.waiting = 0;
		constexpr std::int64_t LAST = std::numeric_limits<std::int64_t>::max();
		scene.start(from(LAST));
		scene.answer_all();
		CHECK(scene.take_got() ==
				Texts{ "hello@" + std::to_string(LAST), "other_log@0", "1", "2" });
	}

	TEST_CASE("a date is turned into a place in the log once") {
		Scene scene;
		scene.happen(4);
		StreamStart start = from(0);
		start.since = WallTime(std::chrono::seconds(1'800'000'003));
		scene.start(start);
		CHECK(scene.asked->since == start.since);
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello", "3", "4" });
		scene.host.prune_to(EventId(2));
		scene.start(start);
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello", "pruned@2", "3", "4" });
	}

	TEST_CASE("a client that wants one agent's events gets no others, live or from the log") {
		Scene scene;
		scene.happen(4);
		StreamStart start = from(0);
		start.entity = "agent_002";
		scene.start(start);
		scene.answer_all();
		scene.happen(8);
		CHECK(scene.take_got() == Texts{ "hello@0", "2", "4", "6", "8" });
	}

	TEST_CASE("what greets a client comes before everything that happens meanwhile") {
		Scene scene;
		scene.has_greeting = true;
		scene.happen(2);
		scene.start({});
		scene.happen(4);
		CHECK(scene.take_got() == Texts{ "hello@2" });
		scene.stream->greeted(all_of({ { { "type", "question_asked" } },
				{ { "type", "job_started" }, { "entity", "job_001" } } }));
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "question_asked", "job_started", "3", "4" });
		scene.happen(5);
		CHECK(scene.take_got() == Texts{ "5" });
	}

	TEST_CASE("what greets a client comes whatever its cursor, and keeps to what it wants") {
		Scene scene;
		scene.has_greeting = true;
		scene.happen(3);
		StreamStart start = from(1);
		start.entity = "agent_002";
		start.types = { "question_asked" };
		scene.start(start);
		scene.stream->greeted(all_of({ { { "type", "question_asked" }, { "entity", "job_001" } },
				{ { "type", "question_asked" }, { "agent_id", "agent_002" } },
				{ { "type", "job_started" }, { "agent_id", "agent_002" } } }));
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello@1", "question_asked" });
	}

	TEST_CASE("a greeting that cannot be read is asked for again, and events wait for it") {
		Scene scene;
		scene.has_greeting = true;
		scene.start({});
		scene.happen_unstored();
		scene.stream->greeted(Status(StatusCode::unavailable, "busy"));
		CHECK(scene.retries == 1);
		CHECK(!scene.asked);
		scene.stream->try_again();
		CHECK(scene.greetings_asked == std::vector<std::uint64_t>{ 0, 0 });
		scene.stream->greeted(GreetingPage());
		CHECK(scene.take_got() == Texts{ "hello@0", "not_stored@0 missed 1" });
		CHECK(scene.stream->is_live());
	}

	TEST_CASE("a greeting comes page by page, as the client takes it") {
		Scene scene;
		scene.has_greeting = true;
		scene.happen(1);
		scene.start(from(0));
		scene.waiting = 4; // it has taken nothing of what came before
		scene.stream->greeted(GreetingPage{ { { { "type", "first" } } }, 17 });
		CHECK(scene.greetings_asked == std::vector<std::uint64_t>{ 0 });
		scene.happen(2);
		scene.take_all();
		CHECK(scene.greetings_asked == std::vector<std::uint64_t>{ 0, 17 });
		scene.stream->greeted(Status(StatusCode::unavailable, "busy"));
		scene.stream->try_again();
		CHECK(scene.greetings_asked == std::vector<std::uint64_t>{ 0, 17, 17 });
		CHECK(!scene.asked);
		scene.stream->greeted(all_of({ { { "type", "last" } } }));
		scene.answer_all();
		CHECK(scene.take_got() == Texts{ "hello@0", "first", "last", "1", "2" });
	}

	TEST_CASE("a client that wants some types gets no others, live or from the log") {
		Scene scene;
		scene.happen(2);
		StreamStart start = from(0);
		start.types = { "agent_spawned", "agent_speech" };
		scene.start(start);
		scene.answer_all();
		scene.happen(4);
		CHECK(scene.take_got() == Texts{ "hello@0", "1", "2", "3", "4" });
		start.types = { "agent_spawned" };
		scene.waiting = 0;
		scene.start(start);
		CHECK(scene.asked->types == start.types);
		scene.answer_all();
		scene.happen(5);
		CHECK(scene.take_got() == Texts{ "hello@0" });
	}

	TEST_CASE("a page that cannot be read is asked for again") {
		Scene scene;
		scene.happen(1);
		scene.host.fail_reads(1);
		scene.start(from(0));
		scene.answer();
		CHECK(!scene.asked);
		CHECK(scene.retries == 1);
		scene.stream->send_more();
		scene.answer();
		CHECK(scene.take_got() == Texts{ "hello@0", "1" });
	}

	TEST_CASE("an event is the same message whether it comes live or from the log") {
		FakeHost host;
		const PublishedEvent event = host.store(speech("Grüße, \"Ada\"\n"));
		const OutEvent live = out_event(event);
		CHECK(live.text == out_event(stored(event.id, event.event)).text);
		CHECK(live.text.find('\n') == std::string::npos);
		const nlohmann::json message = nlohmann::json::parse(live.text);
		CHECK(message.at("type") == "agent_speech");
		CHECK(message.at("agent_id") == "agent_001");
		CHECK(message.at("recipients") == nlohmann::json{ "player_0" });
		CHECK(message.at("id") == 1);
	}
}
