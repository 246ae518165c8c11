# SPDX-License-Identifier: Apache-2.0
"""`perpend bench scenes --bars`: what a step costs where it may cost so much at most, beside ODE's QuickStep and its
direct step in the same run."""
from __future__ import annotations

import dataclasses
import json
import sys
import time

import numpy as np
import study
from report import host, number
from worlds.bars import BARS

ENGINE_NAMES = ("Perpend", "ODE")  # those that know planes
TWO = "two threads"
SETTINGS = {"cone": "perpend", TWO: "perpend_two", "dWorldStep": "ode_direct", "QuickStep": "ode_quick"}
PEER_LIMIT = 20.0  # s, of a run of another engine
SHORT = 10.0  # s; runs that take longer are not repeated


def measure_bar(bar, engines, rounds) -> dict:
    """ms of the steps in the bar's share; None where the engine is missing or does not come that far."""
    row = {"bar": bar.name, "dt": bar.dt, "statistic": bar.statistic, "limit_ms": bar.limit_ms}
    for engine in engines:
        for label in engine.settings:
            key = SETTINGS.get(label)
            if key is None:
                continue
            case = study.Case(bar.scene, engine, label, bar.dt)
            for _ in range(rounds):
                begin = time.monotonic()
                answer = study.ask(case, PEER_LIMIT if engine.name == "ODE" else bar.wall_limit)
                if "refused" not in answer:
                    row[key] = least(row.get(key), times(bar, answer["step_s"]))
                if time.monotonic() - begin > SHORT:
                    break
            if key == "perpend":
                row |= verdict(bar, case, answer)
    return row


def least(known, measured) -> dict:
    """Other programs only ever add to the times."""
    return measured if known is None or measured["ms"] < known["ms"] else known


def times(bar, step_s) -> dict:
    first, last = (round(share * len(step_s)) for share in bar.share)
    ms = 1e3 * np.array(step_s[first:last])
    return {"ms": float(getattr(np, bar.statistic)(ms)), "p99_over_median": float(np.quantile(ms, 0.99) / np.median(ms))}


def verdict(bar, case, answer) -> dict:
    if "refused" in answer:
        return {"failure": answer["refused"]}
    study.judge(case, answer)
    return {"penetration_m": case.values.get("penetration_m"), "uncertified": answer["uncertified"],
            "inexact": answer["inexact"], "steps": len(answer["step_s"])}


def within(measured, row) -> str:
    ms = number(measured["ms"])
    return f"**{ms}**" if measured["ms"] <= row["limit_ms"] else ms


def with_threads(engine):
    if engine.name != "Perpend":
        return engine
    return dataclasses.replace(engine, settings={**engine.settings, TWO: {"threads": 2}})


def line(row) -> str:
    mine, two = row.get("perpend"), row.get("perpend_two")
    cells = [row["bar"], f"{1 / row['dt']:.0f}", row["statistic"], number(row["limit_ms"])]
    cells += ["–"] * 5 + [row.get("failure", "–")] if not mine else [
        within(mine, row), within(two, row) if two else "–", number(mine["p99_over_median"]), f"{row['steps']}, {row['uncertified']}, {row['inexact']}",
        number(row["penetration_m"])]
    for key in ("ode_quick", "ode_direct"):
        peer = row.get(key)
        cells.append(number(mine["ms"] / peer["ms"]) if mine and peer else "–")
    return "| " + " | ".join(cells) + " |"


HEADER = ["# What a step may cost", "",
          "Printed by `perpend bench scenes --bars`; `docs/methods/bench_scenes.md` says what is measured. Bold: within "
          "the bar.", "",
          "| scene | Hz | statistic | bar, ms | ms | ms, two threads | p99 / median | steps, uncertified, inexact | "
          "penetration, m | / ODE QuickStep | / ODE direct |", "|---|---|---|---|---|---|---|---|---|---|---|"]


def run(engines, only, long, rounds, out, as_json) -> bool:
    engines = [with_threads(engine) for engine in engines if engine.name in ENGINE_NAMES and engine.version()]
    unknown = sorted(set(only) - {bar.name for bar in BARS})
    if unknown:
        print(f"perpend bench scenes: --only: no {', '.join(unknown)}; known: {', '.join(dict.fromkeys(b.name for b in BARS))}",
              file=sys.stderr)
        sys.exit(2)
    chosen = [bar for bar in BARS if (bar.name in only if only else long or not bar.long)]
    rows, lines = [], list(HEADER)
    for bar in chosen:
        print(f"{bar.name} {1 / bar.dt:.0f} Hz", file=sys.stderr, flush=True)
        rows.append(measure_bar(bar, engines, rounds))
        lines.append(line(rows[-1]))
        if not as_json:
            print("\n".join(lines[len(HEADER) - 2:] if len(rows) == 1 else lines[-1:]), flush=True)
    lines[2:2] = [f"Host: {host()['cpu']}.", ""]
    (out / "bars.md").write_text("\n".join(lines) + "\n")
    if as_json:
        print(json.dumps({"host": host(), "rows": rows}))
    return bool(rows)
