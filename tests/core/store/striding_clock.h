#pragma once

// A clock that goes on by a tenth of a second whenever somebody looks at it, so that a wait with
// pauses of its own ends after a few looks.

#include "core/base/clock.h"

#include <functional>
#include <utility>

namespace agent_runtime {

class StridingClock : public Clock {
public:
	RealTime now() const override {
		if (++looks_ == look_ && action_) {
			action_();
		}
		return RealTime(looks_ * std::chrono::milliseconds(100));
	}
	WallTime wall_now() const override { return WallTime(std::chrono::seconds(1'767'268'800)); }

	Micros passed() const { return looks_ * std::chrono::milliseconds(100); }
	// Does something at the look of this number from now on.
	void at_look(int number, std::function<void()> action) {
		look_ = looks_ + number;
		action_ = std::move(action);
	}

private:
	mutable int looks_ = 0;
	int look_ = 0;
	std::function<void()> action_;
};

} // namespace agent_runtime
