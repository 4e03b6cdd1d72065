#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <optional>

namespace agent_runtime {

// The places for connections that have not shown the token. They are few, and a connection that
// shows the token leaves its place, so strangers never take the place of a client. When all are
// taken, the stranger who has been silent for longest makes way for the next one, so no number of
// silent connections can lock others out. No stranger is turned away within its first moment, which
// is far longer than an honest program needs to send its request. Meanwhile newcomers wait in the
// system's queue.
// Owned by the core. Thread rule: worker only (io).
class StrangerShare {
public:
	using Time = std::chrono::steady_clock::time_point;

	StrangerShare(std::size_t places, Micros moment) :
			places_(places),
			moment_(moment) {}

	// One stranger's place, for as long as this object lives.
	class Place {
	public:
		// `turn_away` closes the connection and destroys this.
		Place(StrangerShare &share, Time now, std::function<void()> turn_away);
		~Place();
		Place(const Place &) = delete;
		Place &operator=(const Place &) = delete;

		// A whole request has come, so the stranger is not silent.
		void renew(Time now);

	private:
		friend class StrangerShare;
		struct Stranger {
			Time since;
			std::function<void()> turn_away;
		};

		StrangerShare &share_;
		std::list<Stranger>::iterator self_;
	};

	// Makes sure that there is a place, and may turn somebody away for it. If it cannot, returns
	// the time at which to ask again.
	std::optional<Time> make_way(Time now);

	// Called when a place becomes free, even within make_way().
	void when_free(std::function<void()> tell) { when_free_ = std::move(tell); }

	std::size_t size() const { return strangers_.size(); }

private:
	const std::size_t places_;
	const Micros moment_;
	std::list<Place::Stranger> strangers_; // the one who has been silent for longest comes first
	std::function<void()> when_free_;
};

} // namespace agent_runtime
