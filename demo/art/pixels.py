"""A canvas for pixel art, and PNG files written with the standard library alone."""

import struct
import zlib

BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
CLEAR = (0, 0, 0, 0)


def colour(text):
    """The colour of "#rrggbb" or "#rrggbbaa"."""
    digits = text.lstrip("#")
    values = tuple(int(digits[i : i + 2], 16) for i in range(0, len(digits), 2))
    return values if len(values) == 4 else values + (255,)


def blend(under, over, amount):
    """`under` with `amount` (0…1) of `over` laid upon it; keeps the opacity of `under`."""
    mixed = (round(u + (o - u) * amount) for u, o in zip(under[:3], over[:3]))
    return tuple(mixed) + (under[3],)


class Canvas:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.rows = [[CLEAR] * width for _ in range(height)]

    def pixel(self, x, y, ink):
        if 0 <= x < self.width and 0 <= y < self.height:
            self.rows[y][x] = colour(ink)

    def rect(self, x, y, width, height, ink):
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.pixel(column, row, ink)

    def frame(self, x, y, width, height, ink):
        self.rect(x, y, width, 1, ink)
        self.rect(x, y + height - 1, width, 1, ink)
        self.rect(x, y, 1, height, ink)
        self.rect(x + width - 1, y, 1, height, ink)

    def ellipse(self, cx, cy, rx, ry, ink):
        for y in range(int(cy - ry), int(cy + ry) + 1):
            for x in range(int(cx - rx), int(cx + rx) + 1):
                if ((x - cx) / (rx + 0.3)) ** 2 + ((y - cy) / (ry + 0.3)) ** 2 <= 1.0:
                    self.pixel(x, y, ink)

    def gradient(self, x, y, width, height, inks):
        """Horizontal bands from the first ink to the last, dithered into each other."""
        for row in range(height):
            place = row / height * (len(inks) - 1)
            for column in range(width):
                step = (BAYER[row % 4][column % 4] + 0.5) / 16
                self.pixel(x + column, y + row, inks[int(place) + (place % 1 > step)])

    def glow(self, cx, cy, rx, ry, ink, strength):
        """Light that falls off from the middle in dithered steps, on what is drawn already."""
        for y in range(max(0, cy - ry), min(self.height, cy + ry + 1)):
            for x in range(max(0, cx - rx), min(self.width, cx + rx + 1)):
                distance = (((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2) ** 0.5
                if distance < 1.0:
                    step = int((1.0 - distance) * 8 + BAYER[y % 4][x % 4] / 16)
                    self.rows[y][x] = blend(self.rows[y][x], colour(ink), strength * step / 8)

    def shade(self, x, y, width, height, ink, amount):
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self.rows[row][column] = blend(self.rows[row][column], colour(ink), amount)

    def at(self, x, y):
        inside = 0 <= x < self.width and 0 <= y < self.height
        return self.rows[y][x] if inside else CLEAR

    def lay(self, x, y, other):
        """Draws `other` on this one; what is clear there is not drawn."""
        for dy, row in enumerate(other.rows):
            for dx, cell in enumerate(row):
                if cell[3] and 0 <= x + dx < self.width and 0 <= y + dy < self.height:
                    self.rows[y + dy][x + dx] = cell

    def cut(self, x, y, width, height):
        piece = Canvas(width, height)
        piece.rows = [[self.at(x + dx, y + dy) for dx in range(width)] for dy in range(height)]
        return piece

    def sprite(self, x, y, lines, inks):
        """Lines of characters, each the key of an ink; a dot or a space is clear."""
        for dy, line in enumerate(lines):
            for dx, key in enumerate(line):
                if key not in ". ":
                    self.pixel(x + dx, y + dy, inks[key])

    def save(self, path, scale=1):
        lines = (b"".join(bytes(cell) * scale for cell in row) for row in self.rows)
        raw = b"".join((b"\0" + line) * scale for line in lines)
        size = (self.width * scale, self.height * scale)
        header = struct.pack(">IIBBBBB", *size, 8, 6, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")):
                check = zlib.crc32(kind + data)
                file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check))
