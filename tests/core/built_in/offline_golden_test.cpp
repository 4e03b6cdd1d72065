#include "offline_conversation.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

// Compares five conversations with the transcripts that somebody has read and found good.

using namespace agent_runtime;

namespace {

constexpr char UPDATE[] = "AGENT_RUNTIME_UPDATE_GOLDEN";

struct GoldenTalk {
	std::string file;
	OfflineConversation conversation;
};

std::vector<GoldenTalk> golden_talks() {
	const std::array<Persona, 3> &three = three_personas();
	const Persona librarian{ "Edda", "librarian",
		"Patient and precise. Keeps a list of all the lists in the reading room." };
	const Persona sailor{ "Brack", "ship's captain",
		"Loud, proud and restless, with a tattoo of a kraken on each arm." };
	const Persona ada{ "Ada", "gardener", "Curious and warm. Grows herbs on every window sill." };
	const Persona bruno{ "Bruno", "carpenter",
		"Slow to speak, and fond of a good joint in old wood." };
	return {
		{ "coffee.md", { "coffee in the morning", { three[0], three[1] }, 11, "" } },
		{ "buttons.md", { "a museum of buttons", { three[1], three[2] }, 22, "" } },
		{ "ferry.md", { "the ferry to the island", { three[2], three[0] }, 33, "" } },
		{ "thirteen.md", { "the number thirteen", { librarian, sailor }, 44, "" } },
		{ "bell.md", { "Should the town buy a bell?", { ada, bruno }, 55, "END_OF_TALK" } },
	};
}

// The conversation as Markdown.
std::string transcript_of(const OfflineConversation &conversation) {
	std::string text = "# " + conversation.topic + "\n";
	for (const Persona &speaker : conversation.speakers) {
		text += "\n- " + speaker.name + ", " + speaker.role + ". " + speaker.persona;
	}
	text += "\n";
	for (const RememberedLine &line : conversation.lines(40)) {
		text += "\n**" + line.sender_name + ":** " + line.content + "\n";
	}
	return text;
}

std::filesystem::path golden_file(const std::string &name) {
	return std::filesystem::path("tests/core/built_in/golden") / name;
}

std::string content_of_golden(const std::filesystem::path &path) {
	std::ifstream file(path, std::ios::binary);
	return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

} // namespace

TEST_SUITE("golden conversations of offline minds") {
	TEST_CASE("five conversations are as they were when they were read last") {
		for (const GoldenTalk &talk : golden_talks()) {
			const std::filesystem::path path = golden_file(talk.file);
			const std::string text = transcript_of(talk.conversation);
			if (std::getenv(UPDATE) != nullptr) {
				std::ofstream(path, std::ios::binary) << text;
			}
			CHECK_MESSAGE(content_of_golden(path) == text, path.string(),
					" differs. Run from the project's folder; if the minds are meant to speak "
					"differently now, set ",
					UPDATE, "=1, run this test again, and read what has changed (git diff).");
		}
	}
}
