#include "core/agents/step_runs.h"

#include "core/agents/agent_life.h"
#include "core/agents/agent_listening.h"
#include "core/agents/agent_thinking.h"

#include <algorithm>

namespace agent_runtime {

void StepRuns::begin_step() {
	answers_.clear();
	reasons_.clear();
}

SimTime StepRuns::next_due() {
	while (!timers_.empty() && !is_current(timers_.top())) {
		take_timer();
	}
	return timers_.empty() ? NEVER : timers_.top().due;
}

bool StepRuns::is_current(const TimerHeap::Entry &entry) const {
	const Agent *const agent = agents_.find(entry.agent);
	return agent != nullptr && agent->timer == entry.due;
}

void StepRuns::take_timer() {
	Agent *const agent = agents_.find(timers_.top().agent);
	if (agent != nullptr && agent->scheduled == timers_.top().due) {
		agent->scheduled = NEVER;
	}
	timers_.pop();
}

void StepRuns::add_answers() {
	for (std::size_t i = 0; i < answers_.size(); i++) {
		reasons_.push_back(
				{ answers_[i].id.agent, Reason::Kind::answer, static_cast<std::uint32_t>(i) });
	}
}

void StepRuns::add_hearings(const std::vector<Delivery> &heard) {
	for (std::size_t i = 0; i < heard.size(); i++) {
		for (const ParticipantId hearer : heard[i].hearers()) {
			if (hearer.is_agent()) {
				reasons_.push_back({ hearer.agent_id(), Reason::Kind::message,
						static_cast<std::uint32_t>(i) });
			}
		}
	}
}

void StepRuns::add_timers() {
	std::size_t taken = 0;
	while (taken < MOST_TIMERS && !timers_.empty() && timers_.top().due <= step_.time()) {
		if (is_current(timers_.top())) {
			reasons_.push_back({ timers_.top().agent, Reason::Kind::timer, 0 });
			taken++;
		}
		take_timer();
	}
}

void StepRuns::sort() {
	std::erase_if(
			reasons_, [this](const Reason &reason) { return !agents_.contains(reason.agent); });
	if (!std::is_sorted(reasons_.begin(), reasons_.end())) {
		std::sort(reasons_.begin(), reasons_.end());
	}
	for (const Reason &reason : reasons_) {
		step_.touch(reason.agent);
	}
}

// Cuts into parts of about equal size, with all reasons of an agent in the same one.
void StepRuns::cut() {
	const std::size_t most = helpers_.helpers() + 1;
	const std::size_t wanted = std::clamp<std::size_t>(reasons_.size() / part_size_, 1, most);
	parts_.clear();
	std::size_t begin = 0;
	for (std::size_t part = 1; part <= wanted; part++) {
		std::size_t end = std::max(begin, reasons_.size() * part / wanted);
		while (end > begin && end < reasons_.size() &&
				reasons_[end].agent == reasons_[end - 1].agent) {
			end++;
		}
		parts_.push_back({ begin, end });
		begin = end;
	}
}

std::vector<Outbox> &StepRuns::run(const std::vector<Delivery> &heard) {
	sort();
	cut();
	outboxes_.resize(parts_.size());
	for (Outbox &out : outboxes_) {
		out.clear();
	}
	helpers_.run(
			parts_.size(), [&](std::size_t part) { run(parts_[part], heard, outboxes_[part]); });
	return outboxes_;
}

// An agent that hears something gets a line of it, and usually listens for a moment, which is two
// events.
void StepRuns::run(const Part &part, const std::vector<Delivery> &heard, Outbox &out) {
	if (!heard.empty()) {
		const std::size_t count = part.end - part.begin;
		out.conversations.reserve(count);
		if (out.events.capacity() == 0) {
			out.events = step_.output().buffers->take();
		}
		out.events.reserve(2 * count);
	}
	for (std::size_t i = part.begin; i < part.end; i++) {
		run(reasons_[i], heard, out);
	}
}

void StepRuns::run(const Reason &reason, const std::vector<Delivery> &heard, Outbox &out) {
	Agent &agent = *agents_.find(reason.agent);
	const TraceId trace =
			reason.kind == Reason::Kind::message ? heard[reason.index].message->trace : agent.trace;
	AgentStep step(agent, step_.time(), trace, settings_, view_, out);
	switch (reason.kind) {
		case Reason::Kind::answer:
			thinking::answered(step, answers_[reason.index]);
			break;
		case Reason::Kind::message: {
			const std::vector<AgentId> &elected = heard[reason.index].elected;
			listening::hear(step, heard[reason.index].message,
					std::binary_search(elected.begin(), elected.end(), agent.id));
			break;
		}
		case Reason::Kind::timer:
			// A message or an answer in this step may have moved it.
			if (agent.timer <= step_.time()) {
				life::time_is_up(step);
			}
			break;
	}
}

void StepRuns::set_timers() {
	for (const AgentId id : step_.touched_in_order()) {
		Agent *const agent = agents_.find(id);
		if (agent != nullptr && agent->timer != NEVER && agent->timer != agent->scheduled) {
			agent->scheduled = agent->timer;
			timers_.push(agent->timer, id);
		}
	}
}

} // namespace agent_runtime
