#pragma once

#include "core/requests/request_table.h"
#include "core/runtime/slot_desk.h"
#include "core/store/file_messages.h"

#include <memory>
#include <string>

namespace agent_runtime {

// Answers the requests for save games and copies of the database, which SlotDesk carries out. They
// outlive the world that a load replaces, so they are in no book that is closed with it.
// Owned by Runtime. Thread rule: any thread.
class SlotRequests {
public:
	using Types = RequestTypes<SaveSlotRequest, LoadSlotRequest, ListSlotsRequest,
			DeleteSlotRequest, CopyRequest>;

	// `desk` is set before the first request; null: nothing is stored.
	SlotRequests(const Writer &writer, const std::unique_ptr<SlotDesk> &desk) :
			writer_(writer),
			desk_(desk) {}

	Status answer(const SaveSlotRequest &request, const Asker &asker);
	Status answer(const LoadSlotRequest &request, const Asker &asker);
	Status answer(const ListSlotsRequest &request, const Asker &asker);
	Status answer(const DeleteSlotRequest &request, const Asker &asker);
	Status answer(const CopyRequest &request, const Asker &asker);

	// Whether a world can be saved under this name, or loaded from it.
	Status check_slot(const std::string &slot) const;

private:
	Status require_file() const;
	void carry_out(SlotDesk::Work work, const std::string &what, const Asker &asker);

	const Writer &writer_;
	const std::unique_ptr<SlotDesk> &desk_;
};

} // namespace agent_runtime
