#include "core/base/json_object_text.h"

#include "core/base/utf8.h"

namespace agent_runtime {

namespace {

bool is_digit(char byte) {
	return byte >= '0' && byte <= '9';
}

bool is_hexadecimal(char byte) {
	return is_digit(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

// Reads values from the front of a text. Each function says whether there was one.
class Scanner {
public:
	explicit Scanner(std::string_view text) :
			text_(text) {}

	bool is_at_end() const { return at_ == text_.size(); }

	bool object(std::vector<JsonObjectText::Member> *members) {
		if (!open('{')) {
			return false;
		}
		if (take('}')) {
			return close();
		}
		do {
			const std::size_t begin = at_;
			if (!string()) {
				return false;
			}
			const std::size_t end_of_name = at_;
			if (!take(':') || !value()) {
				return false;
			}
			if (members != nullptr) {
				members->push_back({ text_.substr(begin + 1, end_of_name - begin - 2),
						text_.substr(begin, at_ - begin) });
			}
		} while (take(','));
		return take('}') && close();
	}

private:
	char look() const { return at_ < text_.size() ? text_[at_] : '\0'; }
	bool take(char byte) {
		const bool is_there = at_ < text_.size() && text_[at_] == byte;
		at_ += is_there ? 1 : 0;
		return is_there;
	}
	bool open(char byte) { return ++depth_ <= JsonObjectText::DEEPEST && take(byte); }
	bool close() {
		depth_--;
		return true;
	}

	bool value() {
		switch (look()) {
			case '"':
				return string();
			case '{':
				return object(nullptr);
			case '[':
				return list();
			case 't':
				return word("true");
			case 'f':
				return word("false");
			case 'n':
				return word("null");
			default:
				return number();
		}
	}

	bool list() {
		if (!open('[')) {
			return false;
		}
		if (take(']')) {
			return close();
		}
		do {
			if (!value()) {
				return false;
			}
		} while (take(','));
		return take(']') && close();
	}

	bool string() {
		if (!take('"')) {
			return false;
		}
		while (at_ < text_.size()) {
			const char byte = text_[at_++];
			if (byte == '"') {
				return true;
			}
			if (static_cast<unsigned char>(byte) < 0x20 || (byte == '\\' && !escape())) {
				return false;
			}
		}
		return false;
	}

	bool escape() {
		const char byte = look();
		at_++;
		if (byte != 'u') {
			return byte != '\0' &&
					std::string_view("\"\\/bfnrt").find(byte) != std::string_view::npos;
		}
		constexpr std::size_t DIGITS = 4;
		for (std::size_t i = 0; i < DIGITS; i++, at_++) {
			if (!is_hexadecimal(look())) {
				return false;
			}
		}
		return true;
	}

	bool digits() {
		const std::size_t begin = at_;
		while (is_digit(look())) {
			at_++;
		}
		return at_ > begin;
	}

	bool number() {
		take('-');
		if (!take('0') && !digits()) {
			return false;
		}
		if (take('.') && !digits()) {
			return false;
		}
		if (take('e') || take('E')) {
			if (!take('+')) {
				take('-');
			}
			return digits();
		}
		return true;
	}

	bool word(std::string_view wanted) {
		const bool is_there = text_.substr(at_, wanted.size()) == wanted;
		at_ += is_there ? wanted.size() : 0;
		return is_there;
	}

	const std::string_view text_;
	std::size_t at_ = 0;
	std::size_t depth_ = 0;
};

} // namespace

std::optional<JsonObjectText> JsonObjectText::read(std::string_view text) {
	constexpr std::size_t USUAL = 16;
	JsonObjectText object;
	object.members.reserve(USUAL);
	Scanner scanner(text);
	if (!scanner.object(&object.members) || !scanner.is_at_end() || !is_valid_utf8(text)) {
		return std::nullopt;
	}
	return object;
}

} // namespace agent_runtime
