#pragma once

// The message bus of a world: who gets what. A message is one value that all who get it share;
// what the bus works out is the list of those, in the order of their numbers, after their filters:
// whoever filters a message out is never woken by it.
//
//	bus.add(ada, subscription);
//	bus.for_each_recipient(message, [&](AgentId agent) { … });
//
// Messages are handed on in the order in which they were published, so those of one sender keep
// theirs. Beside messages that wake, the bus keeps notices (an agent came, went, moved): each agent
// reads, when it next thinks, what it has not seen yet. Notices are bounded: of the oldest, those
// that were never read fall out and are counted as missed by who was too slow.
// Owned by the step engine, changed between the phases of a step only. Thread rule: worker only;
// const members any thread while nothing changes it.

#include "core/agents/message.h"
#include "core/agents/profile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

// Something that has happened to an agent, for others to notice.
struct Notice {
	std::string_view type; // AGENT_MOVED and the like
	AgentId agent;
	TilePosition position;
	std::shared_ptr<const std::string> name;
};

class Bus {
public:
	static constexpr std::size_t KEPT_NOTICES = 1024;

	// `profile` stays valid until the agent is removed or changed.
	void add(AgentId agent, const AgentProfile &profile);
	void remove(AgentId agent);
	void change(AgentId agent, const AgentProfile &profile);
	std::size_t subscribers() const { return living_; }

	// By type, sender and addressee.
	static bool passes(const MessageFilter &filter, AgentId agent, const Message &message);

	// Calls visit(AgentId) for all who get a message that goes to a group, a topic or everybody, in
	// the order of their numbers; never for its sender.
	template <typename Visit>
	void for_each_recipient(const Message &message, const Visit &visit) const;

	void note(Notice notice);
	std::uint64_t newest_notice() const { return noted_; }
	// Notices after `seen` that are still kept, oldest first; `missed` counts those that are not.
	template <typename Visit>
	void for_each_notice(std::uint64_t seen, std::uint64_t &missed, const Visit &visit) const;

private:
	struct Subscriber {
		AgentId agent;
		bool is_gone = false; // its place is kept until half of all are gone
		const Subscription *subscription = nullptr; // null: the default one, which takes all
	};
	using Members = std::vector<Subscriber>; // in the order of their numbers

	static bool gets(const Subscriber &subscriber, const Message &message) {
		return !subscriber.is_gone &&
				(subscriber.subscription == nullptr ||
						passes(subscriber.subscription->filter, subscriber.agent, message)) &&
				subscriber.agent != message.from.agent_id();
	}
	const Members &members_of(const Message &message) const;
	void leave(AgentId agent, const Subscription &subscription);

	Members everybody_;
	std::size_t living_ = 0;
	std::unordered_map<std::string, Members> groups_;
	std::unordered_map<std::string, Members> topics_;
	std::vector<Notice> notices_; // a ring
	std::uint64_t noted_ = 0;
};

template <typename Visit>
void Bus::for_each_recipient(const Message &message, const Visit &visit) const {
	for (const Subscriber &subscriber : members_of(message)) {
		if (gets(subscriber, message)) {
			visit(subscriber.agent);
		}
	}
}

template <typename Visit>
void Bus::for_each_notice(std::uint64_t seen, std::uint64_t &missed, const Visit &visit) const {
	const std::uint64_t oldest = noted_ - std::min<std::uint64_t>(noted_, notices_.size());
	missed = oldest > seen ? oldest - seen : 0;
	for (std::uint64_t i = std::max(oldest, seen); i < noted_; i++) {
		visit(notices_[i % KEPT_NOTICES]);
	}
}

} // namespace agent_runtime
