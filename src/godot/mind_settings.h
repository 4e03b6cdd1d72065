#pragma once

// The settings of minds outside the runtime: from the project settings under agent_runtime/minds,
// from the environment, and from a file of the user. Keys never stand in project settings, which
// are shared with the project. They come from ANTHROPIC_API_KEY and OPENAI_API_KEY, or from
// user://agent_runtime_keys.json, such as {"anthropic": "…"}. Main thread only.

#include "core/mind/provider.h"

#include <string>

namespace agent_runtime {

namespace setting {

// The kind of mind for agents that name none.
inline constexpr char DEFAULT_BACKEND[] = "agent_runtime/minds/default_backend";
// Whether command-line minds may run in an exported game, which has no terminal to ask in.
inline constexpr char CLI_IN_EXPORTED_GAMES[] = "agent_runtime/minds/cli_in_exported_games";
// A PEM file of certificates that are trusted instead of those that the engine trusts.
inline constexpr char TRUSTED_CERTIFICATES[] = "agent_runtime/minds/trusted_certificates";
// A JSON file with prices of models, which takes precedence over the built-in list.
inline constexpr char PRICES_FILE[] = "agent_runtime/minds/prices_file";
// The prefix of providers with their fields, and of caps: "…/anthropic/model".
inline constexpr char MINDS[] = "agent_runtime/minds/";

} // namespace setting

inline constexpr char KEYS_FILE[] = "user://agent_runtime_keys.json";

void register_mind_settings();

// Prints what is wrong, and uses its default.
MindSettings mind_settings();
std::string trusted_certificates(); // a path for the engine, or empty

} // namespace agent_runtime
