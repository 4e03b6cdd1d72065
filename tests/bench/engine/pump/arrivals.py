"""event.end_to_end_p99: from the decision of a step to the handler in GDScript.

The log says when each event was decided (the time at the end of its step), the game when its handler
was called. Both are in the order of the events' ids and are read from the same clock.
"""

import sqlite3
import sys
from pathlib import Path

SHOWN = ("agent_spawned", "agent_state_update", "agent_moved", "agent_speech")
# What the specification of the product allows.
ALLOWED = 100_000


def decisions(database):
    marks = ", ".join("?" * len(SHOWN))
    rows = f"SELECT ts, entity FROM events WHERE type IN ({marks}) ORDER BY id"
    return sqlite3.connect(database).execute(rows, SHOWN).fetchall()


def arrivals(file):
    before, *lines = file.read_text(encoding="utf-8").splitlines()
    return int(before), [(int(time), entity) for time, entity in map(str.split, lines)]


def main():
    folder = Path(sys.argv[1])
    before, arrived = arrivals(folder / "arrivals.txt")
    decided = decisions(folder / "world.db")[: len(arrived)]
    if [entity for _, entity in decided] != [entity for _, entity in arrived]:
        sys.exit("The handlers were not called in the order of the log.")
    waits = sorted(seen[0] - made[0] for made, seen in list(zip(decided, arrived, strict=True))[before:])
    print(f"bench event.end_to_end_p99 {waits[round(0.99 * (len(waits) - 1))]} {ALLOWED} µs")


if __name__ == "__main__":
    main()
