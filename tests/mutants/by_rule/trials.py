# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tests: once each to see which mutants they reach, then for each mutant those that reach it."""
import concurrent.futures
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

# Up to how many seconds a test case is tried together with others of its program.
TIERS = (0.2, 1, 5, 30)


class Machine:
    """A test that computes takes a core, one that waits half of it; what listens runs alone."""

    def __init__(self, cores):
        self.places = self.free = 2 * cores
        self.changed = threading.Condition()

    def needed(self, test):
        if "quiet" in test["labels"]:
            return self.places
        return 1 if "waits" in test["labels"] else 2

    @contextlib.contextmanager
    def place(self, test):
        needed = self.needed(test)
        with self.changed:
            self.changed.wait_for(lambda: self.free >= needed)
            self.free -= needed
        try:
            yield
        finally:
            with self.changed:
                self.free += needed
                self.changed.notify_all()


def end(process):
    """Ends a test and what it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Run:
    """One run of a test program: whether it passed, and what its cases tell."""

    def __init__(self, test, words, limit, mutant=None, marks=None):
        # Sockets have short names only.
        home = tempfile.mkdtemp(prefix="am-", dir="/tmp")
        cases = os.path.join(home, "cases")
        environment = {**os.environ, **test["environment"], "TMPDIR": home, "ANSAGE_MUTANTS_CASES": cases}
        environment.pop("ANSAGE_MUTANT", None)
        if mutant is not None:
            environment["ANSAGE_MUTANT"] = str(mutant)
        if marks is not None:
            environment["ANSAGE_MUTANTS_REACHED"] = marks
        try:
            self.code = self.run([*test["command"], *words], test["folder"], environment, limit)
            self.cases = self.read(cases)
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def run(self, command, folder, environment, limit):
        began = time.monotonic()
        with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True) as process:
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = "time limit"
            end(process)
        self.seconds = time.monotonic() - began
        return code

    def read(self, path):
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    @property
    def passed(self):
        return self.code == 0


def has_cases(test):
    return os.path.basename(test["command"][0]).startswith("test_")


def look_where(test, count, machine, folder):
    """Which mutants each case of a test reaches. A case that fails now cannot find any."""
    for _ in range(3):
        with machine.place(test), tempfile.NamedTemporaryFile(dir=folder) as marks:
            marks.truncate(count)
            run = Run(test, [], 1800, marks=marks.name)
            marked = [number for number, mark in enumerate(marks.read()) if mark]
        if run.passed:
            break
    always = set(run.cases[0]["reached"]) if run.cases else set()
    cases = [{"case": case["case"], "seconds": case["seconds"],
              "reached": sorted(always | set(case["reached"]))}
             for case in run.cases[1:] if case["passed"]]
    if not has_cases(test) and run.passed:
        cases = [{"case": "", "seconds": run.seconds, "reached": marked}]
    return {"name": test["name"], "passed": run.passed, "seconds": run.seconds, "cases": cases}


def look_at_all(tests, count, jobs, folder):
    """The longest first, and what listens last."""
    machine = Machine(jobs)
    tests = sorted(tests, key=lambda test: ("quiet" in test["labels"], -test["cost"]))
    with concurrent.futures.ThreadPoolExecutor(machine.places) as pool:
        return list(pool.map(lambda test: look_where(test, count, machine, folder), tests))


def tier(seconds):
    return sum(seconds > limit for limit in TIERS)


def is_own(test, path):
    folder = test["name"].removesuffix("/apart")
    return os.path.dirname(path).removeprefix("src/").startswith(folder)


class Trials:
    """Tries mutants."""

    def __init__(self, tests, reached, jobs, folder):
        self.tests = {test["name"]: test for test in tests}
        self.reached = reached
        self.machine = Machine(jobs)
        self.folder = folder
        self.good = {}

    def batches(self, site):
        """Cases of one program together: the cheapest first, of those the room's own."""
        batches = {}
        for looked in self.reached:
            test = self.tests[looked["name"]]
            for case in looked["cases"]:
                if site["number"] in case["reached"]:
                    key = tier(case["seconds"]), not is_own(test, site["file"]), test["name"]
                    batches.setdefault(key, []).append(case)
        for (_, _, name), cases in sorted(batches.items()):
            yield self.tests[name], [case["case"] for case in cases], sum(case["seconds"] for case in cases)

    def run(self, test, cases, seconds, mutant=None):
        with tempfile.NamedTemporaryFile("w", dir=self.folder, suffix=".cases") as names:
            # Otherwise a comma would end a name, and a bracket begin a tag.
            names.writelines(re.sub(r'([\\,\[\]"*])', r"\\\1", case) + "\n" for case in cases)
            names.flush()
            words = ["--abort", "--input-file", names.name] if has_cases(test) else []
            with self.machine.place(test):
                run = Run(test, words, 60 + 8 * seconds, mutant)
        if has_cases(test) and run.passed and len(run.cases) != 1 + len(cases):
            raise SystemExit(f"{test['name']} ran {len(run.cases) - 1} of {len(cases)} test cases")
        return run

    def is_good_without(self, test, cases, seconds):
        """The same cases pass without the mutant. What waits may fail by itself, and is asked each time."""
        key = test["name"], tuple(cases)
        if key not in self.good or "waits" in test["labels"]:
            self.good[key] = self.run(test, cases, seconds).passed
        return self.good[key]

    def finds(self, test, cases, seconds, mutant):
        run = self.run(test, cases, seconds, mutant)
        if run.passed or not self.is_good_without(test, cases, seconds):
            return None
        if "waits" in test["labels"] and self.run(test, cases, seconds, mutant).passed:
            return None
        failed = [case["case"] for case in run.cases if not case["passed"]]
        return f"{test['name']}: {failed[0] if failed else run.code}"

    def try_site(self, site):
        began = time.monotonic()
        outcome, by = "unreached", None
        for test, cases, seconds in self.batches(site):
            outcome = "survived"
            by = self.finds(test, cases, seconds, site["number"])
            if by is not None:
                outcome = "killed"
                break
        return {"number": site["number"], "outcome": outcome, "by": by,
                "seconds": round(time.monotonic() - began, 1)}

    def try_all(self, sites, tell):
        with concurrent.futures.ThreadPoolExecutor(self.machine.places) as pool:
            for done in concurrent.futures.as_completed(
                    [pool.submit(self.try_site, site) for site in sites]):
                tell(done.result())
