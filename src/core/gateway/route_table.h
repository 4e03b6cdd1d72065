#pragma once

#include "core/base/status.h"
#include "core/base/vocabulary.h"
#include "core/gateway/line_source.h"
#include "core/gateway/route.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_runtime {

// Where a path leads.
struct FoundRoute {
	const Route *route = nullptr; // null: nowhere, or not with this method
	LineSource *lines = nullptr; // where its answer can be followed
	bool is_open = false; // whether the path needs no token
	std::vector<std::pair<std::string_view, std::string>> fields; // that stand in the path
	// Where it leads nowhere: what the path takes, "GET, HEAD, OPTIONS"; empty: there is none such.
	std::string methods;
};

// All paths of the gateway: its own, and those of the rooms. Filled before the gateway starts; what
// it is made of outlives it. Thread rule: any thread, once it is filled.
class RouteTable {
public:
	RouteTable();

	void add(std::span<const Route> rows);
	// The answer to this request is lines, which can also be read without a limit, and followed.
	// Call after its rows were added.
	void follow(std::string_view request, LineSource &lines);

	// Whether each row stands for a request of the vocabulary, with all fields that its path has.
	Status check(const Vocabulary &vocabulary) const;

	FoundRoute find(HttpMethod method, std::string_view path) const;

	// "/health, /events and /agents", for people.
	std::string paths() const;

private:
	struct Part {
		std::string_view text; // a field's name, or what stands there
		bool is_field = false;
		std::string_view prefix = {};

		bool takes(std::string_view part) const;
		int rank() const; // the higher, the earlier
	};
	struct Row {
		const Route *route = nullptr;
		std::vector<Part> parts = {};
		LineSource *lines = nullptr;

		bool takes(const std::vector<std::string> &path) const;
	};

	static Row row_of(const Route &route);
	static bool goes_before(const Row &one, const Row &other);

	std::vector<Row> rows_; // those that take less go first
};

} // namespace agent_runtime
