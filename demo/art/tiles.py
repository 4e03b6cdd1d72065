"""Floors and walls: strips of tiles, 16×16 each. Rooms are laid from them by make_rooms.py."""

import random

from palette import RAMPS
from pixels import Canvas

TILE = 16
FLOORS = ("plank_1", "plank_2", "plank_3", "plank_4", "tile_1", "tile_2", "carpet_1", "carpet_2",
    "carpet_3", "carpet_edge", "mat_left", "mat_right")
# Rows of walls.png: the sixteen tops by their neighbours (1 up, 2 right, 4 down, 8 left), then these.
FACES = ("face_high", "face_low", "face_high_left", "face_low_left", "face_high_right",
    "face_low_right", "face_high_both", "face_low_both", "shade", "shade_left", "shade_corner", "void")
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8


def draw_plank(chance, seams):
    tile = Canvas(TILE, TILE)
    tones = ("#b98156", "#b47c52", "#be875b", "#b17a51")
    for board in range(4):
        y = board * 4
        seam = seams[board]
        tile.rect(0, y, TILE, 4, tones[board])
        if seam is not None:
            tile.rect(seam, y, TILE - seam, 4, tones[(board + 2) % 4])
            tile.rect(seam, y, 1, 3, "#9a6746")
        tile.rect(0, y + 3, TILE, 1, "#a16d49")
        for _ in range(2):
            x = chance.randrange(12)
            tile.rect(x, y + 1 + chance.randrange(2), chance.randrange(2, 5), 1, "#ad764e")
    return tile


def draw_checker(inks):
    tile = Canvas(TILE, TILE)
    for y in (0, 8):
        for x in (0, 8):
            base, light, dark = inks[(x + y) // 8 % 2]
            tile.rect(x, y, 8, 8, base)
            tile.rect(x, y, 7, 1, light)
            tile.rect(x, y, 1, 7, light)
            tile.rect(x, y + 7, 8, 1, dark)
            tile.rect(x + 7, y, 1, 8, dark)
    return tile


def draw_carpet(chance):
    tile = Canvas(TILE, TILE)
    tile.rect(0, 0, TILE, TILE, "#4f6a86")
    for y in range(0, TILE, 2):
        for x in range(TILE):
            if chance.random() < 0.16:
                tile.pixel(x, y + chance.randrange(2), "#577390" if chance.random() < 0.5 else "#48617c")
    return tile


def draw_carpet_edge(chance):
    tile = draw_carpet(chance)
    tile.rect(0, 0, TILE, 1, RAMPS.wood.light)
    tile.rect(0, 1, TILE, 1, RAMPS.wood.base)
    tile.rect(0, 2, TILE, 1, "#3c5169")
    return tile


def draw_mat(left):
    mat = Canvas(TILE * 2, TILE)
    red = RAMPS.brick
    mat.rect(2, 3, 28, 11, red.outline)
    mat.rect(3, 4, 26, 9, red.shade)
    mat.frame(5, 6, 22, 5, red.base)
    for x in range(3, 29, 2):
        mat.pixel(x, 3, red.base)
        mat.pixel(x, 13, red.outline)
    return mat.cut(0 if left else TILE, 0, TILE, TILE)


def draw_floors():
    chance = random.Random(11)
    seams = ((None, 9, None, 3), (5, None, 12, None), (None, None, 7, None), (13, None, None, 8))
    drawn = [draw_plank(chance, row) for row in seams]
    pale = ("#cdd3c4", "#d9ddcd", "#b4bbb2")
    drawn.append(draw_checker((pale, ("#9db6b2", "#abc3bd", "#88a19f"))))
    drawn.append(draw_checker((pale, ("#98b1af", "#a6beba", "#839c9c"))))
    drawn += [draw_carpet(chance) for _ in range(3)] + [draw_carpet_edge(chance), draw_mat(True), draw_mat(False)]
    strip = Canvas(TILE * len(FLOORS), TILE)
    for number, tile in enumerate(drawn):
        strip.lay(number * TILE, 0, tile)
    return strip


def draw_top(neighbours):
    """The top of a wall, with a rim where the wall ends: lit above and left, dark below and right."""
    cap, tile = RAMPS.cap, Canvas(TILE, TILE)
    tile.rect(0, 0, TILE, TILE, cap.base)
    for number in range(3):
        tile.pixel(3 + number * 5, 4 + number * 4 % 9, cap.shade)
    if not neighbours & UP:
        tile.rect(0, 0, TILE, 1, cap.outline)
        tile.rect(0, 1, TILE, 2, cap.light)
    if not neighbours & LEFT:
        tile.rect(0, 0, 1, TILE, cap.outline)
        tile.rect(1, 1, 1, TILE - 1, cap.light)
    if not neighbours & DOWN:
        tile.rect(0, 14, TILE, 1, cap.light)
        tile.rect(0, 15, TILE, 1, cap.outline)
    if not neighbours & RIGHT:
        tile.rect(14, 1, 1, TILE - 1, cap.shade)
        tile.rect(15, 0, 1, TILE, cap.outline)
    return tile


def draw_face(left, right):
    """Two tiles of wall: plaster above, painted boards and a skirting below."""
    wall, sage = Canvas(TILE, TILE * 2), RAMPS.sage
    wall.rect(0, 0, TILE, 18, "#e2c8a4")
    wall.rect(0, 0, TILE, 3, "#b2947f")
    wall.rect(0, 3, TILE, 1, "#cdb090")
    wall.rect(0, 18, TILE, 1, sage.outline)
    wall.rect(0, 19, TILE, 2, sage.light)
    wall.rect(0, 21, TILE, 7, sage.base)
    for x in (3, 11):
        wall.rect(x, 21, 1, 7, sage.shade)
        wall.rect(x + 1, 21, 1, 7, "#7ba68d")
    wall.rect(0, 28, TILE, 1, sage.shade)
    wall.rect(0, 29, TILE, 2, sage.light)
    wall.rect(0, 31, TILE, 1, sage.outline)
    if left:
        wall.rect(0, 0, 1, 32, RAMPS.plaster.outline)
        wall.shade(1, 0, 1, 32, "#fff6e0", 0.4)
    if right:
        wall.rect(15, 0, 1, 32, RAMPS.plaster.outline)
        wall.shade(14, 0, 1, 32, "#402838", 0.3)
    return wall


def draw_shades():
    """Shadows of walls upon the floor: under a back wall, beside a side wall, in their corner."""
    below, beside, corner = (Canvas(TILE, TILE) for _ in range(3))
    for tile, wide, high in ((below, 16, 4), (corner, 16, 4), (beside, 3, 16), (corner, 3, 16)):
        tile.rect(0, 0, wide, high, "#2a183848")
    return below, beside, corner


def draw_walls():
    walls = Canvas(TILE * 16, TILE * 2)
    for neighbours in range(16):
        walls.lay(neighbours * TILE, 0, draw_top(neighbours))
    column = 0
    for left, right in ((0, 0), (1, 0), (0, 1), (1, 1)):
        face = draw_face(left, right)
        for half in range(2):
            walls.lay(column * TILE, TILE, face.cut(0, half * TILE, TILE, TILE))
            column += 1
    for shade in draw_shades():
        walls.lay(column * TILE, TILE, shade)
        column += 1
    walls.rect(column * TILE, TILE, TILE, TILE, RAMPS.void.outline)
    return walls
