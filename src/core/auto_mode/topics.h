#pragma once

// What conversations are about when nobody gives a topic: the lines of topics.txt, which the build
// turns into a table.

#include "core/base/rng.h"

#include <span>
#include <string>
#include <string_view>

namespace agent_runtime {

// Thread rule: immutable.
std::span<const std::string_view> conversation_topics();

// Picks one by chance, but not one that was used lately. `recent` lists topics, newest first; as
// many of them are left out as still leave a choice among half of all.
// Thread rule: any thread.
std::string_view draw_topic(Rng &rng, std::span<const std::string> recent);

} // namespace agent_runtime
