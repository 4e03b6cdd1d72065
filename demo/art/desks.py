"""Desks, chairs and tables."""

import random

from palette import RAMPS as R
from pixels import Canvas
from shapes import drawer, grain, panel, slab


def draw_monitor(canvas, x, y, stand=4):
    """Seen from the front: 18×13 and its stand. The screen itself is dark."""
    canvas.rect(x + 6, y + 12, 6, stand, R.case.outline)
    canvas.rect(x + 7, y + 12, 3, stand - 1, R.case.light)
    canvas.rect(x + 3, y + 11 + stand, 12, 2, R.case.outline)
    canvas.rect(x + 4, y + 11 + stand, 10, 1, R.case.light)
    panel(canvas, x, y, 18, 13, R.case)
    canvas.rect(x + 2, y + 2, 14, 8, "#171a2e")
    canvas.rect(x + 3, y + 3, 4, 1, "#2c3350")
    canvas.rect(x + 3, y + 4, 2, 1, "#2c3350")
    canvas.pixel(x + 14, y + 11, R.teal.light)


def draw_monitor_back(canvas, x, y):
    canvas.rect(x + 6, y + 11, 6, 6, R.case.outline)
    canvas.rect(x + 7, y + 11, 3, 5, R.case.base)
    panel(canvas, x, y, 18, 12, R.case)
    canvas.rect(x + 2, y + 2, 13, 1, R.case.light)
    canvas.rect(x + 7, y + 5, 4, 3, R.case.shade)
    canvas.rect(x + 7, y + 5, 3, 1, R.case.light)


def draw_keyboard(canvas, x, y):
    panel(canvas, x, y, 15, 5, R.steel)
    for column in range(x + 2, x + 13, 2):
        canvas.pixel(column, y + 2, R.steel.outline)


def draw_mug(canvas, x, y, ramp):
    canvas.rect(x, y, 5, 6, ramp.outline)
    canvas.rect(x + 1, y + 1, 3, 4, ramp.base)
    canvas.rect(x + 1, y + 1, 3, 1, R.cocoa.shade)
    canvas.rect(x + 1, y + 2, 1, 3, ramp.light)
    canvas.rect(x + 5, y + 2, 1, 2, ramp.outline)


def draw_papers(canvas, x, y):
    canvas.rect(x, y, 9, 7, R.paper.outline)
    canvas.rect(x + 1, y + 1, 7, 5, R.paper.light)
    for row in range(3):
        canvas.rect(x + 2, y + 1 + row * 2, 5 - row, 1, R.paper.shade)


def draw_pens(canvas, x, y):
    canvas.rect(x + 1, y - 3, 1, 4, R.red.base)
    canvas.rect(x + 3, y - 4, 1, 5, R.gold.base)
    canvas.rect(x, y, 5, 6, R.pot.outline)
    canvas.rect(x + 1, y + 1, 3, 4, R.pot.base)
    canvas.rect(x + 1, y + 1, 1, 4, R.pot.light)


def draw_sprout(canvas, x, y):
    canvas.rect(x, y, 7, 6, R.clay.outline)
    canvas.rect(x + 1, y + 1, 5, 4, R.clay.base)
    canvas.rect(x + 1, y + 1, 5, 1, R.clay.light)
    canvas.sprite(x - 1, y - 6, ["..oo.oo..", ".oLbobLo.", "oLbbobbbo", ".oobbboo.", "..obbso..", "...obo..."],
        {"o": R.leaf.outline, "L": R.leaf.light, "b": R.leaf.base, "s": R.leaf.shade})


def draw_desk(kind):
    """Whoever works here sits below and looks up. 3×2 tiles, of which the lower row is solid."""
    desk, chance = Canvas(48, 32), random.Random(kind)
    wood = R.oak
    slab(desk, 0, 12, 48, 13, 7, wood)
    grain(desk, 2, 15, 42, 9, wood, chance)
    for left in (1, 33):
        drawer(desk, left, 25, 14, 6, wood, R.gold.light)
    desk.rect(15, 26, 18, 5, wood.outline)
    draw_monitor(desk, 15, 0)
    draw_keyboard(desk, 16, 19)
    if kind in (0, 2):
        draw_mug(desk, 39, 15, (R.red, R.teal)[kind // 2])
        if kind == 0:
            draw_papers(desk, 3, 16)
    else:
        draw_papers(desk, 37, 15)
        draw_pens(desk, 4, 14)
    if kind == 2:
        draw_sprout(desk, 5, 13)
    if kind == 3:
        draw_mug(desk, 11, 16, R.gold)
    return desk


def draw_pod():
    """Four places: two sit above and look down, two below and look up. 5×3, the lower rows solid."""
    pod, wood = Canvas(80, 48), R.oak
    slab(pod, 0, 13, 80, 27, 8, wood)
    grain(pod, 3, 17, 72, 20, wood, random.Random(5))
    pod.rect(1, 26, 78, 1, wood.shade)
    for left in (1, 33, 66):
        drawer(pod, left, 40, 13, 7, wood, R.gold.light)
    for left in (14, 46):
        pod.rect(left, 41, 19, 6, wood.outline)
    for left in (15, 47):
        draw_monitor_back(pod, left, 6)
        draw_monitor(pod, left, 17, 3)
        draw_keyboard(pod, left + 1, 34)
    draw_mug(pod, 36, 29, R.rose)
    draw_papers(pod, 68, 29)
    draw_sprout(pod, 37, 18)
    draw_pens(pod, 5, 27)
    draw_papers(pod, 3, 15)
    draw_mug(pod, 70, 15, R.sky)
    return pod


def draw_meeting_table():
    """3×3 tiles, the lower two rows solid."""
    table, wood = Canvas(48, 48), R.wood
    slab(table, 0, 13, 48, 26, 7, wood)
    grain(table, 3, 17, 40, 19, wood, random.Random(8))
    table.rect(3, 40, 4, 6, wood.outline)
    table.rect(41, 40, 4, 6, wood.outline)
    table.rect(7, 41, 34, 5, "#00000000")
    table.rect(8, 41, 32, 1, wood.outline)
    draw_papers(table, 5, 17)
    draw_papers(table, 33, 29)
    draw_mug(table, 37, 17, R.sky)
    draw_mug(table, 7, 29, R.gold)
    panel(table, 17, 21, 14, 9, R.pot)
    table.sprite(19, 13, ["..rr..yy..", ".rRr.yYyy.", "grrgoyyyog", ".googgoog.", "..oggGgo..", "...oggo..."],
        {"r": R.rose.base, "R": R.rose.light, "y": R.gold.base, "Y": R.gold.light, "g": R.leaf.base,
         "G": R.leaf.light, "o": R.leaf.outline})
    table.rect(20, 19, 8, 8, R.pot.outline)
    table.rect(21, 20, 6, 6, R.pot.base)
    table.rect(21, 20, 2, 6, R.pot.light)
    return table


def draw_chair(facing, ramp):
    """1×2 tiles. The back of one that looks up is drawn in front of who sits there."""
    chair = Canvas(16, 32)
    if facing == "right":
        mirror = draw_chair("left", ramp)
        for y in range(32):
            chair.rows[y] = mirror.rows[y][::-1]
        return chair
    chair.rect(7, 27, 2, 3, R.metal.outline)
    chair.rect(3, 30, 10, 1, R.metal.outline)
    for x in (3, 7, 12):
        chair.rect(x, 30, 2, 2, R.metal.outline)
    if facing == "down":
        panel(chair, 2, 12, 12, 12, ramp, "shade")
        panel(chair, 2, 21, 12, 6, ramp)
        chair.rect(1, 20, 2, 5, R.metal.outline)
        chair.rect(13, 20, 2, 5, R.metal.outline)
    elif facing == "up":
        panel(chair, 2, 21, 12, 8, ramp)
        chair.rect(5, 24, 6, 1, ramp.shade)
        chair.rect(5, 26, 6, 1, ramp.shade)
        chair.rect(1, 22, 2, 4, R.metal.outline)
        chair.rect(13, 22, 2, 4, R.metal.outline)
    else:
        panel(chair, 10, 13, 5, 13, ramp, "shade")
        panel(chair, 2, 21, 12, 6, ramp)
    return chair
