#include "core/agents/led_talks.h"

#include "core/agents/agent_talk.h"
#include "core/auto_mode/talk_store.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

// One that was stopped before ends first, so that no cue of it is followed but that of its end.
void LedTalks::apply(const StartTalkInput &input) {
	begin(input);
	if (input.is_stopped) {
		apply(StopTalkInput{ .talk = input.talk->id, .request = input.stop });
	} else {
		follow_cues();
	}
}

void LedTalks::begin(const StartTalkInput &input) {
	const ConversationId id = input.talk->id;
	if (talks_.contains(id)) {
		return;
	}
	LedTalk &talk = talks_[id];
	talk.trace = step_.trace();
	talk.lines = input.lines;
	step_.emit({}, AutoModeStarted{ input.talk, input.turns });
	TalkPast past{ .turns = input.turns, .last_speaker = {}, .said = input.said };
	if (!input.lines.empty()) {
		past.last_speaker = input.lines.back()->from.agent_id();
	}
	for (const Participant &each : input.talk->participants) {
		if (!agents_.contains(each.agent)) {
			past.gone.push_back(each.agent);
		}
	}
	director_.start(input.talk, past, step_.time());
	for (const Participant &each : input.talk->participants) {
		if (director_.talk_of(each.agent) == id) {
			acting_.act(*agents_.find(each.agent),
					[&](AgentStep &step) { led_talk::enter(step, input.talk); });
		}
	}
}

void LedTalks::apply(const StopTalkInput &input) {
	Status status;
	if (input.talk.is_none()) {
		director_.stop_all();
	} else if (!director_.stop(input.talk, input.end)) {
		if (input.end == TalkEnd::interrupted) {
			step_.emit({}, AutoModeEnded{ input.talk, input.end, input.turns });
		} else {
			status = Status(StatusCode::failed_precondition,
					"conversation_id: " + input.talk.to_string() + " is over already");
		}
	}
	follow_cues();
	step_.answer(input.request, status);
}

// Carrying out one cue may bring up others, which come after those already there.
void LedTalks::follow_cues() {
	if (std::exchange(follows_cues_, true)) {
		return;
	}
	while (const std::optional<Cue> cue = director_.next_cue()) {
		std::visit(
				[this](const auto &each) {
					const auto talk = talks_.find(each.talk);
					const TraceScope scope(
							step_, talk != talks_.end() ? talk->second.trace : TraceId());
					carry_out(each);
				},
				*cue);
	}
	follows_cues_ = false;
}

void LedTalks::carry_out(const TurnCue &cue) {
	if (agents_.contains(cue.agent)) {
		step_.emit(cue.agent, AutoModeTurnChanged{ cue.talk, cue.turn });
	}
}

void LedTalks::carry_out(const ErrandCue &cue) {
	Agent *const agent = agents_.find(cue.agent);
	if (agent == nullptr || agent->talk_part() == nullptr || is_closing_) {
		return;
	}
	if (agent->state == AgentState::speaking) {
		agent->talk_part()->late_errand = cue.errand;
		agent->talk_part()->late_errand_to = cue.to;
		return;
	}
	run_errand(*agent, cue.errand, cue.to);
}

// Its end counts from when the walk was requested. Until then, the end of an earlier walk may be
// reported.
void LedTalks::run_errand(Agent &agent, Errand errand, AgentId to) {
	const Agent *const other = agents_.find(to);
	if (errand == Errand::to_seat) {
		walks_.begin_to_seat(agent);
	} else if (errand == Errand::to_table) {
		walk_to_table(agent, *agent.talk_part()->talk);
	} else if (other != nullptr) {
		walks_.begin_beside(agent, *other);
	} else {
		director_.errand_ended(agent.id);
		return;
	}
	agent.talk_part()->walks = true;
}

// An agent that finds no place at the table stands beside the first participant. Without a table,
// all do.
void LedTalks::walk_to_table(Agent &agent, const TalkSettings &settings) {
	std::string &table = talks_.at(settings.id).table;
	if (table.empty()) {
		table = free_table();
	}
	if (const Seat *const seat = seat_at(table, agent, settings)) {
		walks_.begin(agent, { .face = seat->facing, .target = centre_of(seat->tile) });
		return;
	}
	const std::vector<Participant> &all = settings.participants;
	const auto first = std::find_if(all.begin(), all.end(),
			[&](const Participant &each) { return agents_.contains(each.agent); });
	if (first->agent != agent.id) {
		walks_.begin_beside(agent, *agents_.find(first->agent));
	} else {
		walks_.begin(agent,
				{ .face = agent.standing.facing,
						.target = centre_of(tile_at(agent.standing.position)) });
	}
}

// At the table, the first participant has the first seat. Null: there is no seat for it.
const Seat *LedTalks::seat_at(
		const std::string &table, const Agent &agent, const TalkSettings &settings) const {
	const GridMapPtr &map = walkers_.map();
	if (map == nullptr || table.empty()) {
		return nullptr;
	}
	const std::vector<Participant> &all = settings.participants;
	std::size_t place = 0;
	while (place < all.size() && all[place].agent != agent.id) {
		place++;
	}
	for (const Seat &seat : map->seats()) {
		if (seat.table == table && place-- == 0) {
			return &seat;
		}
	}
	return nullptr;
}

// Among the tables without another conversation, the one with the most seats.
std::string LedTalks::free_table() const {
	std::map<std::string, int> seats;
	if (walkers_.map() != nullptr) {
		for (const Seat &seat : walkers_.map()->seats()) {
			seats[seat.table] += seat.table.empty() ? 0 : 1;
		}
	}
	for (const auto &[id, talk] : talks_) {
		seats.erase(talk.table);
	}
	const auto most = std::max_element(seats.begin(), seats.end(),
			[](const auto &one, const auto &other) { return one.second < other.second; });
	return most != seats.end() && most->second > 0 ? most->first : std::string();
}

void LedTalks::walk_ended(Agent &agent) {
	TalkPart *const part = agent.talk_part();
	if (part != nullptr && std::exchange(part->walks, false)) {
		director_.errand_ended(agent.id);
	}
}

void LedTalks::carry_out(const ThinkCue &cue) {
	Agent *const agent = agents_.find(cue.agent);
	if (agent == nullptr || agent->talk_part() == nullptr || is_closing_) {
		return;
	}
	const LedTalk &talk = talks_.at(cue.talk);
	TalkPart turn;
	turn.trace = talk.trace;
	turn.answer_to = cue.answer_to;
	turn.next = cue.next;
	turn.said = cue.said;
	turn.prompt = talk.lines.empty() ? nullptr : talk.lines.back();
	turn.lines = talk.lines;
	acting_.act(*agent, [&](AgentStep &step) { led_talk::take_turn(step, std::move(turn)); });
}

// All participants hear it, wherever they are.
bool LedTalks::speak_turn(const Agent &agent, const Utterance &wish) {
	const auto found = talks_.find(director_.talk_of(agent.id));
	if (found == talks_.end()) {
		return false;
	}
	if (wish.content.empty()) {
		director_.spoke(agent.id, wish.has_keyword, true, step_.time());
		return true;
	}
	LedTalk &talk = found->second;
	std::vector<ParticipantId> hearers;
	for (const Participant &each : director_.settings_of(found->first).participants) {
		const bool takes_part = director_.talk_of(each.agent) == found->first;
		if (each.agent != agent.id && takes_part) {
			hearers.emplace_back(each.agent);
		}
	}
	const MessagePtr line = speech_.say_to(agent, wish, std::move(hearers));
	step_.emit(agent.id, AgentMessaged{ found->first, director_.turns_of(found->first) + 1, line });
	add_line(talk, line);
	director_.spoke(agent.id, wish.has_keyword, false, step_.time());
	return true;
}

void LedTalks::add_line(LedTalk &talk, const MessagePtr &line) {
	talk.lines.push_back(line);
	if (talk.lines.size() > LINES_IN_MIND) {
		talk.lines.erase(talk.lines.begin());
	}
}

void LedTalks::turn_failed(const Agent &agent, const TurnFailed &wish) {
	director_.turn_failed(agent.id, wish.failure, step_.time());
}

void LedTalks::speech_ended(Agent &agent) {
	TalkPart *const part = agent.talk_part();
	if (part != nullptr && part->late_errand != Errand::none) {
		run_errand(agent, std::exchange(part->late_errand, Errand::none), part->late_errand_to);
	}
	director_.speech_ended(agent.id, step_.time());
}

// Each goes home when it has finished its sentence.
void LedTalks::carry_out(const EndCue &cue) {
	step_.emit({}, AutoModeEnded{ cue.talk, cue.end, cue.turns });
	for (const AgentId id : cue.left) {
		Agent *const agent = agents_.find(id);
		if (agent == nullptr || agent->talk_part() == nullptr ||
				agent->talk_part()->talk->id != cue.talk) {
			continue;
		}
		acting_.act(*agent, [](AgentStep &step) { led_talk::leave(step); });
		if (cue.errand == Errand::none) {
			continue;
		}
		if (agent->state == AgentState::speaking) {
			agent->engage().goes_home = true;
		} else {
			walks_.begin_to_seat(*agent);
		}
	}
	talks_.erase(cue.talk);
}

} // namespace agent_runtime
