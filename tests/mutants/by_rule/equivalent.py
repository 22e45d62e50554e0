# SPDX-License-Identifier: GPL-3.0-or-later
"""Mutants that are called equivalent: the same for every input, for a reason that is written down."""
import os


def plain(line):
    return " ".join(line.split())


class Called:
    """equivalent.txt: of each a line FILE FUNCTION, the change as lines of a diff, and the reason, indented.
    That they stand in the product is tested in tests/base."""

    def __init__(self, path):
        self.entries = []
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    self.read(line.rstrip("\n"))

    def read(self, line):
        if line.startswith(("-", "+")):
            self.entries[-1]["change"].append(line[0] + plain(line[1:]))
        elif line.startswith(" "):
            self.entries[-1]["has_reason"] = True
        elif line and not line.startswith("#"):
            file, function = line.split(" ", 1)
            self.entries.append({"file": file, "function": function, "change": [], "has_reason": False})

    def matches(self, site):
        change = [line[0] + plain(line[1:]) for line in site["change"]]
        wanted = {"file": site["file"], "function": site["function"], "change": change, "has_reason": True}
        return wanted in self.entries
