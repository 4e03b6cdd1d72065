#include "core/runtime/calls_to_game.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

CallsToGame::CallsToGame(const RuntimeOptions &options, const Clock &clock, const Logger &log,
		CallBook &calls, EventPump &pump, IdMarks &ids, LiveWorld &world, ToolDesk &tools) :
		options_(options),
		clock_(clock),
		log_(log),
		calls_(calls),
		pump_(pump),
		ids_(ids),
		world_(world),
		tools_(tools) {
	pump.set_open_calls([&calls](CallId call) { return calls.is_open(call); });
	pump.set_told_walk([&calls](CallId walk) { calls.told(walk); });
}

Micros CallsToGame::time_for(CallKind kind) const {
	switch (kind) {
		case CallKind::walk:
			return options_.settings.walk_deadline;
		case CallKind::action:
			return options_.settings.action_deadline;
		case CallKind::context:
			return options_.settings.context_deadline;
		case CallKind::tool:
			return options_.settings.tool_deadline;
		case CallKind::mind:
			break;
	}
	return options_.minds.of(MindKind::game).timeouts.total;
}

RealTime CallsToGame::open(const GameCall &call) {
	const RealTime now = clock_.now();
	const RealTime deadline =
			now + (call.deadline != Micros{} ? call.deadline : time_for(call.kind));
	calls_.open({ call.call, call.agent, call.kind }, now, deadline);
	return deadline;
}

void CallsToGame::make(const GameCall &call, RealTime deadline) {
	if (call.kind == CallKind::tool) {
		tools_.use(call, deadline);
	} else {
		pump_.call(call);
	}
}

void CallsToGame::ask(const GameCall &call) {
	open(call);
	pump_.call(call);
}

void CallsToGame::withdraw(const GameCall &call) {
	calls_.forget(call.call);
	pump_.call(call);
}

void CallsToGame::take(StepOutput &output) {
	refuse_uncovered(output);
	pump_.expect(output.events);
	std::vector<RealTime> deadlines;
	deadlines.reserve(output.calls.size());
	for (const GameCall &call : output.calls) {
		deadlines.push_back(open(call));
	}
	for (CancelledWalk &walk : output.cancelled_walks) {
		// A walk that the game has ended itself at this very moment is not reported as over.
		if (calls_.cancel(walk.call) || walk.is_closed) {
			pump_.cancel(std::move(walk));
		}
	}
	for (const CallId call : output.given_up) {
		calls_.forget(call);
		tools_.cancel(call);
	}
	for (std::size_t i = 0; i < output.calls.size(); i++) {
		// A call that was given up within its own step is not made.
		if (calls_.is_open(output.calls[i].call)) {
			make(output.calls[i], deadlines[i]);
		}
	}
}

void CallsToGame::refuse_uncovered(StepOutput &output) {
	std::uint64_t newest = 0;
	for (const GameCall &call : output.calls) {
		newest = std::max(newest, call.call.number());
	}
	for (const ThoughtRequest &thought : output.thoughts) {
		newest = std::max(newest, thought.call.number());
	}
	const Status covered = newest > 0 ? ids_.cover(IdKind::calls, newest) : Status();
	if (covered.ok()) {
		return;
	}
	log_.error("the game is not called: " + covered.message());
	for (const GameCall &call : std::exchange(output.calls, {})) {
		world_.post(CallOutcomeInput{
				call.agent, call.call, CallOutcome::failed, covered.message(), "" });
	}
	std::erase_if(output.thoughts, [&](const ThoughtRequest &thought) {
		if (thought.call.is_none()) {
			return false;
		}
		ThoughtAnswer answer;
		answer.id = thought.id;
		answer.failure = MindFailure::internal;
		answer.error = covered.message();
		world_.post(std::move(answer));
		return true;
	});
}

} // namespace agent_runtime
