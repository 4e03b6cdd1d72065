#pragma once

#include "core/agents/event_pump.h"
#include "core/agents/outbox.h"
#include "core/base/trace_id.h"
#include "core/runtime/calls_to_game.h"
#include "core/runtime/model_desk.h"
#include "core/runtime/talk_requests.h"
#include "core/runtime/task_requests.h"
#include "core/runtime/world_parts.h"
#include "core/services/services.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace agent_runtime {

// Brings the output of a step to where it belongs: calls to the game, thoughts to the models,
// values of the moment to the pump, events to everything that follows the world, and whatever lasts
// to the store, which publishes it after the commit.
// Owned by Runtime. Thread rule: deliver() sim thread only; the rest any thread.
class StepDelivery {
public:
	// All references must outlive it; `models` is set before the first step.
	StepDelivery(const WorldParts &parts, Services &services, EventPump &pump, CallsToGame &calls,
			TaskRequests &tasks, TalkRequests &talk_requests,
			const std::unique_ptr<ModelDesk> &models);

	// May block, which slows the world down.
	void deliver(std::unique_ptr<StepOutput> output);

	// For events that no step has made, in their place among the others.
	void store_events(std::vector<Event> events);
	void store_event(EventData data);
	// Call before the first step of a recorded world.
	void begin_recording(const World &world);

private:
	void assign_agreed_tasks(const StepOutput &output);
	void hand_on_thoughts(StepOutput &output);
	void follow(const StepOutput &output);
	void forget_offers_to(AgentId agent);
	void report_mind(const Event &event);
	void store_or_publish(std::unique_ptr<StepOutput> output);

	const WorldParts parts_;
	Services &services_;
	EventPump &pump_;
	CallsToGame &calls_;
	TaskRequests &tasks_;
	TalkRequests &talk_requests_;
	const std::unique_ptr<ModelDesk> &models_;
	std::set<std::string> reported_minds_; // their problems, each reported once
	TraceSource traces_; // for what happens to the runtime itself
};

} // namespace agent_runtime
