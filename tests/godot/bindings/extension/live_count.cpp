#include "live_count.h"

std::atomic<int64_t> LiveCount::alive = 0;
