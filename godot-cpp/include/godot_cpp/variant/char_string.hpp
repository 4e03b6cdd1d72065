#pragma once

#include <cstdint>

namespace godot {

// A zero-terminated copy of a String's text in one encoding, as String::utf8() and its sisters
// return it. It owns its buffer.
template <typename T>
class CharStringT {
	T *buffer = nullptr;
	int64_t count = 0;

	friend class String;

	static const T *empty() {
		static const T terminator = 0;
		return &terminator;
	}

	// Takes the buffer of p_count characters and their terminator, made by new[].
	CharStringT(T *p_buffer, int64_t p_count) :
			buffer(p_buffer),
			count(p_count) {}

	void assign(const T *p_from, int64_t p_count) {
		T *copied = nullptr;
		if (p_count > 0) {
			copied = new T[p_count + 1];
			for (int64_t i = 0; i < p_count; i++) {
				copied[i] = p_from[i];
			}
			copied[p_count] = 0;
		}
		delete[] buffer;
		buffer = copied;
		count = p_count;
	}

public:
	// Without the terminator; size() counts it too.
	int64_t length() const { return count; }

	int64_t size() const { return buffer == nullptr ? 0 : count + 1; }

	const T *get_data() const { return buffer == nullptr ? empty() : buffer; }

	const T *ptr() const { return buffer; }

	T *ptrw() { return buffer; }

	operator const T *() const { return get_data(); }

	CharStringT &operator=(const T *p_cstr) {
		int64_t length = 0;
		while (p_cstr != nullptr && p_cstr[length] != 0) {
			length++;
		}
		assign(p_cstr, length);
		return *this;
	}

	CharStringT &operator=(const CharStringT &p_other) {
		if (this != &p_other) {
			assign(p_other.buffer, p_other.count);
		}
		return *this;
	}

	CharStringT &operator=(CharStringT &&p_other) noexcept {
		if (this != &p_other) {
			delete[] buffer;
			buffer = p_other.buffer;
			count = p_other.count;
			p_other.buffer = nullptr;
			p_other.count = 0;
		}
		return *this;
	}

	CharStringT() = default;
	CharStringT(const T *p_cstr) { *this = p_cstr; }
	CharStringT(const CharStringT &p_other) { assign(p_other.buffer, p_other.count); }
	CharStringT(CharStringT &&p_other) noexcept :
			buffer(p_other.buffer),
			count(p_other.count) {
		p_other.buffer = nullptr;
		p_other.count = 0;
	}
	~CharStringT() { delete[] buffer; }
};

typedef CharStringT<char> CharString;
typedef CharStringT<char16_t> Char16String;
typedef CharStringT<char32_t> Char32String;
typedef CharStringT<wchar_t> CharWideString;

} // namespace godot
