#pragma once

#include "core/base/clock.h"
#include "core/io/own_folder.h"

#include <cstddef>
#include <string_view>

namespace agent_runtime {

// What a host tells people, in a file that stays small: when it is full it begins anew.
// Thread rule: any thread, one at a time.
class HostLog {
public:
	static constexpr std::size_t MOST_BYTES = 65'536;

	// Writes nothing when the file cannot be opened.
	HostLog(const OwnFolder &folder, const Clock &clock);

	void add(std::string_view sentence);

private:
	OwnFile file_;
	const Clock &clock_;
};

} // namespace agent_runtime
