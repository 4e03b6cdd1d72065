// floor.*: what this machine can do at all, beside the same on the machine on which the quoted
// yardsticks were measured: two virtual cores of an AMD EPYC (family 25, model 17), ext4 on virtio,
// Linux 6.18. A ratio says how far figures of the two machines are apart.
#include "bench.h"

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

template <typename Operation>
double micros_each(int count, const Operation &operation) {
	const bench::Stopwatch watch;
	for (int i = 0; i < count; ++i) {
		operation();
	}
	return watch.seconds() * 1e6 / count;
}

double system_call() {
	return micros_each(1'000'000, [] { syscall(SYS_getppid); });
}

double allocation() {
	return micros_each(10'000'000, [] {
		void *volatile place = std::malloc(128);
		std::free(place);
	});
}

// Gigabytes a second.
double copying() {
	constexpr std::size_t SIZE = 256 << 20;
	std::vector<char> from(SIZE, 'a');
	std::vector<char> to(SIZE, 'b');
	const double micros = micros_each(4, [&] {
		std::memcpy(to.data(), from.data(), SIZE);
		from[0] = to[SIZE / 2];
	});
	return static_cast<double>(SIZE) / micros / 1e3;
}

// There and back between two threads that sleep meanwhile.
double wake_ups() {
	constexpr int COUNT = 20'000;
	std::mutex mutex;
	std::condition_variable changed;
	bool other_has_it = false;
	const auto play = [&](bool other) {
		for (int i = 0; i < COUNT; ++i) {
			std::unique_lock lock(mutex);
			changed.wait(lock, [&] { return other_has_it == other; });
			other_has_it = !other;
			changed.notify_one();
		}
	};
	const bench::Stopwatch watch;
	std::thread other(play, true);
	play(false);
	other.join();
	return watch.seconds() * 1e6 / COUNT;
}

double append_and_sync() {
	const bench::Folder folder;
	const int file = open(folder.path("a").c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
	bench::require(file >= 0, "open a file");
	const std::string block(4096, 'a');
	bench::Series series;
	for (int i = 0; i < 500; ++i) {
		series.add(micros_each(1, [&] {
			const bool written = write(file, block.data(), block.size()) == ssize_t(block.size());
			bench::require(written && fdatasync(file) == 0, "write");
		}));
	}
	close(file);
	return series.at_share(0.5);
}

} // namespace

int main(int count, char **arguments) {
	const bench::Wanted wanted(count, arguments);
	if (wanted("floor.system_call")) {
		bench::report("floor.system_call", "µs", system_call(), 0.173);
	}
	if (wanted("floor.allocation")) {
		bench::report("floor.allocation", "µs", allocation(), 0.0123);
	}
	if (wanted("floor.copying")) {
		bench::report("floor.copying", "GB/s", copying(), 11.2);
	}
	if (wanted("floor.wake_ups")) {
		bench::report("floor.wake_ups", "µs", wake_ups(), 50.1);
	}
	if (wanted("floor.append_and_sync")) {
		bench::report("floor.append_and_sync", "µs", append_and_sync(), 196);
	}
	return 0;
}
