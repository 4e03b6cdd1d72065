#include "core/gateway/route_message.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

namespace agent_runtime {

namespace {

using nlohmann::json;

template <typename Number>
json number_or_text(std::string_view text) {
	Number number{};
	const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
	const bool is_number =
			!text.empty() && error == std::errc() && end == text.data() + text.size();
	return is_number ? json(number) : json(text);
}

json whole_number_or_text(std::string_view text) {
	return number_or_text<std::int64_t>(text);
}

std::vector<std::string_view> items_of(std::string_view text) {
	std::vector<std::string_view> items;
	while (!text.empty()) {
		items.push_back(text.substr(0, text.find(',')));
		text.remove_prefix(std::min(text.size(), items.back().size() + 1));
	}
	return items;
}

json position_or_text(std::string_view text) {
	const std::vector<std::string_view> parts = items_of(text);
	if (parts.size() != 2) {
		return text;
	}
	return { { "x", number_or_text<double>(parts[0]) }, { "y", number_or_text<double>(parts[1]) } };
}

json truth_or_text(std::string_view text) {
	return text == "true" ? json(true) : text == "false" ? json(false) : json(text);
}

// Nothing for kinds that have no place in an address.
std::optional<json> value_of(const Field &field, std::string_view text) {
	json list = json::array();
	switch (field.kind) {
		case FieldKind::text:
		case FieldKind::identifier:
			return json(text);
		case FieldKind::integer:
		case FieldKind::cursor:
			return whole_number_or_text(text);
		case FieldKind::number:
			return number_or_text<double>(text);
		case FieldKind::boolean:
			return truth_or_text(text);
		case FieldKind::position:
			return position_or_text(text);
		case FieldKind::text_list:
			for (const std::string_view item : items_of(text)) {
				list.push_back(item);
			}
			return list;
		case FieldKind::integer_list:
			for (const std::string_view item : items_of(text)) {
				list.push_back(whole_number_or_text(item));
			}
			return list;
		default:
			return std::nullopt;
	}
}

bool stands_in_path(const FoundRoute &found, std::string_view name) {
	return std::any_of(found.fields.begin(), found.fields.end(),
			[name](const auto &field) { return field.first == name; });
}

json begin_message(const FoundRoute &found) {
	json message{ { "type", found.route->request } };
	for (const auto &[name, value] : found.fields) {
		message[std::string(name)] = value;
	}
	return message;
}

} // namespace

std::vector<std::string_view> query_fields(const FoundRoute &found, const Vocabulary &vocabulary) {
	std::vector<std::string_view> names;
	const MessageType *const type = vocabulary.find(found.route->request);
	if (type == nullptr || found.route->method == HttpMethod::post) {
		return names;
	}
	for (const Field &field : type->fields) {
		if (!stands_in_path(found, field.name)) {
			names.push_back(field.name);
		}
	}
	return names;
}

Result<json> message_of_query(
		const FoundRoute &found, const Target &target, const Vocabulary &vocabulary) {
	json message = begin_message(found);
	const MessageType *const type = vocabulary.find(found.route->request);
	if (type == nullptr) {
		return Status(StatusCode::unsupported,
				std::string(found.route->request) + " is not answered here");
	}
	for (const Field &field : type->fields) {
		const auto given = target.parameters.find(std::string(field.name));
		if (given == target.parameters.end() || stands_in_path(found, field.name)) {
			continue;
		}
		std::optional<json> value = value_of(field, given->second);
		if (!value) {
			return FieldProblem{ std::string(field.name), "cannot be given in an address",
				"send the request to /requests" }
					.to_status();
		}
		message[given->first] = *std::move(value);
	}
	return message;
}

Result<json> message_of_body(const FoundRoute &found, json body) {
	if (!body.is_object()) {
		return FieldProblem{ "body", "is not an object", "send one such as {}" }.to_status();
	}
	for (const auto &[name, value] : body.items()) {
		if (name == "type" || stands_in_path(found, name)) {
			return FieldProblem{ shown_name(name), "stands in the path already", "leave it out" }
					.to_status();
		}
	}
	body.update(begin_message(found));
	return body;
}

} // namespace agent_runtime
