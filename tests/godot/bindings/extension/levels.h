#pragma once

#include "live_count.h"

#include <godot_cpp/classes/node.hpp>
#include <godot_cpp/classes/ref_counted.hpp>

// One class for each way of being registered, and one to build on those that can't be created.
// All main thread only.

class AbstractShape : public godot::RefCounted {
	GDCLASS(AbstractShape, godot::RefCounted)

protected:
	static void _bind_methods();

public:
	virtual double get_area() const = 0;
};

class ConcreteShape : public AbstractShape {
	GDCLASS(ConcreteShape, AbstractShape)

	LiveCount live;

protected:
	static void _bind_methods() {}

public:
	double get_area() const override { return 2.5; }
};

// Meant for scripts to extend; the editor does not offer it by itself.
class VirtualShape : public godot::RefCounted {
	GDCLASS(VirtualShape, godot::RefCounted)

	LiveCount live;

protected:
	static void _bind_methods();

public:
	int get_corners() const { return 4; }
};

// Scripts don't know its name, but may be given one.
class InternalShape : public godot::RefCounted {
	GDCLASS(InternalShape, godot::RefCounted)

	LiveCount live;

protected:
	static void _bind_methods();

public:
	int get_depth() const { return 7; }
};

// Lives in running games only; the editor shows a placeholder.
class RuntimeShape : public godot::Node {
	GDCLASS(RuntimeShape, godot::Node)

	LiveCount live;

protected:
	static void _bind_methods();

public:
	int get_width() const { return 9; }
};
