// The way into the extension that tests godot-cpp in the engine. It is written as for upstream's,
// and must go on compiling against that.

#include "bench_samples.h"
#include "callable_samples.h"
#include "counted_resource.h"
#include "engine_virtuals_heir.h"
#include "enum_samples.h"
#include "error_samples.h"
#include "family_grandchild.h"
#include "levels.h"
#include "live_count.h"
#include "method_samples.h"
#include "object_workshop.h"
#include "property_samples.h"
#include "sample_singleton.h"
#include "scripted_node.h"
#include "throwing_node.h"
#include "type_round_trip.h"
#include "value_samples.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/defs.hpp>
#include <godot_cpp/core/error_macros.hpp>
#include <godot_cpp/godot.hpp>

using namespace godot;

namespace {

void initialize_bindings_test(ModuleInitializationLevel p_level) {
	if (p_level != MODULE_INITIALIZATION_LEVEL_SCENE) {
		return;
	}
	GDREGISTER_CLASS(TypeRoundTrip);
	GDREGISTER_CLASS(MethodSamples);
	GDREGISTER_CLASS(EnumSamples);
	GDREGISTER_CLASS(PropertySamples);
	GDREGISTER_CLASS(FamilyParent);
	GDREGISTER_CLASS(FamilyChild);
	GDREGISTER_CLASS(FamilyGrandchild);
	GDREGISTER_CLASS(EngineVirtuals);
	GDREGISTER_CLASS(EngineVirtualsHeir);
	GDREGISTER_CLASS(ScriptedNode);
	GDREGISTER_ABSTRACT_CLASS(AbstractShape);
	GDREGISTER_CLASS(ConcreteShape);
	GDREGISTER_VIRTUAL_CLASS(VirtualShape);
	GDREGISTER_INTERNAL_CLASS(InternalShape);
	GDREGISTER_RUNTIME_CLASS(RuntimeShape);
	GDREGISTER_CLASS(CallableSamples);
	GDREGISTER_CLASS(ErrorSamples);
	GDREGISTER_CLASS(ThrowingNode);
	GDREGISTER_CLASS(CountedResource);
	GDREGISTER_CLASS(ObjectWorkshop);
	GDREGISTER_CLASS(ValueSamples);
	GDREGISTER_CLASS(BenchSamples);
	GDREGISTER_CLASS(SampleSingleton);
	SampleSingleton::start();
}

// The engine tells of leaked objects, not of their C++ sides; run.sh looks for the word.
void terminate_bindings_test(ModuleInitializationLevel p_level) {
	if (p_level != MODULE_INITIALIZATION_LEVEL_SCENE) {
		return;
	}
	SampleSingleton::stop();
	ERR_FAIL_COND_MSG(LiveCount::get() != 0,
			"Leaked objects of the test extension: " + String::num_int64(LiveCount::get()));
}

} // namespace

extern "C" GDExtensionBool GDE_EXPORT bindings_test_library_init(
		GDExtensionInterfaceGetProcAddress p_get_proc_address, GDExtensionClassLibraryPtr p_library,
		GDExtensionInitialization *r_initialization) {
	GDExtensionBinding::InitObject init(p_get_proc_address, p_library, r_initialization);
	init.register_initializer(initialize_bindings_test);
	init.register_terminator(terminate_bindings_test);
	init.set_minimum_library_initialization_level(MODULE_INITIALIZATION_LEVEL_SCENE);
	return init.init();
}
