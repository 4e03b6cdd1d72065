#include "core/runtime/step_delivery.h"

#include "core/agents/step_batch.h"
#include "core/runtime/recording.h"

#include <utility>

namespace agent_runtime {

namespace {

constexpr std::size_t MOST_REPORTED_MINDS = 100;

} // namespace

StepDelivery::StepDelivery(const WorldParts &parts, Services &services, EventPump &pump,
		CallsToGame &calls, TaskRequests &tasks, TalkRequests &talk_requests,
		const std::unique_ptr<ModelDesk> &models) :
		parts_(parts),
		services_(services),
		pump_(pump),
		calls_(calls),
		tasks_(tasks),
		talk_requests_(talk_requests),
		models_(models) {}

void StepDelivery::deliver(std::unique_ptr<StepOutput> output) {
	calls_.take(*output);
	// Whoever learns that a walk was stopped must find its call ended.
	for (const RequestOutcome &outcome : output->outcomes) {
		parts_.requests.complete(outcome.request, outcome.status);
	}
	assign_agreed_tasks(*output);
	hand_on_thoughts(*output);
	pump_.show(output->positions);
	pump_.show(output->paths, output->turns);
	follow(*output);
	std::vector<RequestId> reached = std::move(output->reached);
	if (!output->is_empty()) {
		store_or_publish(std::move(output));
	}
	std::erase_if(
			reached, [this](RequestId request) { return talk_requests_.read_lines(request); });
	services_.outside().reply_when_stored(std::move(reached));
	// If this fails, the first id that is not covered will report it.
	const Status ahead = parts_.store.ids().cover_ahead();
	(void)ahead.ok();
}

void StepDelivery::assign_agreed_tasks(const StepOutput &output) {
	for (const AgreedTask &task : output.agreed) {
		const Result<TaskPtr> agreed =
				tasks_.new_task(task.name, "", task.proposed_by, task.partner);
		if (agreed.ok()) {
			parts_.world.post(AssignInput{ task.agent, agreed.value(), task.trace });
		} else {
			parts_.log.error(
					"a task that agents agreed upon is not taken on: " + agreed.status().message());
		}
	}
}

void StepDelivery::hand_on_thoughts(StepOutput &output) {
	for (ThoughtRequest &thought : output.thoughts) {
		models_->ask(std::move(thought));
	}
	for (const ThoughtId thought : output.withdrawn) {
		models_->withdraw(thought);
	}
}

void StepDelivery::follow(const StepOutput &output) {
	for (const Event &event : output.events) {
		parts_.talks.note(event, output.time, parts_.clock.wall_now());
		report_mind(event);
		if (event.data.is<AgentTerminated>()) {
			const AgentId agent = event.subject.agent_id();
			parts_.directory.release(agent);
			forget_offers_to(agent);
			// For any kind of mind, since the attention of all agents is stored there.
			models_->forget(agent);
		}
	}
}

// After it has left the directory, so that nothing more is offered to it.
void StepDelivery::forget_offers_to(AgentId agent) {
	const Lock lock(parts_.game.mutex);
	parts_.game.offers.forget(agent);
}

// A problem that only the owner can fix is logged as an error for those who read no events, once
// each.
void StepDelivery::report_mind(const Event &event) {
	const MindFailed *const failed = event.data.get_if<MindFailed>();
	const bool is_for_owner = failed != nullptr &&
			(failed->failure == MindFailure::misconfigured ||
					failed->failure == MindFailure::not_allowed);
	if (is_for_owner && reported_minds_.size() < MOST_REPORTED_MINDS &&
			reported_minds_.insert(failed->message).second) {
		parts_.log.error(
				"the mind of " + event.subject.to_string() + " cannot think: " + failed->message);
	}
}

void StepDelivery::store_or_publish(std::unique_ptr<StepOutput> output) {
	const WallTime now = parts_.clock.wall_now();
	if (!parts_.store.has_file()) {
		const std::size_t events = output->events.size();
		const PublishedBatch batch =
				published_unstored(std::move(output->events), now, output->step);
		log_unsent(parts_.log, events - batch->size(),
				Status(StatusCode::failed_precondition, "this runtime has no database"));
		services_.fanout().publish(batch);
		return;
	}
	for (std::unique_ptr<WriteOperation> &operation :
			make_step_batches(std::move(output), now, services_.fanout(), parts_.log)) {
		services_.store().store(std::move(operation));
	}
}

void StepDelivery::store_events(std::vector<Event> events) {
	std::unique_ptr<StepOutput> output = std::make_unique<StepOutput>();
	output->time = parts_.board.time();
	output->events = std::move(events);
	store_or_publish(std::move(output));
}

void StepDelivery::store_event(EventData data) {
	std::vector<Event> events;
	events.push_back({ Subject(), std::move(data), traces_.make() });
	store_events(std::move(events));
}

void StepDelivery::begin_recording(const World &world) {
	if (parts_.options.recording) {
		services_.store().store(
				agent_runtime::begin_recording(world.settings(), world.marks().call, parts_.log));
	}
}

} // namespace agent_runtime
