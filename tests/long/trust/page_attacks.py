#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Attacks the page of a running `play` on loopback, and asks at a console how long answers take.

page_attacks.py PROGRAM [SECONDS [ATTACK]]: each attack at a table of its own. Prints a line for each, and ends with 1
if an answer at the 95th percentile takes 20 ms or longer, if the journal grows by 10 KB a second or more, if a page
that knows the secret is shut out, or if what must be refused is not."""
import json
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import urlsplit

from attacks import FASTEST_GROWTH, LONGEST_ANSWER, Console, environment_in, forever

EVIL = "<img src=x onerror=alert(1)><script>alert(1)</script>"


class Address:
    def __init__(self, url):
        parts = urlsplit(url)
        self.port, self.path, self.origin = parts.port, parts.path, f"http://127.0.0.1:{parts.port}"

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), 5)

    def request(self, method, name, body=b"", **headers):
        fields = {"Host": f"127.0.0.1:{self.port}", "Origin": self.origin, "Content-Type": "application/json",
                  "Content-Length": len(body), **{key.replace("_", "-"): value for key, value in headers.items()}}
        head = f"{method} {self.path}{name} HTTP/1.1\r\n" + "".join(f"{key}: {value}\r\n" for key, value in fields.items())
        return head.encode() + b"\r\n" + body

    def ask(self, method, name, body=b"", **headers):
        """Status and text; 0: it was hung up on."""
        with self.connect() as line:
            answer = b""
            try:
                line.sendall(self.request(method, name, body, **headers))
                while data := line.recv(65536):
                    answer += data
            except OSError:
                pass
            status = int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else 0
            return status, answer.partition(b"\r\n\r\n")[2].decode(errors="replace")

    def join(self, role, code=""):
        status, text = self.ask("POST", "join", json.dumps({"role": role, "code": code}).encode())
        return json.loads(text)["session"] if status == 200 else None

    def follow(self, session):
        line = self.connect()
        line.sendall(f"GET {self.path}events?session={session} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        return line

    def say(self, session, *texts):
        lines = [{"kind": "typed", "text": text} for text in texts]
        return self.ask("POST", "say", json.dumps({"session": session, "lines": lines}).encode())[0]


def await_text(line, text, limit=10.0):
    line.settimeout(limit)
    heard = b""
    while text not in heard:
        try:
            data = line.recv(65536)
        except OSError:
            return False
        if not data:
            return False
        heard += data
    return True


# --- what is tried, without end
def idle(_):
    time.sleep(3600)


def foreign_origin(at):
    forever(lambda: at.ask("POST", "join", b'{"role":"white","code":""}', Origin="http://evil.example"))


def foreign_host(at):
    forever(lambda: at.ask("GET", "", Host=f"evil.example:{at.port}"))


def wrong_secret(at):
    other = Address(f"{at.origin}/{'a' * 32}/")
    forever(lambda: other.ask("GET", ""))


def wrong_code(at):
    def one():
        session = at.join("arbiter", f"{random.randrange(10**8):08}")
        if session:
            with at.follow(session) as line:
                await_text(line, b"over", 2)
    forever(one)


def two_browsers(at):
    """Who takes the same role without end."""
    def one():
        with at.follow(at.join("white")) as line:
            await_text(line, b"open", 2)
    forever(one)


def connections(at):
    """A thousand that say nothing."""
    held = []

    def one():
        held.append(at.connect())
        del held[:-1000]
    forever(one)


def megabytes(at):
    body = json.dumps({"session": "x", "lines": [{"kind": "typed", "text": "x" * 1_000_000}]}).encode()
    forever(lambda: at.ask("POST", "say", body))


def slow_writing(at):
    held = []

    def one():
        held.append(at.connect())
        del held[:-30]
        for line in held:
            line.send(b"G")
        time.sleep(0.05)
    forever(one)


def slow_reading(at):
    """A spectator's page that reads nothing, and asks without end."""
    def one():
        session = at.join("spectator")
        with at.follow(session) as line:
            await_text(line, b"open", 2)
            while at.say(session, *["b"] * 20) == 204:
                pass
    forever(one)


def html(at):
    def one():
        session = at.join("white")
        with at.follow(session) as line:
            await_text(line, b"open", 2)
            while at.say(session, "announces " + EVIL, EVIL, "claims " + EVIL) == 204:
                time.sleep(0.01)
    forever(one)


# With how many programs at a time.
ATTACKS = {idle: 1, foreign_origin: 2, foreign_host: 2, wrong_secret: 2, wrong_code: 2, two_browsers: 2, connections: 1,
           megabytes: 2, slow_writing: 2, slow_reading: 2, html: 1}


# --- what has to be refused
def refusals(at):
    """Those that were not."""
    session = at.join("assistant")
    tried = {
        "a foreign origin joins": (at.ask("POST", "join", b'{"role":"white"}', Origin="http://evil.example")[0], {403}),
        "a foreign host reads": (at.ask("GET", "", Host=f"evil.example:{at.port}")[0], {403}),
        "no secret": (Address(at.origin + "/").ask("GET", "")[0], {404}),
        "another secret": (Address(f"{at.origin}/{'a' * 32}/").ask("GET", "")[0], {404}),
        "a form of another site": (at.ask("POST", "join", b"role=white", Content_Type="text/plain")[0], {400, 403, 415}),
        "a megabyte": (at.ask("POST", "say", b"x" * 1_000_000)[0], {0, 413}),
        "no session": (at.say("a" * 32, "t"), {404}),
    }
    wrong = [f"{what}: {status}" for what, (status, allowed) in tried.items() if status not in allowed]
    with at.follow(at.join("arbiter", "00000000")) as line:
        if not await_text(line, b'"over"'):
            wrong.append("a wrong code")
    with at.follow(session) as older:
        if not await_text(older, b'"open"'):
            wrong.append("an assistant is not let in")
        with at.follow(at.join("assistant")) as newer:
            if not await_text(newer, b'"open"'):
                wrong.append("a second browser is not let in")
            if not await_text(older, b'"over"'):
                wrong.append("the older browser is not told")
    return wrong


def play(program, folder, environment):
    journal = os.path.join(folder, "game.ansage")
    table = subprocess.Popen(
        [program, "play", "--speech", "none", "--page", "on", "--journal", journal, "--white", "impaired none assistant=1,2,3",
         "--black", "impaired none", "--white-name", EVIL, "--black-name", "Bob"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, text=True)
    url = next(line for line in table.stdout if "http:" in line).split()[-1]
    return table, journal, Address(url)


def attack(program, one, count, seconds):
    with tempfile.TemporaryDirectory() as folder:
        environment = environment_in(folder)
        table, journal, at = play(program, folder, environment)
        threading.Thread(target=table.stdout.read, daemon=True).start()
        wrong = refusals(at)
        black = Console(folder, "black")
        black.await_kind("welcome")
        before = os.path.getsize(journal)
        attackers = [multiprocessing.Process(target=one, args=(at,), daemon=True) for _ in range(count)]
        begin = time.monotonic()
        for attacker in attackers:
            attacker.start()
        answers, joins = [], 0
        time.sleep(0.5)
        while time.monotonic() - begin < seconds:
            answers.append(black.ask())
            time.sleep(0.55)
            if len(answers) % 6 == 1:
                with at.follow(at.join("assistant")) as line:
                    joins += 1
                    if not await_text(line, b'"open"'):
                        wrong.append("a page that knows the secret was shut out")
        took = time.monotonic() - begin
        for attacker in attackers:
            attacker.kill()
            attacker.join()
        table.stdin.write("quit\n")
        table.stdin.close()
        ended = table.wait(20)
        grown = (os.path.getsize(journal) - before) / took
        verified = subprocess.run([program, "replay", journal, "--verify"], env=environment,
                                  capture_output=True, text=True, check=False)
        answers.sort()
        p95 = answers[min(len(answers) - 1, int(len(answers) * 0.95))]
        ok = (not wrong and p95 < LONGEST_ANSWER and grown < FASTEST_GROWTH and ended == 0 and verified.returncode == 0)
        print(f"{'ok' if ok else 'FAILED'} page {one.__name__}: answers {len(answers)}, median "
              f"{answers[len(answers) // 2] * 1000:.1f} ms, p95 {p95 * 1000:.1f} ms, worst {answers[-1] * 1000:.1f} ms; "
              f"pages let in {joins}; journal {grown / 1000:.2f} KB/s; exit {ended}, verify {verified.returncode} "
              f"{'; '.join(wrong)}", flush=True)
        return ok


def main():
    program = os.path.abspath(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 15
    wanted = sys.argv[3:]
    results = [attack(program, one, count, seconds) for one, count in ATTACKS.items()
               if not wanted or one.__name__ in wanted]
    print(f"attacks at the page {len(results)}, held {sum(results)}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
