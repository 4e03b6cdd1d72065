// What libFuzzer calls. The environment's FUZZED names the reader (readers.h):
//	FUZZED=codex build/tests/fuzz/fuzz -max_total_time=60 FOLDER
//	FUZZED=codex build/tests/fuzz/fuzz FILE                        once, with these bytes

#include "readers.h"

#include "core/base/status.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

using namespace agent_runtime;

namespace {

const fuzz::Reader *wanted = nullptr;

void throw_status(const Status &status) {
	throw std::logic_error("value() of a result that failed: " + status.to_string());
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer looks for it
extern "C" int LLVMFuzzerInitialize(int *, char ***) {
	set_failed_value_handler(&throw_status);
	const char *const name = std::getenv("FUZZED");
	for (const fuzz::Reader &reader : fuzz::all_readers()) {
		if (name != nullptr && reader.name == name) {
			wanted = &reader;
		}
	}
	if (wanted == nullptr) {
		std::fputs("FUZZED must name a reader; there are:\n", stderr);
		for (const fuzz::Reader &reader : fuzz::all_readers()) {
			std::printf("%.*s\n", static_cast<int>(reader.name.size()), reader.name.data());
		}
		std::exit(2);
	}
	return 0;
}

// An exception that leaves it ends the program, and says what does not hold.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size) {
	wanted->read({ reinterpret_cast<const char *>(bytes), size });
	return 0;
}
