"""Bodies in letters, which characters.py turns into colours: (x, y) → letter.

s skin, e eye, v its white, b blush, m mouth, h hair, c top, k trim, p legs, f feet, x extra, q and w a book.
A capital letter is a tone of its own, see characters.py. The body looks down, left or up;
what looks to the right is the mirror image of what looks left, shaded anew.
"""

from heads import lines_of

SIT = 3  # pixels a sitting body is lower

FACES = {
    "down": [
        ".....ssssss.....", "...ssssssssss...", "...ssssssssss...", "...ssssssssss...",
        "...ssessssess...", "...ssessssess...", "...sbssssssbs...", "....ssssssss....",
        "......SSSS......",
    ],
    "left": [
        "....sssssss.....", "...ssssssssss...", "...ssssssssss...", "...ssssssssss...",
        "...sessssssss...", "..ssesssssss....", "...sbsssssss....", "....sssssss.....",
        "......SSSS......",
    ],
    "up": [
        ".....ssssss.....", "...ssssssssss...", "...ssssssssss...", "...ssssssssss...",
        "...ssssssssss...", "...ssssssssss...", "...ssssssssss...", "....ssssssss....",
        "......SSSS......",
    ],
}
FACE_TOP, TORSO_TOP = 9, 18

TORSOS = {
    "down": ["...cccccc...", "..cccccccc..", "..cccccccc..", "..cccccccc..", "..cccccccc..",
        "..cccccccc..", "..cccccccc.."],
    "left": ["....cccc....", "...cccccc...", "...cccccc...", "...cccccc...", "...cccccc...",
        "...cccccc...", "...cccccc..."],
}
TORSOS["up"] = TORSOS["down"]

DRESS = {
    "blazer": {"down": ["....kkkk....", "...DkkkkD...", "....DkkD....", "....DkkD....", ".....DD.....",
        ".....yD.....", ".....DD....."], "left": ["....kD......", "...kkD......", "...kD.......", "...D........"]},
    "plaid": {"down": ["....kDDk....", "..D.CkkC.D..", "..DDDDDDDD..", "..D..D..D...", "..D..D..D...", "..DDDDDDDD..",
        "..D..D..D..."], "left": ["....kD......", "...D..D.....", "...DDDDDD...", "...D..D.....", "...D..D.....",
        "...DDDDDD...", "...D..D....."], "up": ["............", "..D..D..D...", "..DDDDDDDD..", "..D..D..D...",
        "..D..D..D...", "..DDDDDDDD..", "..D..D..D..."]},
    "vest": {"down": ["....kkkk....", "..CckxxkcC..", "..ccckkccc..", "..cccykccc..", "..ccccDccc..", "..cccyDccc..",
        "..ccccDccc.."], "left": ["....kk......", "...kkc......"]},
    "hoodie": {"down": ["...CCCCCC...", "..cDCDDCDc..", "..cckcckcc..", "..cckcckcc..", "..cccccccc..", "..cDDDDDDc..",
        "..cDccccDc.."], "left": ["....CCCCC...", "....DDDDD...", "...kcccc....", "............", "............",
        "...DDDc....."], "up": ["...CCCCCC...", "...cCCCCc...", "....DDDD...."]},
    "gown": {"down": ["............", "............", "............", "..kkkkkkkk..", "............", "............"],
        "left": ["............", "............", "............", "...kkkkkk..."],
        "up": ["............", "............", "............", "..kkkkkkkk.."]},
    "plain": {"down": ["....CCCC....", "....DDDD....", "............", "............", "............",
        "............", "..DDDDDDDD.."]},
    "dungarees": {"down": ["...c.cc.c...", "..ckccccKc..", "..ckkkkkKc..", "..kkykkyKk..", "..kkkKKkKk..",
        "..kkkkkkKk..", "..kkkkkkKK.."], "left": ["....cc......", "...ckcc.....", "...kkkccK...", "...kkkkkK...",
        "...kkkkKK...", "...kkkkKK...", "...kkkkKK..."], "up": ["....cccc....", "..ckcccckc..", "..cckcckcc..",
        "..ccckkccc..", "..kkkkkkKk..", "..kkkkkkKk..", "..kkkkkkKK.."]},
    "jacket": {"down": ["...CkkkkD...", "..cckkkkDc..", "..ccDkkDcc..", "..ccDkkDcc..", "..ccDkkDcc..", "..ccDkkDcc..",
        "..DDDkkDDD.."], "left": ["....kC......", "...kDcc.....", "...kDcc.....", "...kDcc.....", "...kDcc.....",
        "...kDcc.....", "...kDDDDD..."], "up": ["...CCCCCC...", "............", "............", "............",
        "............", "............", "..DDDDDDDD.."]},
}

# Arms (left in the picture, right in the picture): start of the arm and its letters downwards.
SLEEVE = ["cc", "cc", "cc", "cc", "cD", "ss"]


class Body(dict):
    """A grid of letters."""

    def put(self, x, y, line):
        for dx, letter in enumerate(line):
            if letter != ".":
                self[x + dx, y] = letter

    def block(self, x, y, lines):
        for dy, line in enumerate(lines):
            self.put(x, y + dy, line)

    def mirrored(self):
        return Body({(15 - x, y): letter for (x, y), letter in self.items()})


def draw_head(body, look, facing, drop, mouth):
    for number, line in enumerate(FACES[facing]):
        body.put(0, FACE_TOP + number + drop, line)
    if look["skin"] in ("skin_c", "skin_d") and facing == "down":
        body.put(6, FACE_TOP + 4 + drop, "v..v")
    if facing == "down" and mouth:
        body.put(7, FACE_TOP + 6 + drop, "mm")
        if mouth > 1:
            body.put(7, FACE_TOP + 7 + drop, "mm")
    elif facing == "left" and mouth:
        body.put(3, FACE_TOP + 6 + drop, "m")
        if mouth > 1:
            body.put(3, FACE_TOP + 7 + drop, ".m")
    for y, line in lines_of(look["head"], facing):
        body.put(0, y + drop, line)
    if facing == "up":
        for y, line in lines_of(look["head"], "hanging"):
            body.put(0, y + drop, line)


def draw_torso(body, look, facing, drop):
    body.block(2, TORSO_TOP + drop, TORSOS[facing])
    dress = DRESS[look["dress"]]
    body.block(2, TORSO_TOP + drop, dress.get(facing, []))


def draw_arm(body, x, y, lines, look):
    if look["dress"] == "vest":
        lines = [line.replace("c", "k").replace("D", "K") for line in lines]
    if look["dress"] == "jacket":
        lines = [line.replace("c", "k", 1) if number == 1 else line for number, line in enumerate(lines)]
    body.block(x, y, lines)


def draw_legs_front(body, look, step):
    """step: -1 the left foot is lifted, 1 the right one, 0 both stand."""
    leg, gown = "p", look["dress"] == "gown"
    if look["dress"] == "dungarees":
        leg = "k"
    for side, x in ((-1, 4), (1, 9)):
        lift = 2 if step == side else 0
        body.block(x, 25, [leg * 3] * (4 - lift) + ["fff", "fff"])
        if lift:
            body.block(x, 25, [leg.upper() * 3] * 2)
    body.put(4, 25, leg * 8)
    if gown:
        sway = {-1: (0, 1), 0: (0, 0), 1: (1, 0)}[step]
        for row, width in enumerate((8, 10, 10, 10, 10)):
            if row == 4 and step:
                body.put(8 - width // 2 + 5 * sway[1], 25 + row, "c" * 5)
            else:
                body.put(8 - width // 2, 25 + row, "c" * width)
        body.put(3, 28, "k" * 10)
        if step == 0:
            body.put(3, 29, "ccccDccccc")


def draw_legs_side(body, look, step):
    """step: 0 the feet are together, 1 and -1 apart, with one or the other in front."""
    leg = "k" if look["dress"] == "dungarees" else "p"
    if step == 0:
        body.block(5, 25, [leg * 5, leg * 5, "." + leg * 4, "." + leg * 4, "fffff", "fffff"])
    else:
        near, far = (leg, leg.upper()) if step > 0 else (leg.upper(), leg)
        body.block(7, 25, [far * 4, far * 4, "." + far * 4, "..FFF", "..FFF"])
        body.block(4, 25, [near * 4, near * 4, near * 4, near * 3, "fff.", "fff."])
        body.put(5, 25, leg * 5)
    if look["dress"] == "gown":
        for row, (left, width) in enumerate(((5, 6), (4, 8), (4, 8), (3, 9), (3, 9))):
            body.put(left - (row > 2 and step != 0), 25 + row, "c" * (width + (step != 0)))
        body.put(3, 28, "k" * (9 + (step != 0)))
