#pragma once

#include "core/agents/simulation.h"
#include "core/agents/step_pieces.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/log/publication.h"
#include "core/log/published.h"
#include "core/store/write_operation.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// What one step leaves in the database, or a piece of it: its events, the lines that agents heard,
// their states and positions, and, while recording, the step with its inputs. Published after the
// commit. The pieces of a step (step_pieces.h) are operations one behind the other, and the last
// one says that the step is complete. Owned by the writer. Thread rule: worker only (the writer's);
// the pieces of a step share its output, each touching its own part.
class StepBatch : public WriteOperation {
public:
	// `fanout` outlives the writer.
	StepBatch(std::shared_ptr<StepOutput> output, const StepPiece &piece, WallTime now,
			EventSubscriber &fanout, const Logger &log);

	std::size_t bytes() const override { return piece_.bytes; }
	std::string title() const override;
	Status write(Database &database) override;
	void committed() override;
	bool waits_for_file() const override { return publication_.any_waits(events()); }
	void degraded(const Status &reason) override;
	void dropped(const Status &reason) override;

private:
	Status write_inputs(Database &database);
	Status write_conversations(Database &database);
	Status write_events(Database &database);
	Status write_agents(Database &database);
	Status write_configured(Database &database);
	Status write_end(Database &database);
	std::span<const Event> events() const;

	const std::shared_ptr<StepOutput> output_;
	const StepPiece piece_;
	const WallTime now_;
	Publication publication_;
	const Logger log_;
	std::vector<EventId> ids_; // of the events, in their order
};

// The operations of a step, to be submitted in this order.
std::vector<std::unique_ptr<WriteOperation>> make_step_batches(std::unique_ptr<StepOutput> output,
		WallTime now, EventSubscriber &fanout, const Logger &log);

// The step that a recording has begun and not finished writing; empty or 0: none.
inline constexpr std::string_view META_UNFINISHED_STEP = "unfinished_step";

} // namespace agent_runtime
