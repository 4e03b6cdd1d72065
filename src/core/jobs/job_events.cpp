#include "core/jobs/job_events.h"

#include "core/log/event_forms.h"

namespace agent_runtime {

template struct EventTable<JobEvents>;

} // namespace agent_runtime
