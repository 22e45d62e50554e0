#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills commands that write, at moments taken at random, and looks at what they leave.

kills.py play COUNT: `play` at a table of typed lines; in turns also with two boards, or with consoles. The game
goes on after each kill. Every line that was printed must be in the journal.
kills.py all COUNT: everything that writes a file, start-up included: what it leaves opens, or is not there.
ANSAGE_SEED repeats a run. Ends with 1 if something was lost."""
import os
import pty
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from common import GAME, PROGRAM, TABLE, Ran, acts, kill, surroundings

# What tells of no row of its own: the last are answers to questions, of which the journal keeps a count
# where they come faster than people ask (docs/trust.md).
SILENT = ("journal ", "code ", "resume ", "table ", "scoresheet ", "refused not_allowed: Not answered",
          "say ear-white: Your time")
lost, broken, kills = [], [], 0


def tell(what, kind, detail):
    what.append((kind, detail))
    print(f"{kind}: {detail}", flush=True)


class Table:
    """A `play` that is fed, and whose lines are kept as they are printed."""

    def __init__(self, folder, words, boards=False):
        self.lines = []
        self.boards = []
        if boards:
            for color in ("white", "black"):
                board = subprocess.Popen([PROGRAM, "board", "simulate", "peg"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, env=surroundings(folder), text=True)
                port = next(line for line in board.stdout if line.startswith("port "))[5:].strip()
                self.boards.append(board)
                words = [*words, f"--{color}-board", f"peg:{port}"]
        self.process = subprocess.Popen([PROGRAM, "play", *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=surroundings(folder), text=True)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        self.errors = []
        self.error_reader = threading.Thread(target=lambda: self.errors.extend(self.process.stderr))
        self.error_reader.start()

    def read(self):
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.lines.append(line.rstrip("\n"))

    def hands(self):
        """People who fumble, while others type."""
        for board in self.boards:
            square = random.choice("abcdefgh") + random.choice("12345678")
            try:
                board.stdin.write(f"{random.choice(['lifts', 'places'])} {square}\n")
                board.stdin.flush()
            except BrokenPipeError:
                pass

    def kill(self):
        kill(self.process)
        self.reader.join()
        self.error_reader.join()
        for board in self.boards:
            kill(board)


def console(folder, role):
    try:
        joined = socket.socket(socket.AF_UNIX)
        joined.settimeout(0.2)
        joined.connect(os.path.join(folder, "ansage", "table.sock"))
        joined.sendall(f'{{"kind":"join","role":"{role}"}}\n{{"kind":"typed","text":"t"}}\n'.encode())
        return joined
    except OSError:
        return None


def keep(journal):
    """What was found can be looked at, where ANSAGE_KEEP names a folder."""
    if os.environ.get("ANSAGE_KEEP"):
        os.makedirs(os.environ["ANSAGE_KEEP"], exist_ok=True)
        for name in ("", "-wal", "-head"):
            if os.path.exists(journal + name):
                shutil.copy(journal + name, os.path.join(os.environ["ANSAGE_KEEP"], f"{kills}.ansage{name}"))


def outcomes(folder, journal):
    replay = Ran(["replay", journal], folder)
    if replay.code != 0:
        keep(journal)
        tell(broken, "replay", f"{replay.code} {replay.errors.decode(errors='replace')}")
        return []
    return [line.split(" ", 1)[1] for line in replay.out.decode().splitlines()]


def missing_from(kept, printed):
    at, missing = 0, []
    for line in printed:
        if line in kept[at:]:
            at = kept.index(line, at) + 1
        else:
            missing.append(line)
    return missing


def lines_lost(printed, kept, before):
    """Those that were printed and are not in the journal, in their order. What a sitting says again comes first;
    how much of it does not show, for the same may be said anew."""
    again = 0
    fewest = missing_from(kept[before:], printed)
    while fewest and again < len(printed) and printed[again] in kept[:before]:
        again += 1
        fewest = min(fewest, missing_from(kept[before:], printed[again:]), key=len)
    return fewest


def kills_of_play(count):
    global kills
    printed_lines = verified = games = 0
    while kills < count:
        games += 1
        with tempfile.TemporaryDirectory() as folder:
            journal = os.path.join(folder, "game.ansage")
            before, ply, sittings = 0, 0, 0
            kind = games % 3
            while kills < count and sittings < 25:
                sittings += 1
                resumed = os.path.exists(journal)
                words = (["--resume", journal, "--speech", "none"] if resumed
                         else [*TABLE, "--journal", journal])
                if not resumed and kind == 1:
                    words[words.index("impaired none")] = "impaired occupancy"
                    words[words.index("sighted none")] = "sighted occupancy"
                table = Table(folder, words, boards=kind == 1)
                begin = time.monotonic()
                deadline = begin + random.choice([0.05, 0.3, 0.8, 1.5]) * random.random() * SLOW
                typed = acts(ply, ply + 12)
                joined = []
                try:
                    while time.monotonic() < deadline:
                        if typed:
                            table.process.stdin.write("".join(line + "\n" for line in typed[:3]))
                            table.process.stdin.flush()
                            del typed[:3]
                        table.hands()
                        if kind == 2 and len(joined) < 3:
                            joined.append(console(folder, ("white", "black", "spectator")[len(joined)]))
                        time.sleep(random.random() * 0.02)
                except BrokenPipeError:
                    pass
                table.kill()
                for each in joined:
                    if each:
                        each.close()
                kills += 1
                if not os.path.exists(journal):
                    if any(not line.startswith(SILENT) for line in table.lines):
                        tell(lost, "no journal", table.lines)
                    continue
                kept = outcomes(folder, journal)
                printed = [line for line in table.lines if not line.startswith(SILENT)]
                printed_lines += len(printed)
                missing = lines_lost(printed, kept, before)
                if missing:
                    keep(journal)
                    tell(lost, "lines", f"{missing} of {printed}, kept {kept[before:]}")
                if resumed and any("not " in line for line in table.errors if "resume" in line):
                    tell(broken, "resume", table.errors)
                before = len(kept)
                ply = sum(1 for line in kept if re.match(r"completed \d+\.", line))
                check = Ran(["replay", journal, "--verify"], folder)
                verified += check.code == 0
                if check.code != 0 or b"end not proven" in check.out:
                    tell(broken, "verify", f"{check.code} {check.out} {check.errors}")
                if ply >= len(GAME) - 12:
                    break
        if games % 10 == 0:
            print(f"kills {kills}, lines {printed_lines}", flush=True)
    if printed_lines < kills:
        tell(broken, "nothing to lose", f"{printed_lines} lines were printed: the table did not open, or played nothing")
    print(f"kills of play {kills} in {games} games; printed lines {printed_lines}, lost {len(lost)}; "
          f"verified {verified}; broken {len(broken)}", flush=True)


def seed_game(folder, plies=6):
    journal = os.path.join(folder, "seed.ansage")
    ran = Ran(["play", *TABLE, "--journal", journal], folder, "\n".join(acts(0, plies)) + "\nquit\n")
    assert ran.code == 0, ran.errors
    return journal


def looks(folder):
    """Every journal opens; nothing half-made lies where a person would find it."""
    for root, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(root, name)
            if name.endswith(".ansage"):
                if os.path.getsize(path) == 0 and not os.path.exists(path + "-wal"):
                    continue  # a name that was taken: a new game may have it
                check = Ran(["replay", path, "--verify"], folder)
                if check.code != 0:
                    yield f"{name}: {check.code} {check.errors.decode(errors='replace')}"
            elif name.endswith((".pgn", ".txt", ".html", ".json", ".brf")) and not os.path.getsize(path):
                yield f"{name} is empty"


def kills_of_all(count):
    global kills
    commands = {
        "play": (lambda f: ["play", *TABLE], acts(0, 30)),
        "play --journal": (lambda f: ["play", *TABLE, "--journal", f + "/new.ansage"], acts(0, 30)),
        "play --resume": (lambda f: ["play", "--resume", f + "/seed.ansage", "--speech", "none"],
                          acts(6, 30)),
        "play --adjourn": (lambda f: ["play", "--adjourn", "--resume", f + "/seed.ansage"], []),
        "demo": (lambda f: ["demo", "--speed", "max", "--speech", "none"], []),
        "demo real": (lambda f: ["demo", "--speed", "50", "--speech", "none"], []),
        "clock": (lambda f: ["clock", "--time", "5m", "--speech", "none", "--journal", f + "/clock.ansage"],
                  ["", " ", "f", "j", " "]),
        "score": (lambda f: ["score", f + "/seed.ansage", "--format",
                             random.choice(["pgn", "text", "brf", "html", "json"]), "--out", f + "/out"], []),
        "arbiter sign": (lambda f: ["arbiter", "sign", f + "/seed.ansage"], []),
        "replay": (lambda f: ["replay", f + "/cut.ansage"], []),  # mends what was cut off
    }
    counts = dict.fromkeys(commands, 0)
    running = opened = 0
    with tempfile.TemporaryDirectory() as store:
        seed = seed_game(store)
        while kills < count:
            name = random.choice(list(commands))
            words, typed = commands[name]
            with tempfile.TemporaryDirectory() as folder:
                shutil.copy(seed, folder + "/seed.ansage")
                if name == "replay":
                    table = Table(folder, [*TABLE, "--journal", folder + "/cut.ansage"])
                    table.process.stdin.write("\n".join(acts(0, 3)) + "\n")
                    table.process.stdin.flush()
                    time.sleep(0.3 * SLOW)
                    table.kill()
                process = subprocess.Popen([PROGRAM, *words(folder)], stdin=subprocess.PIPE,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                           env=surroundings(folder), text=True)
                try:
                    process.stdin.write("".join(line + "\n" for line in typed))
                    process.stdin.flush()
                except BrokenPipeError:
                    pass
                time.sleep(random.choice([0.02, 0.1, 0.4]) * random.random() * SLOW)
                how = random.choice([signal.SIGKILL] * 8 + [signal.SIGTERM, signal.SIGHUP])
                running += process.poll() is None
                try:
                    process.send_signal(how)
                    process.wait(10 * SLOW)
                except subprocess.TimeoutExpired:
                    tell(broken, name, "a signal does not end it")
                    kill(process)
                if how != signal.SIGKILL:
                    for root, _, files in os.walk(folder):
                        for each in files:
                            if os.path.getsize(os.path.join(root, each)) == 0 and each.endswith(".ansage"):
                                tell(broken, name, f"{each} is left empty")
                kills += 1
                counts[name] += 1
                for problem in looks(folder):
                    tell(broken, name, problem)
                opened += sum(name.endswith(".ansage") for _, _, files in os.walk(folder) for name in files) - 1
            if kills % 200 == 0:
                print(f"kills {kills}", flush=True)
    # The seed is in every folder; what a command had begun to write lies beside it.
    if running < kills / 3 or opened < kills / 4 or min(counts.values()) < kills / len(commands) / 3:
        tell(broken, "nothing to break", f"{running} still ran when they were killed, {opened} journals were begun")
    print(f"kills of all commands {kills}: {counts}; still running {running}, journals begun {opened}; broken {len(broken)}", flush=True)


if __name__ == "__main__":
    SLOW = float(os.environ.get("ANSAGE_SLOW", "1"))
    seed_of_run = int(os.environ.get("ANSAGE_SEED", random.randrange(10**9)))
    random.seed(seed_of_run)
    print(f"seed {seed_of_run}", flush=True)
    (kills_of_play if sys.argv[1] == "play" else kills_of_all)(int(sys.argv[2]))
    sys.exit(1 if lost or broken else 0)
