#pragma once

// The message bus of a world, which decides who gets what. A message is one value shared by all who
// get it. The bus works out the list of those, in the order of their numbers, after applying their
// filters: a message never wakes an agent that filters it out.
//
//	bus.add(ada, subscription);
//	bus.for_each_recipient(message, [&](AgentId agent) { … });
//
// Messages are passed on in the order in which they were published, so those of one sender keep
// their order. Besides messages that wake agents, the bus has notices (an agent came, went, moved,
// does something else). Each agent reads those that it has not seen when it next thinks. Owned by
// the step engine, and changed only between the phases of a step. Thread rule: worker only; const
// members any thread while nothing changes it.

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
	// `profile` must stay valid until the agent is removed or changed.
	void add(AgentId agent, const AgentProfile &profile);
	void remove(AgentId agent);
	void change(AgentId agent, const AgentProfile &profile);
	std::size_t subscribers() const { return living_; }

	// Checks type, sender and addressee.
	static bool passes(const MessageFilter &filter, AgentId agent, const Message &message);

	// Calls visit(AgentId) for everybody who gets a message to a group, a topic or everybody, in
	// the order of their numbers; never for its sender.
	template <typename Visit>
	void for_each_recipient(const Message &message, const Visit &visit) const;

	// A change of state is stored only while somebody wants to know of such changes.
	void note(Notice notice);
	bool is_told_states() const { return state_watchers_ > 0; }
	NoticeMark newest_notices() const;
	const NoticeBoard &notices(NoticeKind kind) const {
		return notices_[static_cast<std::size_t>(kind)];
	}
	// Whether the subscription names changes of state. A subscription that names no type does not
	// get them.
	static bool names_states(const Subscription &subscription);

private:
	struct Subscriber {
		AgentId agent;
		bool is_gone = false; // its place stays until half of all are gone
		// null: the default one, which accepts everything
		const Subscription *subscription = nullptr;
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
	std::array<NoticeBoard, NOTICE_KINDS> notices_; // indexed by kind
	std::size_t state_watchers_ = 0; // how many subscribers name changes of state
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
