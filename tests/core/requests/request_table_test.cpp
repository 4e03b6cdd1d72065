#include "core/requests/request_table.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using namespace agent_runtime;
using nlohmann::json;

namespace {

struct RoomFields {
	std::string name;
	std::vector<std::string> doors;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "name", .sentence = "Its name.", .required = true, .max_length = 8 },
					&RoomFields::name),
			bind({ .name = "doors", .kind = FieldKind::text_list, .sentence = "Its doors." },
					&RoomFields::doors),
		};
	}
};

struct CountReply {
	std::int64_t count = 0;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "count", .kind = FieldKind::integer, .sentence = "How many." },
					&CountReply::count),
		};
	}
};

struct BuildRequest {
	using Reply = CountReply;
	static constexpr RequestWords WORDS{ .name = "build_request", .sentence = "Build a house." };
	std::vector<RoomFields> rooms = {};
	std::optional<AgentId> builder = {};
	std::optional<std::string> motto = {};
	std::int64_t floors = 1;
	static constexpr auto fields() {
		return FieldRows{
			bind({ .name = "rooms",
						 .kind = FieldKind::object_list,
						 .sentence = "Its rooms.",
						 .required = true,
						 .max_length = 2,
						 .fields = fields_of<RoomFields>() },
					&BuildRequest::rooms),
			bind({ .name = "builder", .kind = FieldKind::identifier, .sentence = "Who builds." },
					&BuildRequest::builder),
			bind({ .name = "motto", .sentence = "Above the door.", .min_length = 1 },
					&BuildRequest::motto),
			bind({ .name = "floors",
						 .kind = FieldKind::integer,
						 .sentence = "How many.",
						 .min = 1,
						 .max = 9 },
					&BuildRequest::floors),
		};
	}
};

struct WaitRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "wait_request", .sentence = "Wait." };
	static constexpr auto fields() { return FieldRows{}; }
};

struct OutlastRequest {
	using Reply = NoFields;
	static constexpr RequestWords WORDS{ .name = "outlast_request", .sentence = "Outlast all." };
	static constexpr auto fields() { return FieldRows{}; }
};

class HouseDesk {
public:
	using Types = RequestTypes<BuildRequest, WaitRequest, OutlastRequest>;

	Result<CountReply> answer(const BuildRequest &request) {
		built.push_back(request);
		return CountReply{ static_cast<std::int64_t>(request.rooms.size()) };
	}
	Status answer(const WaitRequest &, RequestId number) {
		waiting.push_back(number);
		return refusal;
	}
	Status answer(const OutlastRequest &, const Asker &asker) {
		lasting.push_back(asker);
		return Status();
	}

	std::vector<BuildRequest> built;
	std::vector<RequestId> waiting;
	std::vector<Asker> lasting;
	Status refusal;
};

struct House {
	House() { table.add(desk); }

	json ask(const json &message) {
		replies.clear();
		table.handle(message, [this](const json &completed) { replies.push_back(completed); });
		return replies.empty() ? json() : replies.front();
	}

	HouseDesk desk;
	RequestBook book;
	Status admitted;
	const Vocabulary vocabulary{ HouseDesk::Types::ENTRIES };
	RequestTable table{ book, vocabulary, [this] { return admitted; } };
	std::vector<json> replies;
};

constexpr const char *TRACE = "0af7651916cd43dd8448eb211c80319c";

json build(json rooms) {
	return { { "type", "build_request" }, { "request_id", "mine" }, { "trace_id", TRACE },
		{ "rooms", std::move(rooms) } };
}

} // namespace

TEST_SUITE("request table") {
	TEST_CASE("a message arrives as a struct, and its reply as fields") {
		House house;
		json message = build({ { { "name", "hall" }, { "doors", { "a", "b" } } } });
		message["builder"] = "agent_007";
		message["floors"] = 3.0;
		CHECK(house.ask(message) ==
				json{ { "type", "request_completed" }, { "request_id", "mine" },
						{ "trace_id", TRACE }, { "ok", true }, { "result", { { "count", 1 } } } });
		REQUIRE(house.desk.built.size() == 1);
		const BuildRequest &built = house.desk.built.front();
		CHECK(built.rooms.front().name == "hall");
		CHECK(built.rooms.front().doors == std::vector<std::string>{ "a", "b" });
		CHECK(built.builder == AgentId(7));
		CHECK(built.floors == 3);
		CHECK_FALSE(built.motto.has_value());
	}

	TEST_CASE("what is wrong within a list of objects is named by its path") {
		House house;
		CHECK(house.ask(build({ { { "name", "hall" } }, json::object() }))["error"]["field"] ==
				"rooms[1].name");
		CHECK(house.ask(build({ { { "name", "hall" }, { "roof", 1 } } }))["error"]["field"] ==
				"rooms[0].roof");
		CHECK(house.ask(build({ 1 }))["error"]["field"] == "rooms[0]");
		CHECK(house.ask(build({ { { "name", "a" } }, { { "name", "b" } },
					  { { "name", "c" } } }))["error"]["message"] ==
				"rooms: has 3 items; give a list of at most 2 objects");
		CHECK(house.desk.built.empty());
	}

	TEST_CASE("an id that is none is refused, by its field") {
		House house;
		json message = build(json::array());
		message["builder"] = "agent_7";
		const json reply = house.ask(message);
		CHECK(reply["error"]["field"] == "builder");
		CHECK(reply["error"]["code"] == "invalid_argument");
	}

	TEST_CASE("a struct that a caller fills in keeps to the same rules") {
		House house;
		CHECK(house.table.call(BuildRequest{ .rooms = { { "hall", {} } } }).value().count == 1);
		const auto field_of = [&](const BuildRequest &request) {
			const Status status = house.table.call(request).status();
			CHECK(status.code() == StatusCode::invalid_argument);
			return status.field();
		};
		CHECK(field_of({ .rooms = { { "a long name", {} } } }) == "rooms[0].name");
		CHECK(field_of({ .rooms = { {}, {}, {} } }) == "rooms");
		CHECK(field_of({ .rooms = { { "hall", { "" } } } }) == "rooms[0].doors[0]");
		CHECK(field_of({ .rooms = {}, .motto = "" }) == "motto");
		CHECK(field_of({ .rooms = {}, .floors = 10 }) == "floors");
		CHECK(house.desk.built.size() == 1);
	}

	TEST_CASE("what is answered later is answered once, also when it is refused") {
		House house;
		const json wait{ { "type", "wait_request" } };
		CHECK(house.ask(wait).is_null());
		CHECK(house.book.size() == 1);
		house.book.complete(house.desk.waiting.front(), Status());
		CHECK(house.replies.size() == 1);
		CHECK(house.replies.front()["request_id"] == "request_001");
		CHECK_FALSE(house.replies.front().contains("result"));
		house.desk.refusal = FieldProblem{ "time", "is short", "wait" }.to_status();
		CHECK(house.ask(wait)["error"]["field"] == "time");
		CHECK(house.replies.size() == 1);
		CHECK(house.book.size() == 0);
	}

	TEST_CASE("what is withdrawn is answered once as cancelled, and forgotten") {
		House house;
		const auto keep = [&](const json &completed) { house.replies.push_back(completed); };
		const RequestId number = house.table.handle({ { "type", "wait_request" } }, keep);
		CHECK(house.desk.waiting == std::vector<RequestId>{ number });
		house.table.withdraw(number);
		REQUIRE(house.replies.size() == 1);
		CHECK(house.replies.front().at("error").at("code") == "cancelled");
		CHECK(house.book.size() == 0);
		CHECK_FALSE(house.book.is_open(number));
		house.book.complete(number, Status());
		house.table.withdraw(number);
		house.book.cancel_all("the end");
		CHECK(house.replies.size() == 1);
	}

	TEST_CASE("what is answered at once, refused, or in no book cannot be withdrawn") {
		House house;
		const auto keep = [&](const json &completed) { house.replies.push_back(completed); };
		CHECK(house.table.handle(build(json::array()), keep).is_none());
		CHECK(house.table.handle({ { "type", "no_request" } }, keep).is_none());
		CHECK(house.table.handle({ { "type", "outlast_request" } }, keep).is_none());
		CHECK(house.replies.size() == 2);
		CHECK_FALSE(house.book.withdraw(RequestId()));
	}

	TEST_CASE("what outlives its world is in no book") {
		House house;
		CHECK(house.ask({ { "type", "outlast_request" }, { "request_id", "long" } }).is_null());
		house.book.cancel_all("the world has ended");
		CHECK(house.replies.empty());
		CHECK(house.desk.lasting.front().name == "long");
		CHECK_FALSE(house.desk.lasting.front().trace.is_none());
	}

	TEST_CASE("a request keeps the trace that it brings until it is answered") {
		House house;
		house.ask({ { "type", "wait_request" }, { "trace_id", TRACE } });
		const RequestId waiting = house.desk.waiting.front();
		CHECK(house.book.trace_of(waiting) == TraceId::parse(TRACE));
		house.book.complete(waiting, Status());
		CHECK(house.replies.front()["trace_id"] == TRACE);
		CHECK_FALSE(house.book.trace_of(waiting));
	}

	TEST_CASE("nothing is answered once nothing is admitted") {
		House house;
		house.admitted = Status(StatusCode::cancelled, "it is closed");
		CHECK(house.ask(build(json::array()))["error"]["code"] == "cancelled");
		CHECK(house.table.call(BuildRequest()).status().code() == StatusCode::cancelled);
		CHECK(house.desk.built.empty());
	}

	TEST_CASE("what nobody answers is said to be so") {
		RequestBook book;
		const Vocabulary vocabulary{ HouseDesk::Types::ENTRIES };
		const RequestTable table(book, vocabulary, [] { return Status(); });
		std::vector<json> replies;
		table.handle({ { "type", "wait_request" } },
				[&](const json &completed) { replies.push_back(completed); });
		CHECK(replies.at(0)["error"]["code"] == "unsupported");
		table.handle({ { "type", "no_request" } },
				[&](const json &completed) { replies.push_back(completed); });
		CHECK(replies.at(1)["error"]["field"] == "type");
	}

	TEST_CASE("the schema of a request names its fields, and those of its result") {
		const json schema = House().vocabulary.json_schema();
		const json &rooms = schema["$defs"]["build_request"]["properties"]["rooms"];
		CHECK(rooms["type"] == "array");
		CHECK(rooms["maxItems"] == 2);
		CHECK(rooms["items"]["required"] == json{ "name" });
		CHECK(schema["$defs"]["build_request.result"]["properties"].contains("count"));
	}
}
