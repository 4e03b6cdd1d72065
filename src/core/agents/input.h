#pragma once

// What reaches the step engine from outside. Each input is taken by exactly one step, in one
// numbered order. What a world does depends on its inputs alone, so recording them records it. The
// fields of an input stand beside its struct (*_inputs.h), and its form in recordings derives from
// them.
// Thread rule: immutable once posted.

#include "core/agents/bus_inputs.h"
#include "core/agents/game_inputs.h"
#include "core/agents/life_inputs.h"
#include "core/agents/memory_inputs.h"
#include "core/agents/talk_inputs.h"
#include "core/agents/task_inputs.h"
#include "core/agents/walk_inputs.h"
#include "core/base/status.h"
#include "core/base/trace_id.h"
#include "core/mind/thought.h"

#include <variant>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

using Input = std::variant<SpawnInput, TerminateInput, ProfileInput, SayInput, OwnerInput,
		PositionInput, PauseInput, AssignInput, FinishInput, GameInput, OfferInput, AttentionInput,
		CallOutcomeInput, CallSlowInput, ThoughtAnswer, MemoryInput, WalkInput, MapInput,
		StartTalkInput, StopTalkInput, CloseInput>;

// What an input belongs to, if whoever posted it said so; otherwise it begins a trace.
TraceId input_trace(const Input &input);
void set_input_trace(Input &input, TraceId trace);

// The form in which inputs are recorded: {"kind": …, …}.
nlohmann::json input_to_json(const Input &input);
Result<Input> input_from_json(const nlohmann::json &json);

} // namespace agent_runtime
