# SPDX-License-Identifier: GPL-3.0-or-later
"""What the long proofs of trust have in common: the program, a folder of its own, games to write."""
import os
import random
import resource
import signal
import subprocess

PROGRAM = os.path.abspath(os.environ.get("ANSAGE_PROGRAM") or
                          os.path.join(os.environ["ANSAGE_BUILD"], "ansage"))


def surroundings(folder):
    return {**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": folder, "LC_ALL": "C",
            "XDG_DATA_HOME": os.path.join(folder, "data"),
            "XDG_CONFIG_HOME": os.path.join(folder, "config")}


class Ran:
    """A command that has ended: its exit code (negative: a signal), output, and seconds of processor."""

    def __init__(self, words, folder, typed="", limit=60):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.hung = False
        try:
            done = subprocess.run([PROGRAM, *words], input=typed.encode(), capture_output=True,
                                  env=surroundings(folder), timeout=limit, check=False)
            self.code, self.out, self.errors = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as problem:
            self.hung = True
            self.code, self.out, self.errors = None, problem.stdout or b"", problem.stderr or b""
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


GAME = """e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 axb5 Nc3 Bb7
Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6 Nc4 Nxc4 Bxc4 Nb6 Ne5 Rae8 Bxf7+ Rxf7 Nxf7
Rxe1+ Qxe1 Kxf7 Qe3 Qg5 Qxg5 hxg5 b3 Ke6 a3 Kd6 axb4 cxb4 Ra5 Nd5 f3 Bc8 Kf2 Bf5 Ra7 g6 Ra6+ Kc5 Ke1 Nf4
g3 Nxh3 Kd2 Kb5 Rd6 Kc5 Ra6 Nf2 g4 Bd3 Re6""".split()


def acts(begin=0, end=len(GAME)):
    """The lines that are typed for the moves from one ply to another."""
    lines = ["arbiter starts"] if begin == 0 else ["arbiter resumes"]
    for ply in range(begin, min(end, len(GAME))):
        who, other = ("white", "black") if ply % 2 == 0 else ("black", "white")
        move = GAME[ply].rstrip("+")
        lines += [f"{who} announces {move}", f"{other} repeats {move}", f"{who} executes {move}",
                  f"{who} presses", f"{who} writes {ply // 2 + 1} {move}"]
        if random.random() < 0.2:
            lines.append(random.choice(["white asks both", "black asks last", "white offers draw",
                                        "black declines", "arbiter pauses", "arbiter resumes"]))
    return lines


TABLE = ["--speech", "none", "--white", "impaired none", "--black", "sighted none",
         "--white-name", "Anna Ember", "--black-name", "Bert Olsen"]


def kill(process):
    try:
        process.send_signal(signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
