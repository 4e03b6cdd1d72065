#include "core/agents/step_pieces.h"

#include "core/agents/event.h"
#include "core/agents/step_output.h"
#include "tests/core/world/drawn_map.h"

#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>

using namespace agent_runtime;

namespace {

std::size_t bytes_of_step(const StepOutput &step) {
	std::size_t bytes = 0;
	for (const StepPiece &piece : cut_into_pieces(step)) {
		bytes += piece.bytes;
	}
	return bytes;
}

// What a step counts for in which nothing else was recorded, or has happened.
std::size_t bytes_with(Input input) {
	StepOutput step;
	step.recorded = true;
	step.inputs.push_back(std::move(input));
	return bytes_of_step(step);
}
std::size_t bytes_with(Event event) {
	StepOutput step;
	step.events.push_back(std::move(event));
	return bytes_of_step(step);
}

std::string text_of(std::size_t bytes) {
	return std::string(bytes, 'x');
}

ActionTablePtr table_with(std::size_t bytes) {
	std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
	const nlohmann::json what{ { "type", "string" }, { "description", text_of(bytes) } };
	REQUIRE(table->add("look",
						 { "Looks.",
								 { { "type", "object" }, { "properties", { { "what", what } } } } })
					.ok());
	return table;
}

ActionTablePtr table_described_by(std::size_t bytes) {
	std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
	REQUIRE(table->add("look", { text_of(bytes), { { "type", "object" } } }).ok());
	return table;
}

// The value with a text of this size in each of these members, one after the other.
template <typename Value, typename... Members>
std::vector<std::shared_ptr<const Value>> shared_with(std::size_t bytes, Members... members) {
	std::vector<std::shared_ptr<const Value>> all;
	const auto add = [&](auto member) {
		std::shared_ptr<Value> value = std::make_shared<Value>();
		(*value).*member = text_of(bytes);
		all.push_back(value);
	};
	(add(members), ...);
	return all;
}

std::vector<TaskPtr> tasks_with(std::size_t bytes) {
	return shared_with<AgentTask>(
			bytes, &AgentTask::name, &AgentTask::description, &AgentTask::result);
}

std::vector<KeptLinesPtr> kept_with(std::size_t bytes) {
	KeptLines pinned;
	pinned.pinned.push_back({ ParticipantId(), "", text_of(bytes) });
	KeptLines named;
	named.pinned.push_back({ ParticipantId(), text_of(bytes), "" });
	KeptLines summed_up;
	summed_up.summary = text_of(bytes);
	return { std::make_shared<const KeptLines>(pinned), std::make_shared<const KeptLines>(named),
		std::make_shared<const KeptLines>(summed_up) };
}

std::vector<MessagePtr> messages_with(std::size_t bytes) {
	std::vector<MessagePtr> all = shared_with<Message>(
			bytes, &Message::from_name, &Message::content, &Message::type, &Message::channel);
	std::shared_ptr<Message> invitation = std::make_shared<Message>();
	invitation->invitation = Invitation{ {}, "", text_of(bytes) };
	all.push_back(invitation);
	return all;
}

std::vector<TalkSettingsPtr> talks_with(std::size_t bytes) {
	std::vector<TalkSettingsPtr> all =
			shared_with<TalkSettings>(bytes, &TalkSettings::topic, &TalkSettings::end_keyword);
	std::shared_ptr<TalkSettings> named = std::make_shared<TalkSettings>();
	named->participants.push_back({ AgentId(1), text_of(bytes), "" });
	std::shared_ptr<TalkSettings> acting = std::make_shared<TalkSettings>();
	acting->participants.push_back({ AgentId(1), "", text_of(bytes) });
	all.insert(all.end(), { named, acting });
	return all;
}

std::vector<ProfilePtr> profiles_with(std::size_t bytes) {
	std::vector<ProfilePtr> all =
			shared_with<AgentProfile>(bytes, &AgentProfile::key, &AgentProfile::portrait,
					&AgentProfile::model, &AgentProfile::mind_options, &AgentProfile::metadata);
	const auto add = [&](const auto &change) {
		std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
		change(*profile);
		all.push_back(profile);
	};
	add([&](AgentProfile &profile) { profile.self.name = text_of(bytes); });
	add([&](AgentProfile &profile) { profile.self.role = text_of(bytes); });
	add([&](AgentProfile &profile) { profile.self.persona = text_of(bytes); });
	add([&](AgentProfile &profile) {
		profile.own_seat = std::make_shared<const std::string>(text_of(bytes));
	});
	add([&](AgentProfile &profile) { profile.subscribe({ { text_of(bytes) }, {}, {} }); });
	add([&](AgentProfile &profile) { profile.subscribe({ {}, { text_of(bytes) }, {} }); });
	add([&](AgentProfile &profile) {
		profile.subscribe({ {}, {}, { { text_of(bytes) }, {}, false } });
	});
	return all;
}

std::vector<Input> births_with(std::size_t bytes) {
	std::vector<Input> births;
	const auto with_past = [&](const PastLife &past) {
		births.emplace_back(SpawnInput{ AgentId(1), std::make_shared<const AgentProfile>(), {},
				std::make_shared<const PastLife>(past) });
	};
	for (const ProfilePtr &profile : profiles_with(bytes)) {
		births.emplace_back(SpawnInput{ AgentId(1), profile, {}, nullptr });
	}
	for (const MessagePtr &line : messages_with(bytes)) {
		with_past({ AgentState::idle, false, { line }, {}, nullptr });
	}
	for (const TaskPtr &task : tasks_with(bytes)) {
		with_past({ AgentState::idle, false, {}, { task }, nullptr });
	}
	for (const KeptLinesPtr &kept : kept_with(bytes)) {
		with_past({ AgentState::idle, false, {}, {}, kept });
	}
	return births;
}

std::vector<MindAction> decisions_with(std::size_t bytes) {
	const std::string text = text_of(bytes);
	return { SpeakAction{ text, {} }, CollaborateAction{ AgentId(2), text },
		AnswerInvitationAction{ true, text }, CompleteTaskAction{ false, text },
		GameAction{ text, "" }, GameAction{ "", text }, UseToolsAction{ { { text, "", "" } } },
		UseToolsAction{ { { "", text, "" } } },
		UseToolsAction{ { { "", "look", "{}" }, { "", "", text } } } };
}

// Inputs that other programs and minds fill.
std::vector<Input> answers_with(std::size_t bytes) {
	std::vector<Input> answers = {
		CallOutcomeInput{ AgentId(1), CallId(1), CallOutcome::failed, text_of(bytes) },
		CallOutcomeInput{ AgentId(1), CallId(1), CallOutcome::done, "", text_of(bytes) },
		OfferInput{ { .agent = AgentId(1) }, { table_with(bytes), nullptr } },
		OfferInput{ { .agent = AgentId(1) }, { nullptr, table_described_by(bytes) } },
		OfferInput{ { .group = text_of(bytes) }, {} },
		GameInput{ table_with(bytes), nullptr },
		GameInput{ nullptr, table_described_by(bytes) },
		ThoughtAnswer{ .id = {}, .failure = MindFailure::internal, .error = text_of(bytes) },
	};
	for (const MindAction &decision : decisions_with(bytes)) {
		answers.emplace_back(ThoughtAnswer{ .id = {}, .action = decision });
	}
	return answers;
}

// The inputs with a text of this size in them, wherever they can hold one.
std::vector<Input> inputs_with(std::size_t bytes) {
	const std::string text = text_of(bytes);
	std::vector<Input> inputs = {
		TerminateInput{ AgentId(1), text },
		SayInput{ {}, text, {}, {}, "" },
		SayInput{ {}, "", {}, {}, text },
		SayInput{ {}, "", {}, {}, "", text },
		SayInput{ {}, "", {}, {}, "", "", Reach::group, text },
		FinishInput{ TaskId(), true, text, RequestId() },
		MemoryInput{ AgentId(1), LineChange{ {}, text, {} }, nullptr },
		MemoryInput{ AgentId(1), LineChange{ {}, "", text }, nullptr },
	};
	const auto add_all = [&](const auto &values, const auto &make) {
		for (const auto &value : values) {
			inputs.emplace_back(make(value));
		}
	};
	const auto itself = [](const Input &input) { return input; };
	add_all(births_with(bytes), itself);
	add_all(answers_with(bytes), itself);
	add_all(profiles_with(bytes), [](const ProfilePtr &profile) {
		return ProfileInput{ AgentId(1), profile };
	});
	add_all(tasks_with(bytes), [](const TaskPtr &task) { return AssignInput{ AgentId(1), task }; });
	add_all(kept_with(bytes), [](const KeptLinesPtr &kept) {
		return MemoryInput{ AgentId(1), {}, kept };
	});
	add_all(talks_with(bytes), [](const TalkSettingsPtr &talk) { return StartTalkInput{ talk }; });
	add_all(messages_with(bytes), [](const MessagePtr &line) {
		return StartTalkInput{ .talk = std::make_shared<const TalkSettings>(), .lines = { line } };
	});
	return inputs;
}

std::vector<Input> inputs_without_texts() {
	return { OwnerInput{}, PositionInput{}, PauseInput{}, AttentionInput{}, CallSlowInput{},
		WalkInput{}, StopTalkInput{}, CloseInput{} };
}

// The events with a text of this size in them, wherever they can hold one.
std::vector<Event> events_with(std::size_t bytes) {
	const std::string text = text_of(bytes);
	std::vector<Event> events;
	const auto add = [&](auto data) { events.push_back({ AgentId(1), std::move(data) }); };
	for (const ProfilePtr &profile : profiles_with(bytes)) {
		add(AgentSpawned{ profile, {} });
		add(AgentConfigured{ profile });
	}
	for (const TaskPtr &task : tasks_with(bytes)) {
		add(TaskChanged{ task });
	}
	for (const MessagePtr &message : messages_with(bytes)) {
		add(AgentSpoke{ message });
		add(MessagePublished{ message });
		add(AgentMessaged{ ConversationId(1), 1, message });
	}
	for (const TalkSettingsPtr &talk : talks_with(bytes)) {
		add(AutoModeStarted{ talk });
	}
	add(AgentStateChanged{ {}, {}, {}, tasks_with(bytes).front() });
	add(AgentTerminated{ text });
	add(AgentBlocked{ {}, text });
	add(TransitionRefused{ AgentState::idle, text, "" });
	add(TransitionRefused{ AgentState::idle, "", text });
	add(AgentStuck{ AgentState::idle, {}, text });
	add(MindFailed{ MindFailure::internal, text });
	add(BudgetExhausted{ text });
	add(ToolUsed{ { {}, true, text } });
	add(ToolUsed{ { { "", "look", text }, true, "" } });
	add(ActionPerformed{ text, true, "" });
	add(ActionPerformed{ "look", true, text });
	add(MemoryChanged{ text, 1, {} });
	add(MessagesDropped{ 1, text });
	add(CollaborationInvited{ AgentId(2), text });
	add(CollaborationAnswered{ AgentId(2), text, true, "" });
	add(CollaborationAnswered{ AgentId(2), "", true, text });
	return events;
}

constexpr std::size_t LARGE = 2'000; // as long as a description of an action may be

// Each of `large` has one text more than the same of `little`, of this size.
template <typename Item>
void check_that_all_texts_count(const std::vector<Item> &little, const std::vector<Item> &large) {
	REQUIRE(little.size() == large.size());
	for (std::size_t i = 0; i < large.size(); i++) {
		CAPTURE(i);
		CHECK(bytes_with(large[i]) == bytes_with(little[i]) + LARGE);
	}
}

} // namespace

TEST_SUITE("Pieces of a step") {
	TEST_CASE("an input counts with all that it holds, so that the writer's bound holds") {
		check_that_all_texts_count(inputs_with(0), inputs_with(LARGE));
		for (const Input &input : inputs_without_texts()) {
			CHECK(bytes_with(input) == bytes_with(CloseInput{}));
		}
		// A map holds tiles and short names.
		const std::vector<std::string> wide(100, std::string(500, '.'));
		CHECK(bytes_with(MapInput{ drawn_map(wide) }) >
				bytes_with(MapInput{ drawn_map({ "." }) }) + LARGE);
		// No input was forgotten above.
		std::set<std::size_t> kinds = { Input(MapInput{}).index() };
		for (const std::vector<Input> &inputs : { inputs_with(1), inputs_without_texts() }) {
			for (const Input &input : inputs) {
				kinds.insert(input.index());
			}
		}
		CHECK(kinds.size() == std::variant_size_v<Input>);
	}

	TEST_CASE("an event counts with all that it holds, whoever filled it") {
		check_that_all_texts_count(events_with(0), events_with(LARGE));
		// Those hold no text, and were not forgotten above.
		std::set<std::string_view> types;
		for (const Event &event : events_with(1)) {
			types.insert(event_type(event));
		}
		for (const std::string_view plain : { AgentMoved::TYPE, AgentArrived::TYPE,
					 AgentPaused::TYPE, MessageAcknowledged::TYPE, AutoModeTurnChanged::TYPE,
					 AutoModeEnded::TYPE }) {
			types.insert(plain);
		}
		CHECK(types.size() ==
				LifeEvents::SIZE + MindEvents::SIZE + SpeechEvents::SIZE + TalkEvents::SIZE +
						TaskEvents::SIZE);
	}
}
