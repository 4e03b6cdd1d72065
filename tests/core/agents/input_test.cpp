// Inputs of the step engine as they are recorded.
#include "core/agents/input.h"

#include "../world/drawn_map.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

// All members of each input: one that is added and not named here does not compile.
auto members(const SpawnInput &input) {
	const auto &[agent, profile, position, past, run, trace] = input;
	return std::tie(agent, profile, position, past, run, trace);
}
auto members(const PastLife &past) {
	const auto &[state, paused, remembered, tasks, kept, home] = past;
	return std::tie(state, paused, remembered, tasks, kept, home);
}
auto members(const KeptLines &kept) {
	const auto &[pinned, summary] = kept;
	return std::tie(pinned, summary);
}
auto members(const RememberedLine &line) {
	const auto &[sender, sender_name, content] = line;
	return std::tie(sender, sender_name, content);
}
// What is recorded of it.
auto members(const Message &line) {
	return std::tie(line.from, line.from_name, line.to, line.content);
}
auto members(const AgentTask &task) {
	const auto &[id, name, description, assigned_by, partner, status, result] = task;
	return std::tie(id, name, description, assigned_by, partner, status, result);
}
auto members(const TerminateInput &input) {
	const auto &[agent, reason, trace] = input;
	return std::tie(agent, reason, trace);
}
auto members(const ProfileInput &input) {
	const auto &[agent, profile, trace] = input;
	return std::tie(agent, profile, trace);
}
auto members(const SayInput &input) {
	const auto &[from, from_name, to, position, content, type, reach, channel, hearers, trace] =
			input;
	(void)hearers; // counted anew whenever it is posted
	return std::tie(from, from_name, to, position, content, type, reach, channel, trace);
}
auto members(const OwnerInput &input) {
	const auto &[agent, moved_by_game, trace] = input;
	return std::tie(agent, moved_by_game, trace);
}
auto members(const PositionInput &input) {
	const auto &[agent, position, trace] = input;
	return std::tie(agent, position, trace);
}
auto members(const PauseInput &input) {
	const auto &[agent, change, request, trace] = input;
	return std::tie(agent, change, request, trace);
}
auto members(const AssignInput &input) {
	const auto &[agent, task, trace] = input;
	return std::tie(agent, task, trace);
}
auto members(const FinishInput &input) {
	const auto &[task, completed, result, request, trace] = input;
	return std::tie(task, completed, result, request, trace);
}
auto members(const GameInput &input) {
	const auto &[actions, tools, gives_context] = input;
	return std::tie(actions, tools, gives_context);
}
auto members(const OfferInput &input) {
	const auto &[scope, tables] = input;
	return std::tie(scope.agent, scope.group, tables.actions, tables.tools);
}
auto members(const AttentionInput &input) {
	const auto &[agent, weight, trace] = input;
	return std::tie(agent, weight, trace);
}
auto members(const CallOutcomeInput &input) {
	const auto &[agent, call, outcome, reason, result] = input;
	return std::tie(agent, call, outcome, reason, result);
}
auto members(const CallSlowInput &input) {
	const auto &[agent, call, waited] = input;
	return std::tie(agent, call, waited);
}
auto members(const ThoughtAnswer &input) {
	const auto &[id, failure, error, action] = input;
	return std::tie(id, failure, error, action);
}
auto members(const MemoryInput &input) {
	const auto &[agent, change, kept] = input;
	return std::tie(agent, change, kept);
}
auto members(const LineChange &change) {
	const auto &[sender, content, replacement] = change;
	return std::tie(sender, content, replacement);
}
auto members(const WalkInput &input) {
	const auto &[agent, way, tile, face, partner, request, place, trace] = input;
	return std::tie(agent, way, tile, face, partner, request, place, trace);
}
auto members(const MapInput &input) {
	const auto &[map] = input;
	return std::tie(map);
}
auto members(const StartTalkInput &input) {
	const auto &[talk, turns, lines, said, is_stopped, stop, trace] = input;
	return std::tie(talk, turns, lines, said, is_stopped, stop, trace);
}
auto members(const StopTalkInput &input) {
	const auto &[talk, end, turns, request, trace] = input;
	return std::tie(talk, end, turns, request, trace);
}
std::tuple<> members(const CloseInput &) {
	return {};
}

template <typename T>
concept HasMembers = requires(const T &value) {
	members(value);
};

// Whether two values are equal, also where they are shared.
struct Same {
	template <typename T>
	bool operator()(const T &one, const T &other) const {
		if constexpr (std::is_same_v<T, AgentProfile>) {
			return profile_to_json(one) == profile_to_json(other);
		} else if constexpr (requires { one.to_json(); }) {
			return one.to_json() == other.to_json();
		} else if constexpr (HasMembers<T>) {
			return all(members(one), members(other));
		} else {
			return one == other;
		}
	}
	template <typename T>
	bool operator()(
			const std::shared_ptr<const T> &one, const std::shared_ptr<const T> &other) const {
		return one == nullptr || other == nullptr ? one == other : (*this)(*one, *other);
	}
	template <typename T>
	bool operator()(const std::optional<T> &one, const std::optional<T> &other) const {
		return one && other ? (*this)(*one, *other) : one.has_value() == other.has_value();
	}
	template <typename T>
	bool operator()(const std::vector<T> &one, const std::vector<T> &other) const {
		return std::equal(one.begin(), one.end(), other.begin(), other.end(), *this);
	}
	template <typename... T>
	bool all(const std::tuple<T...> &one, const std::tuple<T...> &other) const {
		return [&]<std::size_t... I>(std::index_sequence<I...>) {
			return ((*this)(std::get<I>(one), std::get<I>(other)) && ...);
		}
		(std::index_sequence_for<T...>());
	}
};

// The members of an input that differ from those of an empty one, by their numbers.
template <typename T>
std::set<std::size_t> filled_members(const T &input) {
	const T empty{};
	const auto of_input = members(input);
	const auto of_empty = members(empty);
	std::set<std::size_t> filled;
	[&]<std::size_t... I>(std::index_sequence<I...>) {
		((Same()(std::get<I>(of_input), std::get<I>(of_empty)) ? void() : void(filled.insert(I))),
				...);
	}
	(std::make_index_sequence<std::tuple_size_v<decltype(of_input)>>());
	return filled;
}

const TraceId TRACED(1, 2);

MessagePtr a_line(const std::string &content) {
	std::shared_ptr<Message> line = std::make_shared<Message>();
	line->from = ParticipantId::player(1);
	line->from_name = "Player";
	line->to = AgentId(7);
	line->content = content;
	return line;
}

ProfilePtr a_profile() {
	std::shared_ptr<AgentProfile> profile = std::make_shared<AgentProfile>();
	profile->self = { "Ada", "gardener", "You like roses." };
	profile->key = "ada";
	profile->hearing_radius = 12.5f;
	return profile;
}

TaskPtr a_task() {
	return std::make_shared<const AgentTask>(AgentTask{ TaskId(4), "Water", "All of the roses",
			ParticipantId::player(0), AgentId(2), TaskStatus::in_progress, "half" });
}

KeptLinesPtr kept_lines() {
	std::shared_ptr<KeptLines> kept = std::make_shared<KeptLines>();
	kept->pinned = { { AgentId(3), "Bob", "Never lie." } };
	kept->summary = "before";
	return kept;
}

std::shared_ptr<const PastLife> a_past() {
	std::shared_ptr<PastLife> past = std::make_shared<PastLife>();
	past->state = AgentState::thinking;
	past->paused = true;
	past->remembered = { a_line("one"), a_line("two") };
	past->tasks = { a_task() };
	past->kept = kept_lines();
	past->home = TilePosition{ 1.5f, 2 };
	return past;
}

ActionTablePtr a_table(const std::string &name) {
	const std::shared_ptr<ActionTable> table = std::make_shared<ActionTable>();
	REQUIRE(table->add(name, { "What it does.", json::parse(R"({"type":"object"})") }).ok());
	return table;
}

TalkSettingsPtr a_talk() {
	TalkSettings talk{ .id = ConversationId(5),
		.participants = { { AgentId(1), "Ada", "gardener" }, { AgentId(2), "Bob", "" } },
		.topic = "roses",
		.max_turns = 9 };
	return std::make_shared<const TalkSettings>(talk);
}

// One or more of each input; together they set every member.
std::vector<Input> samples() {
	return {
		SpawnInput{ AgentId(7), a_profile(), { 3, 4 }, a_past(), 99, TRACED },
		SpawnInput{ AgentId(8), a_profile(), {}, nullptr },
		SpawnInput{ AgentId(9), a_profile(), {}, std::make_shared<PastLife>() },
		TerminateInput{ AgentId(7), "asked to", TRACED },
		ProfileInput{ AgentId(7), a_profile(), TRACED },
		SayInput{ AgentId(1), "Ada", AgentId(2), { 1, 2 }, "Hello", "Rain", Reach::topic, "sky", 0,
				TRACED },
		OwnerInput{ AgentId(7), true, TRACED },
		PositionInput{ AgentId(7), { 5.25f, 6 }, TRACED },
		PauseInput{ AgentId(7), PauseChange::step, RequestId(12), TRACED },
		AssignInput{ AgentId(7), a_task(), TRACED },
		FinishInput{ TaskId(4), true, "done", RequestId(12), TRACED },
		GameInput{ a_table("wave"), a_table("ask_clock"), true },
		GameInput{},
		OfferInput{ { .group = "smiths" }, { a_table("wave"), nullptr } },
		OfferInput{ { .agent = AgentId(7) }, { nullptr, a_table("ask_clock") } },
		AttentionInput{ AgentId(7), 2.5f, TRACED },
		CallOutcomeInput{ AgentId(7), CallId(3), CallOutcome::failed, "no way", "{}" },
		CallSlowInput{ AgentId(7), CallId(3), Micros(1500) },
		ThoughtAnswer{ { AgentId(7), 8 }, {}, {}, SpeakAction{ "Hello", AgentId(2) } },
		ThoughtAnswer{ { AgentId(7), 8 }, MindFailure::overloaded, "they are busy", {} },
		MemoryInput{
				AgentId(7), LineChange{ ParticipantId::player(1), "old", "new" }, kept_lines() },
		MemoryInput{ AgentId(7), LineChange{ {}, "", {} }, nullptr },
		WalkInput{ AgentId(7), WalkInput::Way::beside, { 3, 4 }, Facing::up, AgentId(2),
				RequestId(12), { 5, 6.5f }, TRACED },
		MapInput{ map_of(drawn({ "..#", "..." })) },
		MapInput{},
		StartTalkInput{ a_talk(), 3, { a_line("So?") }, { 2, 1 }, true, RequestId(12), TRACED },
		StopTalkInput{ ConversationId(5), TalkEnd::budget, 3, RequestId(12), TRACED },
		CloseInput{},
	};
}

// Lines of recordings as an earlier version made them.
constexpr const char *OLDER_LINES[] = {
	R"({"kind":"terminate","agent":"agent_007","reason":"asked to"})",
	R"({"kind":"say","from":"player_1","from_name":"Player","to":"agent_007",)"
	R"("position":{"x":1.0,"y":2.0},"content":"Hi","type":"AgentSpoke","reach":3,"channel":"a"})",
	R"({"kind":"position","agent":"agent_007","position":{"x":1.0,"y":2.0}})",
	R"({"kind":"owner","agent":"agent_007","moved_by_game":true})",
	R"({"kind":"pause","agent":"agent_007","change":2,"request":12})",
	R"({"kind":"finish","task":"task_004","completed":true,"result":"done","request":12})",
	R"({"kind":"attention","agent":"agent_007","weight":2.5})",
	R"({"kind":"call_outcome","agent":"agent_007","call":3,"outcome":"failed","reason":"no",)"
	R"("result":""})",
	R"({"kind":"call_slow","agent":"agent_007","call":3,"waited":1500})",
	R"({"kind":"answer","agent":"agent_007","thought":8,"failure":"overloaded","error":"busy"})",
	R"({"kind":"walk","agent":"agent_007","way":"nearby","tile":[3,4],"partner":"agent_002",)"
	R"("request":12,"face":"up","target":{"x":5.0,"y":6.5}})",
	R"({"kind":"stop_talk","conversation_id":"conversation_005","end":"budget","turns":3,)"
	R"("request":12,"trace_id":"00000000000000010000000000000002"})",
	R"({"kind":"close"})",
};

Input read_input(const json &recorded) {
	Result<Input> read = input_from_json(recorded);
	REQUIRE_MESSAGE(read.ok(), recorded.dump());
	return std::move(read).value();
}

} // namespace

TEST_SUITE("inputs as they are recorded") {
	TEST_CASE("every input comes back equal, with every member that it has") {
		std::vector<std::set<std::size_t>> filled(std::variant_size_v<Input>);
		std::vector<std::size_t> expected(std::variant_size_v<Input>);
		std::set<std::size_t> seen;
		for (const Input &input : samples()) {
			const json recorded = json::parse(input_to_json(input).dump());
			CAPTURE(recorded.dump());
			const Input read = read_input(recorded);
			REQUIRE(read.index() == input.index());
			seen.insert(input.index());
			std::visit(
					[&]<typename T>(const T &one) {
						CHECK(Same()(one, std::get<T>(read)));
						filled[input.index()].merge(filled_members(one));
						expected[input.index()] = std::tuple_size_v<decltype(members(one))>;
					},
					input);
		}
		CHECK(seen.size() == std::variant_size_v<Input>);
		for (std::size_t i = 0; i < filled.size(); i++) {
			CAPTURE(i);
			CHECK(filled[i].size() == expected[i]);
		}
	}

	TEST_CASE("each has a name of its own") {
		std::set<std::string> names;
		std::set<std::size_t> kinds;
		for (const Input &input : samples()) {
			names.insert(input_to_json(input).at("kind").get<std::string>());
			kinds.insert(input.index());
		}
		CHECK(names.size() == kinds.size());
	}

	TEST_CASE("lines of older recordings are read, and written again as they were") {
		for (const char *const line : OLDER_LINES) {
			const json recorded = json::parse(line);
			CHECK(input_to_json(read_input(recorded)) == recorded);
		}
	}

	TEST_CASE("a move, as once recorded, is a walk to the place") {
		const Input read = read_input(json::parse(
				R"({"kind":"move","agent":"agent_007","target":{"x":1.5,"y":2.0},"request":3})"));
		CHECK(Same()(std::get<WalkInput>(read),
				walk_to(AgentId(7), TilePosition{ 1.5f, 2 }, RequestId(3))));
	}

	TEST_CASE("what a recording lacks or has wrong becomes the default, and harms nobody") {
		for (const Input &input : samples()) {
			const json recorded = input_to_json(input);
			CAPTURE(recorded.dump());
			const json bare{ { "kind", recorded.at("kind") } };
			const Input read = read_input(bare);
			CHECK(read.index() == input.index());
			json wrong = recorded;
			for (auto &[name, value] : wrong.items()) {
				value = name == "kind" ? value : json(json::array({ nullptr }));
			}
			// It can be written again, so nothing that must be there is missing.
			CHECK(input_to_json(read_input(wrong)).at("kind") == recorded.at("kind"));
			CHECK(input_to_json(read).at("kind") == recorded.at("kind"));
		}
	}

	TEST_CASE("a kind that nobody knows is an error") {
		for (const char *const line : { R"({"kind":"dance"})", "{}", "[]", R"({"kind":7})" }) {
			CHECK(input_from_json(json::parse(line)).status().code() == StatusCode::corrupt);
		}
	}
}
