// store.bytes_per_event: the size of a database after 100,000 mixed events of a living world, with
// all that is stored beside the log: the lines that each agent heard, the history of its states,
// and the index for search. The yardstick is what users report of LangGraph's checkpoints, quoted.
#include "bench.h"
#include "core/agents/step_batch.h"
#include "core/base/clock.h"
#include "core/memory/search_index.h"
#include "core/runtime/game_schema.h"
#include "core/store/open_database.h"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

using namespace agent_runtime;

namespace {

constexpr int EVENTS = 100'000;
constexpr int EVENTS_A_STEP = 20;
constexpr std::uint32_t AGENTS = 1000;
constexpr double LANGGRAPH_CHECKPOINT = 183'000;
const std::string CONTENT =
		"Have you seen the lamp that stood in the kitchen yesterday? I cannot find it.";

AgentId agent(int number) {
	return AgentId(1 + static_cast<std::uint32_t>(number) % AGENTS);
}

MessagePtr message(int number) {
	std::shared_ptr<Message> said = std::make_shared<Message>();
	said->from = agent(number);
	said->from_name = "Ada";
	said->to = agent(number + 1);
	said->content = CONTENT + " " + std::to_string(number);
	said->hearers = { agent(number + 1), agent(number + 2) };
	return said;
}

// A third each of speech, moves, and changes of state.
void add_event(int number, StepOutput &output) {
	const ParticipantId entity(agent(number));
	if (number % 3 == 0) {
		const MessagePtr said = message(number);
		for (const ParticipantId who : { said->from, said->hearers[0], said->hearers[1] }) {
			output.conversations.push_back({ who.agent_id(), said });
		}
		output.events.push_back({ entity, AgentSpoke{ said } });
	} else if (number % 3 == 1) {
		output.events.push_back({ entity, AgentMoved{ { 12, 7 }, { 13, 7 } } });
	} else {
		output.events.push_back(
				{ entity, AgentStateChanged{ AgentState::idle, AgentState::thinking, { 13, 7 } } });
	}
}

void write_steps(Database &database) {
	EventFanout nobody;
	const Logger log;
	const SystemClock clock;
	bench::require(database.exec("BEGIN").ok(), "begin");
	for (int number = 0; number < EVENTS;) {
		std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
		for (int i = 0; i < EVENTS_A_STEP; ++i) {
			add_event(number++, *output);
		}
		for (const std::unique_ptr<WriteOperation> &operation :
				make_step_batches(std::move(output), clock.wall_now(), nobody, log)) {
			const Status status = operation->write(database);
			bench::require(status.ok(), status.to_string());
		}
	}
	bench::require(database.exec("COMMIT").ok(), "commit");
}

} // namespace

int main() {
	const bench::Folder folder;
	const std::string path = folder.path("a.db");
	{
		Result<OpenedDatabase> opened =
				open_database(path, SystemClock(), { .schema = game_schema() });
		bench::require(opened.ok(), opened.status().to_string());
		Database &database = opened.value().database;
		write_steps(database);
		SearchIndex index;
		while (index.run(database).value_or(false)) {
		}
	}
	// Closing has moved everything from the WAL to the file.
	const double bytes = static_cast<double>(std::filesystem::file_size(path)) / EVENTS;
	bench::report("store.bytes_per_event", "bytes", bytes, LANGGRAPH_CHECKPOINT);
	return 0;
}
