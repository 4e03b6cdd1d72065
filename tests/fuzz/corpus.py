#!/usr/bin/env python3
"""Inputs of the fuzzed readers that are kept as tests, one a line of corpus/READER.txt (see corpus.h).

corpus.py unpack READER FOLDER   each input becomes a file of the folder, as libFuzzer wants it
corpus.py add READER FILE...     keeps these inputs too
corpus.py keep READER FOLDER     keeps the shortest inputs of a folder too, as far as there is room for them
"""

import hashlib
import sys
from pathlib import Path

CORPUS = Path(__file__).resolve().parent / "corpus"
MOST_BYTES = 4_000  # of a file, up to which inputs that chance has found are added
LONGEST = 600  # of those, in bytes
PRINTABLE = range(0x21, 0x7F)


def escaped(data):
    """A line for these bytes. A blank at either end would be lost on people."""
    text = ""
    for place, byte in enumerate(data):
        if byte in PRINTABLE and chr(byte) not in "\\#" or byte == 0x20 and 0 < place < len(data) - 1:
            text += chr(byte)
        else:
            text += {0x5C: "\\\\", 0x0A: "\\n"}.get(byte, f"\\x{byte:02x}")
    return text


def parsed(line):
    data, place = bytearray(), 0
    raw = line.encode()
    while place < len(raw):
        if raw[place : place + 1] != b"\\":
            data.append(raw[place])
            place += 1
        elif raw[place + 1 : place + 2] == b"x":
            data.append(int(raw[place + 2 : place + 4], 16))
            place += 4
        else:
            data += {b"\\": b"\\", b"n": b"\n"}[raw[place + 1 : place + 2]]
            place += 2
    return bytes(data)


def lines_of(reader):
    path = CORPUS / f"{reader}.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def inputs_of(reader):
    return [parsed(line) for line in lines_of(reader) if line and not line.startswith("#")]


def unpack(reader, folder):
    Path(folder).mkdir(parents=True, exist_ok=True)
    for data in inputs_of(reader):
        (Path(folder) / hashlib.sha1(data).hexdigest()).write_bytes(data)


def append(reader, inputs):
    lines = lines_of(reader)
    lines += [line for line in map(escaped, inputs) if line and line not in lines]
    (CORPUS / f"{reader}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def add(reader, *files):
    append(reader, [Path(file).read_bytes() for file in files])


def keep(reader, folder):
    known = set(inputs_of(reader))
    found = {file.read_bytes() for file in Path(folder).iterdir() if file.is_file()} - known
    room = MOST_BYTES - sum(len(line) + 1 for line in lines_of(reader))
    kept = []
    for data in sorted(found, key=lambda data: (len(data), data)):
        room -= len(escaped(data)) + 1
        if room < 0 or len(data) > LONGEST:
            break
        kept.append(data)
    append(reader, kept)


def main():
    commands = {"unpack": unpack, "add": add, "keep": keep}
    if len(sys.argv) < 4 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](*sys.argv[2:])


if __name__ == "__main__":
    main()
