#include "core/agents/ingress.h"

#include <optional>
#include <utility>

namespace agent_runtime {

// A posted agent counts as a hearer, and posted words count as heard by everybody who may hear
// them.
void Ingress::post(Input input) {
	if (const SpawnInput *spawn = std::get_if<SpawnInput>(&input)) {
		audience_.add(spawn->agent, *spawn->profile, spawn->position);
	} else if (const ProfileInput *changed = std::get_if<ProfileInput>(&input)) {
		audience_.expect(*changed->profile);
	} else if (SayInput *said = std::get_if<SayInput>(&input)) {
		said->most_hearers = most_hearers(*said);
		add_hearings(said->most_hearers);
	}
	queue_.enqueue(Posted{ std::move(input), RequestId() });
	posted_.fetch_add(1, std::memory_order_release);
}

void Ingress::post_end_of(RequestId request) {
	queue_.enqueue(Posted{ CloseInput(), request });
	posted_.fetch_add(1, std::memory_order_release);
}

// An estimate before a step takes it: about as many as will hear it, and not fewer.
std::size_t Ingress::most_hearers(const SayInput &input) const {
	if (input.reach == Reach::addressee) {
		return 1;
	}
	if (input.reach == Reach::everybody) {
		return audience_.everybody();
	}
	if (input.reach != Reach::nearby) {
		return audience_.members_of(input.channel);
	}
	std::optional<TilePosition> from = input.position;
	if (input.from.is_agent()) {
		const std::optional<AgentView> speaker = board_.find(input.from.agent_id());
		from = speaker ? std::optional(speaker->position)
					   : audience_.find_coming(input.from.agent_id());
	}
	const std::size_t around = from ? audience_.around(*from) : audience_.everybody();
	return around + (input.to.is_none() ? 0 : 1);
}

void Ingress::take(std::size_t most, std::vector<Input> &inputs, std::vector<RequestId> &reached) {
	Posted posted;
	while (inputs.size() < most && queue_.try_dequeue(posted)) {
		posted_.fetch_sub(1, std::memory_order_acq_rel);
		if (posted.end_of.is_none()) {
			inputs.push_back(std::move(posted.input));
		} else {
			reached.push_back(posted.end_of);
		}
	}
}

} // namespace agent_runtime
