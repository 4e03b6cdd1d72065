#include "core/agents/directory.h"

#include <algorithm>

namespace agent_runtime {

void AgentDirectory::enter(AgentId id, const ProfilePtr &profile) {
	profiles_.insert_or_assign(profiles_.end(), id, profile);
	if (!profile->key.empty()) {
		keys_[profile->key] = id;
	}
	if (profile->moved_by_game) {
		moved_by_game_.insert(id);
	}
	highest_ = std::max(highest_, id.number());
}

void AgentDirectory::replace(const std::vector<std::pair<AgentId, ProfilePtr>> &agents) {
	const Lock lock(mutex_);
	profiles_.clear();
	keys_.clear();
	moved_by_game_.clear();
	for (const auto &[id, profile] : agents) {
		enter(id, profile);
	}
}

void AgentDirectory::skip_to(AgentId highest) {
	const Lock lock(mutex_);
	highest_ = std::max(highest_, highest.number());
}

Result<AgentDirectory::Reservation> AgentDirectory::reserve(const ProfilePtr &profile) {
	const Lock lock(mutex_);
	if (!profile->key.empty()) {
		const auto known = keys_.find(profile->key);
		if (known != keys_.end()) {
			return Reservation{ known->second, false };
		}
	}
	if (Status status = require_places(1); !status.ok()) {
		return status;
	}
	const AgentId id(highest_ + 1);
	enter(id, profile);
	return Reservation{ id, true };
}

Status AgentDirectory::require_places(std::size_t count) const {
	if (highest_ + count > AgentIdKind::HIGHEST) {
		return Status(StatusCode::exhausted,
				"this database has given all numbers that agents can have (the highest is " +
						std::to_string(highest_) + "); begin a new one");
	}
	if (profiles_.size() + count <= most_agents_) {
		return cover_ ? cover_(highest_ + count) : Status();
	}
	return Status(StatusCode::exhausted,
			"there are " + std::to_string(profiles_.size()) + " agents, and this runtime takes " +
					std::to_string(most_agents_) +
					" at the most; terminate some, or raise the limit");
}

Result<std::vector<AgentId>> AgentDirectory::reserve_many(
		const ProfilePtr &profile, std::size_t count) {
	const Lock lock(mutex_);
	if (Status status = require_places(count); !status.ok()) {
		return status;
	}
	std::vector<AgentId> ids;
	ids.reserve(count);
	for (std::size_t i = 0; i < count; i++) {
		ids.push_back(AgentId(highest_ + 1));
		enter(ids.back(), profile);
	}
	return ids;
}

ProfilePtr AgentDirectory::change(AgentId id, const std::function<void(AgentProfile &)> &change) {
	const Lock lock(mutex_);
	const auto found = profiles_.find(id);
	if (found == profiles_.end()) {
		return nullptr;
	}
	std::shared_ptr<AgentProfile> changed = std::make_shared<AgentProfile>(*found->second);
	change(*changed);
	found->second = std::move(changed);
	return found->second;
}

void AgentDirectory::erase_key(AgentId id, const AgentProfile &profile) {
	const auto key = keys_.find(profile.key);
	if (key != keys_.end() && key->second == id) {
		keys_.erase(key);
	}
}

void AgentDirectory::free_key(AgentId id) {
	const Lock lock(mutex_);
	const auto found = profiles_.find(id);
	if (found != profiles_.end()) {
		erase_key(id, *found->second);
	}
}

void AgentDirectory::release(AgentId id) {
	const Lock lock(mutex_);
	const auto found = profiles_.find(id);
	if (found == profiles_.end()) {
		return;
	}
	erase_key(id, *found->second);
	moved_by_game_.erase(id);
	profiles_.erase(found);
}

ProfilePtr AgentDirectory::find(AgentId id) const {
	const Lock lock(mutex_);
	const auto found = profiles_.find(id);
	return found != profiles_.end() ? found->second : nullptr;
}

void AgentDirectory::set_moved_by_game(AgentId id, bool moved_by_game) {
	const Lock lock(mutex_);
	if (moved_by_game && profiles_.contains(id)) {
		moved_by_game_.insert(id);
	} else {
		moved_by_game_.erase(id);
	}
}

bool AgentDirectory::is_moved_by_game(AgentId id) const {
	const Lock lock(mutex_);
	return moved_by_game_.contains(id);
}

std::optional<AgentId> AgentDirectory::find_key(const std::string &key) const {
	const Lock lock(mutex_);
	const auto found = keys_.find(key);
	return found != keys_.end() ? std::optional(found->second) : std::nullopt;
}

std::size_t AgentDirectory::size() const {
	const Lock lock(mutex_);
	return profiles_.size();
}

void AgentDirectory::for_each(const std::function<void(AgentId, const ProfilePtr &)> &visit) const {
	std::map<AgentId, ProfilePtr> copy;
	{
		const Lock lock(mutex_);
		copy = profiles_;
	}
	for (const auto &[id, profile] : copy) {
		visit(id, profile);
	}
}

} // namespace agent_runtime
