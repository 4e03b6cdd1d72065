"""Sums up what the benchmarks printed: a table, and JSON for other programs.

Each line of the input is `bench NAME OURS YARDSTICK [UNIT]`, once a run; the unit is µs if not said.
"""

import argparse
import json
import statistics
from pathlib import Path


def read(path):
    """Name -> (unit, [ours], [yardstick]), in the order of the first run."""
    found = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        _, name, ours, yardstick, *unit = line.split()
        _, values, yardsticks = found.setdefault(name, (unit[0] if unit else "µs", [], []))
        values.append(float(ours))
        yardsticks.append(float(yardstick))
    return found


def figures(unit, values, yardsticks):
    """The ratio is taken within each run, in which both sides met the same machine."""
    ratios = [ours / other for ours, other in zip(values, yardsticks, strict=True)]
    return {
        "value": round(statistics.median(values), 5),
        "unit": unit,
        "yardstick": round(statistics.median(yardsticks), 5),
        "ratio": round(statistics.median(ratios), 3),
        "runs": values,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("measured", help="the lines of all runs")
    parser.add_argument("--json", help="file for the figures")
    options = parser.parse_args()
    found = {name: figures(*each) for name, each in read(options.measured).items()}
    print(f"{'':30}{'ours':>10}{'yardstick':>11}{'ratio':>7}   least to most of all runs")
    for name, each in found.items():
        spread = f"{min(each['runs']):.3f} to {max(each['runs']):.3f}"
        print(f"{name:30}{each['value']:10.3f}{each['yardstick']:11.3f}{each['ratio']:7.2f}   {spread} {each['unit']}")
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent="\t", ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
