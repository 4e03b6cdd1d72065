#include "core/runtime/bus_requests.h"

#include <string>
#include <utility>

namespace agent_runtime {

Status BusRequests::answer(const SayRequest &request, TraceId trace) {
	const auto &[from, to, content] = request;
	Status status = from.is_agent() ? parts_.known(from.agent_id()) : Status();
	if (status.ok() && to.is_agent()) {
		status = parts_.known(to.agent_id());
	}
	if (status.ok()) {
		status = parts_.world.require_hearers(parts_.options.most_waiting_hearings);
	}
	if (status.ok()) {
		const ParticipantId speaker = from.is_none() ? ParticipantId::player(0) : from;
		SayInput input{ speaker, speaker.is_player() ? "Player" : "", to, {}, content };
		input.trace = trace;
		parts_.world.post(std::move(input));
	}
	return status;
}

Status BusRequests::answer(const PublishRequest &request, TraceId trace) {
	const ParticipantId from = request.from.is_none() ? ParticipantId::player(0) : request.from;
	const ParticipantId to = request.to;
	const int ways = (to.is_none() ? 0 : 1) + (request.group.empty() ? 0 : 1) +
			(request.topic.empty() ? 0 : 1);
	if (ways > 1) {
		return FieldProblem{ "to", "goes together with neither group nor topic",
			"give one of to, group and topic, or none of them for everybody" }
				.to_status();
	}
	Status status =
			from.is_agent() ? parts_.known(from.agent_id()) : parts_.world.require_capacity();
	if (status.ok() && to.is_agent()) {
		status = parts_.known(to.agent_id());
	}
	if (status.ok()) {
		status = parts_.world.require_hearers(parts_.options.most_waiting_hearings);
	}
	if (status.ok()) {
		SayInput input{ from, from.is_player() ? "Player" : "", to, {}, request.content,
			request.message_type.empty() ? std::string(AGENT_SPOKE) : request.message_type,
			Reach::everybody, request.group + request.topic };
		input.reach = !to.is_none()		 ? Reach::addressee
				: !request.group.empty() ? Reach::group
				: !request.topic.empty() ? Reach::topic
										 : Reach::everybody;
		input.trace = trace;
		parts_.world.post(std::move(input));
	}
	return status;
}

Status BusRequests::answer(const SubscribeRequest &request, TraceId trace) {
	Status status = parts_.known(request.agent);
	if (!status.ok()) {
		return status;
	}
	const Lock lock(parts_.game.mutex);
	const ProfilePtr profile = parts_.directory.change(request.agent, [&](AgentProfile &changed) {
		Subscription wanted = changed.subscription();
		wanted.groups = request.groups.value_or(wanted.groups);
		wanted.topics = request.topics.value_or(wanted.topics);
		wanted.filter = request.filter.value_or(wanted.filter);
		changed.subscribe(std::move(wanted));
	});
	if (profile != nullptr) {
		parts_.world.post(ProfileInput{ request.agent, profile, trace });
	}
	return status;
}

} // namespace agent_runtime
