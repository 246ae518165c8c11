# SPDX-License-Identifier: Apache-2.0
"""Tables of a study in Markdown, and everything as JSON."""
from __future__ import annotations

import math
import platform

ROUNDING = 1e-12  # errors below this are alike

def number(value, digits=2) -> str:
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:.{digits}g}" if 0.01 <= abs(value) < 10000 else ("0" if value == 0 else f"{value:.{digits - 1}e}")


def host() -> dict:
    cpu = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            cpu = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), cpu)
    except OSError:
        pass
    return {"cpu": cpu, "python": platform.python_version(), "system": platform.system()}


def ours(cases):
    return next((case for case in cases if case.engine.name == "Perpend" and case.is_usual), None)


def scene_table(scene, dt, cases) -> list[str]:
    """One row per engine and setting at one time step, the most accurate first."""
    rows = sorted((c for c in cases if c.scene is scene and c.dt == dt), key=lambda c: (c.error, c.median_ms))
    mine = ours(rows)
    lines = [f"### {scene.name}: {scene.law}", "",
             f"| h = {1 / dt:.0f} Hz | error, {scene.unit} | penetration, m | joint gap, m | energy error | median, ms | 99 %, ms | × Perpend |",
             "|---|---|---|---|---|---|---|---|"]
    for case in rows:
        v = case.values
        ratio = case.median_ms / mine.median_ms if mine and math.isfinite(mine.median_ms) else math.nan
        error = case.failure or number(case.error)
        lines.append(f"| {case.label} | {error} | {number(v.get('penetration_m'))} | "
                     f"{number(v.get('joint_gap_m')) if scene.joints else '–'} | {number(v.get('energy_error'))} | "
                     f"{number(case.median_ms)} | {number(case.p99_ms)} | {number(ratio)} |")
    return [*lines, ""]


def crossover_table(scenes, cases, steps) -> list[str]:
    """What each engine pays for the accuracy that Perpend has at its largest step."""
    names = list(dict.fromkeys(c.engine.name for c in cases if c.engine.name != "Perpend"))
    lines = ["| scene | Perpend: error | at Hz | " + " | ".join(names) + " |", "|---" * (3 + len(names)) + "|"]
    for scene in scenes:
        here = [c for c in cases if c.scene is scene]
        mine = ours([c for c in here if c.dt == max(steps)])
        if mine is None or not math.isfinite(mine.error):
            continue
        cells = []
        for name in names:
            theirs = [c for c in here if c.engine.name == name]
            good = [c.cost for c in theirs if c.error <= max(mine.error, ROUNDING)]
            best = min((c.error for c in theirs), default=math.inf)
            cells.append("–" if not theirs else f"**{number(min(good) / mine.cost)} ×**" if good
                         else f"never: {number(best)}" if math.isfinite(best) else "failed")
        lines.append(f"| {scene.name} | {number(mine.error)} {scene.unit} | {1 / mine.dt:.0f} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def accuracy_table(scenes, cases) -> list[str]:
    """The least error of each engine over its settings and steps."""
    names = list(dict.fromkeys(c.engine.name for c in cases))
    lines = ["| scene | unit | " + " | ".join(names) + " |", "|---" * (2 + len(names)) + "|"]
    for scene in scenes:
        best = {n: min((c.error for c in cases if c.scene is scene and c.engine.name == n), default=math.nan) for n in names}
        least = max(min((v for v in best.values() if math.isfinite(v)), default=math.nan), ROUNDING)
        cells = [f"**{number(v)}**" if v <= least else number(v) for v in best.values()]
        lines.append(f"| {scene.name} | {scene.unit} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def markdown(scenes, cases, versions, skipped, rounds) -> str:
    here, steps = host(), sorted({case.dt for case in cases}, reverse=True)
    lines = ["# Scenes beside other engines", "",
             f"Printed by `perpend bench scenes` in one run on {here['cpu']}: {'one round' if rounds == 1 else f'{rounds} rounds'}, the engines in turn, one "
             "thread each, least times over the rounds. Other programs shared the machine: times are good for ratios.", "",
             "Engines: " + ", ".join(f"{name} {version}" for name, version in versions.items()) + "."]
    lines += [f"Skipped: {name} ({needs})." for name, needs in skipped.items()]
    lines += ["", "## The least error that each engine reached", "",
              "Over all its settings and steps of " + ", ".join(f"1/{1 / dt:.0f}" for dt in steps) + " s.", "",
              *accuracy_table(scenes, cases),
              "## The cost of equal accuracy", "",
              f"Time per simulated second over that of Perpend at 1/{1 / steps[0]:.0f} s, of the cheapest setting that is "
              "as accurate as Perpend there; `never` with the least error reached.", "",
              *crossover_table(scenes, cases, steps)]
    for dt in steps:
        lines += [f"## Steps of 1/{1 / dt:.0f} s", ""]
        for scene in scenes:
            if any(case.scene is scene and case.dt == dt for case in cases):
                lines += scene_table(scene, dt, cases)
    return "\n".join(lines).rstrip() + "\n"


def as_json(cases, versions, skipped) -> dict:
    finite = lambda value: value if isinstance(value, float) and math.isfinite(value) or isinstance(value, int) else None
    rows = [{"scene": c.scene.name, "law": c.scene.law, "unit": c.scene.unit, "engine": c.engine.name, "setting": c.setting,
             "direct": c.engine.direct, "dt": c.dt, "median_ms": finite(c.median_ms), "p99_ms": finite(c.p99_ms),
             "cost": finite(c.cost), "failure": c.failure, **{k: finite(v) for k, v in c.values.items()}} for c in cases]
    return {"host": host(), "engines": versions, "skipped": skipped, "rows": rows}
