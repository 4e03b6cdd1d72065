#include "core/base/system_chance.h"

#include <cerrno>

#include <unistd.h>

namespace agent_runtime {

std::error_code draw_from_system(std::span<std::uint64_t> numbers) {
	return getentropy(numbers.data(), numbers.size_bytes()) == 0
			? std::error_code()
			: std::error_code(errno, std::generic_category());
}

} // namespace agent_runtime
