#include "core/runtime/given_ids.h"
#include "core/runtime/runtime.h"
#include "core/store/writer_errand.h"

#include <algorithm>
#include <utility>

// That no id is given twice, whatever ends the process (store/id_marks.h).

namespace agent_runtime {

namespace {

constexpr std::size_t BYTES_OF_NUMBERS = 200;

} // namespace

// Behind the lock of the file. From here on ids are given beyond what the file has seen.
Status Runtime::mark_ids(RestoredWorld &world) {
	Status opened = ids_.open(options_.database_path, world.epoch, world.ids());
	if (opened.ok()) {
		world.raise_ids_to(ids_.taken());
		parts().simulation->skip_calls_to(world.newest_call);
	}
	return opened;
}

// At the end. False when the file cannot be written.
bool Runtime::store_given_ids() {
	WriterErrand errand(writer_);
	const IdNumbers given = ids_.given();
	const Status added =
			errand.add([given](Database &database) { return write_given_ids(database, given); },
					BYTES_OF_NUMBERS);
	const Status written = errand.wait();
	return added.ok() && written.ok();
}

// On the sim thread. A call whose number might be given again is not made.
void Runtime::refuse_uncovered_calls(StepOutput &output) {
	std::uint64_t newest = 0;
	for (const GameCall &call : output.calls) {
		newest = std::max(newest, call.call.number());
	}
	for (const ThoughtRequest &thought : output.thoughts) {
		newest = std::max(newest, thought.call.number());
	}
	const Status covered = newest > 0 ? ids_.cover(IdKind::calls, newest) : Status();
	if (covered.ok()) {
		return;
	}
	log_.error("the game is not called: " + covered.message());
	for (const GameCall &call : std::exchange(output.calls, {})) {
		world_.post(CallOutcomeInput{
				call.agent, call.call, CallOutcome::failed, covered.message(), "" });
	}
	std::erase_if(output.thoughts, [&](const ThoughtRequest &thought) {
		if (thought.call.is_none()) {
			return false;
		}
		MindAnswerInput answer;
		answer.agent = thought.agent;
		answer.thought = thought.thought;
		answer.failure = MindFailure::internal;
		answer.error = covered.message();
		world_.post(std::move(answer));
		return true;
	});
}

} // namespace agent_runtime
