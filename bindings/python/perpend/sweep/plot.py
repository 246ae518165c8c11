# SPDX-License-Identifier: Apache-2.0
"""Draws plots as SVG: points over a number or over words, and lines over time."""
from __future__ import annotations

import html
import math

WIDTH, HEIGHT = 560, 360
LEFT, RIGHT, TOP, BOTTOM = 72, 110, 16, 48  # margins, px
#: Largest numbers of points and lines, which keep a page small: of more, every k-th is drawn, and the plot says so.
MOST_POINTS, MOST_LINES = 2000, 60
COLOURS = ("#30638e", "#d1495b", "#2a9d8f", "#e09f3e", "#6a4c93", "#8d99ae", "#9c6644", "#1b263b")


class _Axis:
    """Maps numbers, or words to whole numbers, to pixels."""

    def __init__(self, values, first, last):
        self.words = None
        if any(not _is_number(each) for each in values):
            self.words = sorted({str(each) for each in values})
            values = range(len(self.words))
        low, high = min(values, default=0.0), max(values, default=1.0)
        pad = 0.05 * (high - low) or 0.05 * abs(low) or 0.5
        self.low, self.high, self._first, self._last = low - pad, high + pad, first, last

    def __call__(self, value):
        number = self.words.index(str(value)) if self.words else value
        return self._first + (number - self.low) / (self.high - self.low) * (self._last - self._first)

    def ticks(self):
        """Returns (value, text) at round numbers, or at the words."""
        if self.words:
            return [(word, word) for word in self.words]
        raw = (self.high - self.low) / 5
        step = 10.0 ** math.floor(math.log10(raw))
        step *= next(m for m in (1, 2, 5, 10) if m * step >= raw)
        count = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        return [(k * step, f"{k * step:.6g}") for k in count]


def scatter_plot(x_name, y_name, x, y, by_name, by) -> str:
    """Draws points. y: numbers, None if a case failed; by: the values that colours represent."""
    points = [(a, b, c) for a, b, c in zip(x, y, by) if _is_number(b) and a is not None]
    points, note = _thinned(points, MOST_POINTS)
    across, up = _Axis([p[0] for p in points], LEFT, WIDTH - RIGHT), _vertical([p[1] for p in points])
    colours = _key(by)
    marks = [f'<circle cx="{across(a):.1f}" cy="{up(b):.1f}" r="3" fill="{colours[c]}" fill-opacity=".75">'
             f"<title>{html.escape(_words(a))}, {html.escape(_words(b))}</title></circle>" for a, b, c in points]
    return _figure(x_name, y_name + note, across, up, marks, by_name, colours)


def line_plot(x_name, y_name, times, series, by_name, by) -> str:
    """Draws lines. series: lists over `times` (s), with None after the end of a run."""
    lines = [(s, c) for s, c in zip(series, by) if s]
    lines, note = _thinned(lines, MOST_LINES)
    values = [value for s, _ in lines for value in s if _is_number(value)]
    across, up, colours = _Axis(times, LEFT, WIDTH - RIGHT), _vertical(values), _key(by)
    marks = []
    for s, c in lines:
        path = " ".join(f"{across(t):.1f},{up(value):.1f}" for t, value in zip(times, s) if _is_number(value))
        marks.append(f'<polyline points="{path}" fill="none" stroke="{colours[c]}" stroke-width="1.5"/>')
    return _figure(x_name, y_name + note, across, up, marks, by_name, colours)


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _words(value):
    return f"{value:.6g}" if _is_number(value) else str(value)


def _vertical(values):
    return _Axis(values, HEIGHT - BOTTOM, TOP)


def _thinned(items, most):
    every = -(-len(items) // most) or 1
    return items[::every], f" (1 of {every} cases)" if every > 1 else ""


def _key(by):
    """Returns value → colour; numbers in ascending order."""
    values = sorted(set(by), key=lambda v: (not _is_number(v), v if _is_number(v) else str(v)))
    return {value: COLOURS[k % len(COLOURS)] for k, value in enumerate(values)}


def _figure(x_name, y_name, across, up, marks, by_name, colours):
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(y_name)} over '
             f'{html.escape(x_name)}">']
    for value, text in across.ticks():
        x = f"{across(value):.1f}"
        parts.append(f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{bottom}" stroke="#e5e9f0"/>'
                     f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{html.escape(text)}</text>')
    for value, text in up.ticks():
        y = up(value)
        parts.append(f'<line x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e5e9f0"/>'
                     f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{html.escape(text)}</text>')
    parts += marks
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(x_name)}</text>'
                 f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">'
                 f"{html.escape(y_name)}</text>")
    return "".join([*parts, *_legend(by_name, colours, right + 12), "</svg>"])


def _legend(by_name, colours, x):
    if not by_name:
        return
    yield f'<text x="{x}" y="{TOP + 10}">{html.escape(by_name)}</text>'
    for k, (value, colour) in enumerate(list(colours.items())[:16]):
        y = TOP + 28 + 18 * k
        yield (f'<circle cx="{x + 4}" cy="{y - 4}" r="4" fill="{colour}"/>'
               f'<text x="{x + 14}" y="{y}">{html.escape(_words(value))}</text>')
