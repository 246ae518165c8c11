# SPDX-License-Identifier: Apache-2.0
"""Writes a page of a study's results: one file that contains its plots and needs no server."""
from __future__ import annotations

import html
import pathlib

from .plot import line_plot, scatter_plot

_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1b263b }}
table {{ border-collapse: collapse; margin: 1rem 0 }}
td, th {{ padding: .2rem .8rem; border-bottom: 1px solid #d8dee9; text-align: left }}
.plots {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(30rem, 1fr)); gap: 1rem }}
svg {{ width: 100%; height: auto }} svg text {{ font: 12px system-ui, sans-serif; fill: #1b263b }}
.failed {{ color: #9d0208 }} .fine {{ color: #6c757d; font-size: .85rem }}
</style></head><body>
"""
#: Largest numbers of listed failed cases, and of plots if the study names none.
MOST_FAILED, MOST_PLOTS = 50, 12


def write_page(study, table, path: pathlib.Path) -> None:
    """Writes the page of a table from run()."""
    parts = [_HEAD.format(title=html.escape(study.name)), f"<h1>{html.escape(study.name)}</h1>",
             _summary(study, table), _failures(study, table), '<div class="plots">',
             *(_plot(study, table, plot) for plot in study.plots or _plots_of(study, table)), "</div>",
             _certificates(table), "</body></html>\n"]
    path.write_text("\n".join(parts), encoding="utf-8")


def _summary(study, table):
    statuses = table["status"].to_pylist()
    counts = ", ".join(f"{statuses.count(status)} {html.escape(status)}" for status in sorted(set(statuses)))
    identity = study.identity()
    return (f"<p>{html.escape(study.description)}</p>"
            f"<p>{len(statuses)} cases of {html.escape(', '.join(study.columns()))}: {counts}.</p>"
            f'<p class="fine">perpend {identity["engine"]}, scene {html.escape(study.source)} '
            f'(SHA-256 {identity["scene"][:16]}…)</p>')


def _failures(study, table):
    failed = [row for row in table.select(["case", *study.columns(), "status", "message"]).to_pylist()
              if row["status"] != "ok"]
    if not failed:
        return ""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in failed[0])
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(each))}</td>" for each in row.values()) + "</tr>"
                   for row in failed[:MOST_FAILED])
    more = f"<p>and {len(failed) - MOST_FAILED} more</p>" if len(failed) > MOST_FAILED else ""
    return f'<h2 class="failed">Failed cases</h2><table><tr>{head}</tr>{rows}</table>{more}'


def _certificates(table):
    names = [name for name in table.column_names if name.startswith("certificate.")]
    rows = "".join(f"<tr><td>{name.removeprefix('certificate.')}</td><td>{_shown(max(values))}</td></tr>"
                   for name in names if (values := table[name].drop_null().to_pylist()))
    return f"<h2>Certificates</h2><table><tr><th>of a step</th><th>largest of all cases</th></tr>{rows}</table>"


def _plots_of(study, table):
    """Returns plots of every measure over every varying parameter; of a series over time."""
    varied = [name for name in study.columns() if len(set(table[name].to_pylist())) > 1] or study.columns()[:1]
    plots = [{"x": "time", "y": name} for name, spec in study.measures.items() if "series" in spec]
    plots += [{"x": x, "y": name} for name, spec in study.measures.items() if "series" not in spec for x in varied]
    return plots[:MOST_PLOTS]


def _plot(study, table, plot):
    y = table[f"measure.{plot['y']}"].to_pylist()
    by = _column(study, table, plot["by"]) if "by" in plot else [None] * len(y)
    spec = study.measures[plot["y"]]
    if "series" in spec:
        times = spec.get("at") or [k * spec["every"] for k in range(max((len(s or []) for s in y), default=0))]
        return line_plot("time (s)", plot["y"], times, y, plot.get("by"), by)
    return scatter_plot(plot["x"], plot["y"], _column(study, table, plot["x"]), y, plot.get("by"), by)


def _column(study, table, name):
    return table[f"measure.{name}" if name in study.measures else name].to_pylist()


def _shown(value):
    return f"{value:.6g}" if isinstance(value, float) else str(value)
