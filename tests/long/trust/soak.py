#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays on and on with devices that flap, and looks at what grows.

soak.py virtual HOURS: a table script of so many hours, in virtual time: boards that are lost and come back, a
square that cannot be told, questions. soak.py real MINUTES: `play` with two simulated boards that go away,
come back and flutter, consoles that come and go, a real PulseAudio and a real brltty that die and come again, and
a game: what hands do in a turn is kept to its end. The
first third is for warming up; from then on memory
may grow by 1 %, descriptors not at all, the journal by 10 KB a second. Ends with 1 otherwise, and if nothing
happened."""
import fcntl
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from common import PROGRAM, surroundings
from kills import Table, console
from servers import Braille, Sound

MOST_MEMORY = 1.01
MOST_JOURNAL = 10_000
F_SETPIPE_SZ = 1031
wrong = []


def status(process):
    """Memory in KB that is in use, and descriptors; nothing of one that has ended."""
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        memory = next((int(line.split()[1]) for line in file if line.startswith("VmRSS:")), None)
    return (memory, len(os.listdir(f"/proc/{process}/fd"))) if memory else None


def size_of(journal):
    return sum(os.path.getsize(journal + name) for name in ("", "-wal") if os.path.exists(journal + name))


def check(fine, what):
    if not fine:
        wrong.append(what)


def middle(values):
    return sorted(values)[len(values) // 2]


def check_growth(samples, what):
    """Samples are (how far, memory, descriptors)."""
    third = [sample for sample in samples if 1 / 3 < sample[0] <= 2 / 3]
    last = [sample for sample in samples if sample[0] > 2 / 3]
    if not third or not last:
        wrong.append(f"{what}: too little was seen to compare")
        return
    memory = middle([sample[1] for sample in last]) / middle([sample[1] for sample in third])
    descriptors = middle([sample[2] for sample in last]) - middle([sample[2] for sample in third])
    print(f"{what}: memory {middle([s[1] for s in third])} KB, then {middle([s[1] for s in last])} KB "
          f"({(memory - 1) * 100:+.2f} %), descriptors {descriptors:+}", flush=True)
    check(memory <= MOST_MEMORY, f"{what}: memory grew by {(memory - 1) * 100:.2f} %")
    check(descriptors <= 0, f"{what}: {descriptors} more descriptors")


def clock_time(second):
    return f"{second // 3600}:{second // 60 % 60:02}:{second % 60:02}.0"


def script_of(hours):
    acts = ["white-board lost", "white-board back", "white asks both", "white unsure e2", "white lifts e2",
            "white places e2", "black-board lost", "black-board back", "black asks both"]
    yield "@white impaired occupancy\n@black sighted identity\n@time 48h\n0:00:00.0  arbiter starts\n"
    for second in range(10, hours * 3600, 10):
        yield f"{clock_time(second)}  {acts[second // 10 % len(acts)]}\n"


def virtual(hours):
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "soak.table")
        with open(script, "w", encoding="ascii") as file:
            file.writelines(script_of(hours))
        table = subprocess.Popen([PROGRAM, "run", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env=surroundings(folder), text=True)
        fcntl.fcntl(table.stdout, F_SETPIPE_SZ, 4096)  # so that it is not far ahead of what is read here
        samples, told, reached = [], 0, 0
        for line in table.stdout:
            told += 1
            if line.startswith(">"):
                continue
            parts = line.split()[0].split(":")
            reached = sum(float(part) * 60**place for place, part in enumerate(reversed(parts)))
            if told % 100 == 0 and (seen := status(table.pid)):
                samples.append((reached / (hours * 3600), *seen))
        errors = table.stderr.read()
        code = table.wait()
        print(f"virtual: {reached / 3600:.2f} hours, {told} lines, exit {code} {errors[:200]}", flush=True)
        check(code == 0, f"virtual: exit {code}")
        check(reached > hours * 3600 - 60 and told > hours * 300, "virtual: it was not played to its end")
        check_growth(samples, "virtual")


class Devices:
    """Hands and plugs at the two boards."""

    def __init__(self, table):
        self.boards = table.boards
        self.acts = 0

    def do(self, board, *lines):
        for line in lines:
            self.boards[board].stdin.write(line + "\n")
            self.acts += 1
        self.boards[board].stdin.flush()

    def flap(self):
        board = random.randrange(2)
        square = random.choice("abcdefgh") + random.choice("18")
        kind = random.randrange(4)
        if kind == 0:
            self.do(board, "lost")
            time.sleep(random.random() * 2)
            self.do(board, "back")
        elif kind == 1:
            self.do(board, *[f"lifts {square}", f"places {square}"] * 40)
        elif kind == 2:
            self.do(board, f"unsure {square}")
        else:
            self.do(board, f"lifts {square}", f"places {square}")


PLIES = 32


def play(table, devices, ply):
    """One pawn a step on, by hand at both boards, by word and by button."""
    who, other = ("white", "black") if ply % 2 == 0 else ("black", "white")
    file, step = "abcdefgh"[ply // 2 % 8], ply // 16
    rank, forward = (2 + step, 1) if who == "white" else (7 - step, -1)
    for board in (ply % 2, 1 - ply % 2):
        devices.do(board, f"lifts {file}{rank}", f"places {file}{rank + forward}")
        time.sleep(1)
        if board == ply % 2:
            for line in (f"{who} announces {file}{rank + forward}", f"{other} repeats {file}{rank + forward}",
                         f"{who} presses"):
                table.process.stdin.write(line + "\n")
            table.process.stdin.flush()
            time.sleep(1)


def again(server):
    server.stop()
    time.sleep(random.random() * 4)
    server.start()


def leave(consoles, left):
    while len(consoles) > left:
        if gone := consoles.pop(0):
            gone.close()


def real(minutes):
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "game.ansage")
        sound, braille = Sound(folder), Braille(folder)
        table = Table(folder, ["--journal", journal, "--time", "10h", "--white", "impaired occupancy", "--black",
                               "sighted occupancy", "--white-ear", "default", "--braille", "white"], boards=True)
        devices = Devices(table)
        table.process.stdin.write("arbiter starts\n")
        table.process.stdin.flush()
        begin, samples, consoles, joined = time.monotonic(), [], [], 0
        size, ply = 0, 0
        while (passed := time.monotonic() - begin) < minutes * 60 and table.process.poll() is None:
            devices.flap()
            table.process.stdin.write("white asks both\n")
            table.process.stdin.flush()
            if ply < PLIES and passed > ply * minutes * 60 / PLIES:
                play(table, devices, ply)
                ply += 1
            one = console(folder, random.choice(["white", "black", "spectator"]))
            consoles.append(one)
            joined += one is not None
            leave(consoles, 3)
            if random.random() < 0.03:
                again(random.choice([sound, braille]))
            if passed > minutes * 20:
                size = size or size_of(journal)
            time.sleep(0.5 + random.random())
            if joined % 8 == 0:  # without consoles: how many of them the table takes is chance
                leave(consoles, 0)
                time.sleep(1)
                if seen := status(table.process.pid):
                    samples.append((passed / (minutes * 60), *seen))
        grown = (size_of(journal) - size) / (minutes * 40)
        leave(consoles, 0)
        table.process.send_signal(signal.SIGTERM)
        code = table.process.wait(60)
        table.kill()
        sound.stop()
        braille.stop()
        verified = subprocess.run([PROGRAM, "replay", journal, "--verify"], env=surroundings(folder),
                                  capture_output=True, text=True, check=False)
        print(f"real: {minutes} minutes, {devices.acts} acts of hands and plugs, {joined} consoles, "
              f"{sound.loud / 8000:.0f} seconds of sound, {braille.cells} bytes of braille, "
              f"{len(table.lines)} lines, journal {grown / 1000:.2f} KB/s, exit {code}, verify {verified.returncode}",
              flush=True)
        check(code == 0 and verified.returncode == 0, f"real: exit {code}, verify {verified.returncode}")
        check(sound.loud > minutes * 8000 and braille.cells > minutes * 40, "real: too little was heard or shown")
        made = sum(line.startswith("made ") for line in table.lines)
        check(devices.acts > minutes * 60 and joined > minutes * 5 and made > PLIES / 2, f"real: {made} moves made")
        check(grown < MOST_JOURNAL, f"real: the journal grows by {grown / 1000:.1f} KB a second")
        check_growth(samples, "real")


if __name__ == "__main__":
    seed = int(os.environ.get("ANSAGE_SEED", random.randrange(10**9)))
    random.seed(seed)
    print(f"seed {seed}", flush=True)
    (virtual if sys.argv[1] == "virtual" else real)(int(sys.argv[2]))
    for each in wrong:
        print(f"FAILED {each}", flush=True)
    sys.exit(1 if wrong else 0)
