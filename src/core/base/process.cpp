#include "core/base/process.h"

#include <fstream>
#include <iterator>

#include <unistd.h>

namespace agent_runtime {

std::int64_t process_id() {
	return getpid();
}

// Field 22 of /proc/self/stat, counted behind the command's closing parenthesis, which is the end
// of field 2.
std::string process_start() {
	std::ifstream file("/proc/self/stat");
	const std::string text{ std::istreambuf_iterator<char>(file), {} };
	std::size_t at = text.rfind(')');
	for (int field = 2; field < 22 && at != std::string::npos; ++field) {
		at = text.find(' ', at + 1);
	}
	if (at == std::string::npos) {
		return "0";
	}
	return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

} // namespace agent_runtime
