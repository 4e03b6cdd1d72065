"""The licences of what is compiled into the addon, in one file that travels with it."""

from pathlib import Path

import generated
import places

DEBIAN = Path("/usr/share/doc")


def boost():
    """The licence of all of Boost that is used here: Debian's file, as long as a book, lists every source in it."""
    files = sorted(DEBIAN.glob("libboost1.*-dev/copyright"))
    paragraphs = files[-1].read_text(encoding="utf-8").split("\n\n") if files else []
    licence = [text for text in paragraphs if text.startswith("License: BSL-1.0\n")]
    if not licence:
        raise SystemExit("scons: Boost's licence is not in /usr/share/doc; install libboost1.81-dev again")
    lines = licence[-1].split("\n")[1:]
    return "\n".join("" if line == " ." else line.removeprefix(" ") for line in lines)


def parts():
    """Name, what it is used for, its licence or the file where that stands."""
    sources = places.third_party()
    return [
        ("SQLite", "the database", sources / "sqlite/LICENSE"),
        ("yaml-cpp", "definitions of agents", sources / "yaml-cpp/LICENSE"),
        ("JSON for Modern C++ (nlohmann/json)", "JSON", DEBIAN / "nlohmann-json3-dev/copyright"),
        ("Boost (Asio, Beast and what they use)", "sockets", boost()),
        ("moodycamel::ConcurrentQueue", "queues between threads", DEBIAN / "libconcurrentqueue-dev/copyright"),
    ]


def collected(env):
    """addons/agent_runtime/THIRDPARTY.txt, from the licence files that came with the sources."""
    chapters = ["The library of this addon contains the following works.\n"]
    for name, use, licence in parts():
        title = f"{name} ({use})"
        text = licence.read_text(encoding="utf-8") if isinstance(licence, Path) else licence
        chapters.append(f"{title}\n{'=' * len(title)}\n\n{text.strip()}\n")
    return generated.text_file(env, places.ADDON / "THIRDPARTY.txt", "\n\n".join(chapters))
