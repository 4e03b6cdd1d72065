#include "godot/register_types.h"

#include "godot/agent_body.h"
#include "godot/agent_config.h"
#include "godot/agent_handle.h"
#include "godot/agent_job.h"
#include "godot/agent_job_config.h"
#include "godot/agent_jobs.h"
#include "godot/agent_map.h"
#include "godot/agent_mind.h"
#include "godot/agent_output_line.h"
#include "godot/agent_program_job.h"
#include "godot/agent_question.h"
#include "godot/agent_reply.h"
#include "godot/agent_runtime.h"
#include "godot/agent_thought.h"
#include "godot/headless_editor.h"
#include "godot/project_settings.h"

#include <godot_cpp/core/class_db.hpp>
#include <godot_cpp/core/defs.hpp>

using namespace godot;

void initialize_agent_runtime(ModuleInitializationLevel p_level) {
	switch (p_level) {
		case MODULE_INITIALIZATION_LEVEL_CORE:
		case MODULE_INITIALIZATION_LEVEL_SERVERS:
			break;
		case MODULE_INITIALIZATION_LEVEL_SCENE:
			agent_runtime::register_project_settings();
			GDREGISTER_ABSTRACT_CLASS(AgentReply);
			GDREGISTER_ABSTRACT_CLASS(AgentHandle);
			GDREGISTER_ABSTRACT_CLASS(AgentOutputLine);
			GDREGISTER_CLASS(AgentJobConfig);
			GDREGISTER_ABSTRACT_CLASS(AgentJob);
			GDREGISTER_ABSTRACT_CLASS(AgentProgramJob);
			GDREGISTER_ABSTRACT_CLASS(AgentQuestion);
			GDREGISTER_ABSTRACT_CLASS(AgentJobs);
			GDREGISTER_CLASS(AgentThought);
			GDREGISTER_VIRTUAL_CLASS(AgentMind);
			GDREGISTER_CLASS(AgentConfig);
			GDREGISTER_CLASS(AgentMap);
			GDREGISTER_CLASS(AgentRuntime);
			GDREGISTER_CLASS(AgentBody);
			break;
		case MODULE_INITIALIZATION_LEVEL_EDITOR:
			agent_runtime::leave_out_help_without_display();
			break;
		default:
			break;
	}
}

void terminate_agent_runtime(ModuleInitializationLevel) {}

extern "C" GDExtensionBool GDE_EXPORT agent_runtime_library_init(
		GDExtensionInterfaceGetProcAddress p_get_proc_address, GDExtensionClassLibraryPtr p_library,
		GDExtensionInitialization *r_initialization) {
	GDExtensionBinding::InitObject init(p_get_proc_address, p_library, r_initialization);
	init.register_initializer(initialize_agent_runtime);
	init.register_terminator(terminate_agent_runtime);
	init.set_minimum_library_initialization_level(MODULE_INITIALIZATION_LEVEL_SCENE);
	return init.init();
}
