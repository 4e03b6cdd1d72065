#include "core/base/json_io.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "core/base/utf8.h"

namespace agent_runtime {

namespace {

using nlohmann::json;

constexpr std::size_t LONGEST_REASON = 200;

// The parser's message without its own prefix, on one short line, since it quotes what it has read.
std::string reason_of(std::string_view text) {
	constexpr std::string_view PLACE = "parse error at ";
	const std::size_t place = text.find(PLACE);
	if (place != std::string_view::npos) {
		text.remove_prefix(place + PLACE.size());
	}
	std::string reason = for_display(shorten(text, LONGEST_REASON));
	std::replace(reason.begin(), reason.end(), '\n', ' ');
	return reason;
}

// Builds the value from the parser's events, level by level instead of by recursion, and stops at
// the first problem. The parser calls the functions by these names.
class Builder : public nlohmann::json_sax<json> {
public:
	Builder(std::string_view text, const JsonLimits &limits) :
			text_(text),
			values_left_(limits.values),
			depth_(std::min(limits.depth, JsonLimits::DEEPEST)) {}

	bool null() override { return place(json(nullptr)) != nullptr; }
	bool boolean(bool value) override { return place(json(value)) != nullptr; }
	bool number_integer(number_integer_t value) override { return place(json(value)) != nullptr; }
	bool number_unsigned(number_unsigned_t value) override { return place(json(value)) != nullptr; }
	bool number_float(number_float_t value, const string_t & /*text*/) override {
		return place(json(value)) != nullptr;
	}
	bool string(string_t &value) override { return place(json(std::move(value))) != nullptr; }
	bool binary(binary_t & /*value*/) override { return false; }

	bool start_object(std::size_t /*size*/) override { return open(json::object()); }
	bool start_array(std::size_t /*size*/) override { return open(json::array()); }
	bool end_object() override { return close(); }
	bool end_array() override { return close(); }

	bool key(string_t &name) override {
		Level &level = levels_.back();
		level.key = std::move(name);
		if (level.value->contains(level.key)) {
			return refuse(path(), "is written twice", "leave one of them out");
		}
		return true;
	}

	bool parse_error(std::size_t /*position*/, const std::string & /*token*/,
			const json::exception &error) override {
		constexpr int NUMBER_OUT_OF_RANGE = 406;
		if (error.id == NUMBER_OUT_OF_RANGE) {
			return refuse(path(), "is a number too large to be held",
					"give one between -1.7e308 and 1.7e308");
		}
		const std::optional<std::size_t> invalid = first_invalid_byte(text_);
		if (invalid && std::string_view(error.what()).find("UTF-8") != std::string_view::npos) {
			return refuse(path(), "is not UTF-8 at byte " + std::to_string(*invalid + 1),
					"send text in UTF-8");
		}
		return refuse(
				path(), "is not JSON at " + reason_of(error.what()), "send one complete value");
	}

	Result<json> take() {
		if (problem_) {
			return problem_->to_status();
		}
		return std::move(root_);
	}

private:
	struct Level {
		json *value; // its parent does not grow while this one is open, so the pointer stays valid
		std::string key; // in an object: the member being read
	};

	// Stores the value and returns where it is, or nothing when it was one too many.
	json *place(json value) {
		if (values_left_ == 0) {
			refuse(path(), "is one value too many", "send less at once");
			return nullptr;
		}
		--values_left_;
		if (levels_.empty()) {
			root_ = std::move(value);
			return &root_;
		}
		Level &level = levels_.back();
		if (level.value->is_array()) {
			level.value->push_back(std::move(value));
			return &level.value->back();
		}
		return &((*level.value)[level.key] = std::move(value));
	}

	bool open(json container) {
		if (levels_.size() >= depth_) {
			return refuse(path(), "is nested more than " + std::to_string(depth_) + " levels deep",
					"send it flatter");
		}
		json *const value = place(std::move(container));
		if (value == nullptr) {
			return false;
		}
		levels_.push_back(Level{ value, std::string() });
		return true;
	}

	bool close() {
		levels_.pop_back();
		return true;
	}

	// The path of the value being read. In a list, that is the next item, unless the last one is
	// still open.
	std::string path() const {
		std::string path;
		for (std::size_t i = 0; i < levels_.size(); ++i) {
			const Level &level = levels_[i];
			if (level.value->is_array()) {
				const bool last_is_open = i + 1 < levels_.size();
				append_item(path, level.value->size() - (last_is_open ? 1 : 0));
			} else if (i + 1 < levels_.size() || !level.key.empty()) {
				append_member(path, level.key);
			}
		}
		return path.empty() ? "the text" : path;
	}

	bool refuse(std::string field, std::string problem, std::string remedy) {
		problem_ = FieldProblem{ std::move(field), std::move(problem), std::move(remedy) };
		return false;
	}

	const std::string_view text_;
	std::size_t values_left_;
	const std::size_t depth_;
	json root_;
	std::vector<Level> levels_;
	std::optional<FieldProblem> problem_;
};

} // namespace

Result<json> parse_json(std::string_view text, const JsonLimits &limits) {
	if (text.size() > limits.bytes) {
		return Status(StatusCode::invalid_argument,
				"the text: has " + std::to_string(text.size()) + " bytes; send at most " +
						std::to_string(limits.bytes));
	}
	if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
		return Status(StatusCode::invalid_argument, "the text: is empty; send one JSON value");
	}
	// The parser would treat it as the end of the text, and ignore the rest.
	if (const std::size_t position = text.find('\0'); position != std::string_view::npos) {
		return Status(StatusCode::invalid_argument,
				"the text: is not JSON at byte " + std::to_string(position + 1) +
						", which is 0; write it as \\u0000 within text");
	}
	try {
		Builder builder(text, limits);
		// The result says no more than the builder's problem does.
		(void)json::sax_parse(text, &builder);
		return builder.take();
	} catch (const std::exception &error) {
		return Status(StatusCode::internal,
				"the text: could not be read (" + reason_of(error.what()) + "); send less at once");
	}
}

} // namespace agent_runtime
