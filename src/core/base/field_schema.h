#pragma once

// JSON Schema (draft 2020-12) of fields and messages. It allows what the checks allow, except that
// it cannot distinguish dates from cursors, and cannot bound free objects or say which messages a
// list may contain. Thread rule: any thread.

#include "core/base/field.h"

#include <span>

#include <nlohmann/json_fwd.hpp>

namespace agent_runtime {

inline constexpr const char *JSON_SCHEMA_DRAFT = "https://json-schema.org/draft/2020-12/schema";

// For an object with exactly these fields.
nlohmann::json json_schema_of(std::span<const Field> fields);

// Of a message, with `type` and what every message of its kind may carry.
nlohmann::json json_schema_of(const MessageType &type);

} // namespace agent_runtime
