#include "core/runtime/built_in_minds.h"

#include "core/mind/end_keyword.h"

namespace agent_runtime {

Result<MindAction> BuiltInMinds::think(const MindRequest &request) const {
	if (request.mind != MindKind::scripted) {
		return offline_.think(request);
	}
	bool begins = true;
	KeywordSieve sieve(request.end_keyword);
	for (const std::string &piece : scripted_.pieces_of(request)) {
		texts_.append(request.agent, sieve.feed(piece), begins);
		begins = false;
	}
	return scripted_.think(request);
}

Micros BuiltInMinds::delay_of(const MindRequest &request) const {
	return request.mind == MindKind::scripted ? scripted_.delay_of(request) : Micros{};
}

Result<std::string> BuiltInMinds::summarise(const SummaryRequest &request) const {
	return offline_.summarise(request);
}

} // namespace agent_runtime
