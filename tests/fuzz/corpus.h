#pragma once

// Inputs that were kept, one file for each reader (corpus/NAME.txt), each input a line of it:
// printable characters as they are, a backslash as \\, a newline as \n, any other byte as \xE4.
// Empty lines and those that begin with # are none. corpus.py reads and writes the same.

#include <string>
#include <string_view>
#include <vector>

namespace agent_runtime::fuzz {

std::vector<std::string> parse_corpus(std::string_view text);

} // namespace agent_runtime::fuzz
