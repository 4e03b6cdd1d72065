"""Puts generated text on disk; a file whose text is the same keeps its time."""

from pathlib import Path


def write_changed(path: Path, content: str) -> bool:
    data = content.encode("utf-8")
    if path.exists() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return True
