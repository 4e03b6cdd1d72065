#include "core/base/thrown.h"

#include <exception>

namespace agent_runtime {

std::string thrown_text() {
	try {
		throw;
	} catch (const std::exception &error) {
		return std::string("an exception: ") + error.what();
	} catch (...) {
		return "an exception that says nothing";
	}
}

} // namespace agent_runtime
