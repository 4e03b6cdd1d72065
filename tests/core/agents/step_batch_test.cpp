#include "core/agents/step_batch.h"

#include "../store/scratch.h"
#include "core/agents/stored_agent.h"
#include "core/agents/stored_text.h"
#include "core/log/event_json.h"
#include "core/store/meta.h"
#include "core/store/transaction.h"
#include "core/store/writer.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace agent_runtime;

namespace {

using Operations = std::vector<std::unique_ptr<WriteOperation>>;

class Published : public EventSubscriber {
public:
	void publish(const PublishedBatch &batch) override {
		events.insert(events.end(), batch->begin(), batch->end());
	}

	std::vector<PublishedEvent> events;
};

ProfilePtr profile_named(const std::string &name, const std::string &persona = "") {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { name, "tester", persona };
	return profile;
}

// A step in which this many agents hear one line.
std::unique_ptr<StepOutput> heard_by(std::uint32_t hearers) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	output->step = StepNumber(7);
	output->time = SimTime(Micros(1234));
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = ParticipantId::player(0);
	message->content = "Hello all";
	for (std::uint32_t i = 1; i <= hearers; ++i) {
		output->conversations.push_back({ AgentId(i), message });
		output->events.push_back(
				{ AgentId(i), AgentStateChanged{ AgentState::idle, AgentState::listening, {} } });
	}
	return output;
}

std::unique_ptr<StepOutput> births(std::uint32_t count) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	for (std::uint32_t i = 1; i <= count; ++i) {
		output->events.push_back(
				{ AgentId(i), AgentSpawned{ profile_named("Ada"), {}, std::nullopt } });
	}
	return output;
}

Operations operations_of(std::unique_ptr<StepOutput> output, Published &published) {
	return make_step_batches(std::move(output), WallTime(Micros(99)), published, Logger());
}

Status write_alone(Database &database, WriteOperation &operation) {
	Result<Transaction> transaction = Transaction::begin(database);
	REQUIRE(transaction.ok());
	const Status status = operation.write(database);
	return status.ok() ? transaction.value().commit() : status;
}

std::int64_t count(Database &database, const std::string &what) {
	return database.integer("SELECT count(*) FROM " + what, -1).value();
}

std::size_t bytes_of(const Operations &operations) {
	std::size_t bytes = 0;
	for (const std::unique_ptr<WriteOperation> &operation : operations) {
		bytes += operation->bytes();
	}
	return bytes;
}

} // namespace

TEST_SUITE("StepBatch") {
	TEST_CASE("a line that a thousand hear is cut into pieces of a few hundred rows") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		Published published;
		const Operations operations = operations_of(heard_by(1000), published);
		CHECK(operations.size() > 10);
		for (const std::unique_ptr<WriteOperation> &operation : operations) {
			const std::int64_t before = database.integer("SELECT total_changes()", 0).value();
			REQUIRE(write_alone(database, *operation).ok());
			CHECK(database.integer("SELECT total_changes()", 0).value() - before <= 400);
			operation->committed();
		}
		CHECK(count(database, "agent_conversations") == 1000);
		CHECK(count(database, "agent_state_history") == 1000);
		CHECK(count(database, "events") == 1000);
		CHECK(read_meta(database, "sim_time").value() == "1234");
		REQUIRE(published.events.size() == 1000);
		for (std::uint32_t i = 0; i < 1000; ++i) {
			CHECK(published.events[i].event.subject == ParticipantId(AgentId(i + 1)));
			CHECK(published.events[i].id.number() == i + 1);
			CHECK(published.events[i].step == StepNumber(7));
		}
	}

	TEST_CASE("births by the thousand are cut, and each agent has its row") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		Published published;
		const Operations operations = operations_of(births(1000), published);
		CHECK(operations.size() >= 20);
		for (const std::unique_ptr<WriteOperation> &operation : operations) {
			REQUIRE(write_alone(database, *operation).ok());
		}
		CHECK(count(database, "agents") == 1000);
		CHECK(count(database, "events") == 1000);
	}

	TEST_CASE("each change of state is in the log as it was published, and in the history") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		const std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
		task->name = "\"Tea\"; for two, in 5.0";
		std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
		std::string history;
		for (std::uint32_t i = 0; i < 16; ++i) {
			const AgentState before = static_cast<AgentState>(i / 4);
			const AgentState now = static_cast<AgentState>(i % 4);
			output->events.push_back({ AgentId(i + 1),
					AgentStateChanged{ before, now, { 12.0f, -0.1f * static_cast<float>(i) },
							i % 5 == 0 ? task : nullptr } });
			history += std::string(agent_state_name(before)) + ">" +
					std::string(agent_state_name(now)) + " ";
		}
		const std::vector<Event> events = output->events;
		Published published;
		REQUIRE(write_alone(database, *operations_of(std::move(output), published).front()).ok());
		const EventPage page = read_events(database, {}).value();
		REQUIRE(page.events.size() == 16);
		for (std::size_t i = 0; i < 16; ++i) {
			CHECK(page.events[i].type == "agent_state_update");
			CHECK(page.events[i].entity == events[i].subject.to_string());
			CHECK(page.events[i].data == event_data_to_json(events[i]).dump());
		}
		CHECK(database.text("SELECT group_concat(old_state || '>' || new_state || ' ', '') FROM"
							" (SELECT * FROM agent_state_history ORDER BY id)",
							  "")
						.value() == history);
	}

	TEST_CASE("a small step is one operation") {
		Published published;
		CHECK(operations_of(heard_by(3), published).size() == 1);
		CHECK(operations_of(std::make_unique<StepOutput>(), published).size() == 1);
	}

	TEST_CASE("through the writer, the pieces of many steps keep their order") {
		const ScratchFolder folder;
		Published published;
		Writer writer;
		REQUIRE(writer.start(open_store(folder.path("a.db"))).ok());
		for (int step = 0; step < 5; ++step) {
			for (std::unique_ptr<WriteOperation> &operation :
					operations_of(heard_by(700), published)) {
				REQUIRE(writer.submit(std::move(operation)).ok());
			}
		}
		REQUIRE(writer.flush().ok());
		writer.stop();
		REQUIRE(published.events.size() == 3500);
		for (std::uint32_t i = 0; i < 3500; ++i) {
			CHECK(published.events[i].id.number() == i + 1);
			CHECK(published.events[i].event.subject == ParticipantId(AgentId(i % 700 + 1)));
		}
	}

	TEST_CASE("each piece is published once: unstored while the disk fails, and not again later") {
		Published published;
		const Operations operations = operations_of(heard_by(500), published);
		for (const std::unique_ptr<WriteOperation> &operation : operations) {
			operation->degraded(Status(StatusCode::unavailable, "no disk"));
			operation->committed();
		}
		REQUIRE(published.events.size() == 500);
		CHECK_FALSE(published.events.front().id.is_stored());
		CHECK_FALSE(published.events.back().id.is_stored());
	}

	TEST_CASE("a piece that cannot be stored takes none of the others with it") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		// The place of one agent in the first piece is taken.
		REQUIRE(database.exec("INSERT INTO agents(id, number, config, state, x, y, created_at,"
							  " generation) VALUES('x', 5, '', '', 0, 0, 0, 0)")
						.ok());
		Published published;
		Operations operations = operations_of(births(1000), published);
		Writer writer;
		REQUIRE(writer.start(std::move(database)).ok());
		const std::size_t pieces = operations.size();
		for (std::unique_ptr<WriteOperation> &operation : operations) {
			REQUIRE(writer.submit(std::move(operation)).ok());
		}
		REQUIRE(writer.flush().ok());
		CHECK(writer.stats().operations == pieces - 1);
		writer.stop();
		CHECK(published.events.size() == 1000);
		CHECK_FALSE(published.events.front().id.is_stored());
		CHECK(published.events.back().id.is_stored());
	}

	TEST_CASE(
			"what addresses an agent weighs more than what it says, and that more than the rest") {
		const ScratchFolder folder;
		Database database = open_store(folder.path("a.db"));
		std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
		std::shared_ptr<Message> message = std::make_shared<Message>();
		message->from = AgentId(1);
		message->to = AgentId(2);
		for (std::uint32_t i = 1; i <= 3; ++i) {
			output->conversations.push_back({ AgentId(i), message });
		}
		Published published;
		REQUIRE(write_alone(database, *operations_of(std::move(output), published).front()).ok());
		CHECK(database.text("SELECT group_concat(agent_id) FROM (SELECT agent_id FROM"
							" agent_conversations ORDER BY importance DESC)",
							  "")
						.value() == "agent_002,agent_001,agent_003");
	}

	TEST_CASE("the size of an operation counts personas, metadata, and what was recorded") {
		Published published;
		const auto births_of = [](const std::string &persona, bool recorded) {
			std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
			const ProfilePtr profile = profile_named("Ada", persona);
			output->events.push_back({ AgentId(1), AgentSpawned{ profile, {}, std::nullopt } });
			output->recorded = recorded;
			if (recorded) {
				output->inputs.push_back(SpawnInput{ AgentId(1), profile, {}, nullptr });
				output->inputs.push_back(SayInput{ {}, "", {}, {}, std::string(5000, 'x') });
			}
			return output;
		};
		const std::size_t plain = bytes_of(operations_of(births_of("", false), published));
		const std::size_t persona =
				bytes_of(operations_of(births_of(std::string(9000, 'x'), false), published));
		const std::size_t recorded =
				bytes_of(operations_of(births_of(std::string(9000, 'x'), true), published));
		CHECK(persona >= plain + 9000);
		CHECK(recorded >= persona + 9000 + 5000);
	}

	TEST_CASE("the size of an operation counts maps, and what was said in talks, where they are "
			  "recorded") {
		Published published;
		const auto bytes_with = [&](Input input) {
			std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
			output->recorded = true;
			output->inputs.push_back(std::move(input));
			return bytes_of(operations_of(std::move(output), published));
		};
		GridSpec spec;
		spec.width = 1'000;
		spec.height = 800;
		spec.solid.resize(800'000);
		for (std::size_t i = 0; i < spec.solid.size(); i += 2) {
			spec.solid[i] = 1;
		}
		const MapInput map{ GridMap::make(std::move(spec)).value() };
		const std::size_t written = input_to_json(map).dump().size();
		CHECK(bytes_with(map) >= written);
		CHECK(bytes_with(MapInput{ nullptr }) < 10'000);
		std::shared_ptr<Message> line = std::make_shared<Message>();
		line->content = std::string(7'000, 'x');
		const TalkSettingsPtr talk = std::make_shared<const TalkSettings>();
		CHECK(bytes_with(StartTalkInput{ talk, 2, { line, line } }) >=
				bytes_with(StartTalkInput{ talk }) + 14'000);
	}
}

TEST_SUITE("stored_text") {
	TEST_CASE("the text of each event is that of its JSON, whatever it holds") {
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		profile->self = { "Zoë \"Z\" \\ \n", "tester\t", "плохо" };
		profile->key = "a key";
		profile->metadata = R"({"a":[1,2]})";
		profile->hearing_radius = 6.25f;
		profile->think_interval = Micros(5'000'000);
		profile->seed = 18'446'744'073'709'551'615U;
		std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
		task->name = "count \"all\" \\ the трубы\t";
		const std::vector<TilePosition> places = { { 0, -0.0f }, { 1.5f, -3 }, { 0.1f, 1e6f },
			{ 1e-7f, 16'777'216.0f } };
		for (const TilePosition place : places) {
			const AgentSpawned spawned{ profile, place, std::nullopt };
			const std::vector<EventData> all = { spawned,
				AgentSpawned{ profile_named(""), place, AgentState::thinking },
				AgentStateChanged{ AgentState::thinking, AgentState::speaking, place },
				AgentStateChanged{ AgentState::idle, AgentState::thinking, place, task },
				AgentMoved{ place, {} }, AgentTerminated{ "asked to" },
				TransitionRefused{ AgentState::idle, "move", "no" } };
			for (const EventData &data : all) {
				const Event event{ AgentId(1), data };
				CHECK(event_data_text(event) == event_data_to_json(event).dump());
			}
			const std::optional<StoredAgent> stored =
					stored_agent_from(stored_agent_text(AgentId(17), *profile, place));
			REQUIRE(stored);
			CHECK(stored->agent == AgentId(17));
			CHECK(stored->position == place);
			CHECK(profile_to_json(*stored->profile) == profile_to_json(*profile));
		}
	}

	TEST_CASE(
			"spec:000.6.2 a change of state is told, live and from the log, with place and task") {
		std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
		task->name = "analyzing data";
		const Event event{ AgentId(1),
			AgentStateChanged{ AgentState::thinking, AgentState::speaking, { 12, 8 }, task } };
		const nlohmann::json wanted = nlohmann::json::parse(R"({
			"type": "agent_state_update",
			"agent_id": "agent_001",
			"state": "speaking",
			"position": { "x": 12, "y": 8 },
			"current_task": "analyzing data"
		})");
		nlohmann::json live = event_to_message(event);
		CHECK(live.at("old_state") == "thinking");
		live.erase("old_state");
		CHECK(live == wanted);
		nlohmann::json stored = nlohmann::json::parse(event_data_text(event));
		CHECK(stored.at("old_state") == "thinking");
		stored.erase("old_state");
		stored["type"] = event_type(event);
		stored["agent_id"] = event.subject.to_string();
		CHECK(stored == wanted);
		// Read from the log and written again, it is the same.
		const Result<Event> read =
				agent_events().read(event_type(event), "agent_001", "", event_data_text(event));
		REQUIRE(read.ok());
		CHECK(event_to_message(read.value()) == event_to_message(event));
	}
}
