"""What hangs on the walls, and the windows, whose sky changes with the hour."""

import random

from palette import RAMPS as R
from pixels import Canvas
from shapes import panel

# One picture of the sky for each part of the day; office/window.gd chooses among them.
SKIES = ("night", "dawn", "day", "dusk")
SKY_INKS = {
    "night": ["#12143a", "#1d2350", "#2b2f66"],
    "dawn": ["#6a6fb8", "#d78fa6", "#ffd2a0"],
    "day": ["#69b4e6", "#92cdee", "#c4e8f2"],
    "dusk": ["#3a2f70", "#b04f7c", "#f79a62"],
}
HOUSES = {"night": "#0e0f2a", "dawn": "#6b5584", "day": "#7fa3b8", "dusk": "#46305c"}
PANE = (24, 18)


def draw_window():
    """The frame, 2×2 tiles; the panes are clear."""
    window, wood = Canvas(32, 32), R.wood
    window.rect(2, 2, 28, 24, wood.outline)
    window.rect(3, 3, 26, 22, wood.light)
    window.rect(4, 22, 25, 3, wood.base)
    window.rect(27, 4, 2, 20, wood.base)
    for y in range(4, 22):
        for x in range(4, 28):
            window.rows[y][x] = (0, 0, 0, 0)
    window.rect(15, 4, 2, 18, wood.base)
    window.rect(15, 4, 1, 18, wood.light)
    window.rect(4, 12, 24, 1, wood.base)
    window.rect(1, 25, 30, 3, wood.outline)
    window.rect(2, 25, 28, 2, wood.light)
    window.rect(2, 28, 28, 1, "#a8876c")
    return window


def draw_sky(name):
    chance = random.Random(4)
    sky = Canvas(*PANE)
    width, height = PANE
    sky.gradient(0, 0, width, height, SKY_INKS[name])
    if name == "night":
        for _ in range(9):
            sky.pixel(chance.randrange(width), chance.randrange(10), "#d8dcff")
        sky.ellipse(18, 4, 2, 2, "#fff4cf")
        sky.ellipse(19, 3, 1, 1, "#1a2050")
    elif name == "day":
        for x, y, wide in ((3, 4, 7), (5, 3, 4), (14, 7, 8), (16, 6, 4)):
            sky.rect(x, y, wide, 1, "#f4fbfa")
    else:
        sky.ellipse(6 if name == "dawn" else 17, 12, 2, 2, "#fff0b8")
    chance = random.Random(9)
    left = 0
    while left < width:
        wide, tall = chance.randrange(3, 6), chance.randrange(3, 8)
        sky.rect(left, height - tall, wide, tall, HOUSES[name])
        for row in range(height - tall + 1, height - 1, 2):
            if chance.random() < 0.6 and name != "day":
                sky.pixel(left + chance.randrange(1, wide), row, "#ffd679")
        left += wide
    return sky


def draw_skies():
    strip = Canvas(PANE[0] * len(SKIES), PANE[1])
    for number, name in enumerate(SKIES):
        strip.lay(number * PANE[0], 0, draw_sky(name))
    return strip


def draw_door():
    door, wood = Canvas(32, 32), R.wood
    door.rect(1, 0, 30, 32, wood.outline)
    door.rect(2, 1, 28, 31, wood.shade)
    for left in (4, 16):
        panel(door, left, 3, 12, 29, wood)
        door.frame(left + 2, 5, 8, 9, wood.shade)
        door.rect(left + 3, 6, 6, 7, R.sky.light)
        door.rect(left + 3, 6, 6, 3, "#d4f0f4")
        door.frame(left + 2, 17, 8, 12, wood.shade)
    door.rect(13, 17, 2, 3, R.gold.light)
    door.rect(17, 17, 2, 3, R.gold.light)
    return door


def draw_whiteboard():
    board = Canvas(48, 32)
    panel(board, 1, 3, 46, 22, R.steel)
    board.rect(3, 5, 42, 18, "#f3f5ef")
    for line, (left, width, ink) in enumerate(((6, 14, R.navy.base), (6, 9, R.navy.base), (6, 12, R.navy.base))):
        board.rect(left, 8 + line * 4, width, 1, ink)
    board.frame(26, 7, 7, 5, R.red.base)
    board.frame(36, 14, 7, 5, R.teal.base)
    for step in range(5):
        board.pixel(32 + step, 11 + step, R.cap.base)
    for number, height in enumerate((3, 5, 2)):
        board.rect(26 + number * 2, 20 - height, 1, height, R.leaf.base)
    board.rect(8, 25, 32, 2, R.steel.outline)
    board.rect(12, 24, 4, 1, R.red.base)
    board.rect(18, 24, 4, 1, R.navy.base)
    return board


def draw_clock():
    clock = Canvas(16, 16)
    clock.ellipse(8, 8, 6, 6, R.walnut.outline)
    clock.ellipse(8, 8, 5, 5, R.gold.base)
    clock.ellipse(8, 8, 4, 4, R.paper.light)
    clock.rect(8, 5, 1, 4, R.ink.outline)
    clock.rect(8, 8, 3, 1, R.ink.outline)
    return clock


def draw_picture(kind):
    picture = Canvas(16, 16)
    panel(picture, 1, 1, 14, 13, R.gold if kind else R.walnut)
    picture.gradient(3, 3, 10, 9, [R.sky.light, R.paper.light] if kind else [R.plum.base, R.clay.light])
    if kind:
        for x, top in ((3, 9), (4, 8), (5, 7), (6, 6), (7, 7), (8, 8), (9, 7), (10, 8), (11, 9), (12, 9)):
            picture.rect(x, top, 1, 12 - top, R.leafb.base if x < 8 else R.leaf.base)
    else:
        picture.ellipse(8, 8, 2, 2, R.gold.light)
        picture.rect(3, 9, 10, 3, R.navy.base)
        picture.rect(6, 10, 4, 1, R.clay.light)
    return picture


def draw_sconce():
    """A lamp on the wall."""
    lamp = Canvas(16, 16)
    lamp.rect(7, 10, 2, 4, R.walnut.outline)
    lamp.rect(6, 13, 4, 2, R.walnut.outline)
    lamp.rect(7, 13, 2, 1, R.gold.base)
    lamp.sprite(3, 3, [".oooooooo.", "oLLbbbbbso", "oLbbbbbbso", ".oLbbbbso.", ".oLbbbbso.", "..oLbbso..",
        "...oooo..."], {"o": R.gold.outline, "L": "#fff3c4", "b": "#f8d992", "s": R.gold.base})
    return lamp


def draw_board():
    """A board of cork with notes."""
    board = Canvas(32, 32)
    panel(board, 1, 4, 30, 20, R.wood)
    board.rect(3, 6, 26, 16, "#c8925c")
    for x, y, wide, tall, ink in ((5, 8, 6, 6, R.gold.light), (13, 7, 7, 8, R.paper.light), (22, 9, 5, 5, R.rose.light),
            (6, 16, 8, 4, R.sky.light), (17, 16, 5, 5, R.leaf.light)):
        board.rect(x, y, wide, tall, ink)
        board.rect(x, y + tall - 1, wide, 1, R.wood.base)
        board.pixel(x + wide // 2, y, R.red.base)
    return board
