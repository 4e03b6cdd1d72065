#include "core/auto_mode/instruction.h"

namespace agent_runtime {

namespace {

// " (sceptic)"; empty without a role.
std::string role_of(const TalkSettings &talk, AgentId participant) {
	for (const Participant &each : talk.participants) {
		if (each.agent == participant && !each.role.empty()) {
			return " (" + each.role + ")";
		}
	}
	return {};
}

// "Mara (sceptic), Tobi and Ines (scholar)"
std::string others_in(const TalkSettings &talk, AgentId participant) {
	std::vector<std::string> names;
	for (const Participant &each : talk.participants) {
		if (each.agent != participant) {
			names.push_back(each.name + role_of(talk, each.agent));
		}
	}
	std::string text;
	for (std::size_t i = 0; i < names.size(); i++) {
		text += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
		text += names[i];
	}
	return text;
}

} // namespace

std::string conversation_instruction(const TalkSettings &talk, AgentId participant) {
	std::string text = "You take part in a conversation with " + others_in(talk, participant) +
			". You speak in turns; each of your answers is handed to the next speaker.\n"
			"Explore the topic deeply: go from the general to the particular, bring examples, and "
			"follow a thought to where it leads.\n"
			"Take up what was said last, and ask follow-up questions that move the conversation "
			"on.\n"
			"Debate constructively: say where you disagree and why, take the strongest form of "
			"the other view, and grant what is right in it. Do not agree quickly, and do not "
			"repeat what was said.\n"
			"Play your own part in it" +
			role_of(talk, participant) + ", and say a few sentences at a time.\n";
	text += "When the topic is genuinely exhausted, and only then, say a closing sentence and end "
			"your answer with " +
			talk.end_keyword +
			": that ends the conversation at once. While there is anything left to explore, do not "
			"write these characters at all.";
	return text;
}

std::string opening_prompt(const TalkSettings &talk) {
	return "Open the conversation about this topic: " + talk.topic +
			"\nSay where you stand, give a reason, and end with a question to the others.";
}

} // namespace agent_runtime
