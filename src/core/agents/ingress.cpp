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
	put({ std::move(input), RequestId() });
}

void Ingress::post_end_of(RequestId request) {
	put({ CloseInput(), request });
}

void Ingress::put(Posted posted) {
	const Lock lock(mutex_);
	newer_.push_back(std::move(posted));
	waiting_.fetch_add(1, std::memory_order_release);
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

// Nobody who posts waits for longer than the exchange of two queues.
bool Ingress::get_newer() {
	const Lock lock(mutex_);
	older_.swap(newer_);
	return !older_.empty();
}

void Ingress::take(std::size_t most, std::vector<Input> &inputs, std::vector<RequestId> &reached) {
	while (inputs.size() < most && (!older_.empty() || get_newer())) {
		Posted &posted = older_.front();
		if (posted.end_of.is_none()) {
			inputs.push_back(std::move(posted.input));
		} else {
			reached.push_back(posted.end_of);
		}
		older_.pop_front();
		waiting_.fetch_sub(1, std::memory_order_acq_rel);
	}
}

} // namespace agent_runtime
