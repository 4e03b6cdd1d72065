#pragma once

#include "core/agents/streamed_text.h"
#include "core/built_in/offline_mind.h"
#include "core/built_in/scripted_mind.h"

namespace agent_runtime {

// The minds that think inside this process: which of them is asked stands in the request.
// Thread rule: any thread.
class BuiltInMinds : public InProcessMind {
public:
	// Receives what a script streams; must outlive the minds.
	explicit BuiltInMinds(StreamedText &texts) :
			texts_(texts) {}

	Result<MindAction> think(const MindRequest &request) const override;
	Micros delay_of(const MindRequest &request) const override;
	Result<std::string> summarise(const SummaryRequest &request) const override;

	const ScriptedMind &scripted() const { return scripted_; }

private:
	StreamedText &texts_;
	const OfflineMind offline_;
	const ScriptedMind scripted_;
};

} // namespace agent_runtime
