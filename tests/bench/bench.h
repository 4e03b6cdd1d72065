#pragma once

// What benchmarks share: a stopwatch, a folder on a real disk, and reports of one JSON line each:
//	{"store.insert": {"value": …, "unit": "rows/s", "yardstick": …, "ratio": …, "runs": […]}}

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace bench {

constexpr int RUNS = 5;

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

// The values of several runs.
class Series {
public:
	void add(double value) { values_.push_back(value); }
	double at_share(double share) const {
		std::vector<double> sorted = values_;
		std::sort(sorted.begin(), sorted.end());
		return sorted.at(static_cast<std::size_t>(
				std::lround(share * static_cast<double>(sorted.size() - 1))));
	}
	double median() const { return at_share(0.5); }
	// From the least to the most, as a part of the median.
	double spread() const { return median() == 0 ? 0 : (at_share(1) - at_share(0)) / median(); }
	const std::vector<double> &values() const { return values_; }

private:
	std::vector<double> values_;
};

inline std::string number(double value) {
	char text[32];
	std::snprintf(text, sizeof(text), "%.4g", value);
	return text;
}

inline void print_line(const std::string &name, const std::string &unit, const Series &series,
		const std::string &yardstick, const std::string &ratio) {
	std::string runs;
	for (const double value : series.values()) {
		runs += (runs.empty() ? "" : ", ") + number(value);
	}
	std::printf("{\"%s\": {\"value\": %s, \"unit\": \"%s\", \"yardstick\": %s, \"ratio\": %s, "
				"\"spread\": %s, \"runs\": [%s]}}\n",
			name.c_str(), number(series.median()).c_str(), unit.c_str(), yardstick.c_str(),
			ratio.c_str(), number(series.spread()).c_str(), runs.c_str());
	std::fflush(stdout);
}

inline void report(const std::string &name, const std::string &unit, const Series &series) {
	print_line(name, unit, series, "null", "null");
}

// Of rates: the ratio is ours to theirs, run by run, so that a slow moment meets both.
inline void report_against(const std::string &name, const std::string &unit, const Series &ours,
		const Series &theirs) {
	Series ratios;
	for (std::size_t i = 0; i < ours.values().size(); ++i) {
		ratios.add(ours.values()[i] / theirs.values().at(i));
	}
	print_line(name, unit, ours, number(theirs.median()), number(ratios.median()));
}

} // namespace bench
