"""Kills a game in the middle of a conversation, starts it again, and looks at what has come back.

    python3 kill_and_restart.py TITLE DATABASE COMMAND…

The command runs games/village.gd, with what it shall do as further arguments. Prints a line for each
check, and last `N passed, N failed`.
"""

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LONGEST_RUN = 120  # seconds
LINES_BEFORE_THE_END = 6
NEW_TOPIC = "melon"
STATES = ["idle", "listening", "thinking", "speaking"]


class Checks:
    def __init__(self, title):
        self.title = title
        self.passed = 0
        self.failed = 0

    def check(self, condition, what, shown=""):
        self.passed += bool(condition)
        self.failed += not condition
        print("ok" if condition else "FAIL", f"{self.title}: {what}", "" if condition else shown)

    def equal(self, got, want, what):
        self.check(got == want, what, f"got {got}, want {want}")


class Game:
    """A run of the game; it is killed when it lasts too long, and its output then ends."""

    def __init__(self, command, wish):
        self.process = subprocess.Popen(
            [*command, wish], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.guard = threading.Timer(LONGEST_RUN, self.process.kill)
        self.guard.start()
        self.told = []

    def tells(self):
        for line in self.process.stdout:
            if line.startswith("{") and line.endswith("}\n"):
                self.told.append(json.loads(line))
                yield self.told[-1]
            elif re.search("ERROR|WARNING", line):
                print("    " + line.rstrip())

    def play_until(self, wanted):
        for _ in self.tells():
            if wanted(self.told):
                return True
        return False

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.end()

    # Whoever still holds the output, the game below a sandbox too, has ended when it ends.
    def end(self):
        for _ in self.tells():
            pass
        code = self.process.wait()
        self.guard.cancel()
        return code

    def all(self, what):
        return [each for each in self.told if each["what"] == what]


class Store:
    """What the database holds; looked at in a copy, so that nobody repairs it but the game."""

    def __init__(self, path):
        with tempfile.TemporaryDirectory() as folder:
            for name in (path.name, path.name + "-wal"):
                if (path.parent / name).exists():
                    shutil.copy(path.parent / name, folder)
            base = sqlite3.connect(Path(folder) / path.name)
            self.sound = base.execute("PRAGMA integrity_check").fetchone()[0]
            self.states = dict(base.execute("SELECT id, state FROM agents ORDER BY number"))
            self.keys = dict(base.execute("SELECT key, id FROM agents ORDER BY number"))
            self.lines = base.execute(
                "SELECT agent_id, sender, content, recipient, timestamp"
                " FROM agent_conversations ORDER BY id").fetchall()
            self.history = base.execute(
                "SELECT agent_id, old_state, new_state FROM agent_state_history ORDER BY id"
            ).fetchall()
            base.close()

    def remembered_by(self, agent):
        return [line[2] for line in self.lines if line[0] == agent]

    def history_of(self, agent):
        return [(old, new) for owner, old, new in self.history if owner == agent]


def in_conversation(told):
    """Both have spoken often enough, and one is in the middle of something."""
    speakers = [each["id"] for each in told if each["what"] == "spoke"]
    return (len(speakers) >= LINES_BEFORE_THE_END and len(set(speakers)) == 2
            and told[-1]["what"] == "state" and told[-1]["state"] != 0)


def is_written_down(store, line, started):
    """That what was said is in the memory of the speaker and of the hearer, with all about it."""
    rows = [row for row in store.lines if row[1:3] == (line["id"], line["content"])]
    hearer = next(id for id in store.states if id != line["id"])
    return ({row[0] for row in rows} >= {line["id"], hearer}
            and all(row[3] == hearer and started <= row[4] / 1e6 <= time.time() for row in rows))


def check_first_run(checks, game, before, started):
    checks.equal(before.sound, "ok", "the killed game leaves a sound database")
    checks.equal(list(before.keys), ["ada", "bruno"], "both agents are in it")
    lost = [line for line in game.all("spoke") if not is_written_down(before, line, started)]
    checks.equal(lost, [], "spec:000.5.1 all that was said is in both memories")
    for id in before.states:
        shown = [STATES[each["state"]] for each in game.all("state") if each["id"] == id]
        history = before.history_of(id)[:len(shown)]
        checks.equal(history, list(zip(["idle", *shown], shown)),
                     f"spec:000.7.2 each change of state of {id} is in its history")


def old_topic(store):
    """The longest word of what Ada heard or said last."""
    words = re.findall("[a-z]+", " ".join(store.remembered_by("agent_001")[-3:]).lower())
    return max(words, key=len)


def check_second_run(checks, game, topic, before, after):
    ids = list(before.states)
    checks.equal(game.all("started")[0]["idle"], {id: True for id in ids},
                 "the same agents are there at once, Idle")
    back = [(each["id"], each["name"], each["restored"]) for each in game.all("spawned")]
    checks.equal(back, [(ids[0], "Ada", True), (ids[1], "Bruno", True)],
                 "they are told of as restored, and nobody is new")
    checks.equal(list(after.states), ids, "no agent was added to the database")
    checks.equal(after.lines[:len(before.lines)], before.lines, "spec:000.5.1 they have kept their memory")
    news = after.history[len(before.history):]
    first = {}
    for agent, old, new in reversed(news):
        first[agent] = (old, new)
    checks.equal(first, {id: (before.states[id], "idle") for id in ids},
                 "their history says that what they were at was cut short")
    answer = [each["content"] for each in game.all("spoke") if each["id"] == ids[0]][-1]
    # The offline mind takes the longest word of those that it does not remember, if there are any.
    checks.check(NEW_TOPIC in answer.lower() and topic not in answer.lower(),
                 "Ada remembers what was talked about, and answers to what is new",
                 f"asked of {topic} and {NEW_TOPIC} she says: {answer}")


def main():
    title, database, *command = sys.argv[1:]
    checks = Checks(title)
    path = Path(database)
    started = int(time.time())
    game = Game(command, "talk")
    checks.check(game.play_until(in_conversation), "agents talk until the game is killed")
    game.kill()
    before = Store(path)
    check_first_run(checks, game, before, started)
    if checks.failed == 0:
        topic = old_topic(before)
        game = Game(command, f"say=The {topic}, or a {NEW_TOPIC}?")
        checks.equal(game.end(), 0, "the game that is started again comes to its end")
        check_second_run(checks, game, topic, before, Store(path))
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 0 if checks.passed and not checks.failed else 1


if __name__ == "__main__":
    sys.exit(main())
