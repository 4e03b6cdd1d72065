#include "core/agents/speech_queue.h"

#include <algorithm>
#include <utility>

namespace agent_runtime {

void SpeechQueue::begin_step(std::size_t capacity) {
	heard_.clear();
	while (!said_.empty() && capacity > 0) {
		Delivery &next = said_.front();
		count_heard(next, std::min(next.size(), capacity));
		if (next.size() > capacity) {
			heard_.push_back(next);
			next.begin += capacity;
			heard_.back().end = next.begin;
			return;
		}
		capacity -= next.size();
		heard_.push_back(std::move(next));
		said_.pop_front();
	}
}

void SpeechQueue::hear_whole() {
	if (!heard_.empty() && !said_.empty() && heard_.back().message == said_.front().message) {
		count_heard(said_.front(), said_.front().size());
		heard_.back().end = said_.front().end;
		said_.pop_front();
	}
}

// Nobody listens any more, but all remember it. What an input asked to be said is stored for
// everybody who hears it. What agents said by themselves in the last moment may be more than a
// quitting game can wait for if there is a crowd. The lines of an agent are written together, as in
// all other steps, because that changes far fewer pages of the database.
void SpeechQueue::store_last_hearings() {
	for (const Delivery &delivery : heard_) {
		const std::span<const ParticipantId> hearers = delivery.hearers();
		if (!delivery.is_asked_for) {
			if (last_hearings_ + hearers.size() > MOST_LAST_HEARINGS) {
				continue;
			}
			last_hearings_ += hearers.size();
		}
		for (const ParticipantId hearer : hearers) {
			if (agents_.contains(hearer.agent_id())) {
				step_.store_line(hearer.agent_id(), delivery.message);
			}
		}
	}
	std::vector<ConversationRow> &rows = step_.output().conversations;
	std::stable_sort(
			rows.begin(), rows.end(), [](const ConversationRow &one, const ConversationRow &other) {
				return one.owner < other.owner;
			});
}

// The newest of those still to be heard comes first, so that one sent meanwhile does not count.
void SpeechQueue::for_each_open(const std::function<void(const Message &)> &visit) const {
	for (const Delivery &delivery : heard_) {
		visit(*delivery.message);
	}
	for (std::size_t i = said_.size(); i > 0; i--) {
		visit(*said_[i - 1].message);
	}
}

void SpeechQueue::count_heard(const Delivery &delivery, std::size_t hearers) {
	if (delivery.is_asked_for) {
		ingress_.remove_hearings(hearers);
	}
}

std::shared_ptr<Message> SpeechQueue::make(ParticipantId from, std::string name) const {
	std::shared_ptr<Message> message = std::make_shared<Message>();
	message->from = from;
	message->from_name = std::move(name);
	message->time = step_.time();
	message->trace = step_.trace();
	return message;
}

std::shared_ptr<Message> SpeechQueue::make(const Agent &from) const {
	return make(from.id, from.profile->self.name);
}

// Finds the hearers of a message; they hear it in the next step.
void SpeechQueue::deliver(const std::shared_ptr<Message> &message, TilePosition from) {
	hearers_.find(*message, from);
	Delivery delivery;
	delivery.elected = hearers_.elect(*message, from, step_.time());
	delivery.message = message;
	delivery.end = message->hearers.size();
	delivery.is_asked_for = is_asked_for_;
	if (is_asked_for_) {
		ingress_.add_hearings(message->hearers.size());
	}
	if (Agent *const speaker = agents_.find(message->from.agent_id())) {
		speaker->remember(message);
		step_.store_line(speaker->id, message);
	}
	said_.push_back(std::move(delivery));
}

// Emits the event for it.
void SpeechQueue::announce(const MessagePtr &message) {
	if (message->is_speech()) {
		step_.emit(message->from, AgentSpoke{ message });
	} else {
		step_.emit(message->from, MessagePublished{ message });
	}
}

void SpeechQueue::say(const SayInput &input) {
	const Agent *const speaker =
			input.from.is_agent() ? agents_.find(input.from.agent_id()) : nullptr;
	if (input.from.is_agent() && speaker == nullptr) {
		return;
	}
	const std::shared_ptr<Message> message =
			speaker != nullptr ? make(*speaker) : make(input.from, input.from_name);
	message->to = input.to;
	message->content = input.content;
	message->type = input.type;
	message->reach = input.reach;
	message->channel = input.channel;
	deliver(message, speaker != nullptr ? speaker->standing.position : input.position);
	announce(message);
}

MessagePtr SpeechQueue::say_to(
		const Agent &from, const Utterance &words, std::vector<ParticipantId> hearers) {
	const std::shared_ptr<Message> message = make(from);
	message->to = words.to;
	message->content = words.content;
	message->talk = words.talk;
	message->hearers = std::move(hearers);
	deliver(message, from.standing.position);
	announce(message);
	return message;
}

bool SpeechQueue::send(const Agent &from, AgentId to, std::string_view type, std::string content,
		std::optional<Invitation> invitation) {
	const std::shared_ptr<Message> message = make(from);
	message->to = to;
	message->content = std::move(content);
	message->type = type;
	message->reach = Reach::addressee;
	message->invitation = std::move(invitation);
	deliver(message, from.standing.position);
	return !message->hearers.empty();
}

void SpeechQueue::send_task(const AgentTask &task, const Agent &to) {
	const Agent *const by = agents_.find(task.assigned_by.agent_id());
	const std::shared_ptr<Message> message =
			make(task.assigned_by, by != nullptr ? by->profile->self.name : "Player");
	message->to = to.id;
	message->content = task.name;
	message->type = TASK_ASSIGNED;
	message->reach = Reach::addressee;
	deliver(message, to.standing.position);
}

void SpeechQueue::remember_deed(Agent &agent, std::string words) {
	const std::shared_ptr<Message> memory = make(agent);
	memory->content = std::move(words);
	agent.remember(memory);
	step_.store_line(agent.id, memory);
}

} // namespace agent_runtime
