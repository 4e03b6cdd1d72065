#pragma once

// A simulation with led conversations.

#include "core/auto_mode/director.h"
#include "core/mind/prompt.h"
#include "fake_minds.h"
#include "simulation_run.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace agent_runtime {

// What is said in a conversation, numbered: "agent_001 says 1".
inline MindAction numbered_words(const MindRequest &request) {
	return SpeakAction{ request.agent.to_string() + " says " + std::to_string(request.turn + 1),
		{} };
}

// Speaks in each turn, and does nothing on its own initiative.
inline FakeMind talkative_mind() {
	return FakeMind([](const MindRequest &request) -> Result<MindAction> {
		return request.instruction.empty() ? MindAction(WaitAction{}) : numbered_words(request);
	});
}

// The first agent says these words at its turn with this number, counted from 1; otherwise as
// above.
inline FakeMind mind_that_says(const std::string &words, std::uint32_t at_turn) {
	return FakeMind([words, at_turn](const MindRequest &request) -> Result<MindAction> {
		if (request.instruction.empty()) {
			return MindAction(WaitAction{});
		}
		return request.agent == AgentId(1) && request.turn + 1 == at_turn
				? MindAction(SpeakAction{ words, {} })
				: numbered_words(request);
	});
}

inline std::string user_prompt(const MindRequest &request) {
	return assemble_prompt(request, {}).request.messages.front().text;
}

inline bool has_part(const std::string &text, const std::string &part) {
	return text.find(part) != std::string::npos;
}

class LedTalkRun : public SimulationRun {
public:
	explicit LedTalkRun(
			const InProcessMind &mind = offline_mind(), const SimulationOptions &options = {}) :
			SimulationRun(options, mind) {
		think_interval = 0s;
	}

	// For agents that exist; the topic is bridges.
	TalkSettings talk_of(const std::vector<AgentId> &agents) {
		TalkSettings talk;
		talk.id = ConversationId(++talks_);
		for (const AgentId agent : agents) {
			talk.participants.push_back({ agent, "Agent " + agent.to_string(), "tester" });
		}
		talk.topic = "Should bridges be free? Weigh both sides.";
		return talk;
	}
	ConversationId start(const TalkSettings &talk) {
		simulation().post(StartTalkInput{ std::make_shared<const TalkSettings>(talk) });
		return talk.id;
	}
	void stop(ConversationId talk = {}) { simulation().post(StopTalkInput{ talk }); }

	// Steps until there were this many such events; false when nothing more happens before.
	template <typename T>
	bool run_until_events(std::size_t count) {
		for (int i = 0; i < 100'000 && events<T>().size() < count; i++) {
			const SimTime next =
					simulation().has_inputs() ? simulation().time() : simulation().next_due();
			if (next == NEVER) {
				return false;
			}
			step(next);
		}
		return events<T>().size() >= count;
	}

	// "agent_001: text", in the order in which they came.
	std::vector<std::string> lines_of(ConversationId talk) const {
		std::vector<std::string> lines;
		for (const auto &[who, line] : events<AgentMessaged>()) {
			if (line.talk == talk) {
				lines.push_back(who.to_string() + ": " + line.message->content);
			}
		}
		return lines;
	}
	std::vector<AutoModeEnded> ends_of(ConversationId talk) const {
		std::vector<AutoModeEnded> ends;
		for (const auto &[nobody, end] : events<AutoModeEnded>()) {
			if (end.talk == talk) {
				ends.push_back(end);
			}
		}
		return ends;
	}
	// Whose turns there were, in order.
	std::vector<AgentId> turns_of(ConversationId talk) const {
		std::vector<AgentId> turns;
		for (const auto &[who, turn] : events<AutoModeTurnChanged>()) {
			if (turn.talk == talk) {
				turns.push_back(who.agent_id());
			}
		}
		return turns;
	}

private:
	std::uint64_t talks_ = 0;
};

} // namespace agent_runtime
