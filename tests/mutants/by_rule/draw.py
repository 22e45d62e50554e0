# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws mutants: lines of code by chance, and of each a candidate by chance, if it has any."""
import hashlib
import json
import os
import random
import re

import candidates

TOP = ("src", "devices", "speech", "phonetics")
NO_CODE = re.compile(r"\s*(//.*|#.*|[{}();,]*|\}.*namespace.*|(using|namespace) .*)\s*$")
HERE = os.path.dirname(os.path.abspath(__file__))


def room_of(path):
    """The folder that a file is counted under."""
    folders = os.path.dirname(path).split("/")
    if folders[0] in ("speech", "phonetics"):
        return folders[0]
    return "/".join(folders[:3 if folders[:2] == ["src", "table"] else 2])


def is_in(path, rooms):
    return not rooms or any(path.startswith(room.rstrip("/") + "/") for room in rooms)


def product_files(paths, rooms):
    return sorted(path for path in paths if path.split("/")[0] in TOP and
                  path.endswith((".cpp", ".hpp")) and is_in(path, rooms))


def lines_of_code(tree, paths):
    lines = []
    for path in paths:
        with open(os.path.join(tree, path), encoding="utf-8") as file:
            lines += [(path, number) for number, line in enumerate(file, 1) if not NO_CODE.match(line)]
    return lines


def by_folder(paths):
    folders = {}
    for path in paths:
        folders.setdefault(os.path.dirname(path), []).append(path)
    return folders


def apart(paths, flags):
    """The files of a folder as one, but those by themselves that have another thing of the same name."""
    alone = []
    while True:
        whole = [path for path in paths if path not in alone]
        twice = [places[0][0] for problem, places in candidates.errors(whole, flags, {})
                 if problem.startswith("redefinition")]
        if not twice:
            return [whole, *([path] for path in alone)]
        alone.append(twice[0])


def digest(paths):
    whole = hashlib.sha256(paths[0].encode())
    for path in [*paths, candidates.__file__]:
        with open(path, "rb") as file:
            whole.update(file.read())
    return whole.hexdigest()


def candidates_of(job):
    """A folder's parts; kept for the next seed."""
    tree, paths, flags, kept = job
    whole = [os.path.join(tree, path) for path in paths]
    place = os.path.join(kept, digest(whole) + ".json")
    if not os.path.exists(place):
        parts = [Part(some, *candidates.candidates(some, flags)) for some in apart(whole, flags)]
        with open(place + ".new", "w", encoding="utf-8") as file:
            json.dump([part.__dict__ for part in parts], file)
        os.replace(place + ".new", place)
    with open(place, encoding="utf-8") as file:
        return [Part(**part) for part in json.load(file)]


class Part:
    """Files that are read together: their candidates, what they include, and what never compiles."""

    def __init__(self, paths, found, included, errors):
        self.paths, self.found, self.included, self.errors = paths, found, included, errors


def choose(seed, path, number, found):
    """Of a line, first a kind and then one of that kind, so that what is written often is not drawn more."""
    here = [candidate for candidate in found if candidate["line"] == number]
    if not here:
        return None
    chance = random.Random(f"{seed} {path} {number}")
    kind = chance.choice(sorted({candidate["kind"] for candidate in here}))
    return chance.choice([candidate for candidate in here if candidate["kind"] == kind])


def overlaps(one, drawn):
    return any(one["file"] == other["file"] and one["start"] < other["end"] and
               other["start"] < one["end"] for other in drawn)


def mutate(text, sites):
    """The text with these sites compiled in, each by its number."""
    edits = {}
    for site in sites:
        asks = f"{site['chosen']}({site['number']})"
        edits[site["start"], site["end"]] = site["both"].format(asks)
        if site["constant"]:
            edits[tuple(site["constant"])] = "const"
    for (start, end), new in sorted(edits.items(), reverse=True):
        text = text[:start] + new.encode() + text[end:]
    return b'#include "mutant.hpp"\n#line 1\n' + text


def mutated_texts(root, sites):
    """The texts of the files that have mutants, by their paths."""
    texts = {}
    for path in sorted({site["file"] for site in sites}):
        with open(os.path.join(root, path), "rb") as file:
            texts[path] = mutate(file.read(), [site for site in sites if site["file"] == path])
    return texts


def is_at(site, path, line):
    first, last = site.get("constant_lines") or (site["line"], site["last"])
    return site["file"] == path and min(first, site["line"]) <= line <= max(last, site["last"])


def blamed(sites, tree, places):
    """The sites that an error names: those that stand there, or else what is no constant any more in one
    of these files, or else all in them."""
    named = [(os.path.relpath(path, tree), line) for path, line in places if path]
    there = [site for site in sites if any(is_at(site, *place) for place in named)]
    beside = [site for site in sites if site["file"] in {path for path, _ in named}]
    return there or [site for site in beside if site["constant"]] or beside


def problems_of(job):
    part, flags, texts = job
    return [error for error in candidates.errors(part.paths, flags, texts) if error not in part.errors]


class Draw:
    """A seed's mutants."""

    def __init__(self, tree, flags, kept, pool):
        self.tree, self.flags, self.kept, self.pool = tree, flags, kept, pool
        self.parts = []
        self.found = {}

    def read(self, paths):
        jobs = [(self.tree, some, self.flags, self.kept)
                for some in by_folder(product_files(paths, [])).values()]
        jobs.sort(key=lambda job: -len(job[1]))
        for parts in self.pool.map(candidates_of, jobs, chunksize=1):
            self.parts += parts
        for part in self.parts:
            self.found.update((os.path.relpath(path, self.tree), found) for path, found in part.found.items())

    def draw(self, seed, rooms, paths, count):
        """Some more than asked for, in case one does not compile."""
        self.read(paths)
        lines = lines_of_code(self.tree, product_files(paths, rooms))
        random.Random(seed).shuffle(lines)
        drawn = []
        for path, number in lines:
            site = choose(seed, path, number, self.found[path])
            if site is not None and not overlaps({"file": path, **site}, drawn):
                drawn.append({"file": path, **site, "number": len(drawn)})
            if len(drawn) == count:
                break
        return self.compiling(drawn)

    def is_concerned(self, part, drawn):
        """What is no constant any more may be needed as one wherever it is included."""
        return any(os.path.join(self.tree, site["file"]) in
                   (part.included if site["constant"] else part.paths) for site in drawn)

    def compiling(self, drawn):
        """Without those that do not compile."""
        while True:
            texts = {os.path.join(self.tree, path): text.decode()
                     for path, text in mutated_texts(self.tree, drawn).items()}
            jobs = [(part, self.flags, texts) for part in self.parts if self.is_concerned(part, drawn)]
            problems = [problem for some in self.pool.map(problems_of, jobs, chunksize=1) for problem in some]
            if not problems:
                return drawn
            bad = {site["number"] for _, places in problems for site in blamed(drawn, self.tree, places)}
            if not bad:
                raise SystemExit(f"no mutant explains the error {problems[0]}")
            drawn = [site for site in drawn if site["number"] not in bad]


def change(text, site):
    """What a mutant changes, as lines of a diff."""
    old = text.split(b"\n")
    new = (text[:site["start"]] + site["mutated"].encode() + text[site["end"]:]).split(b"\n")
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return ["-" + line.decode() for line in old] + ["+" + line.decode() for line in new]
