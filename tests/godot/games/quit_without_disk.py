"""Ends a game while nobody can write its database, and once more when that works again.

    python3 quit_without_disk.py PREFIX COMMAND…

The command runs games/village.gd. Prints a line for each check, and last `N passed, N failed`.
"""

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

LONGEST_RUN = 50  # seconds


def run_and_quit(command, database, sign, is_held):
    """The exit code and the output of a game that quits, its database being held by another."""
    sign.unlink(missing_ok=True)
    game = subprocess.Popen([*command, database, f"quit-when={sign}"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    guard = threading.Timer(LONGEST_RUN, game.kill)
    guard.start()
    told = []
    for line in game.stdout:
        told.append(line)
        if '"spawned"' in line:  # it is in the file
            break
    holder = sqlite3.connect(database, isolation_level=None)
    if is_held:
        holder.execute("BEGIN IMMEDIATE")
    sign.touch()
    told += list(game.stdout)
    code = game.wait()
    guard.cancel()
    holder.close()
    return code, "".join(told)


def main():
    prefix, command = sys.argv[1], sys.argv[2:]
    database, sign = prefix + ".db", Path(prefix + ".quit")
    results = []

    def check(condition, what, shown=""):
        results.append(bool(condition))
        print("ok" if condition else "FAIL", "game:", what, "" if condition else shown)

    code, told = run_and_quit(command, database, sign, is_held=True)
    check(code == 1, "a quit that could not store ends with the exit code 1", f"{code}\n{told}")
    check("could not write" in told, "an error says what was not stored", told)
    code, told = run_and_quit(command, database, sign, is_held=False)
    check(code == 0, "a quit that could store ends with the exit code 0", f"{code}\n{told}")
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


sys.exit(main())
