#pragma once

#include "core/built_in/offline_phrases.h"
#include "core/mind/mind.h"

#include <optional>
#include <string_view>

namespace agent_runtime {

// How an agent speaks, whoever wrote its persona. Words in the persona that indicate a temper and a
// trade decide; without any, its name and persona decide by chance.
// Thread rule: immutable.
class Voice {
public:
	static Voice of(const Persona &persona);

	Phrases phrases(TalkAct act) const;
	double sociability() const { return temper_->sociability; }

private:
	Voice(const TemperPhrases &temper, const CraftPhrases &craft) :
			temper_(&temper),
			craft_(&craft) {}

	const TemperPhrases *temper_;
	const CraftPhrases *craft_;
};

// Whether a text contains a word that indicates a temper.
// Thread rule: any thread.
bool tells_of_voice(std::string_view text);

// Facts about the first known topic that a text names; nothing: none. Thread rule: any thread.
Phrases facts_about(std::string_view text);

} // namespace agent_runtime
