#pragma once

// The options of register_action, register_tool and their counterparts: for whom, and how long one
// call may take.

#include "core/base/status.h"
#include "core/base/time.h"
#include "core/mind/offer_scope.h"

#include <godot_cpp/variant/dictionary.hpp>

namespace agent_runtime {

struct OfferOptions {
	OfferScope scope;
	Micros deadline{}; // zero: the usual one
};

// `agent` or `group`, and if `p_takes_deadline` also `deadline_msec`. The first problem is named.
// Thread rule: main thread only.
Result<OfferOptions> offer_options_from(const godot::Dictionary &p_options, bool p_takes_deadline);

} // namespace agent_runtime
