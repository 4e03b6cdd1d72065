#include "core/agents/agent_talk.h"
#include "core/agents/simulation.h"
#include "core/agents/talk_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

// Conversations that are led: what the director wants done, and what it is told of.

namespace agent_runtime {

void Simulation::apply(StartTalkInput &input) {
	if (led_talks_.contains(input.talk->id)) {
		return;
	}
	TalkSettings settings = *input.talk;
	std::erase_if(settings.participants,
			[this](const Participant &each) { return living(each.agent) == nullptr; });
	LedTalk &talk = led_talks_[settings.id];
	talk.settings = input.talk;
	talk.lines = input.lines;
	for (std::size_t i = 0; i < std::min(input.said.size(), input.talk->participants.size()); i++) {
		talk.said[input.talk->participants[i].agent] = input.said[i];
	}
	output_->events.push_back({ {}, AutoModeStarted{ input.talk, input.turns } });
	const AgentId last = input.lines.empty() ? AgentId() : input.lines.back()->from.agent_id();
	director_.start(settings, { input.turns, last }, time_);
	for (const Participant &each : settings.participants) {
		if (director_.talk_of(each.agent) == settings.id) {
			act(*living(each.agent), [&](AgentStep &step) { led_talk::enter(step, input.talk); });
		}
	}
	follow_cues();
}

void Simulation::apply(StopTalkInput &input) {
	Status status;
	if (input.talk.is_none()) {
		director_.stop_all();
	} else if (!director_.stop(input.talk, input.end)) {
		if (input.end == TalkEnd::interrupted) {
			output_->events.push_back({ {}, AutoModeEnded{ input.talk, input.end, input.turns } });
		} else {
			status = Status(StatusCode::failed_precondition,
					"conversation_id: " + input.talk.to_string() + " is over already");
		}
	}
	follow_cues();
	output_->outcomes.push_back({ input.request, status });
}

// Carrying one out may bring up others, which come after those that there are.
void Simulation::follow_cues() {
	if (std::exchange(follows_cues_, true)) {
		return;
	}
	while (const std::optional<Cue> cue = director_.next_cue()) {
		std::visit([this](const auto &each) { carry_out(each); }, *cue);
	}
	follows_cues_ = false;
}

void Simulation::carry_out(const TurnCue &cue) {
	if (living(cue.agent) != nullptr) {
		led_talks_.at(cue.talk).turn = cue.turn;
		output_->events.push_back(event_of(cue.agent, AutoModeTurnChanged{ cue.talk, cue.turn }));
	}
}

void Simulation::carry_out(const ErrandCue &cue) {
	Agent *agent = living(cue.agent);
	if (agent == nullptr || agent->talk_part() == nullptr || closing_) {
		return;
	}
	if (agent->state == AgentState::speaking) {
		agent->talk_part()->late_errand = cue.errand;
		agent->talk_part()->late_errand_to = cue.to;
		return;
	}
	run_errand(*agent, cue.errand, cue.to);
}

// The walk's end is waited for from when it has been asked for: that of an earlier one may be told
// until then.
void Simulation::run_errand(Agent &agent, Errand errand, AgentId to) {
	LedTalk &talk = led_talks_.at(agent.talk_part()->talk->id);
	const Agent *other = living(to);
	if (errand == Errand::to_seat) {
		walk_to_seat(agent);
	} else if (errand == Errand::to_table) {
		walk_to_table(agent, talk);
	} else if (other != nullptr) {
		walk_beside(agent, *other);
	} else {
		director_.walk_ended(agent.id);
		return;
	}
	agent.talk_part()->walks = true;
}

// Whoever finds no place at a table stands beside the first one; so do all where there is no table.
void Simulation::walk_to_table(Agent &agent, LedTalk &talk) {
	if (talk.table.empty()) {
		talk.table = free_table(talk);
	}
	const std::vector<Participant> &all = talk.settings->participants;
	std::size_t place = 0;
	while (place < all.size() && all[place].agent != agent.id) {
		place++;
	}
	if (map_ != nullptr && !talk.table.empty()) {
		for (const Seat &seat : map_->seats()) {
			if (seat.table == talk.table && place-- == 0) {
				walk_to(agent, seat.tile, seat.facing);
				return;
			}
		}
	}
	const auto first = std::find_if(all.begin(), all.end(),
			[&](const Participant &each) { return living(each.agent) != nullptr; });
	if (first->agent != agent.id) {
		walk_beside(agent, *living(first->agent));
	} else {
		walk_to(agent, tile_at(agent.standing.position), agent.standing.facing);
	}
}

// Of the tables at which no other conversation takes place, the one with the most seats.
std::string Simulation::free_table(const LedTalk &talk) const {
	std::map<std::string, int> seats;
	if (map_ != nullptr) {
		for (const Seat &seat : map_->seats()) {
			seats[seat.table] += seat.table.empty() ? 0 : 1;
		}
	}
	for (const auto &[id, other] : led_talks_) {
		if (&other != &talk) {
			seats.erase(other.table);
		}
	}
	const auto most = std::max_element(seats.begin(), seats.end(),
			[](const auto &one, const auto &other) { return one.second < other.second; });
	return most != seats.end() && most->second > 0 ? most->first : std::string();
}

void Simulation::errand_ended(Agent &agent) {
	TalkPart *const part = agent.talk_part();
	if (part != nullptr && std::exchange(part->walks, false)) {
		director_.walk_ended(agent.id);
	}
}

void Simulation::carry_out(const ThinkCue &cue) {
	Agent *agent = living(cue.agent);
	if (agent == nullptr || agent->talk_part() == nullptr || closing_) {
		return;
	}
	LedTalk &talk = led_talks_.at(cue.talk);
	TalkPart turn;
	turn.answer_to = cue.answer_to;
	turn.next = cue.next;
	turn.said = talk.said[cue.agent];
	turn.prompt = talk.lines.empty() ? nullptr : talk.lines.back();
	turn.lines = talk.lines;
	act(*agent, [&](AgentStep &step) { led_talk::take_turn(step, std::move(turn)); });
}

// Whoever takes part hears it, wherever it is.
void Simulation::speak_turn(Agent &agent, LedTalk &talk, const Utterance &wish) {
	if (wish.content.empty()) {
		director_.spoke(agent.id, wish.has_keyword, true, time_);
		return;
	}
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = agent.id;
	message->from_name = agent.profile->self.name;
	message->to = wish.to;
	message->content = wish.content;
	message->time = time_;
	message->talk = wish.talk;
	for (const Participant &each : talk.settings->participants) {
		const bool takes_part = director_.talk_of(each.agent) == talk.settings->id;
		if (each.agent != agent.id && takes_part) {
			message->hearers.push_back(each.agent);
		}
	}
	deliver(message, agent.standing.position);
	announce(message);
	output_->events.push_back(
			event_of(agent.id, AgentMessaged{ talk.settings->id, talk.turn, message }));
	talk.said[agent.id]++;
	talk.lines.push_back(message);
	if (talk.lines.size() > LINES_IN_MIND) {
		talk.lines.erase(talk.lines.begin());
	}
	director_.spoke(agent.id, wish.has_keyword, false, time_);
}

void Simulation::carry_out(Agent &agent, const TurnFailed &wish) {
	director_.turn_failed(agent.id, wish.failure, time_);
}

void Simulation::carry_out(Agent &agent, const SpeechEnded &) {
	TalkPart *const part = agent.talk_part();
	if (part != nullptr && part->late_errand != Errand::none) {
		run_errand(agent, std::exchange(part->late_errand, Errand::none), part->late_errand_to);
	}
	director_.speech_ended(agent.id, time_);
}

void Simulation::carry_out(Agent &agent, const SeatWish &) {
	walk_to_seat(agent);
}

// Each goes home when it has finished its sentence.
void Simulation::carry_out(const EndCue &cue) {
	output_->events.push_back({ {}, AutoModeEnded{ cue.talk, cue.end, cue.turns } });
	for (const AgentId id : cue.left) {
		Agent *agent = living(id);
		if (agent == nullptr || agent->talk_part() == nullptr ||
				agent->talk_part()->talk->id != cue.talk) {
			continue;
		}
		act(*agent, [](AgentStep &step) { led_talk::leave(step); });
		if (cue.errand == Errand::none) {
			continue;
		}
		if (agent->state == AgentState::speaking) {
			agent->engage().goes_home = true;
		} else {
			walk_to_seat(*agent);
		}
	}
	led_talks_.erase(cue.talk);
}

} // namespace agent_runtime
