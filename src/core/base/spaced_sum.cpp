#include "core/base/spaced_sum.h"

#include <utility>

namespace agent_runtime {

std::optional<Micros> SpacedSum::add(Micros amount, RealTime now) {
	const Lock lock(mutex_);
	sum_ += amount;
	if (told_ && now - *told_ < between_) {
		return std::nullopt;
	}
	const std::optional<Micros> sum = take();
	told_ = sum ? std::optional(now) : told_;
	return sum;
}

std::optional<Micros> SpacedSum::take_rest() {
	const Lock lock(mutex_);
	return take();
}

std::optional<Micros> SpacedSum::take() {
	return sum_ > least_ ? std::optional(std::exchange(sum_, Micros{})) : std::nullopt;
}

} // namespace agent_runtime
