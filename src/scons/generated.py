"""Small text files that the build writes. Their content is decided here, and SCons notices when it changes."""

import json
from pathlib import Path

from SCons.Script import Action, Value

import places

SYSTEM_HEADERS = Path("/usr/include")


def text_file(env, path, text):
    """A file with exactly this text, written again when the text changes."""

    def write(target, source, env):
        with open(str(target[0]), "w", encoding="utf-8", newline="\n") as file:
            file.write(source[0].get_text_contents())

    return env.Command(str(path), Value(text), Action(write, "Writing $TARGET"))


def version_header(env):
    """Versions as C++ sees them. One source file includes this header: a new version compiles one file.

    yaml-cpp's own sources do not tell theirs; the set-up that fetched them does.
    """
    yaml_cpp = (places.third_party() / "yaml-cpp/VERSION").read_text(encoding="utf-8").strip()
    text = (
        "#pragma once\n\n// Made by the build.\n"
        f'inline constexpr char AGENT_RUNTIME_VERSION[] = "{places.version()}";\n'
        f'inline constexpr char YAML_CPP_SOURCE_VERSION[] = "{yaml_cpp}";\n'
    )
    return text_file(env, places.GENERATED / "agent_runtime_version.h", text)


def queue_header(env):
    """ConcurrentQueue's header under the one name that the code includes, where Debian 13 has moved it."""
    name = "concurrentqueue/concurrentqueue.h"
    moved = "concurrentqueue/moodycamel/concurrentqueue.h"
    if (SYSTEM_HEADERS / name).exists() or not (SYSTEM_HEADERS / moved).exists():
        return []
    text = f"#pragma once\n\n// Made by the build.\n#include <{moved}>\n"
    return text_file(env, places.GENERATED / name, text)


def topics_header(env):
    """The topics of conversations, which people edit as plain lines: src/core/auto_mode/topics.txt."""
    lines = (places.PROJECT / "src/core/auto_mode/topics.txt").read_text(encoding="utf-8").splitlines()
    topics = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    rows = "".join(f"\t{json.dumps(topic, ensure_ascii=False)},\n" for topic in topics)
    text = (
        "#pragma once\n\n// Made by the build.\n#include <string_view>\n\n"
        f"inline constexpr std::string_view AGENT_RUNTIME_TOPICS[] = {{\n{rows}}};\n"
    )
    return text_file(env, places.GENERATED / "agent_runtime_topics.h", text)
