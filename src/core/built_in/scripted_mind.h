#pragma once

#include "core/base/mutex.h"
#include "core/built_in/mind_script.h"
#include "core/mind/mind.h"

#include <map>
#include <string>
#include <vector>

namespace agent_runtime {

// Answers from a list, for tests and tutorials: an agent whose options hold a script follows that,
// any other the one that all share, each from its own beginning. Which step it is depends on
// MindRequest::asked alone, so the same request gives the same answer. After the last step it fails
// as misconfigured, unless the script repeats.
//
//	ScriptedMind mind(script);
//	… run …
//	CHECK(mind.unused_steps() == std::vector<std::string>());
//
// Thread rule: any thread.
class ScriptedMind : public Mind {
public:
	explicit ScriptedMind(MindScript shared = MindScript());

	// A failure is a status as mind_status() makes it.
	Result<MindAction> think(const MindRequest &request) const override;
	Micros delay_of(const MindRequest &request) const override;
	// In which pieces the words of this answer come; empty: they are not streamed.
	std::vector<std::string> pieces_of(const MindRequest &request) const;

	// An agent is to follow the script that its options hold, if they do: until it is asked
	// something, all of its steps count as unused.
	void expect(AgentId agent, const std::string &options) const;

	// What was never asked for: "agent_001: step 2 of 3, say "Hello"". The shared script has to be
	// followed by somebody; scripts in options are known once their agent was expected, or asked.
	std::vector<std::string> unused_steps() const;

private:
	struct Progress {
		MindScriptPtr script;
		std::vector<bool> used;
	};

	Result<MindScriptPtr> script_for(const std::string &options) const;
	void note_use(const MindRequest &request, const MindScriptPtr &script) const;

	const MindScriptPtr shared_;
	mutable Mutex mutex_;
	// By the text of the options.
	mutable std::map<std::string, Result<MindScriptPtr>> read_ AR_GUARDED_BY(mutex_);
	mutable std::map<AgentId, Progress> progress_ AR_GUARDED_BY(mutex_);
};

} // namespace agent_runtime
