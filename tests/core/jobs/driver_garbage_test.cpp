#include "core/jobs/driver.h"

#include "core/base/rng.h"

#include "../sanitized.h"
#include "driver_samples.h"
#include "driver_talk.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

// Programs may write anything, and what they write may arrive in any pieces. With
// AGENT_RUNTIME_LONG set, these tests go on for long.

using namespace agent_runtime;
using namespace agent_runtime::test;
using nlohmann::json;

namespace {

constexpr std::array<JobProgram, 3> PROGRAMS = { JobProgram::claude, JobProgram::codex,
	JobProgram::command };

int rounds_of(int plain) {
	const char *const wanted = std::getenv("AGENT_RUNTIME_LONG");
	const bool is_long = wanted != nullptr && *wanted != '\0';
	return is_long ? 40 * plain : test::IS_SANITIZED ? plain / 5 : plain;
}

JobBrief some_brief(JobProgram program) {
	JobBrief brief = brief_of(program, "Make a file.");
	brief.plan.keeps_talking = true;
	return brief;
}

// Whole conversations, of which each line means something.
std::vector<std::string> lines_of(JobProgram program) {
	if (program == JobProgram::command) {
		return { "working", "@@question Which colour?",
			R"(@@question {"prompt":"Go on?","kind":"confirmation","options":["yes","no"]})",
			R"(@@question {"prompt":"Which?","options":["a","b"],"many":true,"other":true})",
			"done" };
	}
	if (program == JobProgram::codex) {
		return { R"({"id":2,"result":{"model":"fake-model","thread":{"id":"thread-1"}}})",
			R"({"id":3,"result":{"turn":{"id":"turn-1","status":"inProgress","items":[]}}})",
			R"({"method":"turn/started","params":{"threadId":"thread-1","turn":{"id":"turn-1"}}})",
			// NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one line of output, in two parts
			R"({"method":"item/started","params":{"threadId":"thread-1","turnId":"turn-1",)"
			R"("item":{"type":"fileChange","id":"call_1","changes":[{"path":"a","diff":"+b"}]}}})",
			CODEX_APPROVAL.dump(), CODEX_INPUT.dump(), CODEX_FORM.dump(),
			R"({"method":"serverRequest/resolved","params":{"threadId":"thread-1","requestId":0}})",
			R"({"method":"thread/tokenUsage/updated","params":{"threadId":"thread-1",)"
			R"("tokenUsage":{"total":{"inputTokens":5},"last":{"inputTokens":5}}}})",
			R"({"method":"turn/completed","params":{"threadId":"thread-1",)"
			R"("turn":{"id":"turn-1","status":"failed","error":{"message":"no luck"}}}})" };
	}
	return { R"({"type":"system","subtype":"init","session_id":"s","model":"m"})",
		R"({"type":"user","uuid":")" + FIRST_PROMPT.to_string() + R"(","isReplay":true})",
		CLAUDE_PERMISSION.dump(), CLAUDE_CHOICE.dump(),
		R"({"type":"control_response","response":{"subtype":"success","request_id":"request-1"}})",
		R"({"type":"control_cancel_request","request_id":"request-2"})",
		R"({"type":"assistant","message":{"content":[{"type":"text","text":"Grüß Gott"}]}})",
		R"({"type":"result","subtype":"success","total_cost_usd":0.25,"usage":{}})" };
}

// All that came of them, as if it were one.
std::string heard(JobProgram program, const std::vector<OutputLine> &records) {
	const std::unique_ptr<Driver> driver = make_driver(program);
	REQUIRE(driver->begin(some_brief(program)).ok());
	std::string all;
	for (OutputLine record : records) {
		record.seq = 1; // where a line lies depends on the pieces
		all += shown(driver->read(record)) + "\n";
	}
	const std::string nothing = shown(DriverNews()) + "\n";
	for (std::size_t at = all.find(nothing); at != std::string::npos; at = all.find(nothing, at)) {
		all.erase(at, nothing.size());
	}
	return all;
}

void spoil(std::string &text, Rng &rng) {
	constexpr std::array<std::string_view, 14> PIECES = { "{", "}", "[", "]", "\"", ":", ",",
		"null", "-1", "1e999", "\\ud800", "\xFF", "\xE2\x80", "\"request\":" };
	for (std::uint64_t count = 1 + rng.uniform(4); count > 0 && !text.empty(); count--) {
		const std::size_t at = rng.uniform(text.size());
		switch (rng.uniform(4)) {
			case 0:
				text[at] = static_cast<char>(rng.uniform(256));
				break;
			case 1:
				text.erase(at, 1 + rng.uniform(20));
				break;
			case 2:
				text.insert(at, PIECES[rng.uniform(PIECES.size())]);
				break;
			default:
				text.insert(at, text.substr(rng.uniform(text.size()), rng.uniform(60)));
		}
	}
}

// Any member of any depth becomes something else, and the text stays JSON.
void change_a_value(json &value, Rng &rng) {
	if (value.is_structured() && !value.empty() && rng.chance(0.8)) {
		json::iterator at = value.begin();
		std::advance(at, static_cast<std::ptrdiff_t>(rng.uniform(value.size())));
		change_a_value(*at, rng);
		return;
	}
	const std::array<json, 12> others = { json(), true, -1, 18'446'744'073'709'551'615U, 0.5, "",
		"a\nb", std::string(5'000, 'y'), json::array(), json::object(), json::array({ nullptr, 1 }),
		json{ { "id", json::object() } } };
	value = others[rng.uniform(others.size())];
}

void check_spoilt(JobProgram program, std::uint64_t seed) {
	CAPTURE(seed);
	CAPTURE(choice_name(program));
	Rng rng(seed);
	DriverTalk talk(program);
	talk.begin(some_brief(program));
	std::string output;
	for (std::string line : lines_of(program)) {
		if (program != JobProgram::command && rng.chance(0.5)) {
			json value = json::parse(line);
			change_a_value(value, rng);
			line = value.dump();
		} else if (rng.chance(0.7)) {
			spoil(line, rng);
		}
		output += line + "\n";
	}
	for (const OutputLine &record : records_of(output, seed)) {
		const DriverNews news = talk.read(record);
		for (const NewQuestion &asked : news.asked) {
			Question question;
			question.asked = asked;
			question.answer.value = rng.chance(0.5) ? json("yes") : json{ { "a", 1 } };
			static_cast<void>(talk.driver().answer(question));
		}
	}
}

} // namespace

TEST_SUITE("drivers") {
	TEST_CASE("pieces of any size mean what the whole lines mean") {
		for (const JobProgram program : PROGRAMS) {
			CAPTURE(choice_name(program));
			std::string output;
			std::vector<OutputLine> whole;
			for (const std::string &line : lines_of(program)) {
				output += line + "\n";
				whole.push_back({ .seq = 1, .ts = {}, .data = line });
			}
			const std::string wanted = heard(program, whole);
			CHECK(wanted.find("asked") != std::string::npos);
			for (int round = 0; round < rounds_of(200); round++) {
				CAPTURE(round);
				CHECK(heard(program, records_of(output, static_cast<std::uint64_t>(round))) ==
						wanted);
			}
		}
	}

	TEST_CASE("whatever a program writes, a driver asks nothing that cannot be asked") {
		for (int round = 0; round < rounds_of(200); round++) {
			for (const JobProgram program : PROGRAMS) {
				check_spoilt(program, static_cast<std::uint64_t>(round));
			}
		}
	}

	TEST_CASE("lines in any order are read") {
		Rng rng(7);
		for (int round = 0; round < rounds_of(50); round++) {
			for (const JobProgram program : PROGRAMS) {
				const std::vector<std::string> lines = lines_of(program);
				DriverTalk talk(program);
				talk.begin(some_brief(program));
				for (int count = 0; count < 30; count++) {
					talk.read_text(lines[rng.uniform(lines.size())]);
				}
			}
		}
	}

	TEST_CASE("a line without an end does not grow") {
		for (const JobProgram program : PROGRAMS) {
			CAPTURE(choice_name(program));
			const std::unique_ptr<Driver> driver = make_driver(program);
			REQUIRE(driver->begin(some_brief(program)).ok());
			bool was_told = false;
			OutputLine record;
			record.more = true;
			record.data = program == JobProgram::command ? "@@question " : "{";
			for (int count = 0; count < 40; count++) {
				record.seq++;
				was_told = !driver->read(record).trouble.empty() || was_told;
				record.data = std::string(100'000, 'x');
			}
			CHECK(was_told);
			CHECK(driver->state().size() < 4'000);
		}
	}

	TEST_CASE("a state that somebody has changed does no harm") {
		Rng rng(11);
		for (int round = 0; round < rounds_of(200); round++) {
			for (const JobProgram program : PROGRAMS) {
				CAPTURE(round);
				DriverTalk talk(program);
				talk.begin(some_brief(program));
				for (const std::string &line : lines_of(program)) {
					talk.read_text(line);
				}
				std::string state = talk.driver().state();
				if (rng.chance(0.5)) {
					json value = json::parse(state);
					change_a_value(value, rng);
					state = value.dump();
				} else {
					spoil(state, rng);
				}
				const std::unique_ptr<Driver> driver = restore_driver(program, state);
				for (const std::string &line : lines_of(program)) {
					OutputLine record;
					record.data = line;
					static_cast<void>(driver->read(record));
				}
				static_cast<void>(driver->say("More.", SECOND_PROMPT));
				static_cast<void>(driver->interrupt());
				CHECK(driver->state().size() <= Driver::MOST_STATE_BYTES);
			}
		}
	}
}
