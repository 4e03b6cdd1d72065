"""Small pictures: bubbles, marks above heads, light, screens, shadows."""

from palette import RAMPS as R
from pixels import Canvas

SCREEN = (14, 8)
SCREENS = 4  # pictures of a screen at work
MARKS = ("thinking_1", "thinking_2", "thinking_3", "waiting", "done", "idea", "alert", "heart",
    "question")


def draw_shadow():
    shadow = Canvas(16, 8)
    shadow.ellipse(7.5, 4, 6, 2, "#2a183860")
    return shadow


def draw_glow(size, ink, steps, strength=150):
    """Light in rings, each a little stronger: the closer, the brighter."""
    glow, middle = Canvas(size, size), (size - 1) / 2
    for y in range(size):
        for x in range(size):
            away = (((x - middle) ** 2 + (y - middle) ** 2) ** 0.5) / middle
            step = int((1.0 - away) * steps)
            if away < 1.0 and step > 0:
                glow.pixel(x, y, f"{ink}{min(255, round(strength * (step / steps) ** 1.3)):02x}")
    return glow


def draw_sunbeam():
    """What comes through a window, on the floor below it."""
    beam = Canvas(64, 48)
    for y in range(48):
        for pane in (0, 14):
            left = 6 + pane + y // 2
            alpha = round(70 * (1 - y / 48))
            beam.rect(left, y, 12, 1, f"#ffe6a8{alpha:02x}")
    return beam


def draw_screens():
    """Lines of a program that moves up; dark is what the monitor itself shows."""
    width, height = SCREEN
    strip = Canvas(width * SCREENS, height)
    inks = (R.glass.light, R.gold.light, R.rose.light, "#9be08a")
    lines = ((0, 5), (2, 7), (2, 4), (4, 6), (2, 8), (0, 3), (1, 9), (3, 5))
    for frame in range(SCREENS):
        left = frame * width
        strip.rect(left, 0, width, height, "#1c4a5c")
        strip.rect(left, 0, width, 1, "#2f7f8c")
        for row in range(3):
            indent, length = lines[(row + frame * 2) % len(lines)]
            strip.rect(left + 1 + indent, 2 + row * 2, length, 1, inks[(row + frame * 2) % 4])
    return strip


def draw_screen_back():
    """The rim of light around a monitor that is seen from behind."""
    light = Canvas(22, 8)
    for step, alpha in enumerate((40, 80, 140)):
        light.rect(3 - step + step, 1 + step, 16, 1, f"#a8f0dc{alpha:02x}")
    light.rect(2, 3, 1, 4, "#a8f0dc78")
    light.rect(19, 3, 1, 4, "#a8f0dc78")
    return light


def draw_bubble():
    """A frame to be stretched: borders of 5 pixels."""
    bubble = Canvas(12, 12)
    edge, paper, shade = R.ink.outline, "#fff7e6", "#e6d3b4"
    bubble.rect(2, 0, 8, 12, edge)
    bubble.rect(0, 2, 12, 8, edge)
    bubble.rect(1, 1, 10, 10, edge)
    bubble.rect(2, 1, 8, 10, paper)
    bubble.rect(1, 2, 10, 8, paper)
    bubble.rect(2, 10, 8, 1, shade)
    return bubble


def draw_tail():
    tail = Canvas(9, 6)
    tail.sprite(0, 0, ["oppppppso", ".opppppso", "..opppso.", "...oppo..", "....oo...", "........."],
        {"o": R.ink.outline, "p": "#fff7e6", "s": "#e6d3b4"})
    return tail


def draw_question(strip, left):
    """Somebody has to answer: larger than the other marks, and of another colour."""
    strip.sprite(left + 1, 0, [
        "..oooooooooo..", ".oLLLLLLLLLLo.", "oLggggwwwggggo", "oggggwwwwwgggo", "oggggwwgwwgggo",
        "oggggggwwwgggo", "ogggggwwwggggo", "ogggggwwgggggo", "oggggggggggggo", "ogggggwwgggggo",
        "osggggwwggggso", ".osssssssssso.", "..ooooossooo..", ".....osso.....", ".....osso.....",
        "......oo......"],
        {"o": R.ink.outline, "L": R.gold.light, "g": R.gold.base, "s": R.gold.shade, "w": "#2a1838"})


def draw_notes():
    """Papers on the board of jobs, 9×10 each: at work, asking, done, failed."""
    signs = (
        (R.gold, [".....", "xxxxx", ".....", "xxxx.", "....."]),
        (R.rose, [".xxx.", "x...x", "..xx.", ".....", "..x.."]),
        (R.leaf, ["....x", "...xx", "x.xx.", "xxx..", ".x..."]),
        (R.red, ["x...x", ".x.x.", "..x..", ".x.x.", "x...x"]))
    strip = Canvas(9 * len(signs), 10)
    for number, (ramp, sign) in enumerate(signs):
        left = number * 9
        strip.rect(left, 0, 9, 10, ramp.outline)
        strip.rect(left + 1, 1, 7, 8, ramp.light)
        strip.rect(left + 1, 8, 7, 1, ramp.base)
        strip.sprite(left + 2, 3, sign, {"x": ramp.outline})
        strip.rect(left + 4, 0, 2, 2, R.navy.light)
    return strip


def draw_marks():
    """A small bubble each, 16×16, its tail below."""
    strip = Canvas(16 * len(MARKS), 16)
    inside = {
        "waiting": ["..aaaaa..", "...aaa...", "....a....", "...a.a...", "..aaaaa.."],
        "done": [".......g.", "......gg.", ".g...gg..", ".gg.gg...", "..ggg...."],
        "idea": ["...yyy...", "..yyyyy..", "..yyYyy..", "...yyy...", "...ddd..."],
        "alert": ["....r....", "....r....", "....r....", ".........", "....r...."],
        "heart": ["..hh.hh..", ".hhhhhhh.", "..hhhhh..", "...hhh...", "....h...."],
    }
    inks = {"a": R.wood.base, "g": R.leaf.base, "y": R.gold.base, "Y": R.gold.light, "d": R.metal.base,
        "r": R.red.base, "h": R.rose.base}
    for number, name in enumerate(MARKS):
        left = number * 16
        if name == "question":
            draw_question(strip, left)
            continue
        strip.rect(left + 2, 2, 12, 9, R.ink.outline)
        strip.rect(left + 1, 3, 14, 7, R.ink.outline)
        strip.rect(left + 2, 3, 12, 7, "#fff7e6")
        strip.rect(left + 2, 9, 12, 1, "#e6d3b4")
        strip.sprite(left + 5, 10, ["oppo", ".oo."], {"o": R.ink.outline, "p": "#fff7e6"})
        if name.startswith("thinking"):
            for dot in range(3):
                high = int(name[-1]) == dot + 1
                strip.rect(left + 4 + dot * 3, 5 if high else 6, 2, 2,
                    R.navy.base if high else R.cap.light)
        else:
            strip.sprite(left + 3, 4, inside[name], inks)
    return strip


def draw_ring():
    """Around the feet of who is selected."""
    ring = Canvas(20, 10)
    ring.ellipse(9.5, 4.5, 9, 4, R.gold.outline)
    ring.ellipse(9.5, 4.5, 8, 3.4, R.gold.light)
    ring.ellipse(9.5, 4.5, 6.4, 2.4, "#00000000")
    return ring
