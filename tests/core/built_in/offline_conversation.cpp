#include "offline_conversation.h"

#include "core/base/rng.h"
#include "core/built_in/offline_mind.h"

#include <algorithm>

namespace agent_runtime {

namespace {

constexpr std::size_t REMEMBERED_LINES = 5; // of the talk, as in an agent's memory
constexpr std::size_t CONVERSATIONS = 50;

constexpr std::array<const char *, 25> KNOWN = { "the weather", "my neighbour's garden",
	"baking bread at home", "coffee in the morning", "the open sea", "old books",
	"household robots", "street music", "cats and their habits", "dogs in the city", "keeping bees",
	"the night stars", "slow trains", "the long winter", "strange dreams", "life at the office",
	"childhood friends", "a good soup", "small coins", "the village school", "chess in the park",
	"ruined castles", "mushrooms in the forest", "modern art", "the first snow" };
constexpr std::array<const char *, 25> UNKNOWN = { "left-handed scissors", "the price of umbrellas",
	"municipal elevators", "paper kites", "the lighthouse at the cape",
	"Should the town buy a bell?", "clockwork beetles", "lost gloves", "the virtue of waiting",
	"how to fold a map", "urban moss", "the mayor's moustache", "second-hand ladders",
	"a museum of buttons", "the ferry to the island", "invisible ink", "why doors creak",
	"the number thirteen", "tin soldiers", "the rules of hopscotch", "barbers",
	"postage stamps from abroad", "a vote on the new bridge", "squeaky wheels",
	"whistling indoors" };

} // namespace

const std::array<Persona, 3> &three_personas() {
	static const std::array<Persona, 3> all = { {
			{ "Greta", "engineer",
					"A grumpy engineer who trusts nothing that she has not repaired twice. Lives "
					"for the pumps in the basement." },
			{ "Flora", "gardener",
					"Cheerful and warm. Grows tomatoes in every bucket that she can find." },
			{ "Orin", "poet",
					"A dreamy poet, who listens more than he speaks and walks by the canal at "
					"night." },
	} };
	return all;
}

MindRequest OfflineConversation::request_after(const std::vector<RememberedLine> &lines) const {
	const std::size_t speaker = lines.size() % 2;
	const AgentId partner(static_cast<std::uint32_t>(2 - speaker));
	MindRequest request;
	request.agent = AgentId(static_cast<std::uint32_t>(1 + speaker));
	std::uint64_t seed_of_turn = seed * 1'000 + lines.size();
	request.seed = splitmix64(seed_of_turn);
	request.self = speakers[speaker];
	request.answer_to = partner;
	request.nearby = { { partner, speakers[1 - speaker].name, {} } };
	request.topic = topic;
	request.talk = 1 + seed;
	request.turn = static_cast<std::uint32_t>(lines.size() / 2);
	request.end_keyword = end_keyword;
	const std::size_t remembered = std::min(lines.size(), REMEMBERED_LINES);
	request.last_lines.assign(lines.end() - static_cast<std::ptrdiff_t>(remembered), lines.end());
	return request;
}

std::vector<RememberedLine> OfflineConversation::lines(std::size_t turns) const {
	std::vector<RememberedLine> lines;
	while (lines.size() < turns) {
		const MindRequest request = request_after(lines);
		const Result<MindAction> action = OfflineMind().think(request);
		const SpeakAction *words =
				action.ok() ? std::get_if<SpeakAction>(&action.value()) : nullptr;
		if (words == nullptr) {
			break;
		}
		lines.push_back({ request.agent, request.self.name, words->content });
	}
	return lines;
}

std::vector<OfflineConversation> fifty_conversations() {
	std::vector<OfflineConversation> conversations;
	for (std::size_t i = 0; i < CONVERSATIONS; ++i) {
		const std::array<Persona, 3> &personas = three_personas();
		OfflineConversation conversation;
		conversation.topic = i % 2 == 0 ? KNOWN[i / 2] : UNKNOWN[i / 2];
		conversation.speakers = { personas[i % 3], personas[(i + 1 + i / 3 % 2) % 3] };
		conversation.seed = i;
		conversations.push_back(std::move(conversation));
	}
	return conversations;
}

} // namespace agent_runtime
