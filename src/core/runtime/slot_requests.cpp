#include "core/runtime/slot_requests.h"

#include "core/base/files.h"

namespace agent_runtime {

Status SlotRequests::check_slot(const std::string &slot) const {
	if (Status named = check_slot_name(slot); !named.ok()) {
		return Status(named.code(), named.message(), "slot");
	}
	return desk_ != nullptr
			? Status()
			: Status(StatusCode::failed_precondition,
					  "worlds are saved from the database, and this runtime has none; enable "
					  "its storage",
					  "slot");
}

// A file that was deleted cannot be copied any more.
Status SlotRequests::require_file() const {
	const std::string lost = writer_.stats().lost;
	return lost.empty() ? Status() : Status(StatusCode::unavailable, lost, "slot");
}

void SlotRequests::carry_out(SlotDesk::Work work, const std::string &what, const Asker &asker) {
	desk_->ask(work, what, asker.trace, [asker](const Result<nlohmann::json> &result) {
		asker.complete(result.status(), result.ok() ? result.value() : nlohmann::json());
	});
}

Status SlotRequests::answer(const SaveSlotRequest &request, const Asker &asker) {
	Status status = check_slot(request.slot);
	status = status.ok() ? require_file() : status;
	if (status.ok()) {
		carry_out(SlotDesk::Work::save, request.slot, asker);
	}
	return status;
}

Status SlotRequests::answer(const LoadSlotRequest &request, const Asker &asker) {
	Status status = check_slot(request.slot);
	status = status.ok() ? require_file() : status;
	if (status.ok()) {
		carry_out(SlotDesk::Work::load, request.slot, asker);
	}
	return status;
}

Status SlotRequests::answer(const ListSlotsRequest &, const Asker &asker) {
	Status status = check_slot("any");
	if (status.ok()) {
		carry_out(SlotDesk::Work::list, "", asker);
	}
	return status;
}

Status SlotRequests::answer(const DeleteSlotRequest &request, const Asker &asker) {
	Status status = check_slot(request.slot);
	if (status.ok()) {
		carry_out(SlotDesk::Work::remove, request.slot, asker);
	}
	return status;
}

Status SlotRequests::answer(const CopyRequest &request, const Asker &asker) {
	if (desk_ == nullptr) {
		return Status(StatusCode::failed_precondition,
				"what is asked for lies in the database, and this runtime has none");
	}
	if (!is_absolute_path(request.path)) {
		return FieldProblem{ "path", "is not an absolute path",
			"give one at which there is nothing, in a folder that exists" }
				.to_status();
	}
	carry_out(SlotDesk::Work::copy, request.path, asker);
	return Status();
}

} // namespace agent_runtime
