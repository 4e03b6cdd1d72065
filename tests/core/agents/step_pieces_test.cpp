#include "core/agents/step_pieces.h"

#include "core/agents/step_output.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>

using namespace agent_runtime;

namespace {

// What a recorded step counts for.
std::size_t bytes_with(std::vector<Input> inputs) {
	StepOutput step;
	step.recorded = true;
	step.inputs = std::move(inputs);
	std::size_t bytes = 0;
	for (const StepPiece &piece : cut_into_pieces(step)) {
		bytes += piece.bytes;
	}
	return bytes;
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

// The input with a text of this size in it, wherever it can hold one.
std::vector<Input> inputs_with(std::size_t bytes) {
	KeptLines pinned;
	pinned.pinned.push_back({ ParticipantId(), "", text_of(bytes) });
	KeptLines summed_up;
	summed_up.summary = text_of(bytes);
	return {
		MemoryInput{ AgentId(1), LineChange{ {}, text_of(bytes), {} }, nullptr },
		MemoryInput{ AgentId(1), LineChange{ {}, "", text_of(bytes) }, nullptr },
		MemoryInput{ AgentId(1), {}, std::make_shared<const KeptLines>(pinned) },
		MemoryInput{ AgentId(1), {}, std::make_shared<const KeptLines>(summed_up) },
		OfferInput{ { .agent = AgentId(1) }, { table_with(bytes), nullptr } },
		OfferInput{ { .agent = AgentId(1) }, { nullptr, table_with(bytes) } },
		GameInput{ table_with(bytes), nullptr },
		GameInput{ nullptr, table_with(bytes) },
		CallOutcomeInput{ AgentId(1), CallId(1), CallOutcome::failed, text_of(bytes) },
		CallOutcomeInput{ AgentId(1), CallId(1), CallOutcome::done, "", text_of(bytes) },
	};
}

} // namespace

TEST_SUITE("Pieces of a step") {
	TEST_CASE("an input counts with all that it holds, so that the writer's bound holds") {
		constexpr std::size_t LARGE = 50'000;
		const std::vector<Input> little = inputs_with(0);
		const std::vector<Input> large = inputs_with(LARGE);
		for (std::size_t i = 0; i < large.size(); i++) {
			CAPTURE(i);
			CHECK(bytes_with({ large[i] }) == bytes_with({ little[i] }) + LARGE);
		}
	}
}
