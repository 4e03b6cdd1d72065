#pragma once

#include "core/base/clock.h"
#include "core/tools/tool.h"

#include <cstddef>

namespace agent_runtime {

class Reader;

// The tool "recall", by which a mind looks up what its agent remembers: the lines that match some
// words, best first, as `search_request` ranks them. It sees what that one agent said or heard, and
// nothing else. The search runs on the reader's thread, and ends there when nobody waits for it any
// more.
namespace recall_tool {

inline constexpr std::size_t LONGEST_QUERY = 500; // characters
inline constexpr std::size_t MOST_LINES = 20;
inline constexpr std::size_t USUAL_LINES = 5;
inline constexpr std::size_t LONGEST_LINE = 500; // bytes; what is longer is cut off
// Bytes of JSON. Three of them fit into the half of a usual prompt that results may fill.
inline constexpr std::size_t LONGEST_ANSWER = 4'000;

// Both must outlive the tool. Thread rule: any thread.
NativeTool make(Reader &reader, const Clock &clock);

} // namespace recall_tool

} // namespace agent_runtime
