#!/usr/bin/env python3
"""Draws the pictures of the demo: python3 demo/art/make_art.py

They are committed, so this is needed only to change them. The room is 320×180 pixels and shown four
times as large; each character is a strip of frames, see FRAMES.
"""

import pathlib
import random

from pixels import Canvas

HERE = pathlib.Path(__file__).parent
FLOOR_TOP = 116

ADA_INKS = {
    "h": "#2b1d2e",  # hair
    "H": "#4a2f48",  # hair in the light
    "s": "#e8b48c",  # skin
    "S": "#c98b6b",  # skin in the shade
    "e": "#1d1626",  # eyes
    "w": "#fff4e0",  # eyes' light
    "m": "#9c4a4a",  # mouth
    "M": "#5d2233",  # mouth, open
    "c": "#f2b63d",  # pullover
    "C": "#c9862b",  # pullover in the shade
    "o": "#fff0d8",  # collar
    "j": "#3c5a8a",  # trousers
    "J": "#2b3f66",  # trousers in the shade
    "b": "#5a3527",  # shoes
    "g": "#5bd0c0",  # hair clip
}

ADA_HEAD = [
    ".....hhhhhhhh.....",
    "...hhhHHHHhhhhh...",
    "..hhHHHHHHHhhhhh..",
    "..hHHHHhhhhhhhhh..",
    ".hhHHhhhhhhhhgghh.",
    ".hhhhsssshhssgghh.",
    ".hhhssssssssssShh.",
    ".hhsssssssssssShh.",
]
ADA_EYES = {
    "open": [".hhsswessssweSShh.", ".hhsseesssseeSShh."],
    "shut": [".hhsssssssssssShh.", ".hhsSeeSsssSeeShh."],
}
ADA_CHEEKS = [".hhssssssssssSShh."]
ADA_MOUTH = {
    "closed": [".hhhssmssssmsSShh.", "..hhsssmmmmssShh.."],
    "open": [".hhhssmMMMMmsSShh.", "..hhsssmmmmssShh.."],
    "small": [".hhhssssMMsssSShh.", "..hhsssssssssShh.."],
}
ADA_NECK = ["..hhhSSsssSSShhh..", "...hh..SSSS..hh..."]
BODY = [
    ".....coooooocc....",
    "...ccccooooccccC..",
    "..cccccccccccccCC.",
    "..ccccccccccccCCC.",
    "..cccCccccccCcCCC.",
    "..cccCccccccCcCCC.",
    "..cccCccccccCcCCC.",
    "..cccCccccccCcCCC.",
    "..sssCcccccCCcsSS.",
    "..sssCCCCCCCCCsSS.",
]
LEGS = [
    ".....jjjjjjjJJ....",
    ".....jjjjjjjJJ....",
    ".....jjjJJjjJJ....",
    ".....jjj..jjJJ....",
    ".....jjj..jjJJ....",
    ".....jjj..jjJJ....",
    ".....bbb..bbbb....",
    "....bbbb..bbbbb...",
]
# (eyes, mouth, how many pixels the upper body has sunk)
FRAMES = [
    ("open", "closed", 0),
    ("open", "closed", 1),
    ("shut", "closed", 0),
    ("open", "open", 0),
    ("open", "small", 1),
]
SIZE = (24, 36)


BRUNO_INKS = ADA_INKS | {
    "h": "#6b3d24",
    "H": "#8f5a33",
    "B": "#5c331f",  # beard
    "s": "#d99a72",
    "S": "#b87a58",
    "c": "#5f9e7a",
    "C": "#3f7359",
    "o": "#e8e0c8",
    "j": "#5a4a63",
    "J": "#40344a",
    "b": "#33262e",
}
BRUNO_HEAD = [
    "....hhhhhhhhhh....",
    "...hhHHHHHHhhhh...",
    "..hhHHHHHHhhhhhh..",
    "..hHHHhhhhhhhhhh..",
    "..hhhhhhhhhhhhhh..",
    "..hhsssshhsssshh..",
    "..hssssssssssSSh..",
    "..sssssssssssSSs..",
]
BRUNO_EYES = {
    "open": ["..ssswessssweSSs..", "..ssseesssseeSSs.."],
    "shut": ["..sssssssssssSSs..", "..ssSeeSsssSeeSs.."],
}
BRUNO_CHEEKS = ["..BsssssssssssSB.."]
BRUNO_MOUTH = {
    "closed": ["..BBssmssssmsSBB..", "...BBBBmmmmBBBB..."],
    "open": ["..BBssmMMMMmsSBB..", "...BBBBmmmmBBBB..."],
    "small": ["..BBssssMMsssSBB..", "...BBBBBBBBBBBB..."],
}
BRUNO_NECK = ["....BBBBBBBBBB....", ".......SSSS......."]


def draw_character(name, inks, head, eyes, cheeks, mouth, neck):
    width, height = SIZE
    strip = Canvas(width * len(FRAMES), height)
    for number, (look, lips, sunk) in enumerate(FRAMES):
        upper = head + eyes[look] + cheeks + mouth[lips] + neck + BODY
        left = number * width + 3
        legs = height - len(LEGS)
        strip.ellipse(left + 9, height - 1, 8, 1, "#1b102080")
        strip.sprite(left, legs - 1, LEGS, inks)
        strip.sprite(left, legs - len(upper) + sunk, upper, inks)
    strip.save(HERE / f"{name}.png")


def draw_wall(room):
    room.gradient(0, 0, 320, FLOOR_TOP, ["#3a3558", "#453d66", "#4d4570"])
    for x in range(8, 320, 20):
        room.shade(x, 0, 1, FLOOR_TOP - 16, "#231f3a", 0.18)
    room.rect(0, FLOOR_TOP - 20, 320, 16, "#57496e")
    room.rect(0, FLOOR_TOP - 21, 320, 1, "#7d6a94")
    for x in range(0, 320, 32):
        room.frame(x + 4, FLOOR_TOP - 17, 24, 10, "#4b3f61")
    room.rect(0, FLOOR_TOP - 4, 320, 4, "#2f2844")
    room.rect(0, FLOOR_TOP - 4, 320, 1, "#6a5a80")


def draw_floor(room, chance):
    shades = ["#8a5a44", "#84543f", "#8f6049", "#7e503c"]
    top, board = FLOOR_TOP, 5
    while top < 180:
        x = -chance.randrange(40)
        while x < 320:
            length = chance.randrange(34, 62)
            room.rect(x, top, length, board, chance.choice(shades))
            room.rect(x + length - 1, top, 1, board, "#6b4335")
            x += length
        room.rect(0, top + board - 1, 320, 1, "#6b4335")
        top, board = top + board, board + 1
    room.shade(0, FLOOR_TOP, 320, 3, "#1b1630", 0.35)


def draw_window(room, chance):
    x, y, width, height = 22, 14, 92, 66
    room.rect(x - 4, y - 4, width + 8, height + 8, "#2a2340")
    room.rect(x - 3, y - 3, width + 6, height + 6, "#7a5540")
    room.gradient(x, y, width, height, ["#20264f", "#4a3a72", "#a04f78", "#ee8060", "#f9c27a"])
    for _ in range(16):
        room.pixel(x + chance.randrange(width), y + chance.randrange(22), "#fff1cf")
    room.ellipse(x + 70, y + 14, 6, 6, "#fff1cf")
    room.ellipse(x + 73, y + 12, 5, 5, "#2b2a57")
    for ink, lowest, highest in (("#6b3f68", 20, 34), ("#3a2750", 8, 26)):
        left = x
        while left < x + width:
            wide, tall = chance.randrange(7, 14), chance.randrange(lowest, highest)
            wide = min(wide, x + width - left)
            room.rect(left, y + height - tall, wide, tall, ink)
            for row in range(y + height - tall + 3, y + height - 2, 4):
                for column in range(left + 2, left + wide - 1, 3):
                    if chance.random() < 0.35:
                        room.rect(column, row, 1, 2, "#ffcf70")
            left += wide
    room.rect(x + width // 2 - 1, y, 3, height, "#7a5540")
    room.rect(x, y + 28, width, 2, "#7a5540")
    room.rect(x + width // 2 - 1, y, 1, height, "#9c7150")
    room.rect(x - 7, y + height + 3, width + 14, 4, "#8c6248")
    room.rect(x - 7, y + height + 3, width + 14, 1, "#b98a62")
    room.rect(x - 7, y + height + 7, width + 14, 2, "#231d38")
    for left in (x - 10, x + width - 2):
        for fold in range(12):
            ink = ("#b3525f", "#9a4356", "#c4616a")[fold % 3]
            room.rect(left + fold, y - 6, 1, height + 7 - (fold % 3), ink)
    room.rect(x - 13, y - 9, width + 26, 3, "#c9a05f")


def draw_shelf(room, chance):
    x, y, width, height = 252, 66, 56, 62
    room.rect(x + 2, y + height, width, 3, "#2a1c28")
    room.rect(x, y, width, height, "#5e3a2c")
    room.frame(x, y, width, height, "#7c4f38")
    inks = ["#c8553d", "#e0a458", "#588b8b", "#7c6a9c", "#d8c99b", "#4f7cac", "#86a86b"]
    for level in range(3):
        top = y + 3 + level * 20
        room.rect(x + 2, top, width - 4, 17, "#37211f")
        room.rect(x + 1, top + 17, width - 2, 2, "#8c5c40")
        left = x + 3
        while left < x + width - 8:
            if chance.random() < 0.18:
                left += chance.randrange(3, 7)
                continue
            wide, tall = chance.randrange(2, 5), chance.randrange(10, 16)
            ink = chance.choice(inks)
            room.rect(left, top + 17 - tall, wide, tall, ink)
            room.shade(left + wide - 1, top + 17 - tall, 1, tall, "#1a1020", 0.35)
            room.rect(left, top + 17 - tall + 3, wide, 1, "#f3e3bd")
            left += wide
    draw_plant(room, x + 12, y - 1, 0.8)
    room.rect(x + 36, y - 9, 12, 9, "#d8c99b")
    room.frame(x + 36, y - 9, 12, 9, "#7c4f38")
    room.rect(x + 38, y - 4, 8, 3, "#6b9b6b")
    room.ellipse(x + 43, y - 6, 1, 1, "#e88f5a")


def draw_plant(room, x, bottom, size=1.0):
    leaves = [(-9, -16), (-5, -22), (0, -25), (5, -21), (9, -15), (-11, -10), (11, -9)]
    for number, (dx, dy) in enumerate(leaves):
        steps = 14
        for step in range(steps + 1):
            part = step / steps
            px = round(x + dx * size * part)
            py = round(bottom - 8 * size + (dy + 8) * size * part + 2 * part * part)
            ink = ("#3f7d4f", "#559a5c", "#2f6443")[number % 3]
            thick = 2 if 0.3 < part < 0.85 else 1
            room.rect(px, py, thick, thick + 1, ink)
    wide = round(12 * size)
    room.rect(x - wide // 2, bottom - round(9 * size), wide, round(9 * size), "#b8613f")
    room.rect(x - wide // 2 - 1, bottom - round(9 * size), wide + 2, 2, "#d27a50")
    room.shade(x + wide // 4, bottom - round(9 * size), wide // 4 + 1, round(9 * size), "#401828", 0.3)


def draw_desk(room):
    x, y = 152, 100
    room.shade(x + 2, y + 34, 92, 4, "#1b1020", 0.45)
    for left in (x + 3, x + 82):
        room.rect(left, y + 6, 4, 30, "#5c3524")
    room.rect(x + 60, y + 6, 22, 22, "#6f432d")
    for drawer in range(2):
        room.frame(x + 61, y + 8 + drawer * 10, 20, 9, "#4e2c1f")
        room.rect(x + 69, y + 11 + drawer * 10, 4, 1, "#d9a860")
    room.rect(x, y, 90, 4, "#b9774a")
    room.rect(x, y, 90, 1, "#d9975f")
    room.rect(x, y + 4, 90, 3, "#87522f")
    room.rect(x + 26, y - 3, 14, 3, "#22233b")
    room.rect(x + 31, y - 7, 4, 5, "#2d2f4d")
    room.rect(x + 12, y - 31, 42, 26, "#22233b")
    room.rect(x + 14, y - 29, 38, 20, "#12303a")
    code = [(2, 9, "#5bd0c0"), (4, 14, "#f2cc8f"), (6, 8, "#e07a8f"), (6, 19, "#8fd694")]
    for line, (indent, length, ink) in enumerate(code + [(4, 11, "#5bd0c0"), (2, 6, "#f2cc8f")]):
        room.rect(x + 15 + indent, y - 27 + line * 3, length, 1, ink)
        room.rect(x + 17 + indent + length, y - 27 + line * 3, 4, 1, "#3d6f7a")
    room.rect(x + 22, y - 1, 24, 2, "#3a3c5c")
    room.rect(x + 23, y - 1, 22, 1, "#5a5d85")
    room.sprite(x + 4, y - 7, ["eeeee..", "wwwwwww", "wwwww.w", "wwwwwww", "wwwww..", "wwwww..", "wwwww.."],
        {"e": "#3b2418", "w": "#e8e0d0"})
    room.rect(x + 78, y - 2, 9, 2, "#2d2f4d")
    room.rect(x + 82, y - 16, 1, 14, "#3a3c5c")
    room.sprite(x + 75, y - 22, ["...yyyyy...", "..yyyyyyy..", ".yyyyyyyyy.", "yyyyyyyyyyy", ".wwwwwwwww."],
        {"y": "#e0a458", "w": "#fff3c4"})


def draw_rug(room):
    room.ellipse(124, 155, 88, 15, "#6a2f42")
    room.ellipse(124, 154, 88, 15, "#9c4354")
    room.ellipse(124, 154, 80, 13, "#d9a05b")
    room.ellipse(124, 154, 78, 12, "#a84c5a")
    room.ellipse(124, 154, 56, 8, "#d9a05b")
    room.ellipse(124, 154, 54, 7, "#8c3a50")


def draw_cat(room):
    room.shade(48, 158, 22, 2, "#1b1020", 0.4)
    inks = {"k": "#3a3542", "K": "#554e60", "p": "#d98a8a", "e": "#1d1626"}
    room.sprite(48, 147, [
        "...................k..k.",
        "......kkkkkkk......kkkk.",
        "....kkKKKKKKKkkk..kkkkkk",
        "..kkKKKKKKKKKKKkkkkekkek",
        ".kkKKKKKKKKKKKKKkkkkkpkk",
        ".kKKKKKKKKKKKKKKkkkkkkk.",
        "kkKKKKKKKKKKKKKKKkkkkk..",
        "kkkKKKKKKKKKKKKKkkkkk...",
        "kkkkkkkkkkkkkkkkkkKKk...",
        ".kkkkkkkkkkkkkkkkkkkk...",
        "..kkkkkkkkkkkkkkk.......",
    ], inks)


def draw_room():
    chance = random.Random(7)
    room = Canvas(320, 180)
    draw_wall(room)
    draw_floor(room, chance)
    draw_window(room, chance)
    draw_shelf(room, chance)
    draw_desk(room)
    draw_plant(room, 15, 130, 1.3)
    draw_rug(room)
    draw_cat(room)
    room.shade(0, 0, 320, 180, "#1a1440", 0.16)
    room.glow(68, 60, 120, 96, "#f08a62", 0.22)
    room.glow(232, 82, 84, 66, "#ffcf80", 0.42)
    room.glow(185, 86, 46, 36, "#5bd0c0", 0.26)
    room.save(HERE / "room.png")


def draw_bubble():
    """A frame to be stretched, and its tail; both at the size in which they are shown."""
    paper, edge, shade = "#fff4e0", "#2a2340", "#e3cfae"
    bubble = Canvas(14, 14)
    bubble.rect(1, 0, 12, 14, edge)
    bubble.rect(0, 1, 14, 12, edge)
    bubble.rect(2, 1, 10, 12, paper)
    bubble.rect(1, 2, 12, 10, paper)
    bubble.rect(2, 12, 10, 1, shade)
    bubble.save(HERE / "bubble.png", 4)
    tail = Canvas(12, 13)
    tail.sprite(0, 0, [
        "..EwwwwwwwE.",
        "..EwwwwwwwE.",
        "..EwwwwwwE..",
        "..EwwwwwwE..",
        ".EwwwwwwE...",
        ".EwwwwwE....",
        ".EwwwwE.....",
        ".EwwwwE.....",
        "EwwwE.......",
        "EwwE........",
        "EwE.........",
        "EE..........",
        "E...........",
    ], {"E": edge, "w": paper})
    tail.save(HERE / "bubble_tail.png", 4)


if __name__ == "__main__":
    draw_room()
    draw_character("ada", ADA_INKS, ADA_HEAD, ADA_EYES, ADA_CHEEKS, ADA_MOUTH, ADA_NECK)
    draw_character("bruno", BRUNO_INKS, BRUNO_HEAD, BRUNO_EYES, BRUNO_CHEEKS, BRUNO_MOUTH, BRUNO_NECK)
    draw_bubble()
