#pragma once

#include "family_child.h"

// Adds nothing of its own: all that is seen of it must be its parents', once. Main thread only.
class FamilyGrandchild : public FamilyChild {
	GDCLASS(FamilyGrandchild, FamilyChild)

protected:
	static void _bind_methods() {}
};
