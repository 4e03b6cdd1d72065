#pragma once

// What has happened to agents, for others to notice: one entry each, which every agent reads when
// it next thinks and which wakes nobody. There are three boards, so that frequent entries do not
// push out rare ones:
//
//	sights  an agent came or moved: for those who are near enough to see it
//	ends    an agent is gone: for everybody
//	states  an agent does something else now: for those who name that in their subscription; the
//	        newest state of each counts
//
// A board is bounded. The oldest entries that nobody has read are dropped, and agents that were too
// slow count them as missed.
// Owned by the bus. Thread rule: worker only; const members any thread while nothing changes it.

#include "core/agents/agent_state.h"
#include "core/base/ids.h"
#include "core/mind/mind.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// Thread rule: immutable.
struct Notice {
	std::string_view type; // AGENT_MOVED and the like
	AgentId agent;
	TilePosition position;
	std::shared_ptr<const std::string> name;
	AgentState state = AgentState::idle; // for AGENT_STATE_CHANGED
};

enum class NoticeKind : std::uint8_t { sight, end, state };
inline constexpr std::size_t NOTICE_KINDS = 3;

// How many notices there have been of each kind; for an agent, how far it has read. The counts wrap
// around. Each agent has two of these, so they are small.
// Thread rule: immutable.
struct NoticeMark {
	std::array<std::uint32_t, NOTICE_KINDS> counts{};

	std::uint32_t &of(NoticeKind kind) { return counts[static_cast<std::size_t>(kind)]; }
	std::uint32_t of(NoticeKind kind) const { return counts[static_cast<std::size_t>(kind)]; }
	bool operator==(const NoticeMark &other) const = default;
};

// Thread rule: as above.
class NoticeBoard {
public:
	static constexpr std::size_t KEPT = 1024;

	void put(Notice notice) {
		if (notices_.size() < KEPT) {
			notices_.push_back(std::move(notice));
		} else {
			notices_[count_ % KEPT] = std::move(notice);
		}
		count_++;
	}
	std::uint32_t count() const { return count_; }

	// Calls visit(notice) for those after `seen` that are still there, oldest first, and returns
	// how many are not.
	template <typename Visit>
	std::uint32_t for_each_after(std::uint32_t seen, const Visit &visit) const {
		const std::uint32_t unread = count_ - seen;
		const std::uint32_t kept = std::min(unread, static_cast<std::uint32_t>(notices_.size()));
		for (std::uint32_t i = count_ - kept; i != count_; i++) {
			visit(notices_[i % KEPT]);
		}
		return unread - kept;
	}

private:
	std::vector<Notice> notices_; // a ring buffer
	std::uint32_t count_ = 0;
};

} // namespace agent_runtime
