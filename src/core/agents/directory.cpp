#include "core/agents/directory.h"

#include <algorithm>

namespace agent_runtime {

void AgentDirectory::enter(AgentId id, const ProfilePtr &profile) {
	entries_.entry(id) = { profile, profile->moved_by_game };
	if (!profile->key.empty()) {
		keys_[profile->key] = id;
	}
	highest_ = std::max(highest_, id.number());
}

void AgentDirectory::replace(const std::vector<std::pair<AgentId, ProfilePtr>> &agents) {
	const Lock lock(mutex_);
	entries_.clear();
	keys_.clear();
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
	if (entries_.size() + count <= most_agents_) {
		return cover_ ? cover_(highest_ + count) : Status();
	}
	return Status(StatusCode::exhausted,
			"there are " + std::to_string(entries_.size()) + " agents, and this runtime takes " +
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
	Entry *const found = entries_.find(id);
	if (found == nullptr) {
		return nullptr;
	}
	std::shared_ptr<AgentProfile> changed = std::make_shared<AgentProfile>(*found->profile);
	change(*changed);
	found->profile = std::move(changed);
	return found->profile;
}

void AgentDirectory::erase_key(AgentId id, const AgentProfile &profile) {
	const auto key = keys_.find(profile.key);
	if (key != keys_.end() && key->second == id) {
		keys_.erase(key);
	}
}

void AgentDirectory::free_key(AgentId id) {
	const Lock lock(mutex_);
	if (const Entry *const found = entries_.find(id)) {
		erase_key(id, *found->profile);
	}
}

void AgentDirectory::release(AgentId id) {
	const Lock lock(mutex_);
	if (const Entry *const found = entries_.find(id)) {
		erase_key(id, *found->profile);
		entries_.erase(id);
	}
}

ProfilePtr AgentDirectory::find(AgentId id) const {
	const Lock lock(mutex_);
	const Entry *const found = entries_.find(id);
	return found != nullptr ? found->profile : nullptr;
}

void AgentDirectory::set_moved_by_game(AgentId id, bool moved_by_game) {
	const Lock lock(mutex_);
	if (Entry *const found = entries_.find(id)) {
		found->moved_by_game = moved_by_game;
	}
}

bool AgentDirectory::is_moved_by_game(AgentId id) const {
	const Lock lock(mutex_);
	const Entry *const found = entries_.find(id);
	return found != nullptr && found->moved_by_game;
}

std::optional<AgentId> AgentDirectory::find_key(const std::string &key) const {
	const Lock lock(mutex_);
	const auto found = keys_.find(key);
	return found != keys_.end() ? std::optional(found->second) : std::nullopt;
}

std::size_t AgentDirectory::size() const {
	const Lock lock(mutex_);
	return entries_.size();
}

void AgentDirectory::for_each(const std::function<void(AgentId, const ProfilePtr &)> &visit) const {
	std::vector<std::pair<AgentId, ProfilePtr>> copy;
	{
		const Lock lock(mutex_);
		copy.reserve(entries_.size());
		for (const AgentId id : entries_.agents()) {
			copy.emplace_back(id, entries_.find(id)->profile);
		}
	}
	for (const auto &[id, profile] : copy) {
		visit(id, profile);
	}
}

} // namespace agent_runtime
