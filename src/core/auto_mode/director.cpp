#include "core/auto_mode/director.h"

#include <algorithm>
#include <chrono>

namespace agent_runtime {

namespace {

constexpr std::uint32_t MOST_FAILURES = 2; // failed turns of one participant in a row
// Somebody who has failed is not asked again at once, however short the pauses are.
constexpr Micros PAUSE_AFTER_FAILURE = std::chrono::seconds(1);

} // namespace

// Leaves out anybody who takes part in another conversation.
void Director::join(Talk &talk, const TalkPast &past) {
	const std::vector<Participant> &all = talk.settings->participants;
	for (std::size_t i = 0; i < all.size(); i++) {
		const AgentId agent = all[i].agent;
		const bool is_gone =
				std::find(past.gone.begin(), past.gone.end(), agent) != past.gone.end();
		if (!is_gone && talk_of_.emplace(agent, talk.settings->id).second) {
			talk.members.push_back({ agent, i < past.said.size() ? past.said[i] : 0 });
		}
	}
}

void Director::start(TalkSettingsPtr settings, const TalkPast &past, SimTime now) {
	const ConversationId id = settings->id;
	const auto [place, is_new] = talks_.try_emplace(id);
	if (!is_new) {
		return;
	}
	Talk &talk = place->second;
	talk.settings = std::move(settings);
	talk.turns = past.turns;
	talk.last_speaker = past.last_speaker;
	talk.ends_at = now + talk.settings->duration;
	talk.due = SimTime::max();
	dues_.emplace(talk.due, id);
	join(talk, past);
	if (talk.members.size() < FEWEST_PARTICIPANTS) {
		end(id, TalkEnd::agent_lost);
		return;
	}
	const std::size_t spoke_last = index_of(talk, past.last_speaker);
	talk.responder = spoke_last < talk.members.size() ? (spoke_last + 1) % talk.members.size() : 0;
	set_due(id, talk);
	const Errand errand = behaviour_of(talk.settings->pattern).at_start;
	if (errand == Errand::none) {
		begin_turn(id, talk);
		return;
	}
	for (Member &member : talk.members) {
		member.is_on_errand = true;
		cues_.emplace_back(ErrandCue{ id, member.agent, errand, AgentId() });
	}
}

void Director::errand_ended(AgentId agent) {
	const auto found = talks_.find(talk_of(agent));
	if (found == talks_.end()) {
		return;
	}
	auto &[id, talk] = *found;
	Member &member = talk.members[index_of(talk, agent)];
	if (!std::exchange(member.is_on_errand, false)) {
		return;
	}
	const bool all_are_there = std::none_of(talk.members.begin(), talk.members.end(),
			[](const Member &each) { return each.is_on_errand; });
	if (talk.phase == Phase::walking) {
		think(id, talk);
	} else if (talk.phase == Phase::gathering && all_are_there) {
		begin_turn(id, talk);
	}
}

void Director::spoke(AgentId agent, bool has_keyword, bool silent, SimTime now) {
	Talks::value_type *const found = turn_of(agent, Phase::thinking);
	if (found == nullptr) {
		return;
	}
	auto &[id, talk] = *found;
	if (!silent) {
		talk.turns++;
		talk.members[talk.responder].said++;
		talk.last_speaker = agent;
	}
	if (has_keyword) {
		end(id, TalkEnd::keyword);
		return;
	}
	talk.members[talk.responder].failures = 0;
	if (silent) {
		talk.responder = (talk.responder + 1) % talk.members.size();
		pause(id, talk, talk.settings->pause, now);
		return;
	}
	talk.phase = Phase::speaking;
}

void Director::speech_ended(AgentId agent, SimTime now) {
	Talks::value_type *const found = turn_of(agent, Phase::speaking);
	if (found == nullptr) {
		return;
	}
	auto &[id, talk] = *found;
	if (has_had_all_turns(talk)) {
		end(id, TalkEnd::max_turns);
		return;
	}
	talk.responder = (talk.responder + 1) % talk.members.size();
	pause(id, talk, talk.settings->pause, now);
}

void Director::turn_failed(AgentId agent, TurnFailure failure, SimTime now) {
	Talks::value_type *const found = turn_of(agent, Phase::thinking);
	if (found == nullptr) {
		return;
	}
	auto &[id, talk] = *found;
	const std::uint32_t failures = ++talk.members[talk.responder].failures;
	if (failure == TurnFailure::budget) {
		end(id, TalkEnd::budget);
	} else if (failures >= MOST_FAILURES) {
		end(id, TalkEnd::mind_failed);
	} else {
		talk.is_retry = true;
		pause(id, talk, std::max(talk.settings->pause, PAUSE_AFTER_FAILURE), now);
	}
}

// The rotation goes on with the others. Only the turn of the lost agent is left out.
void Director::agent_lost(AgentId agent, SimTime now) {
	const auto found = talks_.find(talk_of(agent));
	if (found == talks_.end()) {
		return;
	}
	auto &[id, talk] = *found;
	const std::size_t index = index_of(talk, agent);
	const bool had_turn = index == talk.responder;
	talk.members.erase(talk.members.begin() + static_cast<std::ptrdiff_t>(index));
	talk_of_.erase(agent);
	if (talk.members.size() < FEWEST_PARTICIPANTS) {
		end(id, TalkEnd::agent_lost);
		return;
	}
	if (index < talk.responder) {
		talk.responder--;
	}
	talk.responder %= talk.members.size();
	if (talk.phase == Phase::gathering) {
		const bool all_are_there = std::none_of(talk.members.begin(), talk.members.end(),
				[](const Member &each) { return each.is_on_errand; });
		if (all_are_there) {
			begin_turn(id, talk);
		}
	} else if (had_turn) {
		talk.is_retry = false;
		if (has_had_all_turns(talk)) {
			end(id, TalkEnd::max_turns); // its last words were the last of the conversation
		} else if (talk.phase != Phase::pausing) {
			pause(id, talk, talk.settings->pause, now);
		}
	}
}

bool Director::stop(ConversationId talk, TalkEnd reason) {
	if (!talks_.contains(talk)) {
		return false;
	}
	end(talk, reason);
	return true;
}

void Director::stop_all() {
	while (!talks_.empty()) {
		end(talks_.begin()->first, TalkEnd::stopped);
	}
}

void Director::advance(SimTime now) {
	while (next_due() <= now) {
		const ConversationId id = dues_.begin()->second;
		Talk &talk = talks_.at(id);
		if (talk.ends_at <= now) {
			end(id, TalkEnd::timer);
		} else {
			begin_turn(id, talk);
		}
	}
}

std::optional<Cue> Director::next_cue() {
	if (cues_.empty()) {
		return std::nullopt;
	}
	Cue cue = std::move(cues_.front());
	cues_.pop_front();
	return cue;
}

ConversationId Director::talk_of(AgentId agent) const {
	const auto found = talk_of_.find(agent);
	return found != talk_of_.end() ? found->second : ConversationId();
}

Director::Talks::value_type *Director::turn_of(AgentId agent, Phase phase) {
	const auto found = talks_.find(talk_of(agent));
	if (found == talks_.end()) {
		return nullptr;
	}
	const Talk &talk = found->second;
	const bool has_turn = talk.phase == phase && talk.members[talk.responder].agent == agent;
	return has_turn ? &*found : nullptr;
}

bool Director::has_had_all_turns(const Talk &talk) {
	const std::uint32_t most = talk.settings->max_turns;
	return most != 0 && talk.turns >= most;
}

std::size_t Director::index_of(const Talk &talk, AgentId agent) {
	const auto found = std::find_if(talk.members.begin(), talk.members.end(),
			[agent](const Member &each) { return each.agent == agent; });
	return static_cast<std::size_t>(found - talk.members.begin());
}

void Director::begin_turn(ConversationId id, Talk &talk) {
	Member &responder = talk.members[talk.responder];
	if (std::exchange(talk.is_retry, false)) {
		think(id, talk);
		return;
	}
	cues_.emplace_back(TurnCue{ id, responder.agent, talk.turns + 1 });
	const Errand errand = behaviour_of(talk.settings->pattern).before_turn;
	const bool has_speaker = index_of(talk, talk.last_speaker) < talk.members.size() &&
			talk.last_speaker != responder.agent;
	if (errand == Errand::none || (errand == Errand::to_speaker && !has_speaker)) {
		think(id, talk);
		return;
	}
	talk.phase = Phase::walking;
	responder.is_on_errand = true;
	set_due(id, talk);
	cues_.emplace_back(ErrandCue{ id, responder.agent, errand, talk.last_speaker });
}

void Director::think(ConversationId id, Talk &talk) {
	talk.phase = Phase::thinking;
	set_due(id, talk);
	const AgentId agent = talk.members[talk.responder].agent;
	const std::uint32_t said = talk.members[talk.responder].said;
	const AgentId next = talk.members[(talk.responder + 1) % talk.members.size()].agent;
	const bool has_speaker =
			index_of(talk, talk.last_speaker) < talk.members.size() && talk.last_speaker != agent;
	cues_.emplace_back(ThinkCue{
			id, agent, talk.turns + 1, has_speaker ? talk.last_speaker : AgentId(), next, said });
}

void Director::pause(ConversationId id, Talk &talk, Micros length, SimTime now) {
	talk.phase = Phase::pausing;
	talk.goes_on_at = now + length;
	set_due(id, talk);
}

// Cues that were not taken yet are dropped, since they belong to the conversation that has ended.
void Director::end(ConversationId id, TalkEnd reason) {
	const auto found = talks_.find(id);
	Talk &talk = found->second;
	std::erase_if(cues_, [id](const Cue &cue) {
		return std::visit([id](const auto &each) { return each.talk == id; }, cue);
	});
	EndCue cue{ id, reason, talk.turns, {}, behaviour_of(talk.settings->pattern).at_end };
	for (const Member &member : talk.members) {
		cue.left.push_back(member.agent);
		talk_of_.erase(member.agent);
	}
	dues_.erase({ talk.due, id });
	talks_.erase(found);
	cues_.emplace_back(std::move(cue));
}

void Director::set_due(ConversationId id, Talk &talk) {
	dues_.erase({ talk.due, id });
	talk.due =
			talk.phase == Phase::pausing ? std::min(talk.goes_on_at, talk.ends_at) : talk.ends_at;
	dues_.emplace(talk.due, id);
}

} // namespace agent_runtime
