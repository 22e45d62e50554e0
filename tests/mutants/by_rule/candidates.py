# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules: what in a file could be a mutant. A candidate is a place, what would stand there, and how
both are compiled in at once. README.md lists the rules."""
import os
import re

import clang.cindex
from clang.cindex import CursorKind as Kind
from clang.cindex import TypeKind

clang.cindex.Config.set_library_file("/usr/lib/x86_64-linux-gnu/libclang-14.so.1")

COMPARISONS = {"==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="],
               ">=": [">", "<"]}
LOGIC = {"&&": ["||"], "||": ["&&"]}
ARITHMETIC = {"+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["*"]}
INTEGERS = {getattr(TypeKind, name): cpp for name, cpp in {
    "UCHAR": "unsigned char", "SCHAR": "signed char", "CHAR_S": "char", "USHORT": "unsigned short",
    "SHORT": "short", "UINT": "unsigned", "INT": "int", "ULONG": "unsigned long", "LONG": "long",
    "ULONGLONG": "unsigned long long", "LONGLONG": "long long"}.items()}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR,
             Kind.CONVERSION_FUNCTION, Kind.FUNCTION_TEMPLATE}
# The compiler needs a constant there.
CONSTANT_ONLY = {Kind.STATIC_ASSERT, Kind.ENUM_CONSTANT_DECL, Kind.TEMPLATE_NON_TYPE_PARAMETER,
                 Kind.TEMPLATE_TYPE_PARAMETER, Kind.TYPE_ALIAS_DECL}
# Nobody sees whether these were called: they only save time or memory.
UNSEEN_CALLS = re.compile(r"(\.|->)(reserve|shrink_to_fit)\(")
TIME_LITERAL = re.compile(r"(\d[\d']*)(h|min|s|ms|us|ns)$")
INTEGER_LITERAL = re.compile(r"(0[xX][0-9a-fA-F']+|\d[\d']*)([uUlLzZ]*)$")


def other_numbers(number):
    """A neighbour of a small number, the half and the double of a greater one."""
    if number <= 16:
        return [number + 1] + ([number - 1] if number > 0 else [])
    return [number // 2, number * 2]


def other_literals(text):
    """How a number, character or truth value is written that is not this one."""
    if text in ("true", "false"):
        return ["false" if text == "true" else "true"]
    if re.fullmatch(r"'[0-9A-Za-z]'", text):
        return [f"'{chr(ord(text[1]) + (-1 if text[1] in '9Zz' else 1))}'"]
    match = TIME_LITERAL.match(text) or INTEGER_LITERAL.match(text)
    if not match:
        return []
    number = int(match[1].replace("'", ""), 16 if match[1][:2] in ("0x", "0X") else 10)
    written = hex if match[1][:2] in ("0x", "0X") else str
    return [written(other) + match[2] for other in other_numbers(number)]


class Finder:
    """Walks through the declarations of one file."""

    def __init__(self, text):
        self.text = text
        self.found = {}
        self.macros = []
        self.function = ""
        self.chosen = "mutant::chosen"
        self.constant = None
        self.constant_lines = None

    def find(self, node):
        if node.kind == Kind.MACRO_INSTANTIATION:
            self.macros.append(self.span(node))
        else:
            self.walk(node, None)

    def candidates_found(self):
        return [self.found[place] for place in sorted(self.found) if not self.is_in_macro(place)]

    def is_in_macro(self, place):
        return any(place[0] < end and start < place[1] for start, end in self.macros)

    # Places.

    def span(self, node):
        return node.extent.start.offset, node.extent.end.offset

    def source(self, node):
        start, end = self.span(node)
        return self.text[start:end].decode()

    def before(self, offset):
        return self.text[:offset].rstrip()[-1:].decode(errors="replace")

    def after(self, offset):
        return self.text[offset:offset + 200].lstrip()[:1].decode(errors="replace")

    def add(self, kind, node, mutated, both):
        """both: how original and mutant are compiled in; {0} asks which of them."""
        start, end = self.span(node)
        if start < end:
            # A template that is also instantiated, or a condition in both of its forms, is seen twice.
            self.found[start, end, mutated] = {
                "kind": kind, "line": node.extent.start.line, "last": node.extent.end.line,
                "start": start, "end": end, "function": self.function, "mutated": mutated,
                "both": both, "chosen": self.chosen, "constant": self.constant,
                "constant_lines": self.constant and self.constant_lines}

    # What surrounds a place.

    def walk(self, node, parent):
        if node.kind in CONSTANT_ONLY or self.is_folded(node):
            return
        kept = self.function, self.chosen, self.constant
        self.enter(node)
        self.candidates(node, parent)
        children = list(node.get_children())
        for child in children:
            if not self.is_constant_only(node, child, children):
                self.walk(child, node)
        self.function, self.chosen, self.constant = kept

    def is_folded(self, node):
        """The compiler asks for the value of an integral const first, and so takes it for its own run."""
        return node.kind == Kind.VAR_DECL and self.chosen == "mutant::chosen_at_run_time" and \
            node.type.is_const_qualified() and \
            node.type.get_canonical().kind in (*INTEGERS, TypeKind.ENUM, TypeKind.BOOL)

    def enter(self, node):
        start = node.extent.start.offset
        head = self.text[start:max(start, node.location.offset)].decode(errors="replace")
        is_constant = re.search(r"\bconst(expr|eval|init)\b", head)
        if node.kind in FUNCTIONS:
            self.function = node.spelling
            self.chosen = "mutant::chosen_at_run_time" if is_constant else "mutant::chosen"
            self.constant = None
        elif node.kind == Kind.FIELD_DECL:
            self.function = node.spelling
            self.chosen = "mutant::chosen_at_run_time"
        elif node.kind == Kind.LAMBDA_EXPR:
            self.chosen, self.constant = "mutant::chosen", None
        elif node.kind == Kind.VAR_DECL:
            self.function = self.function or node.spelling
            if is_constant:
                # A constant that the compiler does not know can be another one at run time.
                self.constant = start + is_constant.start(), start + is_constant.end()
                self.constant_lines = node.extent.start.line, node.extent.end.line
                self.chosen = "mutant::chosen"

    def is_constant_only(self, node, child, children):
        start = child.extent.start.offset
        if node.kind == Kind.CASE_STMT:
            return child == children[0]
        if node.kind == Kind.IF_STMT and re.match(r"if\s+constexpr\b", self.source(node)):
            return child == children[0]
        if node.kind in (Kind.VAR_DECL, Kind.FIELD_DECL, Kind.PARM_DECL):
            return child.kind.is_expression() and (
                start < node.location.offset or
                (child.kind == Kind.INTEGER_LITERAL and self.before(start) == "["))
        if node.kind in (Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.TYPE_REF):
            return self.before(start) in "<,"
        return False

    # The rules.

    def candidates(self, node, parent):
        kind = node.kind
        if kind in (Kind.INTEGER_LITERAL, Kind.CHARACTER_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR):
            self.literal(node, parent)
        elif kind == Kind.DECL_REF_EXPR and node.referenced and \
                node.referenced.kind == Kind.ENUM_CONSTANT_DECL:
            self.enumerator(node)
        elif kind == Kind.BINARY_OPERATOR:
            self.operator(node)
        elif kind == Kind.CALL_EXPR:
            if TIME_LITERAL.match(self.source(node)):
                self.literal(node, parent)
            else:
                self.operator(node)
        elif kind == Kind.UNARY_OPERATOR:
            self.negation(node)
        elif kind in (Kind.IF_STMT, Kind.CONDITIONAL_OPERATOR, Kind.WHILE_STMT):
            self.branch(node)
        elif kind == Kind.CXX_FOR_RANGE_STMT and parent.kind == Kind.COMPOUND_STMT:
            self.add("branch", node, "if (false) " + self.source(node),
                     "if (!{0}) " + self.escaped(node))
        if kind.is_expression() and parent is not None:
            self.call(node, parent)

    def escaped(self, node):
        return self.source(node).replace("{", "{{").replace("}", "}}")

    def literal(self, node, parent):
        text = self.source(node)
        for other in other_literals(text):
            both = f"({{0}} ? {other} : {text})"
            if parent is not None and parent.kind == Kind.UNEXPOSED_EXPR and \
                    parent.type.kind in INTEGERS:
                both = f"static_cast<{INTEGERS[parent.type.kind]}>{both}"
            self.add("constant", node, other, both)

    def enumerator(self, node):
        enum = node.referenced.semantic_parent
        names = [child.spelling for child in enum.get_children()
                 if child.kind == Kind.ENUM_CONSTANT_DECL]
        text = self.source(node)
        file = node.referenced.location.file
        name = node.referenced.spelling
        if len(names) < 2 or file is None or file.name.startswith("/usr/") or not text.endswith(name):
            return
        where = names.index(name)
        for other in {names[where - 1], names[(where + 1) % len(names)]} - {name}:
            mutated = text[:len(text) - len(name)] + other
            self.add("enumerator", node, mutated, f"({{0}} ? {mutated} : {text})")

    def operator(self, node):
        children = list(node.get_children())
        if len(children) < 2:
            return
        left, right = self.span(children[0]), self.span(children[-1])
        start, end = self.span(node)
        if left[0] != start or right[1] != end or left[1] > right[0]:
            return
        sign = self.text[left[1]:right[0]].decode(errors="replace").strip()
        for kind, signs in (("comparison", COMPARISONS), ("logic", LOGIC), ("arithmetic", ARITHMETIC)):
            if kind == "arithmetic" and node.type.get_canonical().kind not in INTEGERS:
                continue
            for other in signs.get(sign, []):
                self.operation(kind, node, left, right, other)

    def operation(self, kind, node, left, right, other):
        one, two = self.text[left[0]:left[1]].decode(), self.text[right[0]:right[1]].decode()
        between = self.text[left[1]:right[0]].decode()
        mutated = one + between.replace(between.strip(), other) + two
        if kind == "logic":
            mutated = f"({mutated})"
        # On one line where that may be, so that errors are told with the lines of the file.
        first = mutated if "//" in mutated else mutated.replace("\n", " ")
        both = ("({0} ? (" + first.replace("{", "{{").replace("}", "}}") + ") : (" +
                self.escaped(node) + "))")
        self.add(kind, node, mutated, both)

    def negation(self, node):
        text = self.source(node)
        if text.startswith("!"):
            both = "({0} ? static_cast<bool>(" + self.escaped(node)[1:] + ") : " + self.escaped(node) + ")"
            self.add("logic", node, text[1:], both)

    def branch(self, node):
        if node.kind == Kind.IF_STMT and re.match(r"if\s+constexpr\b", self.source(node)):
            return
        for child in node.get_children():
            start, end = self.span(child)
            is_condition = node.kind == Kind.CONDITIONAL_OPERATOR and self.after(end) == "?" or \
                node.kind != Kind.CONDITIONAL_OPERATOR and self.after(end) == ")" and \
                self.before(start) in ("(", ";")
            if child.kind.is_expression() and is_condition:
                self.condition(node, child)
                return

    def condition(self, node, condition):
        text = self.source(condition)
        if text in ("true", "false"):
            return
        self.add("branch", condition, "false", "(!{0} && (" + self.escaped(condition) + "))")
        has_else = node.kind == Kind.CONDITIONAL_OPERATOR or \
            node.kind == Kind.IF_STMT and self.ends_with_else(node)
        if has_else:
            self.add("branch", condition, "true", "({0} || (" + self.escaped(condition) + "))")

    def ends_with_else(self, node):
        children = list(node.get_children())
        between = self.text[children[-2].extent.end.offset:children[-1].extent.start.offset]
        return b"else" in between

    def call(self, node, parent):
        containers = (Kind.COMPOUND_STMT, Kind.IF_STMT, Kind.FOR_STMT, Kind.WHILE_STMT,
                      Kind.CXX_FOR_RANGE_STMT, Kind.CASE_STMT, Kind.DEFAULT_STMT, Kind.DO_STMT)
        _, end = self.span(node)
        if parent.kind not in containers or self.after(end) != ";":
            return
        if parent.kind == Kind.FOR_STMT and node != list(parent.get_children())[-1]:
            return
        text = self.source(node)
        if UNSEEN_CALLS.search(text) or re.match(r"(throw|delete|co_)\b", text):
            return
        self.add("call", node, "", "({0} ? static_cast<void>(0) : static_cast<void>(" +
                 self.escaped(node) + "))")


def parse(paths, flags, texts, options=0):
    """Several files of a folder as one, as the build compiles them, which takes a fifth of the time."""
    whole = "\n".join(f'#include "{path}"' for path in sorted(paths, key=lambda p: (p.endswith(".cpp"), p)))
    name = os.path.join(os.path.dirname(paths[0]), "whole.cpp")
    return clang.cindex.Index.create().parse(
        name, args=["-x", "c++", "-ferror-limit=0", *flags], unsaved_files=[(name, whole), *texts.items()],
        options=options)


def file_of(location, real):
    """Most headers are found through a link."""
    if location.file is None:
        return None
    name = location.file.name
    return real.setdefault(name, None if name.startswith("/usr/") else os.path.realpath(name))


def candidates(paths, flags):
    """Of these files of a folder all candidates, in their order; all files of ours that they include; and
    what does not compile even so."""
    finders = {}
    for path in paths:
        with open(path, "rb") as file:
            finders[path] = Finder(file.read())
    real = {}
    unit = parse(paths, flags, {}, clang.cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    for node in unit.cursor.get_children():
        finder = finders.get(file_of(node.location, real))
        if finder is not None:
            finder.find(node)
    found = {path: finder.candidates_found() for path, finder in finders.items()}
    return found, sorted({path for path in real.values() if path}), errors_of(unit)


def errors_of(unit):
    """Of each error the places that it names."""
    real = {}
    found = []
    for problem in unit.diagnostics:
        if problem.severity >= 3:
            places = [problem.location, *(note.location for note in problem.children)]
            found.append([problem.spelling, [[file_of(place, real), place.line] for place in places]])
    return found


def errors(paths, flags, texts):
    """What does not compile with these texts in place of the files'."""
    return errors_of(parse(paths, flags, texts))
