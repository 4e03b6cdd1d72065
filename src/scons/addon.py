"""The addon's library: the core and the thin layer that shows it to the engine."""

from SCons.Script import Copy, Dir

import core
import flags
import generated
import places

ENTRY_SYMBOL = "agent_runtime_library_init"
# What the library starts; exports bring it along.
HOST = "bin/agent_runtime_host.linux.x86_64"
# Of ours, what nearly every file of the layer reads.
OFTEN_INCLUDED = ("core/runtime/runtime.h",)
DEBUG_TARGETS = ("editor", "template_debug")


def shared_library(env, settings, path, entry_symbol, objects, libraries):
    """A library that shows the engine just one symbol."""
    name = path.split("/")[-1] + env["suffix"]
    exported = f"{{\n\tglobal: {entry_symbol};\n\tlocal: *;\n}};\n"
    script = generated.text_file(env, places.GENERATED / f"{name}.version", exported)
    own = env.Clone(SHLIBPREFIX="")
    own.Append(LINKFLAGS=flags.for_the_library(settings, script[0].abspath))
    # Written in full, since SCons would mistake the end of `suffix` for the ending of the file.
    file = f"#{path}{env['suffix']}{env['SHLIBSUFFIX']}"
    built = own.SharedLibrary(file, objects, LIBS=libraries + list(env["LIBS"]))
    own.Depends(built, script)
    return built


def environment(godot_env, settings):
    """The environment for our files that know the engine."""
    env = godot_env.Clone()
    if settings.godot_cpp:
        # Upstream's headers are not ours to keep free of warnings. Their folders stay in CPPPATH as well, where g++
        # ignores them then: SCons looks there for what a file includes, and waits for headers that the build makes.
        folders = [Dir(str(folder)).srcnode().abspath for folder in env.Flatten([env.get("CPPPATH", [])])]
        env.Append(CCFLAGS=[("-isystem", folder) for folder in folders])
    env.Append(CPPPATH=["#src", "#build/gen"], CXXFLAGS=flags.CXX)
    env.Append(CCFLAGS=flags.for_our_code(settings) + flags.VARIANTS["plain"])
    return env


def each_file(godot_env, settings):
    """For compile_commands.json alone, as core.each_file."""
    core.objects(environment(godot_env, settings), "each", "src/godot")


def shipped_host(env, host):
    """The program as it lies beside the library."""
    return env.Command(f"#addons/agent_runtime/{HOST}", host, Copy("$TARGET", "$SOURCE"))


def library(godot_env, settings, core_libraries):
    """addons/agent_runtime/bin/libagent_runtime.PLATFORM.TARGET.ARCH.so"""
    env = environment(godot_env, settings)
    target = env["target"]
    objects = core.units(env, target, places.sources("src/godot"), [f"{target}/src/godot", OFTEN_INCLUDED])
    pages = places.sources("src/godot/doc_classes", "*.xml")
    if target in DEBUG_TARGETS and pages:
        data = env.GodotCPPDocData(f"#build/gen/{target}/doc_data.gen.cpp", source=[f"#{page}" for page in pages])
        objects.append(env.SharedObject(f"#build/obj/{target}/doc_data", data))
    return shared_library(
        env, settings, "addons/agent_runtime/bin/libagent_runtime", ENTRY_SYMBOL, objects, core_libraries
    )
