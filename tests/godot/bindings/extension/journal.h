#pragma once

#include <string>
#include <vector>

// What the classes of this extension did, in order, kept outside of the objects so that it can be
// read when they are gone. Main thread only.
class Journal {
	static std::vector<std::string> lines;

public:
	static void write(const std::string &p_line) { lines.push_back(p_line); }
	// Returns the lines since the last call.
	static std::vector<std::string> take();
};
