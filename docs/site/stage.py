#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gathers the pages of the site: docs/ as it is, tables of bench/results, README's neighbours, and
listings of files that pages link to. Links are turned to where their target has gone.

stage.py FOLDER [PROGRAM]     with the program, the gallery gets the pages of its scenes
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]
LINK = re.compile(r"(\]\()\s*([^)\s#]+)(#[^)\s]*)?(\))")
LANGUAGE = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".json": "json", ".txt": "cmake", ".sh": "bash"}
#: The page with the engine in it, where scripts/web.sh has made it.
LIVE = pathlib.Path(os.environ.get("PERPEND_ENGINE_PAGE") or ROOT / "build/wasm/page/index.html")
#: What runs on top of the gallery: scenes whose steps keep pace with the clock in a browser.
SOME = {"double_action_jack": "A lever lifts a rack by two pawls", "newton_cradle": "Newton's cradle",
        "woodpecker": "A woodpecker toy", "dominoes": "Dominoes", "ragdoll": "A ragdoll to pull at",
        "robot_arm": "A robot arm", "euler_disk": "Euler's disk"}
#: Wall time that a scene of the gallery may take, s.
PATIENCE = 120


def markdown():
    """Pages of the repository: path from its root -> path in the site."""
    pages = {p.relative_to(ROOT).as_posix(): p.relative_to(ROOT / "docs").as_posix()
             for p in sorted((ROOT / "docs").rglob("*.md"))}
    pages |= {f"bench/results/{p.name}": f"measured/{p.name}" for p in sorted((ROOT / "bench/results").glob("*.md"))}
    return pages | {name: f"project/{name.lower()}" for name in ("CHANGELOG.md", "CONTRIBUTING.md", "README.md")}


def listing(target: pathlib.Path) -> str:
    """A page that shows a file, or the files of a folder."""
    files = sorted(p for p in target.rglob("*") if p.suffix in LANGUAGE) if target.is_dir() else [target]
    parts = [f"# {target.relative_to(ROOT).as_posix()}\n"]
    for file in files:
        title = f"## {file.relative_to(target).as_posix()}\n\n" if target.is_dir() else ""
        parts.append(f"{title}````{LANGUAGE.get(file.suffix, 'text')}\n{file.read_text()}````\n")
    return "\n".join(parts)


def fences(text: str):
    """The text in pieces, every second one a fenced block."""
    return re.split(r"(^```.*?^```[^\S\n]*$)", text, flags=re.MULTILINE | re.DOTALL)


def unescaped(text: str) -> str:
    """Rows of tables: Python-Markdown takes a bar in code for what it is, with no backslash."""
    return re.sub(r"^\s*\|.*$", lambda row: re.sub(r"`[^`]*`", lambda code: code[0].replace("\\|", "|"), row[0]),
                  text, flags=re.MULTILINE)


MARKER = re.compile(r"(?:[-*]|\d+\.) +")


def nested(text: str) -> str:
    """Lists as Python-Markdown reads them: four columns a level, where pages indent to the text of the
    item, and an empty line before an item that follows a paragraph of its own."""
    columns, lines, is_paragraph = [], [], True
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            lines.append(line)
            is_paragraph = True
            continue
        while columns and indent < columns[-1]:
            columns.pop()
        marker = MARKER.match(line.lstrip())
        if marker and is_paragraph and lines and lines[-1].strip():
            lines.append("")
        lines.append(" " * (4 * len(columns) + indent - (columns[-1] if columns else 0)) + line.lstrip())
        if marker:
            columns.append(indent + len(marker[0]))
        is_paragraph = not marker and (is_paragraph or not columns)
    return "\n".join(lines)


class Site:
    def __init__(self, folder: pathlib.Path):
        self.folder, self.pages, self.faults = folder, markdown(), []

    def place(self, source: str, target: pathlib.Path):
        """Where a target of a link is in the site; made a listing where it is no page yet."""
        name = target.relative_to(ROOT).as_posix()
        if name in self.pages:
            return self.pages[name]
        if target.suffix in (".png", ".svg") and name.startswith("docs/"):
            return name.removeprefix("docs/")
        if not target.exists():
            self.faults.append(f"{source}: {name} is not there")
            return name
        page = f"source/{name}.md"
        (self.folder / page).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / page).write_text(listing(target))
        return page

    def turned(self, source: str, text: str) -> str:
        """A page with links from its place in the site."""
        here = pathlib.PurePosixPath(self.pages[source]).parent

        def turn(found):
            if re.match(r"\w+:", found[2]):
                return found[0]
            target = pathlib.Path(os.path.normpath(ROOT / pathlib.PurePosixPath(source).parent / found[2]))
            return f"{found[1]}{os.path.relpath(self.place(source, target), here)}{found[3] or ''}{found[4]}"

        # Made by Doxygen once the pages are.
        text = text.replace("`cpp/index.html` of the site", '<a href="../cpp/index.html">the C++ pages</a>')
        pieces = fences(text)
        pieces[::2] = [LINK.sub(turn, unescaped(nested(piece))) for piece in pieces[::2]]
        return "".join(pieces)

    def write(self):
        shutil.copytree(ROOT / "docs", self.folder, ignore=shutil.ignore_patterns("site", "*.md"), dirs_exist_ok=True)
        for name in ("site.css", "live.js"):
            shutil.copy(ROOT / "docs/site" / name, self.folder)
        for source, page in self.pages.items():
            target = self.folder / page
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.turned(source, (ROOT / source).read_text()))


def run_scene(program: str, command: str, folder: pathlib.Path) -> bool:
    words = command.split()[1:]
    try:
        done = subprocess.run([program, *words, "--out", folder], capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return False
    for recording in folder.glob("*.h5"):
        recording.unlink()
    return done.returncode == 0


def fill_gallery(folder: pathlib.Path, program: str):
    """Below each command of the gallery: pictures of its run and the way to its page."""
    page = folder / "gallery.md"

    def shown(found):
        name = found[2].split()[2]
        print(f"gallery: {found[2]}", flush=True)
        if not run_scene(program, found[2], folder / "gallery" / name):
            return found[0]
        return (f"{found[0]}\n[![{name}](gallery/{name}/frames.svg)](gallery/{name}/run.html)\n\n"
                f"[Open the page of this run: animation, forces, plots](gallery/{name}/run.html)\n")

    page.write_text(re.sub(r"(```sh\n)(perpend run .*)\n```\n", shown, page.read_text()))


def live_link(scene: str, words: str) -> str:
    """A link that live.js opens in its page."""
    return f'<a class="live" data-scene="{scene}" href="live.html#scene={scene}">{words}</a>'


def add_live(folder: pathlib.Path, live: pathlib.Path):
    """Puts the page with the engine in it beside the gallery: some scenes on top of it, and below each
    command the one that it runs, which are loaded when the reader asks for them."""
    shutil.copy(live, folder / "live.html")
    page = folder / "gallery.md"
    some = "\n".join(f"<li>{live_link(scene, words)}</li>" for scene, words in SOME.items())
    size = live.stat().st_size / 1e6
    top = (f"Scenes run in this page, without a server: the engine, in WebAssembly, is loaded ({size:.1f} MB, from this "
           f"site) when you start the first one.\n\n<ul>\n{some}\n</ul>\n")
    text = re.sub(r"(```(?:sh)?\nperpend run (\w+)[^\n]*\n```\n)",
                  lambda found: f"{found[1]}\n<p>{live_link(found[2], 'Run it here')}</p>\n", page.read_text())
    put_on_top(page, text, top)


def put_on_top(page: pathlib.Path, text: str, words: str):
    """Before the first heading below the title."""
    head, rest = text.split("\n## ", 1)
    page.write_text(f"{head}\n{words}\n## {rest}")


def say_without(folder: pathlib.Path):
    page = folder / "gallery.md"
    put_on_top(page, page.read_text(), "This copy of the site was built without the engine in WebAssembly "
               "(`scripts/web.sh`): its scenes are pictures, and do not run in this page.\n")


def main() -> int:
    folder = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    site = Site(folder)
    site.write()
    for fault in site.faults:
        print(fault)
    navigation = (ROOT / "docs/site/mkdocs.yml").read_text()
    for page in site.pages.values():
        if page not in navigation and page != "project/readme.md":
            print(f"not in the navigation of docs/site/mkdocs.yml: {page}")
    if len(sys.argv) > 2 and not site.faults:
        fill_gallery(folder, str(pathlib.Path(sys.argv[2]).resolve()))
    if LIVE.exists():
        add_live(folder, LIVE)
    else:
        say_without(folder)
        print("Without build/wasm/page (scripts/web.sh) the gallery has no live scenes.")
    return 1 if site.faults else 0


if __name__ == "__main__":
    sys.exit(main())
