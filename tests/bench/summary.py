"""Sums up what the benchmarks printed: a table, and JSON for other programs.

Each line of the input is `bench NAME OURS YARDSTICK UNIT`, once a run; a yardstick of - is none, and the
unit is µs if not said. The second file says which names there are, and the bounds.
"""

import argparse
import json
import operator
import statistics
import sys
from pathlib import Path

COMPARISONS = {"<": operator.lt, "<=": operator.le, ">=": operator.ge}


def read(path):
    """Name -> (unit, [ours], [yardstick]), in the order of the first run."""
    found = {}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        _, name, ours, yardstick, *unit = line.split()
        _, values, yardsticks = found.setdefault(name, (unit[0] if unit else "µs", [], []))
        values.append(float(ours))
        if yardstick != "-":
            yardsticks.append(float(yardstick))
    return found


def bounds(path):
    """Name -> (what is bounded, how, by how much), or None for a figure without a bound."""
    rows = (line.split() for line in Path(path).read_text(encoding="utf-8").splitlines() if line[0] != "#")
    return {name: bound if len(bound) == 3 else None for name, _, *bound in rows}


def figures(unit, values, yardsticks):
    """The ratio is ours to theirs, within each run, in which both sides met the same machine."""
    ratios = [ours / other for ours, other in zip(values, yardsticks, strict=True)] if yardsticks else []
    return {
        "value": round(statistics.median(values), 5),
        "unit": unit,
        "yardstick": round(statistics.median(yardsticks), 5) if ratios else None,
        "ratio": round(statistics.median(ratios), 5) if ratios else None,
        "runs": values,
    }


def short(number):
    if number is None:
        return "-"
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"


def verdict(each, bound):
    if bound is None:
        return ""
    what, how, limit = bound
    holds = each[what] is not None and COMPARISONS[how](each[what], float(limit))
    return f"{what} {how} {limit}: {'yes' if holds else 'NO'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("measured", help="the lines of all runs")
    parser.add_argument("benchmarks", help="the names and bounds")
    parser.add_argument("wanted", nargs="+", help="the names that must be there")
    parser.add_argument("--json", help="file for the figures")
    options = parser.parse_args()
    found = {name: figures(*each) for name, each in read(options.measured).items() if name in options.wanted}
    must = bounds(options.benchmarks)
    print(f"{'':26}{'median':>12}{'yardstick':>12}{'ratio':>8}   {'least to most of the runs':34}must be")
    for name, each in found.items():
        spread = f"{short(min(each['runs']))} to {short(max(each['runs']))} {each['unit']}"
        numbers = f"{short(each['value']):>12}{short(each['yardstick']):>12}{short(each['ratio']):>8}"
        print(f"{name:26}{numbers}   {spread:34}{verdict(each, must[name])}".rstrip())
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent="\t", ensure_ascii=False) + "\n", encoding="utf-8")
    missing = [name for name in options.wanted if name not in found]
    if missing:
        sys.exit(f"Not measured: {', '.join(missing)}")


if __name__ == "__main__":
    main()
