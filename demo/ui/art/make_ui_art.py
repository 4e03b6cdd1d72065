#!/usr/bin/env python3
"""Draws frames and icons of the panels: python3 demo/ui/art/make_ui_art.py

They are committed, so this is needed only to change them. A pixel is two units of the screen's
1280×720 wide, as large as the theme counts with.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "art"))

from icon_shapes import ICONS, PARTS  # noqa: E402
from pixels import Canvas  # noqa: E402

SCALE = 2
INKS = {
    "w": "#f4ecd8",  # text
    "a": "#f2b63d",  # accent
    "A": "#ffd980",  # accent in the light
    "o": "#c9862b",  # accent in the shade
    "d": "#ff7b72",  # danger
    "g": "#8fd67f",  # good
    "l": "#8478ad",  # line
    "e": "#171223",  # edge
}
EDGE = "#171223"
# Icons that stand on buttons of the accent's colour, drawn dark for them.
ON_ACCENT = ("plus", "send", "stop")
ONLY_ON_ACCENT = ("send", "stop")

# Each frame: its fill, the line of light on its upper side, that of shade on the lower one.
FRAMES = {
    "panel": ("#2b2541", "#4b4270", "#211c33"),
    "bar": ("#2b2541", "#4b4270", "#211c33"),
    "card": ("#3a3356", "#4f4673", "#2d2745"),
    "button": ("#463d69", "#675c93", "#332c4f"),
    "button_hover": ("#564b80", "#8074b0", "#3d3560"),
    "button_accent": ("#f2b63d", "#ffd980", "#b5752a"),
    "button_accent_hover": ("#ffc75a", "#ffe6a6", "#c9862b"),
    "button_disabled": ("#332d4a", "#3a3356", "#2b2541"),
    "tooltip": ("#fff4e0", "#ffffff", "#e3cfae"),
}
PRESSED = {
    "button_pressed": ("#2f2847", "#211b35"),
    "button_accent_pressed": ("#d99a2e", "#a9691f"),
    "field": ("#1b1629", "#130f1e"),
}


def outline(canvas, ink, edge):
    """A filled frame without its corner pixels."""
    width, height = canvas.width, canvas.height
    canvas.rect(1, 0, width - 2, height, edge)
    canvas.rect(0, 1, width, height - 2, edge)
    canvas.rect(1, 1, width - 2, height - 2, ink)


def raised(name, fill, light, shade):
    canvas = Canvas(9, 9)
    outline(canvas, fill, EDGE)
    canvas.rect(1, 1, 7, 1, light)
    canvas.rect(1, 7, 7, 1, shade)
    canvas.save(HERE / f"{name}.png", SCALE)


def sunken(name, fill, shade):
    canvas = Canvas(9, 9)
    outline(canvas, fill, EDGE)
    canvas.rect(1, 1, 7, 1, shade)
    canvas.save(HERE / f"{name}.png", SCALE)


def ring(name, ink):
    """What has the focus is within this ring."""
    canvas = Canvas(9, 9)
    outline(canvas, "#00000000", ink)
    canvas.rect(1, 1, 7, 7, "#00000000")
    canvas.save(HERE / f"{name}.png", SCALE)


def main():
    for name, (fill, light, shade) in FRAMES.items():
        raised(name, fill, light, shade)
    for name, (fill, shade) in PRESSED.items():
        sunken(name, fill, shade)
    ring("focus", "#5be0cf")
    for name in ON_ACCENT:
        canvas = Canvas(12, 12)
        canvas.sprite(0, 0, ICONS[name], dict.fromkeys(INKS, "#2b1d10"))
        canvas.save(HERE / "icons" / f"{name}_dark.png", SCALE)
    for folder, shapes in (("icons", ICONS), ("parts", PARTS)):
        (HERE / folder).mkdir(exist_ok=True)
        for name, lines in shapes.items():
            if name in ONLY_ON_ACCENT:
                continue
            canvas = Canvas(len(lines[0]), len(lines))
            canvas.sprite(0, 0, lines, INKS)
            canvas.save(HERE / folder / f"{name}.png", SCALE)


if __name__ == "__main__":
    main()
