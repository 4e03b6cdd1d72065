#pragma once

// The message bus of a world: who gets what. A message is one value that all who get it share;
// what the bus works out is the list of those, in the order of their numbers, after their filters:
// whoever filters a message out is never woken by it.
//
//	bus.add(ada, subscription);
//	bus.for_each_recipient(message, [&](AgentId agent) { … });
//
// Messages are handed on in the order in which they were published, so those of one sender keep
// theirs. Beside messages that wake, the bus keeps notices (an agent came, went, moved, does
// something else): each agent reads, when it next thinks, what it has not seen yet.
// Owned by the step engine, changed between the phases of a step only. Thread rule: worker only;
// const members any thread while nothing changes it.

#include "core/agents/message.h"
#include "core/agents/notices.h"
#include "core/agents/profile.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace agent_runtime {

class Bus {
public:
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

	// A change of state is kept only while somebody wants to know of such.
	void note(Notice notice);
	bool is_told_states() const { return state_watchers_ > 0; }
	NoticeMark newest_notices() const;
	const NoticeBoard &notices(NoticeKind kind) const {
		return notices_[static_cast<std::size_t>(kind)];
	}
	// Whether the subscription names changes of state: whoever names no type is not told of them.
	static bool names_states(const Subscription &subscription);

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
	std::array<NoticeBoard, NOTICE_KINDS> notices_; // by kind
	std::size_t state_watchers_ = 0; // subscribers that name changes of state
};

template <typename Visit>
void Bus::for_each_recipient(const Message &message, const Visit &visit) const {
	for (const Subscriber &subscriber : members_of(message)) {
		if (gets(subscriber, message)) {
			visit(subscriber.agent);
		}
	}
}

} // namespace agent_runtime
