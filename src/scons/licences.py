"""The licences of what is compiled into the addon, in one file that travels with it."""

from pathlib import Path

import generated
import places

DEBIAN = Path("/usr/share/doc")


def parts():
    """Name, what it is used for, where its licence stands."""
    sources = places.third_party()
    return [
        ("SQLite", "the database", sources / "sqlite/LICENSE"),
        ("yaml-cpp", "definitions of agents", sources / "yaml-cpp/LICENSE"),
        ("JSON for Modern C++ (nlohmann/json)", "JSON", DEBIAN / "nlohmann-json3-dev/copyright"),
        ("moodycamel::ConcurrentQueue", "queues between threads", DEBIAN / "libconcurrentqueue-dev/copyright"),
    ]


def collected(env):
    """addons/agent_runtime/THIRDPARTY.txt, from the licence files that came with the sources."""
    chapters = ["The library of this addon contains the following works.\n"]
    for name, use, file in parts():
        title = f"{name} ({use})"
        chapters.append(f"{title}\n{'=' * len(title)}\n\n{file.read_text(encoding='utf-8').strip()}\n")
    return generated.text_file(env, places.ADDON / "THIRDPARTY.txt", "\n\n".join(chapters))
