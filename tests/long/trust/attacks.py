#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks the console socket of a running `play`, and asks at another console how long answers take.

attacks.py PROGRAM [SECONDS [ATTACK]]: each attack at a table of its own. Prints a line for each, and ends with 1
if an answer at the 95th percentile takes 20 ms or longer, if the journal grows by 10 KB a second or
more, or if somebody whose role is missing cannot join; and if a minute of nothing but questions at
one console grows it by more than 10 KB, or leaves one of them unanswered."""
import json
import multiprocessing
import os
import random
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

LONGEST_ANSWER = 0.020
FASTEST_GROWTH = 10_000
MINUTE = 60
LARGEST_MINUTE = 10_000
KEYS = ["t", "c", "l", "k", "k +", "o", "m", "h", "b", "r", "p N", "s e4", "?", "xyz"]


class Console:
    def __init__(self, folder, role=None, code=""):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(os.path.join(folder, "ansage", "table.sock"))
        self.socket.settimeout(5)
        self.unread = b""
        if role:
            self.send({"kind": "join", "role": role, "code": code})

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def line(self, limit=5.0):
        end = time.monotonic() + limit
        while b"\n" not in self.unread:
            left = max(0, end - time.monotonic())  # 0: what has come already, or an old answer is taken for a new one
            if not select.select([self.socket], [], [], left)[0]:
                return None
            data = self.socket.recv(65536)
            if not data:
                return None
            self.unread += data
        line, self.unread = self.unread.split(b"\n", 1)
        message = json.loads(line)
        if message.get("n"):
            self.send({"kind": "seen", "n": message["n"]})
        return message

    def await_kind(self, kind, limit=5.0):
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            message = self.line(left)
            if message is None or message["kind"] == kind:
                return message
        return None

    def drain(self):
        while self.line(0) is not None:
            pass

    def ask(self):
        """How long an answer takes."""
        self.drain()
        begin = time.monotonic()
        self.send({"kind": "typed", "text": "t"})
        while (message := self.line(10)) is not None:
            if message.get("cause") == "request":
                return time.monotonic() - begin
        return 10.0


def forever(one):
    """One thing without end, whatever the table does to whoever does it."""
    while True:
        try:
            one()
        except (OSError, ValueError):
            pass


def idle(folder):
    time.sleep(3600)


def strangers(folder):
    held = []

    def one():
        held.append(Console(folder))
        del held[:-40]
    forever(one)


def codes(folder):
    def one():
        console = Console(folder, "arbiter", f"{random.randrange(10**8):08}")
        console.line(1)
        console.socket.close()
    forever(one)


def typing(folder, line, role="white"):
    def one():
        console = Console(folder, role)
        if console.await_kind("welcome") is None:
            return
        data = line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n"
        console.socket.setblocking(False)
        while True:
            readable, writable, _ = select.select([console.socket], [console.socket], [], 1)
            if readable and not console.socket.recv(65536):
                return
            if writable:
                console.socket.send(data * (1 + 2000 // len(data)))
    forever(one)


def questions(folder):
    typing(folder, {"kind": "typed", "text": "t"})


def keys(folder):
    typing(folder, b"".join(json.dumps({"kind": "typed", "text": key}).encode() + b"\n" for key in KEYS))


def announcements(folder):
    typing(folder, {"kind": "typed", "text": "announces " + "Eva " * 200})


def long_lines(folder):
    typing(folder, {"kind": "typed", "text": "x" * 8000})


def oversteps(folder):
    typing(folder, {"kind": "typed", "text": "arbiter starts"})


def spectators_overstep(folder):
    typing(folder, {"kind": "typed", "text": "arbiter ends 1-0 " + "x" * 900}, "spectator")


def boards(folder):
    typing(folder, {"kind": "typed", "text": "b"}, "spectator")


def seen(folder):
    typing(folder, {"kind": "seen", "n": 1})


def garbage(folder):
    typing(folder, bytes(random.randrange(256) for _ in range(500)) + b"\n")


def acts(folder):
    typing(folder, {"kind": "draws", "seat": "white", "act": "offer"})


def each_act(folder):
    """Everything that is accepted from a player, again and again."""
    lines = ["announces e2e4", "offers draw", "asks both", "adjusts", "claims flag", "claims touch",
             "claims illegal", "claims threefold", "requests alarms", "arrives", "writes 1 e4", "pauses"]
    typing(folder, b"".join(json.dumps({"kind": "typed", "text": line}).encode() + b"\n"
                            for line in lines))


def claims(folder):
    typing(folder, {"kind": "typed", "text": "claims illegal"})


def terminal(folder):
    """Not a console: see attack(), which types at the table's own terminal."""
    time.sleep(3600)


def flapping(folder):
    def one():
        console = Console(folder, "white")
        console.line(1)
        console.send({"kind": "leave"})
        console.socket.close()
    forever(one)


def crowd(folder):
    held = []

    def one():
        held.append(Console(folder, "spectator"))
        del held[:-80]
    forever(one)


# With how many programs at a time.
ATTACKS = {
    idle: 1, strangers: 2, codes: 4, questions: 1, keys: 1, announcements: 1, long_lines: 1, oversteps: 1,
    spectators_overstep: 4, boards: 4, seen: 2, garbage: 1, acts: 1, each_act: 1, claims: 1, terminal: 1, flapping: 4, crowd: 2,
}


def play(program, folder, environment):
    """A table, its journal, and the arbiter's code."""
    journal = os.path.join(folder, "game.ansage")
    table = subprocess.Popen(
        [program, "play", "--speech", "none", "--journal", journal, "--white",
         "impaired none assistant=1,2,3", "--black", "impaired none"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=environment, text=True)
    code = next(line for line in table.stdout if line.startswith("code "))[5:].strip()
    return table, journal, code


def environment_in(folder):
    return {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder, "LC_ALL": "C"}


def questions_of(program, typed, seconds):
    """A console types these, each when it has heard the answer before; nobody else does anything.
    How many it typed, how many were answered, the bytes of the closed journal, and whether it is whole."""
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_in(folder)
        table, journal, _ = play(program, folder, environment)
        threading.Thread(target=table.stdout.read, daemon=True).start()
        white = Console(folder, "white")
        white.await_kind("welcome")
        time.sleep(0.5)
        asked = answered = 0
        begin = time.monotonic()
        while time.monotonic() - begin < seconds:
            white.drain()
            white.send({"kind": "typed", "text": typed[asked % len(typed)]})
            asked += 1
            while (message := white.line(5)) is not None:
                if message.get("cause") in ("request", "refusal") or message["kind"] == "refused":
                    answered += 1
                    break
        table.stdin.write("quit\n")
        table.stdin.close()
        ended = table.wait(20)
        verified = subprocess.run([program, "replay", journal, "--verify"], env=environment,
                                  capture_output=True, text=True, check=False)
        return asked, answered, os.path.getsize(journal), ended == 0 and verified.returncode == 0


def minute(program, name, typed):
    _, _, before, _ = questions_of(program, typed, 0)
    asked, answered, after, is_whole = questions_of(program, typed, MINUTE)
    ok = after - before <= LARGEST_MINUTE and asked == answered > MINUTE and is_whole
    print(f"{'ok' if ok else 'FAILED'} minute of {name}: asked {asked}, answered {answered}, journal "
          f"{(after - before) / 1000:.1f} KB, whole {is_whole}", flush=True)
    return ok


def attack(program, one, count, seconds):
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_in(folder)
        table, journal, code = play(program, folder, environment)
        printed = multiprocessing.Value("i", 0)

        def read():
            for _ in table.stdout:
                with printed.get_lock():
                    printed.value += 1
        threading.Thread(target=read, daemon=True).start()
        is_attacked = threading.Event()

        def type_without_end():
            while is_attacked.is_set():
                table.stdin.write("white offers draw\nblack declines\n" * 20)
                table.stdin.flush()
        black = Console(folder, "black")
        black.await_kind("welcome")
        before = os.path.getsize(journal)
        attackers = [multiprocessing.Process(target=one, args=(folder,), daemon=True)
                     for _ in range(count)]
        begin = time.monotonic()
        for attacker in attackers:
            attacker.start()
        if one is terminal:
            is_attacked.set()
            typist = threading.Thread(target=type_without_end, daemon=True)
            typist.start()
        answers = []
        joins = []
        time.sleep(0.5)
        while time.monotonic() - begin < seconds:
            answers.append(black.ask())
            time.sleep(0.55)
            if len(answers) % 6 == 1:
                since = time.monotonic()
                assistant = Console(folder, "assistant")
                welcome = assistant.await_kind("welcome")
                joins.append(time.monotonic() - since if welcome else None)
                assistant.send({"kind": "leave"})
                assistant.socket.close()
        took = time.monotonic() - begin
        for attacker in attackers:
            attacker.kill()
            attacker.join()
        if is_attacked.is_set():
            is_attacked.clear()
            typist.join()
        wal = os.path.getsize(journal + "-wal") if os.path.exists(journal + "-wal") else 0
        # The arbiter waits out a lock, and is let in.
        arbiter = None
        for _ in range(80):
            console = Console(folder, "arbiter", code)
            arbiter = console.line(5)
            if arbiter and arbiter["kind"] == "welcome":
                break
            time.sleep(1)
        if one is terminal:
            table.send_signal(signal.SIGTERM)  # what was typed before would be done first
        else:
            table.stdin.write("quit\n")
            table.stdin.close()
        ended = table.wait(20)
        grown = (os.path.getsize(journal) - before) / took
        verified = subprocess.run([program, "replay", journal, "--verify"], env=environment,
                                  capture_output=True, text=True, check=False)
        answers.sort()
        p95 = answers[min(len(answers) - 1, int(len(answers) * 0.95))]
        ok = (p95 < LONGEST_ANSWER and grown < FASTEST_GROWTH and None not in joins and ended == 0
              and verified.returncode == 0 and bool(arbiter) and arbiter["kind"] == "welcome")
        print(f"{'ok' if ok else 'FAILED'} {one.__name__}: answers {len(answers)}, median "
              f"{answers[len(answers) // 2] * 1000:.1f} ms, p95 {p95 * 1000:.1f} ms, worst "
              f"{answers[-1] * 1000:.1f} ms; joined {sum(j is not None for j in joins)} of "
              f"{len(joins)}, worst {max((j or 5) for j in joins) * 1000:.0f} ms; journal "
              f"{grown / 1000:.2f} KB/s, -wal {wal // 1000} KB; lines at the table {printed.value}; "
              f"exit {ended}, verify {verified.returncode}", flush=True)
        return ok


def main():
    program = os.path.abspath(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 15
    wanted = sys.argv[3:]
    results = [attack(program, one, count, seconds) for one, count in ATTACKS.items()
               if not wanted or one.__name__ in wanted]
    results += [minute(program, name, typed) for name, typed in (("t", ["t"]), ("keys", KEYS))
                if not wanted or "minute" in wanted]
    print(f"attacks {len(results)}, held {sum(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
