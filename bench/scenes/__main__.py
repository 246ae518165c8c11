# SPDX-License-Identifier: Apache-2.0
"""`perpend bench scenes`: the same scenes for every engine that is installed."""
import argparse
import json
import os
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent)]


def refuse(message, code=2):
    """As the other verbs do: docs/formats/json.md."""
    if "--json" in sys.argv:
        print(json.dumps({"diagnostics": [{"file": "perpend bench scenes", "line": 0, "element": "",
                                           "message": message, "hint": ""}]}))
    print(f"perpend bench scenes: {message}", file=sys.stderr)
    sys.exit(code)


try:
    import numpy  # noqa: F401
except ImportError:
    refuse("needs NumPy (pip install numpy)", code=1)

import bars
import report
import study
from engines import ENGINES
from worlds import SCENES

STEPS = (1 / 240, 1 / 60, 1 / 1000)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        refuse(f"{message}\n{self.format_usage().strip()}")


def chosen(words, known, what) -> list:
    names = {item.name.lower(): item for item in known}
    wrong = [word for word in words if word.lower() not in names]
    if wrong:
        refuse(f"{what}: no {', '.join(wrong)}; known: {', '.join(i.name for i in known)}")
    return [names[word.lower()] for word in words] if words else list(known)


def arguments():
    parser = Parser(prog="perpend bench scenes", description=__doc__)
    names = lambda text: text.split(",")
    parser.add_argument("--only", type=names, default=[], help="scenes, by commas; default: all")
    parser.add_argument("--engines", type=names, default=[], help="engines, by commas; default: all that are installed")
    parser.add_argument("--rounds", type=int, default=3, help="times that each is run, in turn; default 3")
    parser.add_argument("--quick", action="store_true", help="one round at 1/240 s without the pile of 125")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    parser.add_argument("--out", default="runs/bench", help="folder for scenes.md and scenes.svg; default runs/bench")
    parser.add_argument("--bars", action="store_true", help="what a step may cost, beside ODE; --only: of these scenes")
    parser.add_argument("--long", action="store_true", help="with --bars: also those that take minutes")
    parser.add_argument("--perpend", help="the program to measure; default: the one that was called")
    return parser.parse_args()


def main() -> None:
    a = arguments()
    if a.perpend:
        os.environ["PERPEND"] = a.perpend
    if a.bars:
        sys.exit(0 if bars.run(chosen(a.engines, ENGINES, "--engines"), a.only, a.long, a.rounds, folder(a.out), a.json) else 1)
    scenes = chosen(a.only, SCENES, "--only")
    if a.quick and not a.only:
        scenes = [scene for scene in scenes if scene.name != "pile_125"]
    steps, rounds = ((1 / 240,), 1) if a.quick else (STEPS, a.rounds)
    engines = chosen(a.engines, ENGINES, "--engines")
    versions = {engine.name: version for engine in engines if (version := engine.version())}
    skipped = {engine.name: engine.needs for engine in engines if engine.name not in versions}
    for name, needs in skipped.items():
        print(f"skipped: {name} not installed ({needs})", file=sys.stderr)
    cases = study.cases(scenes, [engine for engine in engines if engine.name in versions], steps)
    try:
        rounds = measure(cases, rounds)
    except KeyboardInterrupt:
        rounds = 1
        cases = [case for case in cases if case.values or case.failure]
        print(f"\ninterrupted: {len(cases)} cases were measured", file=sys.stderr)
    out = folder(a.out)
    text = report.markdown(scenes, cases, versions, skipped, rounds)
    (out / "scenes.md").write_text(text)
    picture(scenes, cases, out / "scenes.svg")
    print(json.dumps(report.as_json(cases, versions, skipped)) if a.json else text)
    sys.exit(0 if cases else 1)


def folder(name) -> pathlib.Path:
    path = pathlib.Path(name)
    path.mkdir(parents=True, exist_ok=True)
    return path


def measure(cases, rounds: int) -> int:
    for turn in range(rounds):
        for k, case in enumerate(cases):
            words = f"{turn + 1}/{rounds} {k + 1}/{len(cases)} 1/{1 / case.dt:.0f} s {case.scene.name} {case.label}"
            print(f"\r\033[K{words}" if sys.stderr.isatty() else words, end="" if sys.stderr.isatty() else "\n",
                  file=sys.stderr, flush=True)
            study.run_round(case)
    return rounds


def picture(scenes, cases, path) -> None:
    try:
        import picture as drawing
        drawing.draw(scenes, cases, path)
        print(f"\nwrote {path.with_suffix('.md')}, {path}", file=sys.stderr)
    except ImportError:
        print("no picture: needs matplotlib (pip install matplotlib)", file=sys.stderr)


main()
