#pragma once

#include "core/base/mutex.h"
#include "core/built_in/mind_script.h"
#include "core/mind/mind.h"

#include <map>
#include <string>
#include <vector>

namespace agent_runtime {

// Answers from a list, for tests and tutorials. An agent whose options contain a script follows
// that one; all others follow the shared script, each from its own beginning. Which step it is
// depends on MindRequest::asked alone, so the same request gives the same answer. After the last
// step it fails as misconfigured, unless the script repeats.
//
//	ScriptedMind mind(script);
//	… run …
//	CHECK(mind.unused_steps() == std::vector<std::string>());
//
// Thread rule: any thread.
class ScriptedMind : public InProcessMind {
public:
	explicit ScriptedMind(MindScript shared = MindScript());

	// A failure is a status made by mind_status().
	Result<MindAction> think(const MindRequest &request) const override;
	Micros delay_of(const MindRequest &request) const override;
	std::vector<std::string> pieces_of(const MindRequest &request) const override;

	// Says that an agent will follow the script in its options, if they have one. Until it is asked
	// something, all steps of that script count as unused.
	void expect(AgentId agent, const std::string &options) const;

	// Steps that nobody asked for: "agent_001: step 2 of 3, say "Hello"". Somebody has to follow
	// the shared script. Scripts in options are known once expect() was called for their agent, or
	// it was asked.
	std::vector<std::string> unused_steps() const;

private:
	struct Progress {
		MindScriptPtr script;
		std::vector<bool> used;
	};

	Result<MindScriptPtr> script_for(const std::string &options) const;
	void record_use(const MindRequest &request, const MindScriptPtr &script) const;

	const MindScriptPtr shared_;
	mutable Mutex mutex_;
	// Indexed by the text of the options.
	mutable std::map<std::string, Result<MindScriptPtr>> read_ AR_GUARDED_BY(mutex_);
	mutable std::map<AgentId, Progress> progress_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
