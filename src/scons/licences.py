"""The licences of what is compiled into the addon, in one file that travels with it."""

from pathlib import Path

import generated
import places
import prerequisites

DEBIAN = Path("/usr/share/doc")


def boost(text):
    """The licence of the parts of Boost used here. Debian's file is as long as a book, since it lists every source."""
    licence = [part for part in text.split("\n\n") if part.startswith("License: BSL-1.0\n")]
    lines = licence[-1].split("\n")[1:]
    return "\n".join("" if line == " ." else line.removeprefix(" ") for line in lines)


def licence(row):
    """The text that came with the source, or with the package that is installed under one of these names."""
    files = [DEBIAN / package / "copyright" for package in row.packages]
    if not row.packages:
        files = [places.third_party() / Path(row.proofs[0]).parts[0] / "LICENSE"]
    there = [file for file in files if file.exists()]
    if not there:
        wanted = " or ".join(str(file) for file in files)
        prerequisites.stop(f"a licence is missing that travels with the addon: {wanted}; install its package again")
    text = there[0].read_text(encoding="utf-8")
    return boost(text) if row.what.startswith("Boost ") else text


def collected(env):
    """addons/agent_runtime/THIRDPARTY.txt, from the licence files that came with the sources."""
    chapters = ["The library of this addon contains the following works.\n"]
    for row in prerequisites.rows("library"):
        name, use = row.what.split(": ")
        title = f"{name} ({use})"
        chapters.append(f"{title}\n{'=' * len(title)}\n\n{licence(row).strip()}\n")
    return generated.text_file(env, places.ADDON / "THIRDPARTY.txt", "\n\n".join(chapters))
