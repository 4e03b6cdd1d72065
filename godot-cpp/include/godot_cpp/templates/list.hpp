#pragma once

#include <list>
#include <utility>

namespace godot {

// A list in the engine's manner, for `_get_property_list`.
template <typename T>
class List {
	std::list<T> values;

public:
	typedef typename std::list<T>::iterator Iterator;
	typedef typename std::list<T>::const_iterator ConstIterator;

	void push_back(const T &p_value) { values.push_back(p_value); }
	void push_back(T &&p_value) { values.push_back(std::move(p_value)); }
	void push_front(const T &p_value) { values.push_front(p_value); }
	void clear() { values.clear(); }
	bool is_empty() const { return values.empty(); }
	int size() const { return static_cast<int>(values.size()); }

	Iterator begin() { return values.begin(); }
	Iterator end() { return values.end(); }
	ConstIterator begin() const { return values.begin(); }
	ConstIterator end() const { return values.end(); }
};

} // namespace godot
