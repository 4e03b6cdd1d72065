#pragma once

// Slots that were changed at random, and what must hold whatever results.

#include "core/base/rng.h"
#include "core/base/status.h"
#include "core/runtime/restored_world.h"
#include "core/store/database.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace agent_runtime::slot_mutants {

// The most memory that this process has used since this object was made.
class PeakMemory {
public:
	PeakMemory();
	std::int64_t megabytes() const;

private:
	std::int64_t before_ = 0; // kB
};

// A slot of a small world with everything that a world can have, made by a runtime.
std::string make_good_slot();

// One to three changes of bytes.
std::string change_bytes(std::string slot, Rng &rng);

// One to three changes of rows or of the schema by SQL, with a new checksum over the content. What
// SQLite refuses is left out. Returns what was done, for the report.
std::string change_rows(const std::string &path, Rng &rng);

// What is wrong with a world that was accepted; empty: nothing.
std::string fault_of(const RestoredWorld &world, Database &slot);

} // namespace agent_runtime::slot_mutants
