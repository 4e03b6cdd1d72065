#pragma once

// What benchmarks share: a stopwatch, a folder on a real disk, and a line for each figure, which
// run.sh collects, one a run:
//	bench store.insert 123456 234567 rows/s
// The second number is the yardstick's, - if there is none.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

inline void require(bool condition, const std::string &what) {
	if (!condition) {
		std::fprintf(stderr, "the benchmark failed: %s\n", what.c_str());
		std::exit(1);
	}
}

class Stopwatch {
public:
	double seconds() const {
		return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
	}

private:
	const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Gone with its content at the end of the scope.
class Folder {
public:
	Folder() {
		std::string pattern =
				(std::filesystem::temp_directory_path() / "agent_bench_XXXXXX").string();
		require(mkdtemp(pattern.data()) != nullptr, "make a folder");
		folder_ = pattern;
	}
	~Folder() {
		std::error_code ignored;
		std::filesystem::remove_all(folder_, ignored);
	}
	Folder(const Folder &) = delete;
	Folder &operator=(const Folder &) = delete;
	std::string path(const std::string &name) const { return (folder_ / name).string(); }

private:
	std::filesystem::path folder_;
};

// The names on the command line; none stands for all.
class Wanted {
public:
	Wanted(int count, char **arguments) :
			names_(arguments + 1, arguments + count) {}
	bool operator()(std::string_view name) const {
		return names_.empty() || std::find(names_.begin(), names_.end(), name) != names_.end();
	}

private:
	const std::vector<std::string_view> names_;
};

// Many measurements of the same.
class Series {
public:
	void add(double value) { values_.push_back(value); }
	double at_share(double share) const {
		std::vector<double> sorted = values_;
		std::sort(sorted.begin(), sorted.end());
		return sorted.at(static_cast<std::size_t>(
				std::lround(share * static_cast<double>(sorted.size() - 1))));
	}

private:
	std::vector<double> values_;
};

inline void report(std::string_view name, const char *unit, double value,
		std::optional<double> yardstick = std::nullopt) {
	const std::string other = yardstick ? std::to_string(*yardstick) : "-";
	std::printf("bench %.*s %.6f %s %s\n", static_cast<int>(name.size()), name.data(), value,
			other.c_str(), unit);
	std::fflush(stdout);
}

} // namespace bench
