#include "tests/core/vocabulary.h"

#include <limits>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/base/utf8.h"

using namespace agent_runtime;
using nlohmann::json;

namespace {

constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

json spawn(const json &config) {
	return { { "type", "agent_spawn_request" }, { "agent_config", config } };
}

// What is said of a message that is refused.
std::string refusal(const json &message, From from = From::outside) {
	const Status status = validate(message, from);
	REQUIRE_FALSE(status.ok());
	CHECK(status.code() == StatusCode::invalid_argument);
	CHECK(is_valid_utf8(status.message()));
	CHECK(status.message().size() < 2000);
	return status.message();
}

} // namespace

TEST_SUITE("vocabulary") {
	TEST_CASE("each message is found by its name, and has one") {
		std::set<std::string_view> names;
		for (const MessageType *const each : message_types()) {
			const MessageType &type = *each;
			CHECK(find_message(type.name) == each);
			CHECK_FALSE(type.sentence.empty());
			names.insert(type.name);
		}
		CHECK(names.size() == message_types().size());
		CHECK(find_message("") == nullptr);
		CHECK(find_message("agent_spawn") == nullptr);
	}

	TEST_CASE("events that games listen to have their signal's name") {
		CHECK(find_message("agent_state_update")->signal == "agent_state_changed");
		CHECK(find_message("agent_speech")->signal == "agent_spoke");
		CHECK(find_message("agent_spawned")->signal == "agent_spawned");
		CHECK(find_message("agent_terminated")->signal == "agent_terminated");
		CHECK(find_message("agent_moved")->signal == "agent_moved");
		CHECK(find_message("file_set_aside")->signal.empty());
	}

	TEST_CASE("messages go through the door that fits them") {
		CHECK(find_message("agent_spawn_request")->kind == MessageKind::request);
		CHECK(find_message("agent_speech")->kind == MessageKind::durable);
		CHECK(find_message("agent_position")->kind == MessageKind::transient);
		CHECK(find_message("walk_requested")->kind == MessageKind::call);
		CHECK(find_message("walk_arrived")->kind == MessageKind::answer);
		CHECK(find_message("request_completed")->kind == MessageKind::reply);
		CHECK(message_kind_name(MessageKind::durable) == "durable");
		CHECK(field_kind_name(FieldKind::text_list) == "text_list");
	}

	TEST_CASE("error codes are those that a Status can have") {
		const MessageType *const type = find_message("mind_failed");
		REQUIRE(type != nullptr);
		for (int code = 1; code <= static_cast<int>(StatusCode::internal); ++code) {
			const json message = { { "type", "mind_failed" }, { "agent_id", "agent_001" },
				{ "failure", "internal" },
				{ "code", status_code_name(static_cast<StatusCode>(code)) }, { "message", "x" } };
			CHECK(validate(message).ok());
		}
	}
}

TEST_SUITE("validate") {
	TEST_CASE("the messages of the specification are taken as they stand there") {
		CHECK(validate(json::parse(R"({"type":"agent_spawn_request","agent_config":{
			"name":"Assistant","role":"helper","cli_backend":"claude",
			"initial_position":{"x":10,"y":10}}})"),
				From::outside)
						.ok());
		CHECK(validate(json::parse(R"({"type":"agent_state_update","agent_id":"agent_001",
			"state":"speaking","position":{"x":12,"y":8},"current_task":"analyzing data"})"))
						.ok());
		CHECK(validate(json::parse(R"({"type":"agent_speech","agent_id":"agent_001",
			"content":"I've finished the analysis","recipients":["player_0","agent_002"]})"))
						.ok());
	}

	TEST_CASE("an agent needs no more than a config, and may have all of one") {
		CHECK(validate(spawn(json::object()), From::outside).ok());
		CHECK(validate(
				spawn({ { "key", "guard" }, { "name", "Ада" }, { "role", "" },
						{ "persona", "Calm.\nCurious." }, { "model", "x" }, { "hearing_radius", 0 },
						{ "think_interval", 2.5 }, { "seed", 9'007'199'254'740'991 },
						{ "metadata", { { "any", { 1, "x", nullptr } } } } }),
				From::outside)
						.ok());
	}

	TEST_CASE("what is no message is refused") {
		CHECK(refusal(nullptr).starts_with("message: is null; send an object"));
		CHECK(refusal(json::array()).starts_with("message: is a list"));
		CHECK(refusal("agent_spawn_request").starts_with("message: is a text"));
		CHECK(refusal(json(json::value_t::discarded)).starts_with("message: is no JSON value"));
		CHECK(refusal(json::object())
						.starts_with("type: is missing; there are: agent_spawn_request, "));
		CHECK(refusal({ { "type", 5 } }).starts_with("type: is a number; there are: "));
		CHECK(refusal({ { "type", "agent_spwan_request" } }) ==
				"type: is agent_spwan_request, which is no message; did you mean "
				"agent_spawn_request?");
		CHECK(refusal({ { "type", "launch" } })
						.starts_with("type: is launch, which is no message; there are: "));
		CHECK(refusal({ { "type", std::string(1'000'000, 'x') } }).starts_with("type: is xxxx"));
		CHECK(refusal({ { "type", "\xFF" } }).starts_with("type: is \uFFFD, which is no message"));
	}

	TEST_CASE("from outside only requests and answers are taken") {
		const json speech = { { "type", "agent_speech" }, { "agent_id", "agent_001" },
			{ "content", "hi" }, { "recipients", json::array() } };
		CHECK(validate(speech).ok());
		CHECK(refusal(speech).starts_with(
				"type: is agent_speech, which only the runtime sends; send one of: "));
		CHECK(validate({ { "type", "walk_arrived" }, { "call_id", "call_001" } }, From::outside)
						.ok());
		CHECK(validate({ { "type", "health_request" }, { "request_id", "r 1" } }, From::outside)
						.ok());
	}

	TEST_CASE("an unknown field is refused, with the one that was meant") {
		CHECK(refusal(spawn({ { "naem", "Ada" } })) ==
				"agent_config.naem: is not a field here; did you mean name?");
		CHECK(refusal({ { "type", "send_message_request" }, { "contnet", "hi" } }) ==
				"contnet: is not a field here; did you mean content?");
		CHECK(refusal({ { "type", "health_request" }, { "verbose", true } }) ==
				"verbose: is not a field here; there are: request_id, trace_id");
		CHECK(refusal(spawn({ { "initial_position", { { "x", 1 }, { "y", 2 }, { "z", 3 } } } })) ==
				"agent_config.initial_position.z: is no part of a position; give x and y alone");
		CHECK(refusal(spawn({ { std::string(1'000'000, 'k'), 1 } }))
						.starts_with("agent_config.kkk"));
		CHECK(refusal(spawn({ { "\xFF\x01", 1 } }))
						.starts_with("agent_config.\uFFFD\uFFFD: is not"));
		CHECK(refusal(spawn({ { "", 1 } })).starts_with("agent_config.\"\": is not a field here"));
		CHECK(refusal(spawn({ { "type", "x" } })).starts_with("agent_config.type: is not a field"));
	}

	TEST_CASE("a name of the wrong kind or size is refused") {
		const std::string remedy = "give a text of 1 to 128 characters";
		CHECK(refusal(spawn({ { "name", 5 } })) == "agent_config.name: is a number; " + remedy);
		CHECK(refusal(spawn({ { "name", nullptr } })) == "agent_config.name: is null; " + remedy);
		CHECK(refusal(spawn({ { "name", "" } })) == "agent_config.name: is empty; " + remedy);
		CHECK(refusal(spawn({ { "name", std::string(1'000'000, 'n') } })) ==
				"agent_config.name: has 1000000 characters; " + remedy);
		CHECK(refusal(spawn({ { "name", "Ada\xC3" } })) ==
				"agent_config.name: is not UTF-8 at byte 4; give text in UTF-8");
		CHECK(refusal(spawn({ { "name", std::string("A\0a", 3) } })) ==
				"agent_config.name: holds the character NUL; leave it out");
		CHECK(refusal(spawn({ { "name", "Ada\nsays" } }))
						.starts_with("agent_config.name: holds a control character"));
		std::string umlauts;
		for (int i = 0; i < 128; ++i) {
			umlauts += "ä";
		}
		CHECK(validate(spawn({ { "name", umlauts } })).ok());
		CHECK_FALSE(validate(spawn({ { "name", umlauts + "ä" } })).ok());
	}

	TEST_CASE("a text that is one of a few is refused when it is another") {
		CHECK(refusal(spawn({ { "cli_backend", "ofline" } })) ==
				"agent_config.cli_backend: is ofline, which is none of its values; did you mean "
				"offline?");
		CHECK(refusal({ { "type", "agents_request" }, { "state", "asleep" } }) ==
				"state: is asleep, which is none of its values; there are: idle, listening, "
				"thinking, speaking");
		CHECK(refusal({ { "type", "agents_request" }, { "state", 1 } }) ==
				"state: is a number; give one of: idle, listening, thinking, speaking");
	}

	TEST_CASE("a coordinate that leads nowhere is refused by its path") {
		const std::string remedy = "give a tile coordinate between -1e6 and 1e6";
		const auto place = [](const json &x) {
			return spawn({ { "initial_position", { { "x", x }, { "y", 0 } } } });
		};
		const std::string field = "agent_config.initial_position.x: ";
		CHECK(validate(place(-1e6), From::outside).ok());
		CHECK(refusal(place(NOT_A_NUMBER)) == field + "is not a finite number; " + remedy);
		CHECK(refusal(place(-std::numeric_limits<double>::infinity())) ==
				field + "is not a finite number; " + remedy);
		CHECK(refusal(place(1e300)) == field + "is out of range; " + remedy);
		CHECK(refusal(place(std::numeric_limits<std::uint64_t>::max())) ==
				field + "is out of range; " + remedy);
		CHECK(refusal(place("5")) == field + "is a text; " + remedy);
		CHECK(refusal(spawn({ { "initial_position", { { "y", 1 } } } })) ==
				field + "is missing; " + remedy);
		CHECK(refusal(spawn({ { "initial_position", { 1, 2 } } })) ==
				"agent_config.initial_position: is a list; give x and y, in tiles");
	}

	TEST_CASE("a number out of its range, or none at all, is refused") {
		CHECK(refusal(spawn({ { "hearing_radius", -1 } })) ==
				"agent_config.hearing_radius: is out of range; give a number between 0 and "
				"1000000");
		CHECK(refusal(spawn({ { "think_interval", NOT_A_NUMBER } }))
						.starts_with("agent_config.think_interval: is not a finite number"));
		CHECK(refusal(spawn({ { "think_interval", true } }))
						.starts_with("agent_config.think_interval: is true or false"));
		CHECK(refusal(spawn({ { "seed", 1.5 } }))
						.starts_with("agent_config.seed: is not a whole number; give a whole "
									 "number between 0 and "
									 "9007199254740991"));
		CHECK(refusal(spawn({ { "seed", std::numeric_limits<std::uint64_t>::max() } }))
						.starts_with("agent_config.seed: is out of range"));
		// Some clients have no integers, and send these.
		CHECK(validate(spawn({ { "seed", 3.0 } }), From::outside).ok());
	}

	TEST_CASE("an id that is none is refused") {
		const auto terminate = [](const json &id) {
			return json{ { "type", "agent_terminate_request" }, { "agent_id", id } };
		};
		CHECK(validate(terminate("agent_001"), From::outside).ok());
		CHECK(refusal(terminate(""))
						.starts_with("agent_id: is empty; give an id such as agent_001"));
		CHECK(refusal(terminate("agent 1")).starts_with("agent_id: holds more than letters"));
		CHECK(refusal(terminate("агент")).starts_with("agent_id: holds more than letters"));
		CHECK(refusal(terminate("\xFF")).starts_with("agent_id: holds more than letters"));
		CHECK(refusal(terminate(1)).starts_with("agent_id: is a number"));
		CHECK(refusal(terminate(std::string(1'000'000, 'a')))
						.starts_with("agent_id: has 1000000 bytes"));
		CHECK(refusal({ { "type", "agent_terminate_request" } })
						.starts_with("agent_id: is missing"));
	}

	TEST_CASE("a cursor is an id or a date") {
		const auto since = [](const json &cursor) {
			return json{ { "type", "events_request" }, { "since", cursor } };
		};
		for (const json &cursor : { json(0), json(5), json("5"), json("2026-01-31T12:00:00Z") }) {
			CHECK(validate(since(cursor), From::outside).ok());
		}
		CHECK(refusal(since("yesterday")).starts_with("since: is neither an id nor a date"));
		CHECK(refusal(since(-1)).starts_with("since: is out of range"));
		CHECK(refusal(since(NOT_A_NUMBER)).starts_with("since: is not a finite number"));
		CHECK(refusal(since(json::array())).starts_with("since: is a list"));
		CHECK(refusal(since(std::string(1'000'000, '1'))).starts_with("since: is neither"));
		CHECK(refusal({ { "type", "events_request" }, { "limit", 0 } })
						.starts_with(
								"limit: is out of range; give a whole number between 1 and 10000"));
	}

	TEST_CASE("a list names the item that is wrong") {
		const auto speech = [](const json &recipients) {
			return json{ { "type", "agent_speech" }, { "agent_id", "player_0" },
				{ "content", "hi" }, { "recipients", recipients } };
		};
		CHECK(validate(speech({ "agent_001", "agent_002" })).ok());
		CHECK(refusal(speech({ "agent_001", 2 }), From::inside)
						.starts_with("recipients[1]: is a number"));
		CHECK(refusal(speech({ "\xFF" }), From::inside).starts_with("recipients[0]: is not UTF-8"));
		CHECK(refusal(speech("agent_001"), From::inside).starts_with("recipients: is a text"));
		CHECK(refusal(speech(json(100'001, "agent_001")), From::inside)
						.starts_with("recipients: has 100001 items"));
	}

	TEST_CASE("free members are looked through: size, depth, numbers, text") {
		const auto metadata = [](const json &value) { return spawn({ { "metadata", value } }); };
		CHECK(refusal(metadata(5)) == "agent_config.metadata: is a number; give an object");
		CHECK(refusal(metadata({ { "a", { { "b", NOT_A_NUMBER } } } })) ==
				"agent_config.metadata.a.b: is not a finite number; give a number");
		CHECK(refusal(metadata({ { "a", { "x", "\xFF" } } }))
						.starts_with("agent_config.metadata.a[1]: is text that is not UTF-8"));
		CHECK(refusal(metadata({ { "a", std::string(1'000'000, 'x') } }))
						.starts_with("agent_config.metadata.a: takes the whole past 65536 bytes"));
	}

	TEST_CASE("10,000 levels are refused wherever they stand") {
		// Moved from place to place: a copy of it would need the stack that it is meant to spare.
		json deep = json::object();
		for (int i = 0; i < 10'000; ++i) {
			json outer = json::object();
			outer["level"] = std::move(deep);
			deep = std::move(outer);
		}
		CHECK(refusal(deep).starts_with("type: is missing"));
		json message = spawn({ { "name", "Ada" }, { "metadata", json::object() } });
		json &config = message["agent_config"];
		config["metadata"].swap(deep);
		CHECK(refusal(message).starts_with("agent_config.metadata.level.level"));
		config["metadata"].swap(config["name"]);
		CHECK(refusal(message).starts_with("agent_config.name: is an object"));
	}

	TEST_CASE("an error names its field by itself too") {
		const std::optional<FieldProblem> problem =
				find_message_problem(spawn({ { "name", 5 } }), From::outside);
		REQUIRE(problem.has_value());
		CHECK(problem->field == "agent_config.name");
		CHECK(problem->problem == "is a number");
	}

	TEST_CASE("a reply says whether it was done, and why not") {
		CHECK(validate({ { "type", "request_completed" }, { "request_id", "1" }, { "ok", true },
							   { "result", { { "agent_id", "agent_001" } } } })
						.ok());
		CHECK(validate({ { "type", "request_completed" }, { "request_id", "1" }, { "ok", false },
							   { "error",
									   { { "code", "not_found" }, { "message", "no such agent" },
											   { "field", "agent_id" } } } })
						.ok());
		CHECK(refusal({ { "type", "request_completed" }, { "request_id", "1" }, { "ok", "yes" } },
					  From::inside) == "ok: is a text; give true or false");
		CHECK(refusal({ { "type", "request_completed" }, { "request_id", "1" }, { "ok", false },
							  { "error", { { "code", "odd" }, { "message", "x" } } } },
				From::inside)
						.starts_with("error.code: is odd, which is none of its values"));
	}
}
