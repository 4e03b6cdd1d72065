"""Draws the characters: a sheet each, rows as in ROWS, columns as in POSES, frames 16×32.

A body of letters (bodies.py) gets its tones from the place of each letter within its part, with
light from the top left, and an outline in the darkest tone of the part that it runs along.
"""

from bodies import SIT, SLEEVE, TORSO_TOP, Body, draw_arm, draw_head, draw_legs_front
from bodies import draw_legs_side, draw_torso
from palette import LOOKS, RAMPS
from pixels import Canvas, colour

WIDTH, HEIGHT = 16, 32
ROWS = ("down", "left", "right", "up")  # as AgentMap's facings
POSES = ("walk_1", "stand", "walk_2", "sit", "type_1", "type_2", "read_1", "read_2",
    "talk_1", "talk_2", "sit_talk_1", "sit_talk_2")

PARTS = {"s": "skin", "h": "hair", "c": "top", "k": "trim", "p": "legs", "f": "feet", "x": "extra"}
FIXED = {  # letter: (part, tone)
    "S": ("s", "shade"), "r": ("s", "light"), "H": ("h", "light"), "g": ("h", "shade"),
    "C": ("c", "light"), "D": ("c", "shade"), "K": ("k", "shade"), "P": ("p", "shade"),
    "F": ("f", "shade"), "X": ("x", "shade"), "y": ("x", "light"),
}
SEATED = ("sit", "type_1", "type_2", "read_1", "read_2", "sit_talk_1", "sit_talk_2")


def front(look, pose, facing):
    body = Body()
    drop = SIT if pose in SEATED else int(pose.startswith("walk"))
    step = {"walk_1": -1, "walk_2": 1}.get(pose, 0)
    if pose in SEATED:
        leg = {"dungarees": "k", "gown": "c"}.get(look["dress"], "p")
        body.block(4, 28, [leg * 8, leg * 3 + leg.upper().replace("C", "D") * 2 + leg * 3,
            "fff..fff" if facing == "down" else "........"])
    else:
        draw_legs_front(body, look, step)
    draw_torso(body, look, facing, drop)
    top = TORSO_TOP + 1 + drop
    left, right = list(SLEEVE), list(SLEEVE)
    if step:
        left, right = (left[1:], right) if step < 0 else (left, right[1:])
    if pose.startswith("type"):
        left = right = SLEEVE[:3]
    if pose.startswith("read"):
        left = right = SLEEVE[:4]
    raised = pose in ("talk_1", "sit_talk_1")
    if raised:
        right = ["cc", "cc", "cD"]
    draw_arm(body, 2, top, left, look)
    draw_arm(body, 12, top, right, look)
    if raised:
        body.block(13, top - 2, ["ss", "cs"])
    mouth = {"talk_1": 2, "sit_talk_1": 2, "talk_2": 1, "sit_talk_2": 1}.get(pose, 0)
    bow = 1 if pose == "read_2" else 0
    if facing == "down":
        draw_front_hands(body, pose, top)
        draw_head(body, look, facing, drop + bow, mouth)
    else:
        draw_head(body, look, facing, drop + bow, 0)
    return body


def draw_front_hands(body, pose, top):
    if pose.startswith("type"):
        up = 1 if pose == "type_1" else 0
        body.block(3, top + 3 - up, ["cDs", ".ss"])
        body.block(10, top + 2 + up, ["sDc", "ss."])
    if pose.startswith("read"):
        body.block(4, top + 1, ["qqqqqqqq", "qwwwqwwq" if pose == "read_1" else "qwwqwwwq",
            "qqqqqqqq", "qqqqqqqq"])
        body.block(3, top + 3, ["ss"])
        body.block(11, top + 3, ["ss"])


def side(look, pose):
    body = Body()
    drop = SIT if pose in SEATED else int(pose.startswith("walk"))
    if pose in SEATED:
        leg = {"dungarees": "k", "gown": "c"}.get(look["dress"], "p")
        body.block(3, 27, [leg * 7, leg * 7, leg * 3])
        body.put(2, 30, "ffff")
    else:
        draw_legs_side(body, look, {"walk_1": 1, "walk_2": -1}.get(pose, 0))
    draw_torso(body, look, "left", drop)
    bow = 1 if pose == "read_2" else 0
    mouth = {"talk_1": 2, "sit_talk_1": 2, "talk_2": 1, "sit_talk_2": 1}.get(pose, 0)
    draw_head(body, look, "left", drop + bow, mouth)
    draw_side_arm(body, look, pose, TORSO_TOP + 1 + drop)
    return body


def draw_side_arm(body, look, pose, top):
    if pose.startswith("walk"):
        x = 4 if pose == "walk_2" else 8
        draw_arm(body, 7, top, ["Dcc", "DcD"], look)
        draw_arm(body, x, top + 2, ["Dcc", "DcD"] if x > 5 else [".DccD", "DcD."], look)
        body.put(x + (1 if x > 5 else 0), top + 4, "ss")
    elif pose.startswith("type"):
        up = 1 if pose == "type_1" else 0
        draw_arm(body, 6, top, ["Dccc", "DccD", "cccD"], look)
        draw_arm(body, 3, top + 3 - up, ["cccc", "DDD"], look)
        body.put(1, top + 3 - up, "ss")
    elif pose.startswith("read"):
        draw_arm(body, 6, top, ["Dccc", "DccD", "cccD", "ccD"], look)
        body.block(1, top, ["wq...", "wwq..", "wwq..", ".wwq.", "..qq."])
        body.put(4, top + 3, "ss")
    elif pose in ("talk_1", "sit_talk_1"):
        draw_arm(body, 6, top, ["Dccc", "DccD", "cccD"], look)
        draw_arm(body, 3, top + 1, [".cc", "cc."], look)
        body.put(2, top, "ss")
    else:
        draw_arm(body, 6, top, ["Dccc", "DccD", "DccD", "DccD", "DcDD"], look)
        body.put(7, top + 5, "ss")


def tone_of(body, x, y, letter):
    """Lit from the top left: the upper and left edges of a part are light, the others shaded."""
    part = letter if letter in PARTS else None

    def same(dx, dy):
        near = body.get((x + dx, y + dy))
        return near is not None and (near == part or FIXED.get(near, ("", ""))[0] == part)

    if not same(0, 1) or not same(1, 0):
        return "shade" if same(0, -1) or same(-1, 0) else "base"
    return "light" if not same(-1, 0) or (not same(0, -1) and same(-1, 0)) else "base"


def render(body, look):
    picture = Canvas(WIDTH, HEIGHT)
    edges = {}
    ramps = {letter: vars(RAMPS)[look[part]] for letter, part in PARTS.items()}
    others = {"e": RAMPS.ink.outline, "m": "#7a2a38", "q": RAMPS.red.base, "w": RAMPS.paper.light,
        "v": RAMPS.white.light}
    for (x, y), letter in body.items():
        if letter == "b":
            ink, edge = blush(ramps["s"]), ramps["s"].outline
        elif letter in others:
            ink, edge = others[letter], RAMPS.red.outline if letter in "qw" else ramps["s"].outline
        elif letter in FIXED:
            part, tone = FIXED[letter]
            ink, edge = vars(ramps[part])[tone], ramps[part].outline
        else:
            ink, edge = vars(ramps[letter])[tone_of(body, x, y, letter)], ramps[letter].outline
        picture.pixel(x, y, ink)
        edges[x, y] = edge
    for (x, y), edge in edges.items():
        for near in ((x, y + 1), (x + 1, y), (x - 1, y), (x, y - 1)):
            if near not in body:
                picture.pixel(*near, edge)
    return picture


def blush(skin):
    warm, pink = colour(skin.base), colour("#e0706c")
    return "#" + "".join(f"{round(a * 0.6 + b * 0.4):02x}" for a, b in zip(warm[:3], pink[:3]))


def draw_frame(look, pose, facing):
    if facing in ("down", "up"):
        return render(front(look, pose, facing), look)
    body = side(look, pose)
    return render(body.mirrored() if facing == "right" else body, look)


def draw_sheet(name):
    sheet = Canvas(WIDTH * len(POSES), HEIGHT * len(ROWS))
    for row, facing in enumerate(ROWS):
        for column, pose in enumerate(POSES):
            sheet.lay(column * WIDTH, row * HEIGHT, draw_frame(LOOKS[name], pose, facing))
    return sheet
