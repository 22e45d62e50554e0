#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Damages and alters journals, and gives each to every command.

damage.py COUNT: files; each to every command. None may crash, hang, take 2 seconds of processor, or show
something else than the whole game does without saying so. ANSAGE_SEED repeats a run."""
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time

from common import GAME, TABLE, Ran, acts
from kills import Table

FORMATS = ["pgn", "text", "brf", "html", "json"]


def commands(journal, folder):
    yield "replay", ["replay", journal], ""
    yield "replay --verify", ["replay", journal, "--verify"], ""
    yield "replay --ears", ["replay", journal, "--ears"], ""
    yield "replay --json", ["replay", journal, "--json"], ""
    yield "replay --damaged", ["replay", journal, "--damaged"], ""
    for format_ in FORMATS:
        yield f"score {format_}", ["score", journal, "--format", format_], ""
    yield "score --of", ["score", journal, "--of", "white"], ""
    yield "score --damaged", ["score", journal, "--damaged"], ""
    yield "report", ["arbiter", "report", journal], ""
    yield "report --damaged", ["arbiter", "report", journal, "--damaged"], ""
    yield "compare", ["arbiter", "compare", journal, journal], ""
    # These write, so they get copies.
    yield "sign", ["arbiter", "sign", "COPY"], ""
    yield "adjourn", ["play", "--adjourn", "--resume", "COPY"], ""
    yield "resume", ["play", "--resume", "COPY", "--speech", "none"], "white asks both\nquit\n"
    yield "resume --damaged", ["play", "--resume", "COPY", "--damaged", "--speech", "none"], "quit\n"
    yield "demo", ["demo", "--resume", "COPY", "--speed", "max", "--speech", "none"], ""


# What a command that shows a game prints of it.
TOLD = [b"end not proven", b"Signature not right"]
ALTERATIONS = []


def alteration(one):
    ALTERATIONS.append(one)
    return one


def in_database(path, act):
    try:
        with sqlite3.connect(path) as database:
            database.create_function("json_extract", -1, lambda *_: None)
            act(database)
            database.commit()
        database.close()
    except sqlite3.Error:
        pass


def random_row(database):
    count = database.execute("SELECT count(*) FROM records").fetchone()[0]
    return random.randint(1, max(1, count))


def random_text(text):
    at = random.randrange(len(text))
    kind = random.randrange(5)
    if kind == 0:
        return text[:at] + random.choice("0123456789abcdefgh\"{}[],:-.\x00\x1b") + text[at + 1:]
    if kind == 1:
        return text[:at]
    if kind == 2:
        return text[:at] + text[at:] * random.randint(2, 50)
    if kind == 3:
        number = random.choice(["-1", "65536", "4294967296", "18446744073709551616", "1e999", "-5e0550"])
        import re
        return re.sub(r"\d+", number, text, count=1)
    return text.replace("e4", "d4").replace("white", "black")


@alteration
def value(path):
    def act(database):
        number = random_row(database)
        column = random.choice(["input", "events"])
        row = database.execute(f"SELECT {column} FROM records WHERE number = ?", (number,)).fetchone()
        if row and row[0]:
            database.execute(f"UPDATE records SET {column} = ? WHERE number = ?",
                             (random_text(row[0]), number))
    in_database(path, act)


@alteration
def number_of_row(path):
    def act(database):
        database.execute(f"UPDATE records SET {random.choice(['at_ms', 'number'])} = ? WHERE number = ?",
                         (random.choice([-1, 0, 2**62, -2**63, 7, "x", None, 1.5]), random_row(database)))
    in_database(path, act)


@alteration
def rows(path):
    def act(database):
        number = random_row(database)
        database.execute(random.choice([
            "DELETE FROM records WHERE number = ?", "DELETE FROM records WHERE number >= ?",
            "DELETE FROM records WHERE number <= ?",
            "INSERT INTO records SELECT number + 1000, at_ms, input, events, digest FROM records WHERE number = ?",
            "UPDATE records SET digest = zeroblob(32) WHERE number = ?",
            "UPDATE records SET digest = x'00' WHERE number = ?",
            "UPDATE records SET events = (SELECT events FROM records WHERE number = 2) WHERE number = ?",
        ]), (number,))
    in_database(path, act)


@alteration
def other_tables(path):
    in_database(path, lambda database: database.execute(random.choice([
        "DELETE FROM sessions", "DELETE FROM head", "DELETE FROM meta",
        "DELETE FROM meta WHERE key = 'setup'",
        "UPDATE sessions SET first_input = -5", "UPDATE sessions SET at_ms = 99999999999",
        "UPDATE sessions SET program = '0.1.0+rules.99'", "UPDATE sessions SET boot_id = zeroblob(1000000)",
        "UPDATE head SET records = records + 1", "UPDATE head SET digest = zeroblob(32)",
        "UPDATE head SET at_ms = -1", "UPDATE meta SET value = substr(value, 1, 20)",
        "UPDATE meta SET value = value || 'x = 1' WHERE key LIKE 'profile laws%'",
        "INSERT INTO meta VALUES('profile ../../x', 'a')", "INSERT INTO sessions SELECT 99, 1000, 0, 'x', 0, 'y', x'' ",
        "INSERT INTO signatures VALUES(1, 1, zeroblob(32), zeroblob(32), zeroblob(64), 0)",
    ])))


@alteration
def schema(path):
    in_database(path, lambda database: database.executescript(random.choice([
        "DROP VIEW events", "DROP TABLE head", "CREATE TABLE more(x)",
        "CREATE TRIGGER t AFTER INSERT ON records BEGIN DELETE FROM records; END",
        "DROP VIEW inputs; CREATE VIEW inputs AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) "
        "SELECT x AS number, 0 AS at_ms, 'a' AS kind, 'b' AS json FROM c",
        "ALTER TABLE records RENAME TO others; CREATE VIEW records AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL "
        "SELECT x+1 FROM c) SELECT x AS number, 0 AS at_ms, '' AS input, '' AS events, x'' AS digest FROM c",
        "PRAGMA user_version = 1", "PRAGMA user_version = 77", "PRAGMA application_id = 5",
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'garbage' WHERE name = 'records'",
        "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'records'",
        "CREATE INDEX i ON records(at_ms)",
    ])))


def in_bytes(path, act):
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        if not data:
            return
        data = act(data)
        file.seek(0)
        file.write(data)
        file.truncate()


def flip(data):
    for _ in range(random.choice([1, 1, 1, 2, 20])):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return data


def cut(data):
    return data[:random.randrange(len(data))]


def smear(data):
    at = random.randrange(len(data))
    size = random.choice([16, 512, 4096])
    data[at:at + size] = os.urandom(len(data[at:at + size]))
    return data


@alteration
def bits(path):
    in_bytes(path, random.choice([flip, flip, cut, smear]))


@alteration
def header_bits(path):
    def act(data):
        data[random.randrange(100)] = random.randrange(256)
        return data
    in_bytes(path, act)


@alteration
def beside(path):
    """The -wal or the -head of a game that was cut off."""
    for name in random.sample(["-wal", "-head"], random.randint(1, 2)):
        if os.path.exists(path + name):
            if random.random() < 0.2:
                os.remove(path + name)
            else:
                in_bytes(path + name, random.choice([flip, flip, cut, smear]))


def seeds(store):
    closed = os.path.join(store, "closed.ansage")
    Ran(["play", *TABLE, "--journal", closed], store, "\n".join(acts(0, 10)) + "\nwhite resigns\nquit\n")
    signed = os.path.join(store, "signed.ansage")
    shutil.copy(closed, signed)
    Ran(["arbiter", "sign", signed], store)
    cut_off = os.path.join(store, "cut.ansage")
    for ply in (0, 4):
        words = (["--resume", cut_off, "--speech", "none"] if ply else [*TABLE, "--journal", cut_off])
        table = Table(store, words)
        for line in acts(ply, ply + 4):
            table.process.stdin.write(line + "\n")
            table.process.stdin.flush()
        end = time.monotonic() + 20
        while time.monotonic() < end and not any(f"completed {ply // 2 + 2}... {GAME[ply + 3]}" in line
                                                 for line in table.lines):
            time.sleep(0.02)
        table.kill()
    demo = os.path.join(store, "demo.ansage")
    Ran(["demo", "--speed", "max", "--speech", "none", "--journal", demo], store)
    return [closed, signed, cut_off, cut_off, demo]


def copy(journal, to):
    for name in ("", "-wal", "-head", "-journal"):
        if os.path.exists(to + name):
            os.remove(to + name)
        if os.path.exists(journal + name):
            shutil.copy(journal + name, to + name)


def run_all(journal, store, limit=60):
    """What each command says of it."""
    work = os.path.join(store, "work", "game.ansage")
    os.makedirs(os.path.dirname(work), exist_ok=True)
    for name, words, typed in commands(work, store):
        copy(journal, work)
        yield name, Ran([work if word == "COPY" else word for word in words], store, typed, limit)


def main(count):
    crashes, hangs, silent, refused, same = [], [], [], 0, 0
    worst, found = 0.0, 0
    with tempfile.TemporaryDirectory() as store:
        games = seeds(store)
        whole = {game: {name: (ran.code, ran.out) for name, ran in run_all(game, store)} for game in set(games)}
        for game in whole:
            if whole[game]["replay --verify"][0] != 0 or not before_of(whole, game):
                print(f"{os.path.basename(game)} is no whole game: nothing can be damaged")
                return 1
        altered = 0
        for number in range(count):
            game = random.choice(games)
            damaged = os.path.join(store, "damaged.ansage")
            copy(game, damaged)
            act = random.choice(ALTERATIONS)
            act(damaged)
            altered += is_other(damaged, game)
            for name, ran in run_all(damaged, store):
                what = f"{os.path.basename(game)} {act.__name__} {name}"
                worst = max(worst, ran.seconds)
                if ran.hung or ran.seconds > 2:
                    hangs.append(what)
                elif ran.code not in (0, 1, 2, 3):
                    crashes.append(f"{what}: {ran.code} {ran.errors[-300:]}")
                elif ran.code != 0:
                    refused += 1
                elif (ran.code, ran.out) == whole[game][name]:
                    same += 1
                elif name in ("sign", "adjourn", "resume", "resume --damaged", "demo"):
                    # Signed and gone on with under other times: what it holds is what counts.
                    if not ran.errors and shows(store) != before_of(whole, game):
                        silent.append(what)
                elif not ran.errors and not any(told in ran.out for told in TOLD):
                    silent.append(f"{what}: {ran.out[:200]}")
                if len(crashes + hangs + silent) > found:
                    found = len(crashes + hangs + silent)
                    keep(damaged, number)
            if number % 50 == 49:
                print(f"files {number + 1}, refused {refused}, same {same}", flush=True)
    if altered < count * 0.8 or refused < altered:
        crashes.append(f"nothing happened: {altered} files of {count} were altered, {refused} commands refused")
    print(f"damaged or altered files {count}, of which {altered} hold other bytes, commands on each 20: refused {refused}, as the whole game {same}; crashes "
          f"{len(crashes)}, hangs {len(hangs)}, silently different {len(silent)}; worst {worst:.2f} s of processor",
          flush=True)
    for problem in crashes + hangs + silent:
        print(problem, flush=True)
    return 1 if crashes or hangs or silent else 0


def is_other(one, other):
    def contents(path):
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return file.read()
    return any(contents(one + name) != contents(other + name) for name in ("", "-wal", "-head"))


def moves(verified):
    return [line for line in verified.splitlines() if line.startswith(b"moves ")]


def shows(store):
    return moves(Ran(["replay", os.path.join(store, "work", "game.ansage"), "--verify"], store).out)


def before_of(whole, game):
    return moves(whole[game]["replay --verify"][1])


def keep(damaged, number):
    kept = os.environ.get("ANSAGE_KEEP")
    if kept:
        os.makedirs(kept, exist_ok=True)
        copy(damaged, os.path.join(kept, f"{number}.ansage"))


if __name__ == "__main__":
    seed = int(os.environ.get("ANSAGE_SEED", random.randrange(10**9)))
    random.seed(seed)
    print(f"seed {seed}", flush=True)
    sys.exit(main(int(sys.argv[1])))
