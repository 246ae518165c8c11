# SPDX-License-Identifier: Apache-2.0
"""What stands in fenced blocks of a page, for the tests that run it."""
import dataclasses
import pathlib
import re

FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<text>.*?)^ *```[^\S\n]*$", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass
class Block:
    language: str
    title: str  # the file that the block is, empty where it is none
    text: str
    line: int


def blocks(page: pathlib.Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        words = match["info"].split(maxsplit=1)
        title = re.search(r'title="([^"]+)"', match["info"])
        lines = [line.removeprefix(match["indent"]) for line in match["text"].splitlines()]
        found.append(Block(words[0] if words else "", title[1] if title else "", "\n".join(lines) + "\n",
                           text.count("\n", 0, match.start()) + 1))
    return found


def prose(page: pathlib.Path) -> str:
    """The text without its fenced blocks and without code in lines."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))


def commands(block: Block) -> list[str]:
    """The lines of a block for a shell that call the program, without what comments say."""
    lines = (re.sub(r"\s+#.*$", "", line).strip() for line in block.text.splitlines())
    return [line.removeprefix("build/release/bin/") for line in lines
            if re.match(r"(build/release/bin/)?perpend\s", line)]
