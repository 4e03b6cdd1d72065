#pragma once

// The default weight of a line of memory when it is written. Thread rule for all: immutable.

namespace agent_runtime {

inline constexpr double IMPORTANCE_ADDRESSED = 2.0; // said to the agent
inline constexpr double IMPORTANCE_SAID = 1.5; // said by the agent itself
inline constexpr double IMPORTANCE_OVERHEARD = 1.0; // the table's default
inline constexpr double IMPORTANCE_NOTE = 3.0; // given to the agent to remember
inline constexpr double IMPORTANCE_SUMMARY = 2.0; // stands for many lines
inline constexpr double MOST_IMPORTANCE = 10.0;

} // namespace agent_runtime
