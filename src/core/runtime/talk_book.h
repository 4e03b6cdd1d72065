#pragma once

#include "core/agents/event.h"
#include "core/agents/talk_rows.h"
#include "core/auto_mode/talk_messages.h"
#include "core/auto_mode/talk_settings.h"
#include "core/base/ids.h"
#include "core/base/mutex.h"
#include "core/base/status.h"
#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agent_runtime {

// What there is to know of conversations without asking sim or the database: those that go on, and
// the newest that have ended, those of earlier runs too. Whoever starts one has its id and its
// participants at once; the events of the steps bring the rest.
// Thread rule: any thread.
class TalkBook {
public:
	// So many are kept beside those that go on.
	static constexpr std::size_t MOST_KEPT = 500;

	// Is asked before an id is given, and may refuse it; not to call back.
	using Cover = std::function<Status(std::uint64_t number)>;

	explicit TalkBook(Cover cover = {}) :
			cover_(std::move(cover)) {}

	// What the database holds, newest first, instead of all that was known; what was active there
	// is interrupted. Ids up to `highest` are taken.
	void restore(const std::vector<StoredTalk> &talks, ConversationId highest);
	std::vector<StoredTalk> active() const;

	// A new one, with an id of its own; already_exists when a participant is in another.
	Result<TalkSettingsPtr> open(TalkSettings talk, WallTime now);
	// One that has ended goes on with these settings, once what was said in it has been read.
	Result<TalkSettingsPtr> reopen(TalkSettings talk);
	// What came up while one that was opened again was read.
	struct Reopened {
		bool is_stopped = false; // somebody wants it to end already
		RequestId stop; // answered when set
	};
	// It was read: it goes on now, or, after `give_up`, is as it was. Nothing when it was not
	// waited for, since another world has taken the place of its own.
	std::optional<Reopened> go_on(const TalkSettingsPtr &talk);
	std::optional<Reopened> give_up(const TalkSettingsPtr &talk);
	// Whether it was opened again and is being read.
	bool is_reopening(ConversationId talk) const;
	// To be ended as soon as it goes on. False when that is settled already.
	bool stop_reopened(ConversationId talk, RequestId stop);
	// The same for all of them; whether `stop` waits for one of those.
	bool stop_all_reopened(RequestId stop);
	// On the sim thread, in the order of the events.
	void note(const Event &event, SimTime now, WallTime wall_now);

	// The newest `StoredTalk` of it; nothing when there is none of this id.
	std::optional<StoredTalk> find(ConversationId talk) const;
	bool is_active(ConversationId talk) const; // none: any
	// In which it takes part; none: in none.
	ConversationId talk_of(AgentId agent) const;
	// Of all that are kept, the newest first.
	std::vector<std::string> recent_topics() const;

	// Nothing when there is none of this id.
	std::optional<TalkStateFields> state(ConversationId talk, SimTime now) const;
	// Newest first.
	std::vector<TalkStateFields> states(SimTime now) const;

private:
	struct Entry {
		StoredTalk talk;
		AgentId responding;
		std::optional<SimTime> ends_at; // none: it has not begun, or is over
		std::optional<StoredTalk> before; // as it was, while it is read to go on
		Reopened reopened; // meanwhile
	};

	Result<TalkSettingsPtr> enter(TalkSettings talk) AR_REQUIRES(mutex_);
	void end(Entry &entry) AR_REQUIRES(mutex_);
	// Null: there is none of this id.
	Entry *entry_of(ConversationId talk) AR_REQUIRES(mutex_);
	// The one that is read with these settings; null: none is.
	Entry *reopening(const TalkSettingsPtr &talk) AR_REQUIRES(mutex_);
	static bool stop(Entry &entry, RequestId stop);
	void drop_oldest() AR_REQUIRES(mutex_);
	static TalkStateFields shown(const Entry &entry, SimTime now);

	const Cover cover_;
	mutable Mutex mutex_;
	std::map<ConversationId, Entry> entries_ AR_GUARDED_BY(mutex_);
	std::map<AgentId, ConversationId> busy_ AR_GUARDED_BY(mutex_);
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime
