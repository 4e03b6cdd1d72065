#pragma once

// How much a line of memory weighs when it is written, until somebody says otherwise.
// Thread rule for all: immutable.

namespace agent_runtime {

inline constexpr double IMPORTANCE_ADDRESSED = 2.0; // said to the agent
inline constexpr double IMPORTANCE_SAID = 1.5; // by the agent itself
inline constexpr double IMPORTANCE_OVERHEARD = 1.0; // as the table has it when nobody says
inline constexpr double IMPORTANCE_NOTE = 3.0; // given to it to remember
inline constexpr double IMPORTANCE_SUMMARY = 2.0; // what stands for many lines
inline constexpr double MOST_IMPORTANCE = 10.0;

} // namespace agent_runtime
