"""Everything else that stands in the office or hangs on its walls."""

import random

from palette import RAMPS as R
from pixels import Canvas
from shapes import blob, books, drawer, grain, leaf, panel, slab

BOOKS = (R.red, R.teal, R.gold, R.navy, R.plum, R.sage, R.paper, R.clay, R.sky)


def draw_bookshelf(seed):
    shelf, chance = Canvas(32, 48), random.Random(seed)
    slab(shelf, 0, 1, 32, 5, 41, R.wood)
    for level in range(3):
        top = 8 + level * 13
        shelf.rect(2, top, 28, 11, R.walnut.outline)
        shelf.rect(2, top, 28, 2, "#22131d")
        books(shelf, 3, top, 26, 11, BOOKS, chance)
        shelf.rect(1, top + 11, 30, 1, R.wood.light)
        shelf.rect(1, top + 12, 30, 1, R.wood.base)
    shelf.rect(1, 7, 1, 38, R.wood.base)
    shelf.rect(30, 7, 1, 38, R.wood.outline)
    shelf.rect(0, 46, 32, 1, R.wood.outline)
    if seed % 2:
        blob(shelf, 24, 15, 4, 4, R.sky)
    else:
        shelf.rect(6, 24, 6, 8, R.walnut.outline)
        blob(shelf, 9, 29, 3, 3, R.clay)
    return shelf


def draw_tall_plant():
    plant = Canvas(16, 32)
    for dx, dy in ((-5, -13), (4, -14), (0, -19), (-5, -6), (4, -7)):
        leaf(plant, 7, 22, dx, dy, R.leaf)
    panel(plant, 3, 21, 10, 10, R.pot)
    plant.rect(2, 20, 12, 4, R.pot.outline)
    plant.rect(3, 21, 10, 2, R.pot.light)
    return plant


def draw_bush():
    plant = Canvas(16, 32)
    for cx, cy, rx, ry in ((5, 17, 4, 4), (11, 16, 4, 4), (8, 12, 5, 5), (7, 18, 5, 3)):
        blob(plant, cx, cy, rx, ry, R.leafb)
    for x, y in ((5, 10), (9, 13), (12, 16), (4, 16), (8, 18)):
        plant.pixel(x, y, R.leafb.light)
        plant.pixel(x + 1, y + 1, R.leafb.shade)
    panel(plant, 3, 21, 10, 10, R.clay)
    plant.rect(2, 20, 12, 4, R.clay.outline)
    plant.rect(3, 21, 10, 2, R.clay.light)
    return plant


def draw_cactus():
    plant = Canvas(16, 32)
    for x, y, wide, tall in ((6, 10, 5, 13), (2, 14, 4, 5), (11, 12, 4, 5)):
        panel(plant, x, y, wide, tall, R.leaf)
    plant.rect(4, 16, 3, 2, R.leaf.base)
    plant.rect(10, 15, 2, 2, R.leaf.base)
    plant.rect(7, 8, 3, 2, R.rose.base)
    plant.pixel(7, 8, R.rose.light)
    panel(plant, 3, 22, 10, 9, R.gold)
    return plant


def draw_hedge():
    """A row of plants in a low box, seen along it: divides rooms. 1×5, the lower four rows solid."""
    box, chance = Canvas(16, 80), random.Random(6)
    slab(box, 1, 12, 14, 56, 11, R.walnut)
    box.rect(3, 72, 10, 1, R.walnut.base)
    box.rect(3, 75, 10, 1, R.walnut.base)
    for y in range(10, 66, 5):
        for x in (4, 11):
            ramp = R.leafb if chance.random() < 0.3 else R.leaf
            blob(box, x + chance.randrange(-1, 2), y + chance.randrange(-2, 2), 4, 4, ramp)
        blob(box, 8, y + 2, 4, 4, R.leaf)
        if chance.random() < 0.4:
            box.rect(chance.randrange(4, 11), y, 2, 2, R.rose.base)
    return box


def draw_lamp():
    lamp = Canvas(16, 48)
    lamp.rect(7, 16, 2, 28, R.metal.outline)
    lamp.rect(7, 16, 1, 28, R.metal.base)
    lamp.ellipse(8, 44, 5, 2, R.metal.outline)
    lamp.rect(5, 43, 5, 1, R.metal.base)
    lamp.sprite(1, 5, ["....oooooo....", "...oLLbbbso...", "...oLbbbbso...", "..oLLbbbbbso..", "..oLbbbbbbso..",
        ".oLLbbbbbbbso.", ".oLbbbbbbbbso.", "oLLbbbbbbbbbso", "oLbbbbbbbbbbso", "oooooooooooooo"],
        {"o": R.gold.outline, "L": "#fff3c4", "b": "#f8d992", "s": R.gold.base})
    return lamp


def draw_sofa():
    sofa, ramp = Canvas(48, 32), R.teal
    panel(sofa, 2, 5, 44, 17, ramp, "shade")
    sofa.rect(23, 7, 1, 11, ramp.outline)
    for left in (5, 24):
        panel(sofa, left, 15, 19, 9, ramp)
    panel(sofa, 5, 22, 38, 7, ramp, "shade")
    for left in (0, 42):
        panel(sofa, left, 12, 6, 17, ramp)
    for left in (3, 42):
        sofa.rect(left, 29, 3, 2, R.walnut.outline)
    panel(sofa, 8, 10, 9, 8, R.gold)
    panel(sofa, 32, 10, 9, 8, R.rose)
    return sofa


def draw_low_table():
    table = Canvas(48, 16)
    slab(table, 6, 1, 36, 9, 3, R.wood)
    grain(table, 9, 4, 28, 5, R.wood, random.Random(3))
    for left in (7, 38):
        table.rect(left, 12, 3, 3, R.wood.outline)
    panel(table, 13, 3, 8, 5, R.red)
    panel(table, 26, 4, 7, 4, R.sky)
    return table


def draw_rug(wide, tall, ramp, inner):
    rug = Canvas(wide * 16, tall * 16)
    width, height = wide * 16, tall * 16
    for x in range(3, width - 3, 2):
        rug.rect(x, 1, 1, height - 2, ramp.light)
    rug.rect(2, 3, width - 4, height - 6, ramp.outline)
    rug.rect(3, 4, width - 6, height - 8, ramp.base)
    rug.frame(5, 6, width - 10, height - 12, inner.base)
    rug.frame(7, 8, width - 14, height - 16, ramp.shade)
    for y in range(13, height - 10, 8):
        for x in range(13 + (y // 8 % 2) * 5, width - 12, 10):
            rug.sprite(x - 2, y - 2, ["..a..", ".aba.", "abcba", ".aba.", "..a.."],
                {"a": ramp.shade, "b": inner.base, "c": inner.light})
    return rug


def draw_fridge():
    fridge = Canvas(16, 48)
    slab(fridge, 0, 4, 16, 5, 38, R.steel)
    fridge.rect(1, 9, 14, 37, R.steel.base)
    fridge.rect(1, 9, 2, 37, R.steel.light)
    fridge.rect(13, 9, 2, 37, R.steel.shade)
    fridge.rect(1, 22, 14, 1, R.steel.outline)
    for y, tall in ((14, 6), (25, 9)):
        fridge.rect(11, y, 2, tall, R.steel.outline)
        fridge.rect(11, y, 1, tall, R.steel.light)
    fridge.rect(4, 12, 4, 4, R.gold.base)
    fridge.rect(5, 27, 4, 5, R.paper.light)
    fridge.rect(6, 29, 2, 1, R.rose.base)
    fridge.pixel(6, 27, R.red.base)
    fridge.rect(2, 46, 3, 1, R.metal.outline)
    fridge.rect(11, 46, 3, 1, R.metal.outline)
    return fridge


def draw_counter():
    """Drawers, the sink, the coffee machine and a bowl of fruit: 5×3, the lowest row solid."""
    counter = Canvas(80, 48)
    slab(counter, 0, 24, 80, 11, 12, R.paper)
    counter.rect(1, 35, 78, 11, R.sage.base)
    for left in range(0, 80, 16):
        counter.frame(left, 35, 16, 12, R.sage.outline)
        counter.rect(left + 2, 37, 12, 8, R.sage.light)
        counter.rect(left + 3, 38, 11, 7, R.sage.base)
        counter.rect(left + 11, 40, 2, 2, R.gold.light)
    panel(counter, 18, 26, 15, 7, R.metal, "shade")
    counter.rect(24, 19, 2, 8, R.steel.outline)
    counter.rect(24, 19, 5, 2, R.steel.outline)
    counter.rect(25, 20, 3, 1, R.steel.light)
    panel(counter, 39, 11, 15, 20, R.case)
    counter.rect(41, 13, 11, 4, R.case.light)
    counter.rect(42, 14, 5, 2, R.glass.light)
    counter.rect(49, 14, 2, 2, R.red.base)
    counter.rect(42, 19, 9, 9, R.case.outline)
    counter.rect(45, 19, 3, 2, R.metal.base)
    counter.rect(44, 23, 5, 4, R.white.light)
    counter.rect(44, 26, 5, 1, R.white.shade)
    blob(counter, 64, 26, 3, 3, R.red)
    blob(counter, 69, 26, 3, 3, R.gold)
    blob(counter, 66, 24, 3, 3, R.olive)
    panel(counter, 59, 27, 15, 6, R.pot)
    panel(counter, 4, 17, 9, 13, R.red)
    counter.rect(6, 15, 5, 3, R.red.outline)
    counter.rect(12, 20, 3, 6, R.red.outline)
    return counter


def draw_cupboards():
    cupboards = Canvas(80, 16)
    for left in range(0, 80, 20):
        panel(cupboards, left, 1, 20, 14, R.sage)
        cupboards.frame(left + 3, 4, 14, 8, R.sage.shade)
        cupboards.rect(left + 15, 10, 2, 2, R.gold.light)
    return cupboards


def draw_round_table():
    table = Canvas(32, 32)
    table.rect(14, 18, 4, 11, R.wood.outline)
    table.rect(15, 18, 1, 10, R.wood.base)
    table.ellipse(16, 29, 7, 1, R.wood.outline)
    table.ellipse(16, 15, 14, 7, R.wood.outline)
    table.ellipse(16, 13, 14, 7, R.wood.outline)
    table.ellipse(16, 13, 13, 6, R.wood.light)
    table.ellipse(17, 14, 12, 5, R.wood.base)
    blob(table, 11, 12, 3, 2, R.white)
    table.rect(19, 10, 5, 5, R.red.outline)
    table.rect(20, 11, 3, 3, R.red.base)
    table.rect(20, 11, 3, 1, R.cocoa.shade)
    return table


def draw_stool():
    stool = Canvas(16, 16)
    for x in (4, 11):
        stool.rect(x, 6, 1, 8, R.walnut.outline)
    stool.rect(7, 7, 2, 8, R.walnut.outline)
    blob(stool, 8, 5, 5, 3, R.red)
    return stool


def draw_cooler():
    cooler = Canvas(16, 32)
    panel(cooler, 3, 14, 10, 17, R.white)
    cooler.rect(5, 18, 6, 4, R.white.outline)
    cooler.rect(5, 18, 2, 2, R.sky.base)
    cooler.rect(9, 18, 2, 2, R.red.base)
    panel(cooler, 4, 2, 8, 12, R.sky)
    cooler.rect(6, 4, 1, 7, "#e0f6fa")
    return cooler


def draw_printer():
    printer = Canvas(16, 32)
    slab(printer, 1, 18, 14, 3, 10, R.walnut)
    drawer(printer, 2, 22, 12, 6, R.walnut, R.gold.light)
    panel(printer, 1, 9, 14, 11, R.steel)
    printer.rect(3, 15, 10, 2, R.metal.outline)
    printer.rect(4, 6, 8, 5, R.paper.outline)
    printer.rect(5, 7, 6, 4, R.paper.light)
    printer.rect(11, 12, 2, 1, R.leaf.light)
    return printer


def draw_cat():
    """It sleeps."""
    cat = Canvas(32, 16)
    cat.ellipse(15, 13, 12, 2, "#2a183848")
    inks = {"o": R.ink.outline, "k": R.ink.base, "K": R.ink.light, "p": R.rose.light, "w": R.white.base}
    cat.sprite(3, 3, [
        "....................o..o..",
        "......ooooooo......okookoo",
        "....ooKKKKKKKooo..okkkkkko",
        "..ooKKKKKKKkkkkkookkkkkkko",
        ".oKKKKKKkkkkkkkkkkkookkoko",
        "oKKKKkkkkkkkkkkkkkkkkwpwko",
        "oKKKkkkkkkkkkkkkkkkkkkwwo.",
        "okkkkkkkkkkkkkkkkkkkkoooo.",
        "okkooooookkkkkkkkkwwwko...",
        ".okkkkkkkkoookkkkoooooo...",
        "..oooooooo..oooooo........",
    ], inks)
    return cat
