#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts, replaces and deletes journals under running tables, and looks at what is left of the games.

cuts.py COUNT: so many tables. At one in ten the second file is cut as well, at another one in ten nothing can be
written beside the journal. Each cut must be told within a second, everything printed must be in the last file, which
verifies, and the exit code must be 1. ANSAGE_SEED repeats a run. Ends with 1 if something is not so."""
import collections
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from common import GAME, PROGRAM, TABLE, Ran, acts, kill, surroundings
from kills import SILENT, missing_from

AT_ONCE = 6
LIMIT = 1.0
TOLD = re.compile(r"The journal was removed, replaced or cut: the game goes on in (.*), with every move\.")


def truncate(file, size):
    with open(file, "r+b") as opened:
        opened.truncate(size)


def replace(file, content):
    with open(file + ".other", "wb") as opened:
        opened.write(content)
    os.rename(file + ".other", file)


def contents(file):
    with open(file, "rb") as opened:
        return opened.read()


def delete_all(file):
    for end in ("", "-wal", "-head"):
        os.remove(file + end)


CUTS = {
    "cut to nothing": lambda f: truncate(f, 0),
    "cut in half": lambda f: truncate(f, os.path.getsize(f) // 2),
    "-wal cut to nothing": lambda f: truncate(f + "-wal", 0),
    "-wal cut in half": lambda f: truncate(f + "-wal", os.path.getsize(f + "-wal") // 2),
    "replaced by nothing": lambda f: replace(f, b""),
    "replaced by a text": lambda f: replace(f, b"mine" * 3000),
    "replaced by a copy": lambda f: replace(f, contents(f)),
    "-wal replaced": lambda f: replace(f + "-wal", contents(f + "-wal")),
    "deleted": os.remove,
    "-wal deleted": lambda f: os.remove(f + "-wal"),
    "all deleted": delete_all,
    "moved": lambda f: os.rename(f, f + ".elsewhere"),
}


class Table:
    """A `play` that is typed at without a pause, with the times of what it tells."""

    def __init__(self, folder, journal, env):
        self.lines, self.told, self.errors, self.hung = [], [], [], False
        self.process = subprocess.Popen([PROGRAM, "play", *TABLE, "--journal", journal], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        self.threads = [threading.Thread(target=self.read), threading.Thread(target=self.listen),
                        threading.Thread(target=self.type, args=(random.choice([0, 0.005, 0.03, 0.4]),))]
        self.ends = threading.Event()
        for thread in self.threads:
            thread.start()

    def read(self):
        self.lines.extend(line.rstrip("\n") for line in self.process.stdout)

    def listen(self):
        for line in self.process.stderr:
            found = TOLD.match(line)
            if found:
                self.told.append((time.monotonic(), found[1]))
            else:
                self.errors.append(line)

    def type(self, pause):
        """Fast, slow, or not at all for a while."""
        try:
            for line in acts(0, len(GAME)):
                if self.ends.is_set():
                    break
                if line in ("arbiter pauses", "arbiter resumes"):
                    continue  # where the clocks stand, moves are refused, and whoever is refused is made to wait
                self.process.stdin.write(line + "\n")
                self.process.stdin.flush()
                time.sleep(pause * random.random())
            self.ends.wait()
            self.process.stdin.write("quit\n")
            self.process.stdin.close()
        except (BrokenPipeError, ValueError):
            pass

    def await_told(self, count, since):
        """The seconds until it was told so often; None: not within five."""
        while time.monotonic() < since + 5:
            if len(self.told) >= count:
                return self.told[count - 1][0] - since
            time.sleep(0.005)
        return None

    def end(self):
        self.ends.set()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.hung = True
            kill(self.process)
        for thread in self.threads:
            thread.join()


def play_one(number):
    """What was found wrong, how long each cut took to be told, how many lines were printed."""
    wrong, waits = [], []
    shape = {0: "the second too", 1: "nothing beside"}.get(number % 10, "once")
    name = random.choice(list(CUTS))
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "stick")
        os.mkdir(place)
        journal = os.path.join(place, "game.ansage")
        env = surroundings(folder)
        if number % 20 == 1:  # nor among the user's games
            with open(os.path.join(folder, "data"), "w", encoding="ascii"):
                env["TMPDIR"] = folder
        table = Table(folder, journal, env)
        deadline = time.monotonic() + 20
        while len(table.lines) < 4 and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(random.random() * 0.3)
        if shape == "nothing beside":
            name = random.choice(["folder moved", "folder deleted", "folder replaced"])
            cut_folder(name, place, folder)
        else:
            CUTS[name](journal)
        waits.append(table.await_told(1, time.monotonic()))
        if shape == "the second too" and table.told:
            time.sleep(random.random() * 0.5)
            second = random.choice(list(CUTS))
            name += ", then " + second
            cut_at(second, table.told[-1][1])
            waits.append(table.await_told(2, time.monotonic()))
        time.sleep(random.random() * 0.2)
        table.end()
        code = table.process.returncode
        if table.hung or code != 1:
            wrong.append(f"exit code {code} {table.errors}")
        if any(wait is None or wait > LIMIT for wait in waits):
            wrong.append(f"told after {waits}")
        if len(table.told) != len(waits):
            wrong.append(f"told {len(table.told)} times: {table.told}")
        printed = [line for line in table.lines if not line.startswith(SILENT)]
        last = next((line.split("--resume ")[1] for line in table.lines if line.startswith("resume ")), None)
        lost = len(printed)
        if last is None and table.told:
            last = table.told[-1][1]  # the game had ended
        if last and os.path.exists(last):
            replay = Ran(["replay", last], folder)
            kept = [line.split(" ", 1)[1] for line in replay.out.decode().splitlines()]
            lost = len(missing_from(kept, printed))
            verify = Ran(["replay", last, "--verify"], folder)
            if verify.code != 0 or b"end not proven" in verify.out:
                wrong.append(f"verify {verify.code} {verify.out} {verify.errors}")
            if last.startswith(env.get("TMPDIR", folder) + "/ansage-"):
                shutil.rmtree(os.path.dirname(last))
        if lost or not printed:
            wrong.append(f"{lost} of {len(printed)} printed lines are lost")
    return shape, name, wrong, waits, len(printed), lost, code


def cut_at(name, file):
    """A commit of the table may come between: then the -wal is there a moment later."""
    for _ in range(100):
        try:
            CUTS[name](file)
            return
        except FileNotFoundError:
            time.sleep(0.01)
    CUTS[name](file)


def cut_folder(name, place, folder):
    if name == "folder deleted":
        shutil.rmtree(place)
        return
    os.rename(place, os.path.join(folder, "pulled"))
    if name == "folder replaced":
        with open(place, "w", encoding="ascii") as opened:
            opened.write("a file")


def main(count):
    shapes, ways, waits = collections.Counter(), collections.Counter(), []
    codes = collections.Counter()
    printed = lost = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as tables:
        for done, (shape, name, problems, waited, lines, missing, code) in enumerate(
                tables.map(play_one, range(count)), 1):
            shapes[shape] += 1
            ways[name.split(",")[0]] += 1
            codes[code] += 1
            waits += [wait for wait in waited if wait is not None]
            printed += lines
            lost += missing
            for problem in problems:
                wrong += 1
                print(f"{shape}, {name}: {problem}", flush=True)
            if done % 50 == 0:
                print(f"tables {done}", flush=True)
    waits.sort()
    print(f"tables {count}: {dict(shapes)}; {dict(ways)}; cuts told {len(waits)}, median "
          f"{waits[len(waits) // 2]:.2f} s, slowest {waits[-1]:.2f} s; printed lines {printed}, lost {lost}; exit codes "
          f"{dict(codes)}; wrong {wrong}", flush=True)
    return 1 if wrong or lost or printed < count else 0


if __name__ == "__main__":
    seed_of_run = int(os.environ.get("ANSAGE_SEED", random.randrange(10**9)))
    random.seed(seed_of_run)
    print(f"seed {seed_of_run}", flush=True)
    sys.exit(main(int(sys.argv[1])))
