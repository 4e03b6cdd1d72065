#pragma once

// Thoughts with a fake model, and a clock that the test moves.

#include "core/models/model_calls.h"
#include "core/models/thoughts.h"
#include "fake_backend.h"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

using namespace std::chrono_literals;

// A provider that costs a millionth of a dollar for each token.
inline MindSettings settings_for_thoughts() {
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

class ThoughtsRun {
public:
	explicit ThoughtsRun(
			MindSettings with = settings_for_thoughts(), LedgerJournal *journal = nullptr) :
			settings(std::move(with)),
			ledger({}, journal),
			prices(PriceList::built_in()) {
		CHECK(prices.lay_over(settings.prices).ok());
		backends[static_cast<std::size_t>(MindKind::openai)] = &model;
		calls = std::make_unique<ModelCalls>(settings, backends, ledger, prices, clock);
		calls->set_caps(settings.caps);
		ThoughtHooks hooks;
		hooks.answered = [this](ThoughtAnswer answer) { answers.push_back(std::move(answer)); };
		hooks.wrote = [this](AgentId, std::string_view text, bool begins) {
			written = begins ? std::string(text) : written + std::string(text);
		};
		thoughts = std::make_unique<Thoughts>(settings, *calls, last_prompts, std::move(hooks));
	}

	static ThoughtRequest request_of(AgentId agent, std::uint32_t thought = 1) {
		ThoughtRequest request;
		request.id = { agent, thought };
		request.request.mind = MindKind::openai;
		request.request.agent = agent;
		request.request.self = { "Ada", "gardener", "Loves roses." };
		return request;
	}
	void begin(AgentId agent, std::uint32_t thought = 1) {
		thoughts->begin(request_of(agent, thought));
	}
	void pass(Micros time) {
		clock.advance(time);
		calls->advance();
	}
	// Moves the clock from one due moment to the next.
	void pass_to_next() {
		const std::optional<RealTime> due = calls->next_due();
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
	std::vector<ThoughtAnswer> answers;
	std::string written; // the newest streamed text
	std::unique_ptr<ModelCalls> calls;
	std::unique_ptr<Thoughts> thoughts;
};

} // namespace agent_runtime
