#pragma once

#include <cstdint>
#include <string>

namespace agent_runtime {

// Which process this is. An id is given anew when its process has ended; together with the start it
// means one process for good.
std::int64_t process_id();
// When it began, in ticks of the system since that began; "0" when that cannot be found out.
std::string process_start();

} // namespace agent_runtime
