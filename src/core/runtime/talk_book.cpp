#include "core/runtime/talk_book.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace agent_runtime {

using nlohmann::json;

namespace {

std::string_view status_of(const StoredTalk &talk) {
	if (talk.is_active) {
		return "active";
	}
	return talk.reason == TalkEnd::interrupted ? "interrupted" : "ended";
}

} // namespace

void TalkBook::restore(const std::vector<StoredTalk> &talks, ConversationId highest) {
	const Lock lock(mutex_);
	entries_.clear();
	busy_.clear();
	newest_ = std::max(newest_, highest.number());
	for (const StoredTalk &each : talks) {
		const ConversationId id = each.settings->id;
		newest_ = std::max(newest_, id.number());
		Entry &entry = entries_[id];
		entry.talk = each;
		if (std::exchange(entry.talk.is_active, false)) {
			entry.talk.reason = TalkEnd::interrupted;
		}
	}
}

Result<TalkSettingsPtr> TalkBook::enter(TalkSettings talk) {
	for (const Participant &each : talk.participants) {
		const auto other = busy_.find(each.agent);
		if (other != busy_.end()) {
			return Status(StatusCode::failed_precondition,
					"agents: " + each.agent.to_string() + " takes part in " +
							other->second.to_string() +
							" already; stop that, or choose somebody else");
		}
	}
	const TalkSettingsPtr settings = std::make_shared<const TalkSettings>(std::move(talk));
	for (const Participant &each : settings->participants) {
		busy_.emplace(each.agent, settings->id);
	}
	Entry &entry = entries_[settings->id];
	entry.talk.settings = settings;
	entry.talk.is_active = true;
	entry.responding = AgentId();
	entry.ends_at.reset();
	return settings;
}

Result<TalkSettingsPtr> TalkBook::open(TalkSettings talk, WallTime now) {
	const Lock lock(mutex_);
	if (Status covered = cover_ ? cover_(newest_ + 1) : Status(); !covered.ok()) {
		return covered;
	}
	talk.id = ConversationId(newest_ + 1);
	Result<TalkSettingsPtr> entered = enter(std::move(talk));
	if (entered.ok()) {
		newest_++;
		entries_[entered.value()->id].talk.started_at = now;
		drop_oldest();
	}
	return entered;
}

Status TalkBook::reopen(TalkSettings talk, RequestId by) {
	const Lock lock(mutex_);
	const auto entry = entries_.find(talk.id);
	if (entry == entries_.end() || entry->second.talk.is_active) {
		return Status(StatusCode::failed_precondition,
				"conversation_id: " + talk.id.to_string() + " is going on");
	}
	StoredTalk before = entry->second.talk;
	const Result<TalkSettingsPtr> entered = enter(std::move(talk));
	if (entered.ok()) {
		entry->second.reopening = Reopening{ .before = std::move(before), .by = by, .stop = {} };
	}
	return entered.status();
}

std::optional<StoredTalk> TalkBook::reopened_by(RequestId request) const {
	const Lock lock(mutex_);
	const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const auto &each) {
		return each.second.reopening && each.second.reopening->by == request;
	});
	return found != entries_.end() ? std::optional(found->second.talk) : std::nullopt;
}

TalkBook::Entry *TalkBook::reopening_of(const TalkSettingsPtr &talk) {
	Entry *const entry = entry_of(talk->id);
	const bool waits = entry != nullptr && entry->reopening && entry->talk.settings == talk;
	return waits ? entry : nullptr;
}

std::optional<TalkBook::Reopening> TalkBook::resume(const TalkSettingsPtr &talk) {
	const Lock lock(mutex_);
	Entry *const entry = reopening_of(talk);
	return entry != nullptr ? std::exchange(entry->reopening, std::nullopt) : std::nullopt;
}

std::optional<TalkBook::Reopening> TalkBook::undo_reopen(const TalkSettingsPtr &talk) {
	const Lock lock(mutex_);
	Entry *const entry = reopening_of(talk);
	if (entry == nullptr) {
		return std::nullopt;
	}
	end(*entry);
	std::optional<Reopening> undone = std::exchange(entry->reopening, std::nullopt);
	entry->talk = undone->before;
	return undone;
}

bool TalkBook::is_reopening(ConversationId talk) const {
	const Lock lock(mutex_);
	const auto found = entries_.find(talk);
	return found != entries_.end() && found->second.reopening.has_value();
}

bool TalkBook::stop_when_resumed(Entry &entry, RequestId stop) {
	if (!entry.reopening || entry.reopening->is_stopped) {
		return false;
	}
	entry.reopening->is_stopped = true;
	entry.reopening->stop = stop;
	return true;
}

bool TalkBook::stop_when_resumed(ConversationId talk, RequestId stop) {
	const Lock lock(mutex_);
	Entry *const entry = entry_of(talk);
	return entry != nullptr && stop_when_resumed(*entry, stop);
}

bool TalkBook::stop_all_when_resumed(RequestId stop) {
	const Lock lock(mutex_);
	bool waits = false;
	for (auto &[id, entry] : entries_) {
		if (stop_when_resumed(entry, waits ? RequestId() : stop)) {
			waits = true;
		}
	}
	return waits;
}

void TalkBook::end(Entry &entry) {
	entry.talk.is_active = false;
	entry.responding = AgentId();
	entry.ends_at.reset();
	std::erase_if(busy_, [&](const auto &each) { return each.second == entry.talk.settings->id; });
}

void TalkBook::drop_oldest() {
	while (entries_.size() > MOST_KEPT) {
		const auto oldest = std::find_if(entries_.begin(), entries_.end(),
				[](const auto &each) { return !each.second.talk.is_active; });
		if (oldest == entries_.end()) {
			return;
		}
		entries_.erase(oldest);
	}
}

TalkBook::Entry *TalkBook::entry_of(ConversationId talk) {
	const auto found = entries_.find(talk);
	return found != entries_.end() ? &found->second : nullptr;
}

void TalkBook::note(const Event &event, SimTime now, WallTime wall_now) {
	if (const AgentTerminated *gone = event.data.get_if<AgentTerminated>(); gone != nullptr) {
		const Lock lock(mutex_);
		busy_.erase(event.subject.agent_id());
		return;
	}
	if (const AutoModeStarted *started = event.data.get_if<AutoModeStarted>()) {
		const Lock lock(mutex_);
		if (Entry *entry = entry_of(started->talk->id)) {
			entry->talk.reason.reset();
			entry->talk.turns = started->turns;
			entry->ends_at = now + started->talk->duration;
		}
	} else if (const AutoModeTurnChanged *turn = event.data.get_if<AutoModeTurnChanged>()) {
		const Lock lock(mutex_);
		if (Entry *entry = entry_of(turn->talk)) {
			entry->responding = event.subject.agent_id();
		}
	} else if (const AgentMessaged *line = event.data.get_if<AgentMessaged>()) {
		const Lock lock(mutex_);
		if (Entry *entry = entry_of(line->talk)) {
			entry->talk.turns = line->turn;
		}
	} else if (const AutoModeEnded *ended = event.data.get_if<AutoModeEnded>()) {
		const Lock lock(mutex_);
		// A conversation that the last runtime left behind may already be going on again.
		const bool is_old = ended->reason == TalkEnd::interrupted;
		Entry *entry = entry_of(ended->talk);
		if (entry == nullptr || (is_old && entry->talk.is_active)) {
			return;
		}
		end(*entry);
		entry->talk.reason = ended->reason;
		entry->talk.turns = ended->turns;
		entry->talk.ended_at = wall_now;
	}
}

std::optional<StoredTalk> TalkBook::find(ConversationId talk) const {
	const Lock lock(mutex_);
	const auto found = entries_.find(talk);
	return found != entries_.end() ? std::optional(found->second.talk) : std::nullopt;
}

std::vector<StoredTalk> TalkBook::active() const {
	const Lock lock(mutex_);
	std::vector<StoredTalk> active;
	for (const auto &[id, entry] : entries_) {
		if (entry.talk.is_active) {
			active.push_back(entry.talk);
		}
	}
	return active;
}

bool TalkBook::is_active(ConversationId talk) const {
	const Lock lock(mutex_);
	return std::any_of(entries_.begin(), entries_.end(), [talk](const auto &each) {
		return each.second.talk.is_active && (talk.is_none() || each.first == talk);
	});
}

ConversationId TalkBook::talk_of(AgentId agent) const {
	const Lock lock(mutex_);
	const auto found = busy_.find(agent);
	return found != busy_.end() ? found->second : ConversationId();
}

std::vector<std::string> TalkBook::recent_topics() const {
	const Lock lock(mutex_);
	std::vector<std::string> topics;
	for (auto each = entries_.rbegin(); each != entries_.rend(); ++each) {
		topics.push_back(each->second.talk.settings->topic);
	}
	return topics;
}

TalkStateFields TalkBook::shown(const Entry &entry, SimTime now) {
	const StoredTalk &talk = entry.talk;
	const TalkSettings &settings = *talk.settings;
	TalkStateFields state;
	state.talk = settings.id;
	for (const Participant &each : settings.participants) {
		state.agents.push_back(each.agent);
		state.names.push_back(each.name);
		state.roles.push_back(each.role);
	}
	state.topic = settings.topic;
	state.interaction_pattern = pattern_name(settings.pattern);
	state.max_turns = settings.max_turns;
	state.duration_ms = in_milliseconds(settings.duration);
	state.pause_ms = in_milliseconds(settings.pause);
	state.end_keyword = settings.end_keyword;
	state.status = status_of(talk);
	state.turn = talk.turns;
	state.responding = entry.responding.to_string();
	state.reason = talk.reason ? talk_end_name(*talk.reason) : "";
	const Micros left = entry.ends_at ? std::max(*entry.ends_at - now, Micros{})
			: talk.is_active		  ? settings.duration
									  : Micros{};
	state.msec_left = in_milliseconds(left);
	state.started_at = to_iso8601(talk.started_at);
	state.ended_at = talk.is_active || talk.ended_at == WallTime() ? "" : to_iso8601(talk.ended_at);
	return state;
}

std::optional<TalkStateFields> TalkBook::state(ConversationId talk, SimTime now) const {
	const Lock lock(mutex_);
	const auto found = entries_.find(talk);
	return found != entries_.end() ? std::optional(shown(found->second, now)) : std::nullopt;
}

std::vector<TalkStateFields> TalkBook::states(SimTime now) const {
	const Lock lock(mutex_);
	std::vector<TalkStateFields> states;
	for (auto each = entries_.rbegin(); each != entries_.rend(); ++each) {
		states.push_back(shown(each->second, now));
	}
	return states;
}

} // namespace agent_runtime
