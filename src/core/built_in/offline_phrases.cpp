#include "core/built_in/offline_phrases.h"

namespace agent_runtime {

std::span<const TemperPhrases> tempers() {
	static const std::array<TemperPhrases, 5> all = { dry_temper(), sunny_temper(), dreamy_temper(),
		exact_temper(), bold_temper() };
	return all;
}

} // namespace agent_runtime
