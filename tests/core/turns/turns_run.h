#pragma once

// Turns over a fake model, with a clock that the test moves.

#include "core/turns/model_turns.h"
#include "fake_backend.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

using namespace std::chrono_literals;

// A provider that costs a millionth of a dollar for each token.
inline MindSettings settings_for_turns() {
	MindSettings settings;
	ProviderSettings &openai = settings.of(MindKind::openai);
	openai.model = "test-model";
	openai.limits = { .in_flight = 4, .calls_per_minute = 0, .tokens_per_minute = 0 };
	openai.max_output_tokens = 100;
	settings.caps = LedgerCaps();
	settings.prices = R"({"models": [{"provider": "openai", "model": "test-model",
		"input": 1, "cached_input": 1, "output": 1}]})";
	return settings;
}

class TurnsRun {
public:
	explicit TurnsRun(MindSettings with = settings_for_turns(), LedgerJournal *journal = nullptr) :
			settings(std::move(with)),
			ledger({}, journal),
			prices(PriceList::built_in()) {
		CHECK(prices.lay_over(settings.prices).ok());
		ledger.set_caps(settings.caps);
		backends[static_cast<std::size_t>(MindKind::openai)] = &model;
		TurnHooks hooks;
		hooks.answered = [this](TurnAnswer answer) { answers.push_back(std::move(answer)); };
		hooks.wrote = [this](AgentId, std::string_view text, bool begins) {
			written = begins ? std::string(text) : written + std::string(text);
		};
		turns = std::make_unique<ModelTurns>(
				settings, backends, ledger, prices, last_prompts, std::move(hooks), clock);
	}

	static TurnRequest request_of(AgentId agent, std::uint32_t thought = 1) {
		TurnRequest request;
		request.key = { agent, thought };
		request.kind = MindKind::openai;
		request.request.agent = agent;
		request.request.self = { "Ada", "gardener", "Loves roses." };
		return request;
	}
	void begin(AgentId agent, std::uint32_t thought = 1) {
		turns->begin(request_of(agent, thought));
	}
	void pass(Micros time) {
		clock.advance(time);
		turns->advance();
	}
	// From one due moment to the next.
	void pass_to_next() {
		const std::optional<RealTime> due = turns->next_due();
		REQUIRE(due.has_value());
		pass(std::max(*due - clock.now(), Micros{}));
	}
	AccountReport total() const { return ledger.report(TOTAL_ACCOUNT); }

	MindSettings settings;
	ManualClock clock;
	FakeBackend model;
	ModelBackends backends{};
	Ledger ledger;
	PriceList prices;
	LastPrompts last_prompts;
	std::vector<TurnAnswer> answers;
	std::string written; // the newest text that was streamed
	std::unique_ptr<ModelTurns> turns;
};

} // namespace agent_runtime
