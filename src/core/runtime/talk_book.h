#pragma once

#include "core/agents/event.h"
#include "core/auto_mode/talk_messages.h"
#include "core/auto_mode/talk_settings.h"
#include "core/auto_mode/talk_store.h"
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

// What can be known about conversations without asking the sim thread or the database: the active
// ones, and the newest that have ended, including those from before the start. Starting one gives
// its id and its participants at once; the events of the steps bring the rest.
// Thread rule: any thread.
class TalkBook {
public:
	// How many are stored besides the active ones.
	static constexpr std::size_t MOST_KEPT = 500;

	// Called before an id is given; may refuse it, and must not call back.
	using Cover = std::function<Status(std::uint64_t number)>;

	explicit TalkBook(Cover cover = {}) :
			cover_(std::move(cover)) {}

	// What the database contains, newest first, replaces everything known. What was active there is
	// interrupted. Ids up to `highest` are taken.
	void restore(const std::vector<StoredTalk> &talks, ConversationId highest);
	std::vector<StoredTalk> active() const;

	// A new conversation with an id of its own; `already_exists` when a participant is in another.
	Result<TalkSettingsPtr> open(TalkSettings talk, WallTime now);
	// A conversation that has ended and is to go on. It counts as active while its lines are read.
	// Then resume() continues it, or undo_reopen() leaves it as it was before.
	struct Reopening {
		StoredTalk before;
		RequestId by; // the request to continue it
		bool is_stopped = false; // it was asked to end as soon as it goes on
		RequestId stop; // answered if it is set
	};
	Status reopen(TalkSettings talk, RequestId by);
	// With the settings with which it goes on; nothing when no conversation waits for this request.
	std::optional<StoredTalk> reopened_by(RequestId request) const;
	// What came up meanwhile. Nothing when it no longer waits, because another world has taken
	// over.
	std::optional<Reopening> resume(const TalkSettingsPtr &talk);
	std::optional<Reopening> undo_reopen(const TalkSettingsPtr &talk);
	bool is_reopening(ConversationId talk) const;
	// It ends as soon as it goes on. False when that has happened already.
	bool stop_when_resumed(ConversationId talk, RequestId stop);
	// The same for all of them; returns whether `stop` waits for one of those.
	bool stop_all_when_resumed(RequestId stop);
	// Call on the sim thread, in the order of the events.
	void note(const Event &event, SimTime now, WallTime wall_now);

	// Its newest `StoredTalk`; nothing when there is none with this id.
	std::optional<StoredTalk> find(ConversationId talk) const;
	bool is_active(ConversationId talk) const; // none: any
	// The one in which it takes part; none: it takes part in none.
	ConversationId talk_of(AgentId agent) const;
	// Of all that are stored here, the newest first.
	std::vector<std::string> recent_topics() const;

	// Nothing when there is none with this id.
	std::optional<TalkStateFields> state(ConversationId talk, SimTime now) const;
	// Newest first.
	std::vector<TalkStateFields> states(SimTime now) const;

private:
	struct Entry {
		StoredTalk talk;
		AgentId responding;
		std::optional<SimTime> ends_at; // none: it has not begun, or is over
		std::optional<Reopening> reopening; // none: it does not wait for its lines
	};

	Result<TalkSettingsPtr> enter(TalkSettings talk) AR_REQUIRES(mutex_);
	void end(Entry &entry) AR_REQUIRES(mutex_);
	// Null: there is none with this id.
	Entry *entry_of(ConversationId talk) AR_REQUIRES(mutex_);
	// The one that waits for its lines with these settings; null: there is none.
	Entry *reopening_of(const TalkSettingsPtr &talk) AR_REQUIRES(mutex_);
	static bool stop_when_resumed(Entry &entry, RequestId stop);
	void drop_oldest() AR_REQUIRES(mutex_);
	static TalkStateFields shown(const Entry &entry, SimTime now);

	const Cover cover_;
	mutable Mutex mutex_;
	std::map<ConversationId, Entry> entries_ AR_GUARDED_BY(mutex_);
	std::map<AgentId, ConversationId> busy_ AR_GUARDED_BY(mutex_);
	std::uint64_t newest_ AR_GUARDED_BY(mutex_) = 0;
};

} // namespace agent_runtime
