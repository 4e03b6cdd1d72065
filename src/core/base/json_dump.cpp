#include "core/base/json_io.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <vector>

#include "core/base/utf8.h"

namespace agent_runtime {

namespace {

using nlohmann::json;

// Visits a value level by level, so that no depth can use up the stack.
class Walk {
public:
	Walk(std::string_view name, const JsonLimits &limits) :
			name_(name),
			limits_(limits),
			depth_(std::min(limits.depth, JsonLimits::DEEPEST)) {}

	std::optional<FieldProblem> find(const json &root) {
		visit(root);
		while (!problem_ && !levels_.empty()) {
			Level &level = levels_.back();
			if (level.next == level.container->end()) {
				levels_.pop_back();
				if (!levels_.empty()) {
					step(levels_.back());
				}
				continue;
			}
			if (level.container->is_object()) {
				check_text(level.next.key(), "has a name that");
			}
			const std::size_t depth_before = levels_.size();
			if (!problem_) {
				visit(*level.next);
			}
			// An inner container is passed over once it has been visited.
			if (!problem_ && levels_.size() == depth_before) {
				step(levels_.back());
			}
		}
		return problem_;
	}

private:
	struct Level {
		const json *container;
		json::const_iterator next;
		std::size_t index = 0;
	};

	static void step(Level &level) {
		++level.next;
		++level.index;
	}

	void visit(const json &value) {
		++values_;
		++bytes_; // each takes at least one byte in the text
		if (values_ > limits_.values) {
			return refuse("is one value too many", "give less at once");
		}
		if (bytes_ > limits_.bytes) {
			return refuse("takes the whole past " + std::to_string(limits_.bytes) + " bytes",
					"give less at once");
		}
		if (value.is_structured()) {
			return descend(value);
		}
		if (value.is_string()) {
			return check_text(value.get_ref<const std::string &>(), "is text that");
		}
		if (value.is_number_float() && !std::isfinite(value.get<double>())) {
			return refuse("is not a finite number", "give a number");
		}
		if (value.is_binary() || value.is_discarded()) {
			refuse("is binary", "give text, numbers, lists and objects");
		}
	}

	void descend(const json &container) {
		if (levels_.size() >= depth_) {
			return refuse("is nested more than " + std::to_string(depth_) + " levels deep",
					"give it flatter");
		}
		levels_.push_back(Level{ &container, container.begin() });
	}

	void check_text(const std::string &text, std::string_view what) {
		bytes_ += text.size();
		if (bytes_ > limits_.bytes) {
			return refuse("takes the whole past " + std::to_string(limits_.bytes) + " bytes",
					"give less at once");
		}
		if (const std::optional<std::size_t> invalid = first_invalid_byte(text)) {
			refuse(std::string(what) + " is not UTF-8 at byte " + std::to_string(*invalid + 1),
					"give text in UTF-8");
		}
	}

	// Names the value being visited by the position on each level.
	void refuse(std::string problem, std::string remedy) {
		std::string path(name_);
		for (const Level &level : levels_) {
			if (level.container->is_array()) {
				append_item(path, level.index);
			} else if (level.next != level.container->end()) {
				append_member(path, level.next.key());
			}
		}
		problem_ = FieldProblem{ std::move(path), std::move(problem), std::move(remedy) };
	}

	const std::string_view name_;
	const JsonLimits limits_;
	const std::size_t depth_;
	std::vector<Level> levels_;
	std::size_t values_ = 0;
	std::size_t bytes_ = 0;
	std::optional<FieldProblem> problem_;
};

} // namespace

std::optional<FieldProblem> find_json_problem(
		const json &value, std::string_view name, const JsonLimits &limits) {
	return Walk(name, limits).find(value);
}

Result<std::string> dump_json(const json &value, const JsonLimits &limits) {
	try {
		if (const std::optional<FieldProblem> problem = find_json_problem(
					value, value.is_structured() ? "" : "the value", limits)) {
			return problem->to_status();
		}
		std::string text = value.dump();
		if (text.size() > limits.bytes) {
			return Status(StatusCode::invalid_argument,
					"the value: has " + std::to_string(text.size()) +
							" bytes as text; give at most " + std::to_string(limits.bytes));
		}
		return text;
	} catch (const std::exception &error) {
		return Status(StatusCode::internal,
				std::string("the value: could not be written as text (") + error.what() +
						"); give less at once");
	}
}

} // namespace agent_runtime
