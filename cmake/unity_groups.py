# SPDX-License-Identifier: Apache-2.0
"""Prints groups of sources that are compiled as one, a line each: `file;file;...`.

Most of a source's compile time goes into templates that its headers instantiate, so files that are
compiled together share it. A name private to one file (in an anonymous namespace) must not occur as
a free name in another file of its group: then grouping changes no meaning.
"""
import re
import sys

MOST_FILES, MOST_LINES = 10, 1300
IGNORED = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
                     r"|(?<![\w.])\.?\d(?:[eEpP][+-]|[\w.']|(?<=\d)\.)*", re.DOTALL)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|[{}()\[\];=.:,<>]")
WORDS = {"namespace", "if", "for", "while", "switch", "return", "const", "constexpr", "struct", "class", "enum",
         "operator", "template", "typename", "using", "auto", "static", "inline", "decltype", "sizeof", "true",
         "false", "void", "nullptr", "TEST_CASE"}


def tokens(text: str) -> list[str]:
    lines = [line for line in IGNORED.sub(" ", text).split("\n") if not line.lstrip().startswith("#")]
    return TOKEN.findall("\n".join(lines))


def private_names(found: list[str]) -> set[str]:
    """Names declared directly in anonymous namespaces, and perhaps some more."""
    names, braces, parentheses, inside = set(), [], 0, False
    for i, token in enumerate(found):
        if token == "{":
            anonymous = found[i - 1] == "namespace"
            braces.append(anonymous)
            inside = anonymous
        elif token == "}":
            braces.pop()
            inside = bool(braces) and braces[-1]
        elif token in "()":
            parentheses += 1 if token == "(" else -1
        elif inside and not parentheses and re.match(r"[A-Za-z_]", token) and token not in WORDS:
            if i + 1 < len(found) and found[i + 1] in "({=;[:" and found[i - 1] not in ("::", ".", "->"):
                names.add(token)
    return names


def free_names(found: list[str]) -> set[str]:
    return {token for before, token in zip([";"] + found, found)
            if re.match(r"[A-Za-z_]", token) and before not in (".", "->", "::")}


class Group:
    def __init__(self):
        self.files, self.lines, self.private, self.free = [], 0, set(), set()

    def takes(self, lines: int, private: set[str], free: set[str]) -> bool:
        fits = len(self.files) < MOST_FILES and self.lines + lines <= MOST_LINES
        return fits and not (self.private & free) and not (private & self.free)

    def add(self, name: str, lines: int, private: set[str], free: set[str]) -> None:
        self.files.append(name)
        self.lines += lines
        self.private |= private
        self.free |= free


def main(sources: list[str]) -> None:
    groups: list[Group] = []
    for name in sources:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        found = tokens(text)
        facts = text.count("\n"), private_names(found), free_names(found)
        group = next((g for g in groups if g.takes(*facts)), None)
        if group is None:
            groups.append(group := Group())
        group.add(name, *facts)
    print("\n".join(";".join(group.files) for group in groups))


if __name__ == "__main__":
    main(sys.argv[1:])
