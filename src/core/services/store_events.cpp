#include "core/services/store_events.h"

#include "core/log/event_forms.h"

namespace agent_runtime {

template struct EventTable<StoreEvents>;

} // namespace agent_runtime
