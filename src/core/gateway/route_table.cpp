#include "core/gateway/route_table.h"

#include "core/gateway/request_gate.h"
#include "core/log/log_messages.h"

#include <algorithm>
#include <array>

namespace agent_runtime {

namespace {

using Serves = Route::Serves;

constexpr Route OWN_ROUTES[] = {
	{ .path = "/health", .serves = Serves::health, .is_open = true },
	{ .path = "/schema.json", .serves = Serves::schema },
	{ .path = "/events", .request = EventsRequest::WORDS.name, .serves = Serves::events },
	{ .path = "/ws", .serves = Serves::socket },
	{ .method = HttpMethod::post, .path = "/requests", .serves = Serves::any_request },
};

constexpr std::array IN_ORDER = { HttpMethod::get, HttpMethod::head, HttpMethod::post,
	HttpMethod::remove, HttpMethod::options };

bool has_field(const MessageType &type, std::string_view name) {
	return std::any_of(type.fields.begin(), type.fields.end(),
			[name](const Field &field) { return field.name == name; });
}

} // namespace

bool RouteTable::Part::takes(std::string_view part) const {
	return is_field ? !part.empty() && part.starts_with(prefix) : part == text;
}

int RouteTable::Part::rank() const {
	return !is_field ? 2 : prefix.empty() ? 0 : 1;
}

bool RouteTable::Row::takes(const std::vector<std::string> &path) const {
	return std::equal(parts.begin(), parts.end(), path.begin(), path.end(),
			[](const Part &part, const std::string &text) { return part.takes(text); });
}

RouteTable::RouteTable() {
	add(OWN_ROUTES);
}

RouteTable::Row RouteTable::row_of(const Route &route) {
	Row row{ .route = &route };
	std::string_view rest = route.path;
	while (!rest.empty()) {
		rest.remove_prefix(1);
		std::string_view text = rest.substr(0, rest.find('/'));
		rest.remove_prefix(text.size());
		if (!text.starts_with('{')) {
			row.parts.push_back({ text });
			continue;
		}
		text = text.substr(1, text.size() - 2);
		const std::string_view name = text.substr(0, text.find(':'));
		const bool has_prefix = name.size() < text.size();
		row.parts.push_back({ .text = name,
				.is_field = true,
				.prefix = has_prefix ? text.substr(name.size() + 1) : std::string_view() });
	}
	return row;
}

bool RouteTable::goes_before(const Row &one, const Row &other) {
	return std::lexicographical_compare(one.parts.begin(), one.parts.end(), other.parts.begin(),
			other.parts.end(), [](const Part &a, const Part &b) { return a.rank() > b.rank(); });
}

void RouteTable::add(std::span<const Route> rows) {
	for (const Route &route : rows) {
		rows_.push_back(row_of(route));
	}
	std::stable_sort(rows_.begin(), rows_.end(), goes_before);
}

void RouteTable::follow(std::string_view request, LineSource &lines) {
	for (Row &row : rows_) {
		if (row.route->request == request && row.route->method == HttpMethod::get) {
			row.lines = &lines;
		}
	}
}

Status RouteTable::check(const Vocabulary &vocabulary) const {
	for (const Row &row : rows_) {
		const std::string path(row.route->path);
		const MessageType *const type = vocabulary.find(row.route->request);
		if (type == nullptr) {
			if (row.route->serves != Serves::request) {
				continue; // a program may have no log
			}
			return Status(StatusCode::internal,
					path + " stands for " + std::string(row.route->request) +
							", which is no request here; report this");
		}
		for (const Part &part : row.parts) {
			if (part.is_field && !has_field(*type, part.text)) {
				return Status(StatusCode::internal,
						path + " has a field that " + std::string(type->name) +
								" has not; report this");
			}
		}
	}
	return Status();
}

FoundRoute RouteTable::find(HttpMethod method, std::string_view path) const {
	const HttpMethod wanted = method == HttpMethod::head ? HttpMethod::get : method;
	const std::vector<std::string> parts = path_parts(path);
	FoundRoute found;
	std::array<bool, IN_ORDER.size()> taken = {};
	for (const Row &row : rows_) {
		if (!row.takes(parts)) {
			continue;
		}
		found.is_open = found.is_open || row.route->is_open;
		for (std::size_t i = 0; i < IN_ORDER.size(); i++) {
			const bool is_head = IN_ORDER[i] == HttpMethod::head;
			taken[i] = taken[i] || IN_ORDER[i] == HttpMethod::options ||
					row.route->method == (is_head ? HttpMethod::get : IN_ORDER[i]);
		}
		if (found.route != nullptr || row.route->method != wanted) {
			continue;
		}
		found.route = row.route;
		found.lines = row.lines;
		for (std::size_t i = 0; i < parts.size(); i++) {
			if (row.parts[i].is_field) {
				found.fields.emplace_back(row.parts[i].text, parts[i]);
			}
		}
	}
	for (std::size_t i = 0; found.route == nullptr && i < IN_ORDER.size(); i++) {
		if (taken[i]) {
			found.methods += found.methods.empty() ? "" : ", ";
			found.methods += http_method_name(IN_ORDER[i]);
		}
	}
	return found;
}

std::string RouteTable::paths() const {
	std::vector<std::string_view> all;
	for (const Row &row : rows_) {
		if (std::find(all.begin(), all.end(), row.route->path) == all.end()) {
			all.push_back(row.route->path);
		}
	}
	std::string text;
	for (std::size_t i = 0; i < all.size(); i++) {
		text += i == 0 ? "" : i + 1 == all.size() ? " and " : ", ";
		text += all[i];
	}
	return text;
}

} // namespace agent_runtime
