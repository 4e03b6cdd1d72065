#include "../sanitized.h"
#include <doctest/doctest.h>

#include "core/base/rng.h"
#include "core/mind/token_estimate.h"
#include "thoughts_run.h"

#include <algorithm>
#include <map>
#include <set>

using namespace agent_runtime;

namespace {

const AgentId SPENDER(1);

} // namespace

TEST_SUITE("Caps on minds that never stop") {
	constexpr std::int64_t TOKENS = 200; // what each call uses

	// The reservation of a call.
	std::int64_t most_of_a_call() {
		ThoughtsRun run;
		run.begin(SPENDER);
		return run.total().reserved.tokens();
	}

	// How often the model was called until the first turn was refused.
	std::size_t calls_until_refused(
			MindSettings settings, const std::vector<std::string> &groups = {}) {
		ThoughtsRun run(std::move(settings));
		for (std::uint32_t thought = 1; thought < 1'000; thought++) {
			ThoughtRequest request = ThoughtsRun::request_of(SPENDER, thought);
			request.groups = groups;
			run.thoughts->begin(std::move(request));
			if (!run.answers.empty() && run.answers.back().failure) {
				CHECK(run.answers.back().failure == MindFailure::budget_exhausted);
				CHECK(run.model.open() == 0);
				break;
			}
			run.model.last().says("And another thing", { TOKENS / 2, 0, TOKENS / 2, {} });
		}
		return run.model.calls.size();
	}

	TEST_CASE("each cap allows exactly so many calls") {
		MindSettings settings = settings_for_thoughts();
		SUBCASE("on the calls of all") {
			settings.caps.total.calls = 7;
			CHECK(calls_until_refused(settings) == 7);
		}
		SUBCASE("on the paid calls of all") {
			settings.caps.total.paid_calls = 6;
			CHECK(calls_until_refused(settings) == 6);
		}
		SUBCASE("on the calls of each agent") {
			settings.caps.agent.calls = 5;
			CHECK(calls_until_refused(settings) == 5);
		}
		SUBCASE("on the calls of a group") {
			settings.caps.accounts["group:guards"].calls = 4;
			CHECK(calls_until_refused(settings, { "guards" }) == 4);
		}
		// A call must fit into what is left with the most that it may cost.
		const std::int64_t cap = 5 * TOKENS + most_of_a_call();
		SUBCASE("on tokens") {
			settings.caps.total.tokens = cap;
			CHECK(calls_until_refused(settings) == 6);
			settings.caps.total.tokens = cap - 1;
			CHECK(calls_until_refused(settings) == 5);
		}
		SUBCASE("on money, a millionth of a dollar for each token") {
			settings.caps.agent.money = Money{ cap };
			CHECK(calls_until_refused(settings) == 6);
			settings.caps.agent.money = Money{ cap - 1 };
			CHECK(calls_until_refused(settings) == 5);
		}
	}

	TEST_CASE("a cap that is set for each agent later holds for those with a budget of their own") {
		ThoughtsRun run;
		const auto begin = [&](std::uint32_t thought) {
			ThoughtRequest request = ThoughtsRun::request_of(SPENDER, thought);
			request.caps.tokens = 50'000;
			run.thoughts->begin(std::move(request));
		};
		begin(1);
		run.model.last().says("Hello");
		LedgerCaps caps = run.calls->caps();
		caps.agent.calls = 2;
		run.calls->set_caps(caps);
		begin(2);
		run.model.last().says("Hello");
		CHECK(run.answers.size() == 2);
		begin(3);
		CHECK(run.answers.back().failure == MindFailure::budget_exhausted);
		CHECK(run.model.calls.size() == 2);
		const Caps now = run.ledger.report(agent_account(SPENDER.to_string())).caps;
		CHECK(now.tokens == 50'000);
		CHECK(now.calls == 2);
	}

	TEST_CASE("a cap of one agent that is set before its first thought stays beside its budget") {
		ThoughtsRun run;
		LedgerCaps caps = run.calls->caps();
		caps.accounts[agent_account(SPENDER.to_string())].calls = 1;
		run.calls->set_caps(caps);
		ThoughtRequest request = ThoughtsRun::request_of(SPENDER);
		request.caps.tokens = 50'000;
		run.thoughts->begin(std::move(request));
		const Caps now = run.ledger.report(agent_account(SPENDER.to_string())).caps;
		CHECK(now.calls == 1);
		CHECK(now.tokens == 50'000);
	}

	TEST_CASE("a cap that is raised lets the next turn through") {
		MindSettings settings = settings_for_thoughts();
		settings.caps.total.calls = 1;
		ThoughtsRun run(settings);
		run.begin(SPENDER);
		run.model.last().says("Hello");
		run.begin(SPENDER, 2);
		CHECK(run.answers.back().failure == MindFailure::budget_exhausted);
		LedgerCaps caps = run.calls->caps();
		caps.total.calls = 2;
		run.calls->set_caps(caps);
		run.begin(SPENDER, 3);
		CHECK(run.model.open() == 1);
	}

	TEST_CASE("with the cautious caps a program thinks, also one that was told no model") {
		for (const MindKind kind : { MindKind::claude, MindKind::codex }) {
			MindSettings settings;
			settings.prices = "{}";
			ThoughtsRun run(settings);
			run.backends[static_cast<std::size_t>(kind)] = &run.model;
			ThoughtRequest request = ThoughtsRun::request_of(SPENDER);
			request.request.mind = kind;
			// As much as a prompt may contain.
			request.request.last_lines.assign(100, { SPENDER, "Ada", std::string(1'000, 'a') });
			run.thoughts->begin(std::move(request));
			CHECK(run.model.calls.size() == 1);
		}
	}

	TEST_CASE("who waits for the budget of its group is in nobody's way, and comes when a call "
			  "ends") {
		MindSettings settings = settings_for_thoughts();
		settings.of(MindKind::openai).limits = {
			.in_flight = 2, .calls_per_minute = 3, .tokens_per_minute = 0
		};
		settings.caps.accounts["group:guards"].tokens = 2 * most_of_a_call();
		ThoughtsRun run(settings);
		for (std::uint32_t guard = 1; guard <= 3; guard++) {
			ThoughtRequest request = ThoughtsRun::request_of(AgentId(guard));
			request.groups = { "guards" };
			run.thoughts->begin(std::move(request));
		}
		REQUIRE(run.model.calls.size() == 1);
		run.begin(AgentId(4));
		REQUIRE(run.model.calls.size() == 2);
		CHECK(run.model.last().request.agent == AgentId(4));
		run.model.calls[0]->says("Hello", { TOKENS / 2, 0, TOKENS / 2, {} });
		// Those that waited for the budget have not used up the calls of this minute.
		REQUIRE(run.model.calls.size() == 3);
		CHECK(run.model.last().request.agent == AgentId(2));
		run.model.calls[1]->says("Hello");
		run.model.calls[2]->says("Hello", { TOKENS / 2, 0, TOKENS / 2, {} });
		CHECK(run.model.calls.size() == 3);
		run.pass(60s);
		REQUIRE(run.model.calls.size() == 4);
		CHECK(run.model.last().request.agent == AgentId(3));
		run.model.last().says("Hello");
		CHECK(run.answers.size() == 4);
		CHECK(run.ledger.open() == 0);
	}

	// How often agents did each of these things to their calls.
	struct Happenings {
		std::size_t answers = 0;
		std::size_t overruns = 0; // answers that cost more than was reserved
		std::size_t retries = 0;
		std::size_t cancels = 0; // for calls in flight
		std::size_t refusals = 0;
	};

	// Eight agents that think, fail, try again and give up at random.
	class Turmoil {
	public:
		static constexpr std::uint32_t AGENTS = 8;

		explicit Turmoil(std::uint64_t seed) :
				chance_(seed),
				overruns_(seed % 2 == 0),
				run_(settings()) {}

		void live(int moves) {
			for (int i = 0; i < moves; i++) {
				move();
			}
			count();
			run_.thoughts->cancel_all();
		}

		void check_caps() const {
			CHECK(run_.total().spent.money.micro_dollars <=
					run_.settings.caps.total.money.micro_dollars + most_reserved_);
			for (std::uint32_t i = 1; i <= AGENTS; i++) {
				CHECK(run_.ledger.report(agent_account(AgentId(i).to_string())).spent.tokens() <=
						run_.settings.caps.agent.tokens + most_reserved_);
			}
			CHECK(run_.model.open() == 0);
			CHECK(run_.ledger.open() == 0);
		}
		const Happenings &happened() const { return happened_; }

	private:
		MindSettings settings() {
			MindSettings settings = settings_for_thoughts();
			settings.caps.total.money = Money{ chance_.between(2'000, 20'000) };
			settings.caps.agent.tokens = chance_.between(1'000, 8'000);
			settings.of(MindKind::openai).limits.in_flight =
					static_cast<int>(chance_.between(1, AGENTS));
			return settings;
		}

		void move() {
			const std::uint64_t dice = chance_.uniform(10);
			const std::shared_ptr<FakeBackend::Asked> call = run_.model.first_open();
			if (dice < 5 || call == nullptr) {
				think(AgentId(static_cast<std::uint32_t>(chance_.between(1, AGENTS))));
			} else if (dice < 7) {
				answer(*call);
			} else if (dice < 8) {
				call->connects();
				call->fails(MindFailure::cut_off);
			} else if (dice < 9) {
				withdraw(call->request.agent);
				CHECK_FALSE(call->is_open());
				happened_.cancels++;
			} else {
				run_.pass(Micros(chance_.between(0, 20'000'000)));
			}
		}
		// In every other run, most cost more than was reserved, up to twice that.
		void answer(FakeBackend::Asked &call) {
			const std::int64_t reserved =
					estimate_tokens(call.request) + call.request.max_output_tokens;
			const bool is_over = overruns_ && chance_.uniform(4) != 0;
			const std::int64_t tokens = is_over ? chance_.between(reserved, 2 * reserved)
												: chance_.between(1, reserved);
			most_reserved_ = std::max(most_reserved_, reserved);
			happened_.overruns += is_over ? 1 : 0;
			happened_.answers++;
			call.says("Hello", { tokens / 2, 0, tokens - tokens / 2, {} });
		}
		// Begins one thought of an agent, which is recognised by words of its own.
		void think(AgentId agent) {
			withdraw(agent);
			ThoughtRequest request = ThoughtsRun::request_of(agent, ++thoughts_[agent]);
			request.request.self.persona = "Thought " + std::to_string(request.id.number);
			run_.thoughts->begin(std::move(request));
		}
		void withdraw(AgentId agent) { run_.thoughts->cancel({ agent, thoughts_[agent] }); }
		void count() {
			std::set<std::pair<AgentId, std::string>> thoughts;
			for (const std::shared_ptr<FakeBackend::Asked> &call : run_.model.calls) {
				thoughts.emplace(call->request.agent, call->request.system);
			}
			happened_.retries = run_.model.calls.size() - thoughts.size();
			for (const ThoughtAnswer &answer : run_.answers) {
				happened_.refusals += answer.failure == MindFailure::budget_exhausted ? 1 : 0;
			}
		}

		Rng chance_;
		const bool overruns_;
		ThoughtsRun run_;
		std::map<AgentId, std::uint32_t> thoughts_; // the newest of each agent
		Happenings happened_;
		std::int64_t most_reserved_ = 0; // for one call: tokens, each a millionth of a dollar
	};

	TEST_CASE("no cap is passed by more than one reserved call, whatever fails, retries or is "
			  "cancelled") {
		// Everything runs on one thread.
		const std::uint64_t runs = test::IS_SANITIZED ? 100 : 1'000;
		Happenings all;
		for (std::uint64_t seed = 1; seed <= runs; seed++) {
			Turmoil turmoil(seed);
			turmoil.live(80);
			turmoil.check_caps();
			all.answers += turmoil.happened().answers;
			all.overruns += turmoil.happened().overruns;
			all.retries += turmoil.happened().retries;
			all.cancels += turmoil.happened().cancels;
			all.refusals += turmoil.happened().refusals;
		}
		CHECK(all.answers > runs);
		CHECK(all.overruns > runs);
		CHECK(all.retries > runs);
		CHECK(all.cancels > runs);
		CHECK(all.refusals > runs);
	}
}
