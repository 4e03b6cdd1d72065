#pragma once

// The subject of an event as a field of a message. Thread rule: immutable.

#include "core/base/field_codec.h"
#include "core/log/subject.h"

namespace agent_runtime {

template <>
inline constexpr IdWords ID_WORDS<Subject>{ "is not the id of anything",
	"give one such as agent_001 or job_012" };

} // namespace agent_runtime
