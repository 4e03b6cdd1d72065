#!/usr/bin/env python3
"""Makes the sounds of the demo: python3 demo/sound/make_sounds.py

They are committed, so this is needed only to change them. All are short and quiet, tones with a soft
beginning and end; see SOUNDS.
"""

import math
import pathlib
import random
import struct
import wave

HERE = pathlib.Path(__file__).parent
RATE = 22050


def silence(seconds):
    return [0.0] * round(seconds * RATE)


def shape(place, length, attack, release):
    """From 0 up to 1 and down again, so that nothing clicks."""
    left = length - place
    rise = min(1.0, place / (attack * RATE)) if attack else 1.0
    fall = min(1.0, left / (release * RATE)) if release else 1.0
    return rise * fall * fall


def tone(start, end, seconds, volume, attack=0.005, release=None, overtones=(1.0, 0.25, 0.08)):
    """A tone that slides from one pitch to another, in Hz."""
    length, phase, out = round(seconds * RATE), 0.0, []
    for place in range(length):
        part = place / length
        phase += 2 * math.pi * start * (end / start) ** part / RATE
        value = sum(loud * math.sin(phase * (number + 1)) for number, loud in enumerate(overtones))
        out.append(volume * value * shape(place, length, attack, release or seconds * 0.8))
    return out


def noise(seconds, volume, softness, seed=1):
    """Noise without its high parts; the softer, the duller."""
    chance, value, out = random.Random(seed), 0.0, []
    length = round(seconds * RATE)
    for place in range(length):
        value += (chance.uniform(-1, 1) - value) / softness
        out.append(volume * value * shape(place, length, 0.001, seconds * 0.9))
    return out


def mix(*layers):
    """Layers are (seconds after which it begins, samples)."""
    length = max(round(after * RATE) + len(samples) for after, samples in layers)
    out = [0.0] * length
    for after, samples in layers:
        first = round(after * RATE)
        for number, value in enumerate(samples):
            out[first + number] += value
    return out


def arpeggio(notes, step, seconds, volume):
    return mix(*((number * step, tone(note, note, seconds, volume)) for number, note in enumerate(notes)))


SOUNDS = {
    "voice": lambda: tone(300, 262, 0.055, 0.22, 0.006, 0.04, (1.0, 0.45, 0.2, 0.1)),
    "step": lambda: mix((0, noise(0.05, 0.35, 9.0)), (0, tone(110, 70, 0.05, 0.12))),
    "spawn": lambda: mix((0, arpeggio((392.0, 523.25, 783.99), 0.06, 0.22, 0.14)),
        (0, tone(500, 1500, 0.28, 0.03, 0.05, 0.2, (1.0,)))),
    "leave": lambda: mix((0, arpeggio((783.99, 523.25, 349.23), 0.06, 0.22, 0.12)),
        (0, tone(1400, 420, 0.28, 0.03, 0.02, 0.2, (1.0,)))),
    "done": lambda: arpeggio((523.25, 659.25, 1046.5), 0.085, 0.3, 0.16),
    "fail": lambda: arpeggio((392.0, 311.13), 0.12, 0.26, 0.15),
    "ask": lambda: arpeggio((587.33, 880.0, 739.99, 987.77), 0.1, 0.28, 0.14),
    "click": lambda: mix((0, tone(880, 660, 0.03, 0.16, 0.001, 0.028)), (0, noise(0.012, 0.12, 2.0))),
    "typing": lambda: mix((0, noise(0.02, 0.3, 2.5, 2)), (0.07, noise(0.02, 0.22, 3.0, 3)),
        (0.16, noise(0.02, 0.28, 2.2, 4)), (0.22, silence(0.02))),
}


def save(name, samples):
    peak = max(1.0, max(abs(value) for value in samples))
    raw = b"".join(struct.pack("<h", round(value / peak * 32000)) for value in samples)
    with wave.open(str(HERE / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(raw)


if __name__ == "__main__":
    for sound, make in SOUNDS.items():
        save(sound, make())
