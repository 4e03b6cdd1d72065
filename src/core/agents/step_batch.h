#pragma once

#include "core/agents/published.h"
#include "core/agents/simulation.h"
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/store/write_job.h"

#include <memory>
#include <vector>

namespace agent_runtime {

// All that one step leaves in the database: its events, the lines that agents heard, their states
// and positions, and, while recording, the step with its inputs. Published after the commit.
// Owned by the writer. Thread rule: worker only (the writer's).
class StepBatch : public WriteJob {
public:
	// `fanout` outlives the writer.
	StepBatch(std::unique_ptr<StepOutput> output, WallTime now, EventSubscriber &fanout,
			const Logger &log);

	std::size_t bytes() const override { return bytes_; }
	Status write(Database &database) override;
	void committed() override;
	void degraded(const Status &reason) override;
	void dropped(const Status &reason) override;

private:
	Status write_events(Database &database);
	Status write_conversations(Database &database);
	Status write_agents(Database &database);
	Status write_recording(Database &database);
	void publish(bool stored);

	std::unique_ptr<StepOutput> output_;
	WallTime now_;
	EventSubscriber &fanout_;
	Logger log_;
	std::size_t bytes_ = 0;
	std::vector<EventId> ids_; // of the events, in their order
	bool published_ = false;
};

// The same without a store: published as it is, stored nowhere.
PublishedBatch published_unstored(std::vector<Event> events, WallTime now, StepNumber step = {});

} // namespace agent_runtime
