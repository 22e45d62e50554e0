# SPDX-License-Identifier: GPL-3.0-or-later
"""A copy of the tree, the mutants in it, and its build."""
import glob
import json
import os
import re
import shlex
import subprocess

import draw

FLAGS = "--param=ggc-min-heapsize=1500000 -w -I{}"


class Tree:
    def __init__(self, root, place):
        self.root, self.place = root, place
        self.build = os.path.join(place, "build", "release")
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True)
        self.paths = [path for path in listed.stdout.decode().split("\0")
                      if path and os.path.isfile(os.path.join(root, path))]

    def restore(self, but=()):
        """The tree as it is, and nothing besides."""
        known = set(self.paths)
        for path in known - set(but):
            self.put(path, self.text(path))
        for folder in ("src", "devices", "speech", "phonetics", "tests", "profiles"):
            for where, _, names in os.walk(os.path.join(self.place, folder)):
                for name in names:
                    path = os.path.join(where, name)
                    if os.path.relpath(path, self.place) not in known:
                        os.remove(path)

    def text(self, path):
        with open(os.path.join(self.root, path), "rb") as file:
            return file.read()

    def put(self, path, text):
        """Only what has changed, so that only that is built anew."""
        target = os.path.join(self.place, path)
        if os.path.exists(target):
            with open(target, "rb") as file:
                if file.read() == text:
                    return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(text)
        os.chmod(target, os.stat(os.path.join(self.root, path)).st_mode)

    def configure(self):
        self.run("configure", ["cmake", "--preset", "release", "-DANSAGE_TESTS=ON",
                               "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
                               "-DCMAKE_CXX_FLAGS=" + FLAGS.format(draw.HERE)])

    def run(self, name, command):
        """The log is kept; the last of it is shown where it fails."""
        log = os.path.join(self.place, "build", name + ".log")
        os.makedirs(os.path.dirname(log), exist_ok=True)
        with open(log, "wb") as file:
            done = subprocess.run(command, cwd=self.place, stdin=subprocess.DEVNULL, stdout=file,
                                  stderr=subprocess.STDOUT, timeout=4 * 3600, check=False)
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if done.returncode != 0 and name == "configure":
            raise SystemExit(f"cannot configure, see {log}:\n" + text[-3000:])
        return done.returncode == 0, text

    def commands(self):
        """How the product is compiled, several files as one."""
        with open(os.path.join(self.build, "compile_commands.json"), encoding="utf-8") as file:
            return [entry for entry in json.load(file) if not re.search(r" -o tests/", entry["command"])]

    def sources(self):
        """The files of the product that the build has: all headers, and what is compiled here."""
        compiled = set()
        for entry in self.commands():
            compiled.add(entry["file"])
            if "/Unity/" in entry["file"]:
                with open(entry["file"], encoding="utf-8") as file:
                    compiled.update(re.findall(r'#include "(.*)"', file.read()))
        return [path for path in self.paths
                if path.endswith(".hpp") or os.path.join(self.place, path) in compiled]

    def parser_flags(self):
        """Where the product's headers are, its own and others'."""
        flags = ["-std=c++20", "-I" + draw.HERE]
        for command in (shlex.split(entry["command"]) for entry in self.commands()):
            for at, word in enumerate(command):
                if word == "-isystem":
                    flags.append("-isystem" + command[at + 1])
                elif word.startswith(("-I/usr", "-D")):
                    flags.append(word)
        views = sorted(glob.glob(os.path.join(self.build, "include", "*")))
        return [*dict.fromkeys(flags), *("-I" + view for view in views)]

    def plant(self, sites):
        """The sites compiled in, and a test program that tells what it has reached."""
        for site in sites:
            if draw.change(self.text(site["file"]), site) != site["change"]:
                raise SystemExit(f"{site['file']} has changed since the draw; begin anew, without --resume")
        texts = draw.mutated_texts(self.root, sites)
        main = "tests/support/main.cpp"
        texts[main] = self.text(main) + b'#include "reached.hpp"\n'
        self.restore(but=texts)
        for path, text in texts.items():
            self.put(path, text)

    def holds(self):
        """Whose mutants the tree was built with."""
        path = os.path.join(self.place, "build", "holds")
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            return file.read()

    def hold(self, name):
        with open(os.path.join(self.place, "build", "holds"), "w", encoding="utf-8") as file:
            file.write(name)

    def make(self, sites, tests, name):
        """Builds the program and all tests; what does not compile after all is left out."""
        self.hold("")
        while True:
            self.plant(sites)
            if not os.path.exists(os.path.join(self.build, "build.ninja")):
                self.configure()
            targets = sorted({os.path.basename(test["command"][0]) for test in tests()})
            good, text = self.run("build", ["ninja", "-C", self.build, "-k", "0", *targets])
            if good:
                self.hold(name)
                return sites
            places = [(os.path.join(self.place, path), int(line)) for path, line in re.findall(
                r"(?m)^(?:In file included from |\s+from )?([\w/.-]+):(\d+)[:,]", text)]
            places = [(os.path.normpath(path), line) for path, line in places]
            bad = {site["number"] for site in draw.blamed(sites, self.place, places)}
            if not bad:
                raise SystemExit("the tree does not build:\n" + text[-3000:])
            sites = [site for site in sites if site["number"] not in bad]

    def tests(self):
        """What ctest runs, and how."""
        listed = subprocess.run(["ctest", "--test-dir", self.build, "--show-only=json-v1"],
                                capture_output=True, check=True)
        tests = []
        for test in json.loads(listed.stdout)["tests"]:
            properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
            tests.append({
                "name": test["name"], "command": self.command(test),
                "folder": properties.get("WORKING_DIRECTORY", self.build),
                "environment": dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", [])),
                "labels": properties.get("LABELS", []),
                "cost": properties.get("COST", 0)})
        return tests

    def command(self, test):
        """ctest names no program that is not built yet; what is no test program of its own is the program."""
        if "command" in test:
            return test["command"]
        name = "test_" + test["name"].removesuffix("/apart").replace("/", "_")
        with open(os.path.join(self.build, "build.ninja"), encoding="utf-8") as file:
            return [name if f"build {name}: phony" in file.read() else "ansage"]
