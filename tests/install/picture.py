"""Says what a PNG shows: `WIDTHxHEIGHT, N colours`. Reads what the engine saves: 8 bits, RGB or RGBA."""

import struct
import sys
import zlib
from pathlib import Path


def chunks(data):
    place = 8
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place : place + 8])
        yield kind, data[place + 8 : place + 8 + size]
        place += 12 + size


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def restored(kind, line, above, step):
    """A line of pixels as it was before its filter."""
    for i, value in enumerate(line):
        left, corner = (line[i - step], above[i - step]) if i >= step else (0, 0)
        added = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner) if kind == 4 else 0)[kind]
        line[i] = (value + added) & 255
    return line


def colours(width, height, step, packed):
    found = set()
    above = bytearray(width * step)
    for start in range(0, height * (width * step + 1), width * step + 1):
        line = bytearray(packed[start + 1 : start + 1 + width * step])
        above = restored(packed[start], line, above, step) if packed[start] else line
        found.update(bytes(above[i : i + step]) for i in range(0, len(above), step))
    return found


def main(path):
    data = Path(path).read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        sys.exit(f"{path} is no PNG")
    parts = list(chunks(data))
    width, height, bits, kind, _, _, interlaced = struct.unpack(">IIBBBBB", dict(parts)[b"IHDR"])
    if bits != 8 or kind not in (2, 6) or interlaced:
        sys.exit(f"{path} is of another kind than the engine saves")
    packed = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    print(f"{width}x{height}, {len(colours(width, height, 4 if kind == 6 else 3, packed))} colours")


if __name__ == "__main__":
    main(sys.argv[1])
