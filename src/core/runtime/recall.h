#pragma once

#include "core/base/clock.h"
#include "core/mind/mind.h"
#include "core/store/reader.h"

#include <functional>
#include <vector>

namespace agent_runtime {

using RecallDone = std::function<void(std::vector<RecalledLine> lines)>;
// Runs work on the thread that wants the lines.
using RecallPost = std::function<void(std::function<void()> work)>;

// Finds older lines of the thinker that match what was said last, what it works on and what it
// talks about. Posts `done` once; with no lines when nothing matches or the search fails. Thread
// rule: any thread.
void recall(Reader &reader, const Clock &clock, const MindRequest &request, const RecallPost &post,
		RecallDone done);

} // namespace agent_runtime
