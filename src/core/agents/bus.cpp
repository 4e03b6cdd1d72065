#include "core/agents/bus.h"

#include <utility>

namespace agent_runtime {

namespace {

template <typename List, typename Value>
bool lists(const List &list, const Value &value) {
	return std::find(list.begin(), list.end(), value) != list.end();
}

// Where the agent stands, or would stand, in a list sorted by number.
template <typename List>
auto place_in(List &list, AgentId agent) {
	return std::lower_bound(list.begin(), list.end(), agent,
			[](const auto &each, AgentId wanted) { return each.agent < wanted; });
}

template <typename List, typename Subscriber>
void put_into(List &list, const Subscriber &subscriber) {
	const auto place = place_in(list, subscriber.agent);
	if (place != list.end() && place->agent == subscriber.agent) {
		*place = subscriber;
	} else {
		list.insert(place, subscriber);
	}
}

} // namespace

void Bus::add(AgentId agent, const AgentProfile &profile) {
	const Subscription &subscription = profile.subscription();
	const Subscriber subscriber{ agent, false, profile.own_subscription.get() };
	put_into(everybody_, subscriber);
	living_++;
	state_watchers_ += names_states(subscription) ? 1 : 0;
	for (const std::string &group : subscription.groups) {
		put_into(groups_[group], subscriber);
	}
	for (const std::string &topic : subscription.topics) {
		put_into(topics_[topic], subscriber);
	}
}

void Bus::remove(AgentId agent) {
	const auto place = place_in(everybody_, agent);
	if (place == everybody_.end() || place->agent != agent || place->is_gone) {
		return;
	}
	if (place->subscription != nullptr) {
		state_watchers_ -= names_states(*place->subscription) ? 1 : 0;
		leave(agent, *place->subscription);
	}
	*place = { agent, true, nullptr };
	living_--;
	if (living_ * 2 < everybody_.size()) {
		std::erase_if(everybody_, [](const Subscriber &each) { return each.is_gone; });
	}
}

void Bus::change(AgentId agent, const AgentProfile &profile) {
	remove(agent);
	add(agent, profile);
}

void Bus::leave(AgentId agent, const Subscription &subscription) {
	const auto leave_all = [agent](std::unordered_map<std::string, Members> &channels,
								   const std::vector<std::string> &names) {
		for (const std::string &name : names) {
			const auto channel = channels.find(name);
			if (channel == channels.end()) {
				continue;
			}
			std::erase_if(channel->second,
					[agent](const Subscriber &each) { return each.agent == agent; });
			if (channel->second.empty()) {
				channels.erase(channel);
			}
		}
	};
	leave_all(groups_, subscription.groups);
	leave_all(topics_, subscription.topics);
}

const Bus::Members &Bus::members_of(const Message &message) const {
	static const Members nobody;
	if (message.reach == Reach::everybody) {
		return everybody_;
	}
	const auto &channels = message.reach == Reach::group ? groups_ : topics_;
	const auto channel = channels.find(message.channel);
	return channel != channels.end() ? channel->second : nobody;
}

bool Bus::passes(const MessageFilter &filter, AgentId agent, const Message &message) {
	return (filter.types.empty() || lists(filter.types, message.type)) &&
			(filter.senders.empty() || lists(filter.senders, message.from)) &&
			(!filter.addressed_only || message.to == ParticipantId(agent));
}

bool Bus::names_states(const Subscription &subscription) {
	return lists(subscription.filter.types, AGENT_STATE_CHANGED);
}

void Bus::note(Notice notice) {
	const NoticeKind kind = notice.type == AGENT_TERMINATED ? NoticeKind::end
			: notice.type == AGENT_STATE_CHANGED			? NoticeKind::state
															: NoticeKind::sight;
	if (kind != NoticeKind::state || is_told_states()) {
		notices_[static_cast<std::size_t>(kind)].put(std::move(notice));
	}
}

NoticeMark Bus::newest_notices() const {
	NoticeMark mark;
	for (std::size_t kind = 0; kind < NOTICE_KINDS; kind++) {
		mark.counts[kind] = notices_[kind].count();
	}
	return mark;
}

} // namespace agent_runtime
