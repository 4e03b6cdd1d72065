#pragma once

#include "core/agents/profile.h"
#include "core/base/agent_table.h"
#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace agent_runtime {

// Who was promised an id. A call that spawns an agent gets the id at once, before the step in which
// the agent comes to life. Two calls with the same key get the same id. Thread rule: any thread.
class AgentDirectory {
public:
	struct Reservation {
		AgentId id;
		bool is_new = false; // false: there is already an agent with this key
	};

	// Called before ids up to a number are given; may refuse them, and must not call back.
	using Cover = std::function<Status(std::uint64_t highest)>;

	explicit AgentDirectory(std::size_t most_agents, Cover cover = {}) :
			most_agents_(most_agents),
			cover_(std::move(cover)) {}

	// Agents that come back with the file or with a saved world replace all present ones. Ids that
	// were given stay taken.
	void replace(const std::vector<std::pair<AgentId, ProfilePtr>> &agents);
	// Ids up to this one are taken, though nobody lives under them any more.
	void skip_to(AgentId highest);

	Result<Reservation> reserve(const ProfilePtr &profile);
	// For many agents that share a profile without a key. All or none.
	Result<std::vector<AgentId>> reserve_many(const ProfilePtr &profile, std::size_t count);
	// Gives the agent a changed copy of its profile, and returns that; null when nobody has the id.
	ProfilePtr change(AgentId id, const std::function<void(AgentProfile &)> &change);
	// The agent is about to go, so another may have its key.
	void free_key(AgentId id);
	// The agent is gone, or never came to life. Its key is free again, its id is not.
	void release(AgentId id);

	ProfilePtr find(AgentId id) const;
	// Who says where an agent is; its profile decides until somebody else is named.
	void set_moved_by_game(AgentId id, bool moved_by_game);
	bool is_moved_by_game(AgentId id) const;
	std::optional<AgentId> find_key(const std::string &key) const;
	std::size_t size() const;
	// In the order of their numbers, from a copy, so `visit` may call back.
	void for_each(const std::function<void(AgentId, const ProfilePtr &)> &visit) const;

private:
	struct Entry {
		ProfilePtr profile;
		bool moved_by_game = false;
	};

	Status require_places(std::size_t count) const AR_REQUIRES(mutex_);
	void enter(AgentId id, const ProfilePtr &profile) AR_REQUIRES(mutex_);
	void erase_key(AgentId id, const AgentProfile &profile) AR_REQUIRES(mutex_);

	const std::size_t most_agents_;
	const Cover cover_;
	mutable Mutex mutex_;
	AgentTable<Entry> entries_ AR_GUARDED_BY(mutex_);
	std::unordered_map<std::string, AgentId> keys_ AR_GUARDED_BY(mutex_);
	std::uint32_t highest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime
