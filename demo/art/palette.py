"""The colours of palette.json: `RAMPS.wood.base` is a colour, `LOOKS["mira"]` what she wears."""

import json
import pathlib
from types import SimpleNamespace

TONES = ("outline", "shade", "base", "light")

_data = json.loads((pathlib.Path(__file__).parent / "palette.json").read_text())


def ramp(colours):
    return SimpleNamespace(**dict(zip(TONES, colours)))


RAMPS = SimpleNamespace(**{name: ramp(colours) for name, colours in _data["ramps"].items()})
LOOKS = _data["looks"]
