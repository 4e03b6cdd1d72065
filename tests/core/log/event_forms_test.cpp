#include "core/agents/event.h"
#include "core/base/signal_arguments.h"
#include "core/log/event_json.h"
#include "core/questions/question_events.h"
#include "core/runtime/runtime_events.h"
#include "core/services/store_events.h"
#include "tests/core/vocabulary.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace agent_runtime;
using nlohmann::json;

namespace {

MessagePtr message(Reach reach, const std::string &channel) {
	std::shared_ptr<Message> made = std::make_shared<Message>();
	made->from = AgentId(1);
	made->type = "Warning";
	made->content = "It rains.";
	made->hearers = { AgentId(2), ParticipantId::player(0) };
	made->reach = reach;
	made->channel = channel;
	return made;
}

TalkSettingsPtr talk() {
	std::shared_ptr<TalkSettings> made = std::make_shared<TalkSettings>();
	made->id = ConversationId(1);
	made->participants = { { AgentId(1), "Ada", "a gardener" }, { AgentId(2), "Bob", "" } };
	made->topic = "Rain";
	return made;
}

Question question() {
	Question made{ .id = QuestionId(4), .created_at = WallTime(Micros(1'000'000)) };
	made.asked = { .subject = Subject::numbered(Subject::Kind::job, 12),
		.asked_as = "req_1",
		.agent = AgentId(3),
		.trace = TraceId(1, 2),
		.kind = QuestionKind::permission,
		.prompt = "Bash: ls",
		.options = { "allow", "deny" } };
	made.asked.detail.tool = "Bash";
	made.asked.detail.input = { { "command", "ls" } };
	return made;
}

// One event of each type, with values in all fields.
std::vector<EventData> samples() {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self.name = "Ada";
	profile->self.role = "a gardener";
	profile->key = "ada";
	std::shared_ptr<AgentTask> task = std::make_shared<AgentTask>();
	task->id = TaskId(3);
	task->name = "Count the lamps";
	task->assigned_by = ParticipantId::player(0);
	task->partner = AgentId(2);
	task->status = TaskStatus::completed;
	const TilePosition there{ 2.5f, 3.0f };
	return { AgentSpawned{ profile, there, AgentState::idle }, AgentTerminated{ "old" },
		AgentStateChanged{ AgentState::idle, AgentState::thinking, there, task },
		AgentMoved{ {}, there }, AgentArrived{ there, Facing::left },
		AgentBlocked{ there, "a wall" }, TransitionRefused{ AgentState::speaking, "move", "no" },
		AgentPaused{ true }, AgentStuck{ AgentState::thinking, Micros(1'500'000), "waits" },
		AgentConfigured{ profile }, AgentSpoke{ message(Reach::nearby, "") },
		MessagePublished{ message(Reach::group, "crew") },
		MessagePublished{ message(Reach::topic, "rain") },
		MessageAcknowledged{ ParticipantId::player(0) }, MessagesDropped{ 7, "too many" },
		MindFailed{ MindFailure::unreachable, "no route" }, BudgetExhausted{ "spent" },
		ToolUsed{ { { "", "look", "" }, true, "{}" } },
		ToolUsed{ { { "", "look", "" }, false, "no" } },
		ActionPerformed{ "open", true, "{\"a\":1}" }, MemoryChanged{ "edited", 2, { 4, 5 } },
		TaskChanged{ task }, CollaborationInvited{ AgentId(2), "rain", true },
		CollaborationAnswered{ AgentId(2), "rain", true, "" }, AutoModeStarted{ talk(), 2 },
		AutoModeTurnChanged{ ConversationId(1), 3 },
		AgentMessaged{ ConversationId(1), 3, message(Reach::nearby, "") },
		AutoModeEnded{ ConversationId(1), TalkEnd::keyword, 4 }, RuntimeStarted{ "epoch" },
		RuntimeStopped{}, WorldLoaded{ "one", 2 }, StoreDegraded{ "full" }, StoreRecovered{ 9 },
		FileSetAside{ "/there", "damaged" }, QuestionAsked{ question(), true },
		QuestionAnswered{ QuestionId(4), JobId(12),
				{ .value = { { "Which?", "Blue" }, { "What?", { "a", "b" } } },
						.message = "why",
						.by = "the game" } },
		QuestionDelivered{ QuestionId(4), JobId(12), AnswerDelivery::failed, "closed" },
		QuestionWithdrawn{ QuestionId(4), JobId(12), QuestionStatus::expired, "late" } };
}

// Records the arguments of a signal.
class Lines : public ArgumentVisitor {
public:
	std::vector<std::string> lines;

	void text(std::string_view value) override { lines.push_back("text " + std::string(value)); }
	void flag(bool value) override { lines.push_back(value ? "true" : "false"); }
	void integer(std::int64_t value) override { lines.push_back(std::to_string(value)); }
	void number(double value) override { lines.push_back(json(value).dump()); }
	void position(float x, float y) override { lines.push_back(json{ x, y }.dump()); }
	void texts(std::span<const std::string> values) override {
		lines.push_back("texts " + std::to_string(values.size()));
	}
	void participants(std::span<const ParticipantId> values) override {
		lines.push_back("participants " + std::to_string(values.size()));
	}
	void anything(std::string_view text) override { lines.push_back("json " + std::string(text)); }
};

} // namespace

TEST_SUITE("events and their fields") {
	TEST_CASE("each event is as its row of the vocabulary says, and is read back as it was") {
		for (const EventData &data : samples()) {
			const Event event{ AgentId(1), data, TraceId(1, 2) };
			CAPTURE(event_type(event));
			json expected = event_to_message(event);
			const bool has_agent = std::ranges::any_of(data.form().message.fields,
					[](const Field &field) { return field.name == "agent_id"; });
			json checked = expected;
			if (!has_agent) {
				checked.erase("agent_id");
			}
			const std::optional<FieldProblem> problem = find_message_problem(checked);
			CHECK_MESSAGE(!problem, problem->to_status().message());
			const Result<Event> again = known_events().read(event_type(event), "agent_001",
					event.trace.to_string(), event_data_to_json(event).dump());
			REQUIRE(again.ok());
			CHECK(&again.value().data.form() == &data.form());
			CHECK(event_to_message(again.value()) == expected);
		}
	}

	TEST_CASE("a signal gets as many values as it says, in the same order when read from the log") {
		for (const EventData &data : samples()) {
			const Event event{ AgentId(1), data };
			CAPTURE(event_type(event));
			Lines live;
			data.form().show(data.address(), event.subject, live);
			CHECK(live.lines.size() == data.form().arguments.size());
			const Result<Event> again = known_events().read(
					event_type(event), "agent_001", "", event_data_to_json(event).dump());
			REQUIRE(again.ok());
			Lines later;
			data.form().show(again.value().data.address(), again.value().subject, later);
			CHECK(live.lines == later.lines);
		}
	}

	TEST_CASE("an event of a type that nobody knows keeps subject, trace and data") {
		const Result<Event> event = known_events().read(
				"lock_acquired", "lock_a", TraceId(1, 2).to_string(), R"({"owner":"session_1"})");
		REQUIRE(event.ok());
		CHECK(event_to_message(event.value()) ==
				json{ { "type", "lock_acquired" }, { "entity", "lock_a" }, { "owner", "session_1" },
						{ "trace_id", "00000000000000010000000000000002" } });
		CHECK_FALSE(known_events().read("lock_acquired", "lock_a", "", "[]").ok());
	}

	TEST_CASE("an event can be copied, moved and put in the place of another") {
		for (const EventData &data : samples()) {
			EventData copy = data;
			EventData other = AgentPaused{ true };
			other = copy;
			const EventData moved = std::move(copy);
			copy = AgentTerminated{ "in its place" };
			CHECK(copy.get_if<AgentTerminated>()->reason == "in its place");
			const Event expected{ AgentId(1), data };
			CHECK(event_to_message({ AgentId(1), moved }) == event_to_message(expected));
			CHECK(event_to_message({ AgentId(1), other }) == event_to_message(expected));
		}
	}
}
