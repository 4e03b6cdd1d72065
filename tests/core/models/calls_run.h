#pragma once

// Calls without a character, of every kind of mind: the programs and APIs are fakes, the minds of
// this process are themselves.

#include "core/built_in/offline_mind.h"
#include "core/built_in/scripted_mind.h"
#include "core/mind/token_estimate.h"
#include "core/models/mind_backend.h"
#include "core/models/model_calls.h"
#include "fake_backend.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

using namespace std::chrono_literals;

// What came of one call.
struct HeardCall : CallListener {
	void wrote(std::string_view text, bool begins) override {
		written = begins ? std::string(text) : written + std::string(text);
		pieces.emplace_back(text);
		if (on_wrote) {
			on_wrote();
		}
	}
	void answered(const ModelAnswer &with) override {
		ends++;
		answer = with;
	}
	void failed(const ModelProblem &with) override {
		ends++;
		problem = with;
	}

	int ends = 0;
	std::string written;
	std::vector<std::string> pieces;
	std::optional<ModelAnswer> answer;
	std::optional<ModelProblem> problem;
	std::function<void()> on_wrote;
};

class CallsRun {
public:
	explicit CallsRun(MindScript script = {}) :
			prices(PriceList::built_in()),
			scripted(std::move(script)),
			offline_backend(offline, MindKind::offline, clock),
			scripted_backend(scripted, MindKind::scripted, clock) {
		place(MindKind::offline) = &offline_backend;
		place(MindKind::scripted) = &scripted_backend;
		for (const MindKind kind : { MindKind::anthropic, MindKind::openai, MindKind::claude,
					 MindKind::codex, MindKind::game }) {
			place(kind) = &fakes[kind];
		}
		calls = std::make_unique<ModelCalls>(settings, backends, ledger, prices, clock);
	}

	ModelBackend *&place(MindKind kind) { return backends[static_cast<std::size_t>(kind)]; }
	static ModelRequest asking(std::string text) {
		ModelRequest request;
		request.model = "claude-haiku-4-5";
		request.system = "You sum up notes.";
		request.max_output_tokens = 100;
		request.messages.emplace_back().text = std::move(text);
		return request;
	}
	ModelCallId begin(MindKind kind, ModelRequest request, HeardCall &heard,
			std::vector<std::string> accounts = { "session:7" }) {
		const std::int64_t tokens = estimate_tokens(request);
		const ModelCallId call = calls->begin(
				{ kind, { std::move(accounts) },
						std::make_shared<const ModelRequest>(std::move(request)), tokens },
				heard);
		calls->admit();
		return call;
	}
	void pass(Micros time) {
		clock.advance(time);
		calls->advance();
		offline_backend.advance();
		scripted_backend.advance();
	}

	MindSettings settings;
	ManualClock clock;
	Ledger ledger;
	PriceList prices;
	const OfflineMind offline;
	const ScriptedMind scripted;
	MindBackend offline_backend;
	MindBackend scripted_backend;
	std::map<MindKind, FakeBackend> fakes;
	ModelBackends backends{};
	std::unique_ptr<ModelCalls> calls;
};

} // namespace agent_runtime
