#pragma once

// What is said, on its way to those who hear it. In one step a message is made and its hearers are
// found, and they hear it in the steps that follow, a limited number at a time.
//
//	speech.say(ada, to, "Good morning", {});      // speech of an agent
//	speech.begin_step(capacity);
//	for (const Delivery &each : speech.heard()) …  // what is heard in this step
//
// Owned by the step engine. Thread rule: sim thread only; heard() any thread between two changes.

#include "core/agents/current_step.h"
#include "core/agents/hearers.h"
#include "core/agents/ingress.h"
#include "core/agents/population.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime {

// Something said, on its way to those who hear it.
struct Delivery {
	MessagePtr message;
	std::vector<AgentId> elected; // who may answer without being addressed
	bool is_asked_for = false; // by an input
	std::size_t begin = 0; // the first of the hearers whose turn it is
	std::size_t end = 0;

	std::size_t size() const { return end - begin; }
	std::span<const ParticipantId> hearers() const {
		return std::span(message->hearers).subspan(begin, size());
	}
};

class SpeechQueue {
public:
	// How much is heard in one step, and in one of the last steps of a world, which only write out
	// what is heard, and in which an agent's lines are written together sooner.
	static constexpr std::size_t MOST_HEARINGS = 4096; // of one message, too
	static constexpr std::size_t MOST_LAST_HEARINGS_A_STEP = 32 * MOST_HEARINGS;
	// What agents said by themselves in the last moment is stored for this many hearers.
	static constexpr std::size_t MOST_LAST_HEARINGS = 8192;

	// All references must outlive this.
	SpeechQueue(Population &agents, Hearers &hearers, Ingress &ingress, CurrentStep &step) :
			agents_(agents),
			hearers_(hearers),
			ingress_(ingress),
			step_(step) {}

	// If more agents hear it than the step has capacity for, the others hear it in the steps that
	// follow.
	void begin_step(std::size_t capacity);
	// In the last steps, a line is stored for everybody who has yet to hear it, or for nobody.
	void hear_whole();
	void store_last_hearings();
	const std::vector<Delivery> &heard() const { return heard_; }
	bool has_more() const { return !said_.empty(); }
	// Visits what is still to be heard, and what is heard in this step.
	void for_each_open(const std::function<void(const Message &)> &visit) const;

	// Whether an input asked for what is said from now on.
	void set_asked_for(bool is_asked_for) { is_asked_for_ = is_asked_for; }
	void say(const SayInput &input);
	void say(const Agent &from, const Utterance &words) { say_to(from, words, {}); }
	// The same, but heard by exactly these, wherever they are.
	MessagePtr say_to(
			const Agent &from, const Utterance &words, std::vector<ParticipantId> hearers);
	// Sends a message to one agent, which an event of its own reports. Returns whether anybody
	// hears it.
	bool send(const Agent &from, AgentId to, std::string_view type, std::string content,
			std::optional<Invitation> invitation = std::nullopt);
	void send_task(const AgentTask &task, const Agent &to);
	// A line that only the agent itself remembers: what it has done.
	void remember_deed(Agent &agent, std::string words);

private:
	std::shared_ptr<Message> make(ParticipantId from, std::string name) const;
	std::shared_ptr<Message> make(const Agent &from) const;
	void deliver(const std::shared_ptr<Message> &message, TilePosition from);
	void announce(const MessagePtr &message);
	void count_heard(const Delivery &delivery, std::size_t hearers);

	Population &agents_;
	Hearers &hearers_;
	Ingress &ingress_;
	CurrentStep &step_;
	std::deque<Delivery> said_; // to be heard in the coming steps
	std::vector<Delivery> heard_; // heard in this one
	bool is_asked_for_ = false;
	std::size_t last_hearings_ = 0; // for what agents said by themselves
};

} // namespace agent_runtime
