#include <doctest/doctest.h>

#include "patient_journal.h"
#include "thoughts_run.h"

#include <algorithm>
#include <map>

using namespace agent_runtime;

namespace {

const AgentId FIRST(1);
const AgentId SECOND(2);
constexpr std::uint32_t AGENT_COUNT = 200;
constexpr std::uint32_t ROUND_COUNT = 5;

// A thought in a conversation that ends with this keyword.
ThoughtRequest that_ends_with(const std::string &keyword) {
	ThoughtRequest request = ThoughtsRun::request_of(FIRST);
	request.request.end_keyword = keyword;
	return request;
}

std::string account_of(AgentId agent) {
	return agent_account(agent.to_string());
}

void fails_after(ThoughtsRun &run, Micros time, MindFailure failure) {
	run.settings.of(MindKind::openai).retry.retries = 0;
	run.pass(time - 1us);
	CHECK(run.answers.empty());
	run.pass(1us);
	REQUIRE(run.answers.size() == 1);
	CHECK(run.answers[0].failure == failure);
	CHECK(run.model.open() == 0);
	CHECK(run.ledger.open() == 0);
}

} // namespace

TEST_SUITE("Turns of minds outside the process") {
	TEST_CASE("a turn asks the model, settles what it cost, and gives the decision") {
		ThoughtsRun run;
		run.begin(FIRST);
		REQUIRE(run.model.calls.size() == 1);
		CHECK(run.model.last().request.model == "test-model");
		CHECK(run.model.last().request.system.find("Loves roses.") != std::string::npos);
		CHECK(run.total().reserved.calls == 1);
		run.model.last().says("Good morning!", { 40, 0, 7, {} });
		REQUIRE(run.answers.size() == 1);
		CHECK_FALSE(run.answers[0].failure.has_value());
		CHECK(std::get<SpeakAction>(run.answers[0].action).content == "Good morning!");
		CHECK(run.total().spent.calls == 1);
		CHECK(run.total().spent.tokens() == 47);
		CHECK(run.total().spent.money.micro_dollars == 47);
		CHECK(run.total().reserved == Spending());
		CHECK(run.thoughts->open() == 0);
		CHECK(run.calls->open() == 0);
	}

	TEST_CASE("words are streamed as they come; an action in JSON is not") {
		ThoughtsRun run;
		run.begin(FIRST);
		run.model.last().connects();
		run.model.last().writes("Good ");
		run.model.last().writes("morning");
		CHECK(run.written == "Good morning");
		run.begin(SECOND);
		run.model.last().writes("{\"action\": \"wait\"}");
		CHECK(run.written == "Good morning");
		run.model.last().says("{\"action\": \"wait\"}");
		CHECK(std::holds_alternative<WaitAction>(run.answers.back().action));
	}

	TEST_CASE("the keyword that ends a conversation is never streamed, in whatever pieces") {
		ThoughtsRun run;
		run.thoughts->begin(that_ends_with("[OVER]"));
		for (const char *piece : { "Good", "bye. [O", "VE" }) {
			run.model.last().writes(piece);
			CHECK(run.written.find('[') == std::string::npos);
			CHECK(run.answers.empty());
		}
		CHECK(run.written == "Goodbye. ");
		run.model.last().writes("R]");
		CHECK(run.written == "Goodbye. ");
		REQUIRE(run.answers.size() == 1);
		CHECK(run.answers[0].action == MindAction(SpeakAction{ "Goodbye. [OVER]", {} }));
	}

	TEST_CASE("spec:003.2.1 the keyword ends the turn, whatever is written or breaks behind it") {
		ThoughtsRun run;
		run.thoughts->begin(that_ends_with("[OVER]"));
		const std::shared_ptr<FakeBackend::Asked> asked = run.model.first_open();
		asked->connects();
		asked->writes("All is said. ");
		CHECK(run.answers.empty());
		std::string last = "[OVER]";
		SUBCASE("more in the same piece") {
			last += " But wait, ";
		}
		SUBCASE("nothing more") {}
		asked->writes(last);
		// It was answered with what came before, and nobody listens any more.
		REQUIRE(run.answers.size() == 1);
		CHECK_FALSE(run.answers[0].failure.has_value());
		CHECK(run.answers[0].action == MindAction(SpeakAction{ "All is said. [OVER]", {} }));
		CHECK_FALSE(asked->is_open());
		CHECK(run.thoughts->open() == 0);
		CHECK(run.calls->open() == 0);
		CHECK_FALSE(run.calls->next_due().has_value());
		asked->writes("there is more.");
		asked->fails(MindFailure::cut_off);
		run.pass(10min);
		CHECK(run.written == "All is said. ");
		CHECK(run.answers.size() == 1);
		CHECK(run.model.calls.size() == 1); // it was not asked again
		// Its books are closed with what is known: the prompt, and the words that came.
		CHECK(run.ledger.open() == 0);
		CHECK(run.total().reserved == Spending());
		CHECK(run.total().spent.calls == 1);
		const std::int64_t words = static_cast<std::int64_t>(13 + last.size() + 2) / 3;
		CHECK(run.total().spent.tokens() == run.last_prompts.find(FIRST)->tokens + words);
		CHECK(run.calls->report(MindKind::openai).in_flight == 0);
	}

	TEST_CASE("a keyword at the very beginning ends it without a word") {
		ThoughtsRun run;
		run.thoughts->begin(that_ends_with("[OVER]"));
		run.model.last().writes("[OVER]");
		REQUIRE(run.answers.size() == 1);
		CHECK(run.answers[0].action == MindAction(SpeakAction{ "[OVER]", {} }));
		CHECK(run.written.empty());
	}

	TEST_CASE("the keyword of an attempt that failed before it was whole does not count") {
		ThoughtsRun run;
		run.settings.of(MindKind::openai).retry.retries = 1;
		run.thoughts->begin(that_ends_with("[OVER]"));
		run.model.last().writes("Goodbye. [OV");
		run.model.last().fails(MindFailure::cut_off);
		run.pass_to_next();
		REQUIRE(run.model.calls.size() == 2);
		run.model.last().writes("ER] is what I meant.");
		CHECK(run.answers.empty());
		CHECK(run.written == "ER] is what I meant.");
		run.model.last().says("ER] is what I meant.");
		REQUIRE(run.answers.size() == 1);
		CHECK(run.answers[0].action == MindAction(SpeakAction{ "ER] is what I meant.", {} }));
	}

	TEST_CASE("each timeout ends the call with its own name") {
		const MindTimeouts timeouts;
		SUBCASE("nobody is reached") {
			ThoughtsRun run;
			run.begin(FIRST);
			fails_after(run, timeouts.connect, MindFailure::connect_timeout);
			CHECK(run.total().spent.calls == 0);
		}
		SUBCASE("no word comes") {
			ThoughtsRun run;
			run.begin(FIRST);
			run.model.last().connects();
			fails_after(run, timeouts.first_token, MindFailure::first_token_timeout);
			CHECK(run.total().spent.calls == 1);
		}
		SUBCASE("the words stop") {
			ThoughtsRun run;
			run.begin(FIRST);
			run.model.last().writes("Well, ");
			fails_after(run, timeouts.idle, MindFailure::idle_timeout);
		}
		SUBCASE("the words never end") {
			ThoughtsRun run;
			run.begin(FIRST);
			for (Micros passed{}; passed + 20s < timeouts.total; passed += 20s) {
				run.model.last().writes("and ");
				run.pass(20s);
			}
			run.model.last().writes("and ");
			fails_after(run, 20s, MindFailure::total_timeout);
		}
	}

	TEST_CASE("a failure that may pass is tried again, and paid for once") {
		ThoughtsRun run;
		run.begin(FIRST);
		run.model.last().fails(MindFailure::overloaded);
		CHECK(run.answers.empty());
		CHECK(run.ledger.open() == 0);
		run.pass_to_next();
		REQUIRE(run.model.calls.size() == 2);
		run.model.last().says("Hello");
		REQUIRE(run.answers.size() == 1);
		CHECK(run.total().spent.calls == 1);
	}

	TEST_CASE("who is cancelled before the next attempt begins pays for the first alone") {
		PatientJournal journal;
		ThoughtsRun run(settings_for_thoughts(), &journal);
		run.begin(FIRST);
		journal.waiting.at(0)({});
		run.model.last().writes("Once upon ");
		run.model.last().fails(MindFailure::cut_off);
		const Spending first = run.total().spent;
		CHECK(first.calls == 1);
		run.pass_to_next(); // its reservation is not stored yet
		REQUIRE(run.model.calls.size() == 1);
		CHECK(run.total().reserved.calls == 1);
		run.thoughts->cancel({ FIRST, 1 });
		CHECK(run.total().spent == first);
		CHECK(run.total().reserved == Spending());
	}

	TEST_CASE("what a provider has refused costs nothing; what broke off costs what came") {
		ThoughtsRun run;
		run.begin(FIRST);
		run.model.last().connects();
		run.model.last().fails(MindFailure::rate_limited);
		CHECK(run.total().spent == Spending());
		run.pass_to_next();
		run.model.last().writes(std::string(300, 'a'));
		run.model.last().fails(MindFailure::cut_off, std::nullopt, { 50, 0, 1, {} });
		CHECK(run.total().spent.calls == 1);
		CHECK(run.total().spent.output_tokens >= 100);
		CHECK(run.total().spent.input_tokens > 50);
	}

	TEST_CASE("words that come to nothing are taken back") {
		ThoughtsRun run;
		run.begin(FIRST);
		run.model.last().writes("Let me ");
		CHECK(run.written == "Let me ");
		SUBCASE("cancelled") {
			run.thoughts->cancel({ FIRST, 1 });
		}
		SUBCASE("another decision") {
			ModelAnswer answer;
			answer.text = "Let me walk.";
			answer.tool_calls = { { "1", "move", R"({"x": 1, "y": 2})" } };
			run.model.last().answers(std::move(answer));
		}
		CHECK(run.written.empty());
	}

	TEST_CASE("an agent's own budget is a cap beside those of all agents") {
		MindSettings settings = settings_for_thoughts();
		settings.caps.agent.paid_calls = 50;
		settings.caps.agent.money = Money{ 250'000 };
		ThoughtsRun run(settings);
		ThoughtRequest request = ThoughtsRun::request_of(FIRST);
		request.caps.tokens = 5'000;
		run.thoughts->begin(std::move(request));
		const Caps caps = run.ledger.report(agent_account("agent_001")).caps;
		CHECK(caps.tokens == 5'000);
		CHECK(caps.paid_calls == 50);
		CHECK(caps.money == Money{ 250'000 });
		// Caps that are set later for its account apply to its next thoughts, too.
		LedgerCaps raised = run.calls->caps();
		raised.accounts[agent_account("agent_001")].tokens = 9'000;
		run.calls->set_caps(raised);
		ThoughtRequest next = ThoughtsRun::request_of(FIRST, 2);
		next.caps.tokens = 5'000;
		run.thoughts->begin(std::move(next));
		CHECK(run.ledger.report(agent_account("agent_001")).caps.tokens == 9'000);
	}

	TEST_CASE("an agent's own temperature comes before the provider's") {
		ThoughtsRun run;
		ThoughtRequest request = ThoughtsRun::request_of(FIRST);
		request.request.options = R"({"temperature": 0.25, "max_output_tokens": 7})";
		run.thoughts->begin(std::move(request));
		CHECK(run.model.last().request.temperature == 0.25);
		CHECK(run.model.last().request.max_output_tokens == 7);
	}

	TEST_CASE("so many failures in a row end the turn with the last of them") {
		ThoughtsRun run;
		run.begin(FIRST);
		for (int i = 0; i < 2; i++) {
			run.model.last().fails(MindFailure::cut_off);
			run.pass_to_next();
		}
		run.model.last().fails(MindFailure::cut_off);
		REQUIRE(run.answers.size() == 1);
		CHECK(run.answers[0].failure == MindFailure::cut_off);
		CHECK(run.model.calls.size() == 3);
	}

	TEST_CASE(
			"a provider that wants to be left alone is, by all; nobody's call in flight suffers") {
		ThoughtsRun run;
		run.begin(FIRST);
		run.begin(SECOND);
		run.model.calls[0]->fails(MindFailure::rate_limited, 30s);
		CHECK(run.model.calls[1]->is_open());
		run.model.calls[1]->writes("Well, ");
		run.begin(AgentId(3));
		run.pass(29s);
		CHECK(run.model.calls.size() == 2);
		run.model.calls[1]->says("Hello");
		CHECK(run.answers.size() == 1);
		run.pass(2s);
		// The new one, and the first one again, which is paid for once.
		REQUIRE(run.model.calls.size() == 4);
		run.model.calls[2]->says("Hello");
		run.model.calls[3]->says("Hello");
		CHECK(run.answers.size() == 3);
		CHECK(run.total().spent.calls == 3);
		CHECK(run.total().reserved == Spending());
	}

	TEST_CASE("what cannot be tried again ends at once") {
		for (const MindFailure failure : { MindFailure::refused, MindFailure::unknown_model,
					 MindFailure::insecure, MindFailure::bad_answer, MindFailure::too_long }) {
			ThoughtsRun run;
			run.begin(FIRST);
			run.model.last().fails(failure);
			REQUIRE(run.answers.size() == 1);
			CHECK(run.answers[0].failure == failure);
			CHECK(run.answers[0].error == "it failed");
		}
	}

	TEST_CASE("a kind that is switched off or cannot be had is never asked") {
		MindSettings settings = settings_for_thoughts();
		settings.of(MindKind::openai).allowed = false;
		ThoughtsRun run(settings);
		run.begin(FIRST);
		ThoughtRequest other = ThoughtsRun::request_of(SECOND);
		other.request.mind = MindKind::anthropic;
		run.thoughts->begin(std::move(other));
		REQUIRE(run.answers.size() == 2);
		CHECK(run.answers[0].failure == MindFailure::not_allowed);
		CHECK(run.answers[1].failure == MindFailure::misconfigured);
		CHECK(run.model.calls.empty());
	}

	TEST_CASE("a cancelled turn is gone at once, and its books are closed") {
		ThoughtsRun run;
		run.begin(FIRST);
		run.model.last().writes("Once upon a time");
		run.thoughts->cancel({ FIRST, 1 });
		CHECK(run.model.open() == 0);
		CHECK(run.ledger.open() == 0);
		CHECK(run.total().spent.calls == 1);
		CHECK(run.thoughts->open() == 0);
		CHECK(run.calls->open() == 0);
		CHECK_FALSE(run.calls->next_due().has_value());
		CHECK(run.answers.empty());
	}

	TEST_CASE("an answer without end is stopped") {
		ThoughtsRun run;
		run.begin(FIRST);
		const std::string page(65'536, 'a');
		for (int i = 0; i < 8 && run.model.last().is_open(); i++) {
			run.model.last().writes(page);
		}
		REQUIRE(run.answers.size() == 1);
		CHECK(run.answers[0].failure == MindFailure::too_long);
	}

	TEST_CASE("who gets little attention thinks with the cheaper model") {
		MindSettings settings = settings_for_thoughts();
		settings.of(MindKind::openai).far_model = "small-model";
		ThoughtsRun run(settings);
		run.calls->set_weight(account_of(FIRST), 0.1);
		run.begin(FIRST);
		CHECK(run.model.last().request.model == "small-model");
		run.begin(SECOND);
		CHECK(run.model.last().request.model == "test-model");
	}

	TEST_CASE("who is looked at goes first") {
		MindSettings settings = settings_for_thoughts();
		settings.of(MindKind::openai).limits.in_flight = 1;
		ThoughtsRun run(settings);
		for (std::uint32_t i = 1; i <= 10; i++) {
			run.begin(AgentId(i));
		}
		CHECK(run.calls->position_of(account_of(AgentId(10))) == 8);
		run.calls->set_weight(account_of(AgentId(10)), 100.0);
		CHECK(run.calls->position_of(account_of(AgentId(10))) == 0);
		// Even when its thought began before that was known.
		run.calls->set_weight(account_of(AgentId(11)), 100.0);
		run.begin(AgentId(11));
		CHECK(run.calls->position_of(account_of(AgentId(11))) == 1);
		run.model.last().says("Hello");
		CHECK(run.model.last().request.agent == AgentId(10));
	}
}

TEST_SUITE("Two hundred agents and eight places") {
	TEST_CASE("all are served, none twice before all others once, and the ledger is exact") {
		MindSettings settings = settings_for_thoughts();
		settings.of(MindKind::openai).limits.in_flight = 8;
		ThoughtsRun run(settings);
		std::map<AgentId, std::uint32_t> served;
		for (std::uint32_t i = 1; i <= AGENT_COUNT; i++) {
			run.begin(AgentId(i));
		}
		while (const std::shared_ptr<FakeBackend::Asked> call = run.model.first_open()) {
			CHECK(run.model.open() <= 8);
			const AgentId agent = call->request.agent;
			call->says("Hello", { 10, 0, 5, {} });
			if (++served[agent] < ROUND_COUNT) {
				run.begin(agent, served[agent] + 1);
			}
			const auto count = [](const auto &one, const auto &other) {
				return one.second < other.second;
			};
			if (served.size() == AGENT_COUNT) {
				const auto [least, most] = std::minmax_element(served.begin(), served.end(), count);
				CHECK(most->second - least->second <= 1);
			}
		}
		CHECK(run.answers.size() == AGENT_COUNT * ROUND_COUNT);
		CHECK(run.total().spent.calls == AGENT_COUNT * ROUND_COUNT);
		CHECK(run.total().spent.tokens() == 15 * AGENT_COUNT * ROUND_COUNT);
		CHECK(run.ledger.report(agent_account("agent_007")).spent.tokens() == 15 * ROUND_COUNT);
		CHECK(run.ledger.open() == 0);
	}

	TEST_CASE("two hundred answers that are being written are all cut off at once") {
		MindSettings settings = settings_for_thoughts();
		settings.of(MindKind::openai).limits.in_flight = 200;
		ThoughtsRun run(settings);
		for (std::uint32_t i = 1; i <= 200; i++) {
			run.begin(AgentId(i));
			run.model.last().connects();
			run.model.last().writes("Once upon ");
		}
		REQUIRE(run.model.open() == 200);
		run.thoughts->cancel_all();
		for (const std::shared_ptr<FakeBackend::Asked> &call : run.model.calls) {
			CHECK_FALSE(call->is_open());
		}
		CHECK(run.ledger.open() == 0);
		CHECK(run.total().spent.calls == 200);
		CHECK(run.total().reserved == Spending());
		CHECK(run.thoughts->open() == 0);
		CHECK(run.calls->open() == 0);
		CHECK_FALSE(run.calls->next_due().has_value());
		CHECK(run.answers.empty());
	}

	TEST_CASE("cancelling all leaves no call, no reservation and nothing to wait for") {
		ThoughtsRun run;
		for (std::uint32_t i = 1; i <= 200; i++) {
			run.begin(AgentId(i));
		}
		CHECK(run.model.open() == 4);
		run.thoughts->cancel_all();
		CHECK(run.model.calls.size() == 4);
		CHECK(run.model.open() == 0);
		CHECK(run.ledger.open() == 0);
		CHECK(run.thoughts->open() == 0);
		CHECK(run.calls->open() == 0);
		CHECK_FALSE(run.calls->next_due().has_value());
	}
}
