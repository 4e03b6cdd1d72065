"""The shapes from which furniture is made, lit from the top left."""


def panel(canvas, x, y, width, height, ramp, tone="base"):
    """A flat thing with an outline, rounded corners, light above and left, shade below and right."""
    canvas.rect(x + 1, y, width - 2, height, ramp.outline)
    canvas.rect(x, y + 1, width, height - 2, ramp.outline)
    canvas.rect(x + 1, y + 1, width - 2, height - 2, vars(ramp)[tone])
    canvas.rect(x + 1, y + 1, width - 2, 1, ramp.light)
    canvas.rect(x + 1, y + 1, 1, height - 2, ramp.light)
    canvas.rect(x + 1, y + height - 2, width - 2, 1, ramp.shade)
    canvas.rect(x + width - 2, y + 1, 1, height - 2, ramp.shade)


def slab(canvas, x, y, width, top, front, ramp):
    """A thing with a top that is seen, and a front: desks, counters, shelves."""
    height = top + front
    canvas.rect(x + 1, y, width - 2, height, ramp.outline)
    canvas.rect(x, y + 1, width, height - 2, ramp.outline)
    canvas.rect(x + 1, y + 1, width - 2, top - 1, ramp.base)
    canvas.rect(x + 1, y + 1, width - 2, 1, ramp.light)
    canvas.rect(x + 1, y + 1, 1, top - 1, ramp.light)
    canvas.rect(x + 1, y + top - 1, width - 2, 1, ramp.light)
    canvas.rect(x + 1, y + top, width - 2, front - 1, ramp.shade)


def grain(canvas, x, y, width, height, ramp, chance):
    """Short lines in wood."""
    for row in range(y, y + height, 3):
        for _ in range(max(1, width // 14)):
            canvas.rect(x + chance.randrange(max(1, width - 6)), row, chance.randrange(3, 7), 1, ramp.shade)


def drawer(canvas, x, y, width, height, ramp, knob):
    canvas.frame(x, y, width, height, ramp.outline)
    canvas.rect(x + 1, y + 1, width - 2, height - 2, ramp.shade)
    canvas.rect(x + 1, y + 1, width - 2, 1, ramp.base)
    canvas.rect(x + width // 2 - 1, y + height // 2, 2, 1, knob)


def blob(canvas, cx, cy, rx, ry, ramp):
    """A round thing: outline, shade, base and a light at its upper left."""
    canvas.ellipse(cx, cy, rx, ry, ramp.outline)
    canvas.ellipse(cx, cy, rx - 1, ry - 1, ramp.shade)
    canvas.ellipse(cx - 0.5, cy - 0.7, rx - 1.7, ry - 1.7, ramp.base)
    canvas.ellipse(cx - rx * 0.3, cy - ry * 0.35, rx * 0.35, ry * 0.35, ramp.light)


def leaf(canvas, x, y, dx, dy, ramp):
    """A leaf from its stalk to its tip, with the upper edge in the light."""
    steps = max(abs(dx), abs(dy))
    for step in range(steps + 1):
        part = step / steps
        px, py = round(x + dx * part), round(y + dy * part + 3 * part * part)
        wide = 3 if 0.25 < part < 0.8 else 2 if part < 0.95 else 1
        canvas.rect(px - 1, py - 1, wide + 2, 4, ramp.outline)
    for step in range(steps + 1):
        part = step / steps
        px, py = round(x + dx * part), round(y + dy * part + 3 * part * part)
        wide = 3 if 0.25 < part < 0.8 else 2 if part < 0.95 else 1
        canvas.rect(px, py, wide, 2, ramp.base if part < 0.7 else ramp.light)
        canvas.pixel(px, py, ramp.light)
        canvas.pixel(px + wide - 1, py + 1, ramp.shade)


def books(canvas, x, y, width, height, ramps, chance):
    """A row of books standing on a board at y + height."""
    left = x
    while left < x + width - 2:
        if chance.random() < 0.12:
            left += chance.randrange(1, 4)
            continue
        wide, tall = min(chance.choice((2, 3, 3, 4)), x + width - left), chance.randrange(height - 4, height)
        ramp = chance.choice(ramps)
        top = y + height - tall
        canvas.rect(left, top, wide, tall, ramp.base)
        canvas.rect(left, top, 1, tall, ramp.light)
        canvas.rect(left + wide - 1, top, 1, tall, ramp.shade)
        canvas.rect(left, top + 2, wide, 1, ramp.light)
        left += wide
