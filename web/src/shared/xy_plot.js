// SPDX-License-Identifier: Apache-2.0
// Lines and dots over any x, with uPlot's axes: paths, steps, forces, profiles.
import uPlot from 'uplot';
import { make, theme } from './elements.js';
import { powerOfTen, short } from './numbers.js';

const REACH = 12;  // pixels around a point that names it
const paint = (name) => (name.startsWith('#') ? name : theme(name));

function axis(label, log, words) {
  const grid = { stroke: () => theme('grid'), width: 1, ...(log ? { filter: (u, ticks) => ticks.map((v) => (words(v) ? v : null)) } : {}) };
  return { label, labelSize: 20, labelFont: '12px system-ui, sans-serif', font: '11px system-ui, sans-serif', stroke: () => theme('soft'), grid, ticks: { ...grid, size: 5 }, space: 46,
           values: (u, ticks) => ticks.map((v) => (v === null ? '' : words(v))) };
}

function extent(lines, pick, log) {
  let lo = Infinity, hi = -Infinity;
  for (const line of lines)
    for (const v of line[pick])
      if (Number.isFinite(v) && (!log || v > 0)) [lo, hi] = [Math.min(lo, v), Math.max(hi, v)];
  if (!(hi >= lo)) return log ? [0.1, 10] : [0, 1];
  if (log) return [10 ** Math.floor(Math.log10(lo)), 10 ** Math.ceil(Math.log10(hi * 1.0001))];
  const pad = (hi - lo) * 0.06 || Math.abs(hi) * 0.5 || 0.5;
  return [lo - pad, hi + pad];
}

/**
 * { title, about, note, tall, x: { label, log, range, words }, y: the same, box, lines } in `place`.
 * A line is { label, x, y, color, width, dash, dots, steps, end, fills }; `box()` gives
 * [x0, y0, x1, y1] that is shown with equal scales.
 */
export class XyPlot {
  constructor(place, options) {
    Object.assign(this, { options, lines: options.lines });
    const { title, about, note, tall, x, y } = options, caption = make('figcaption', {}, make('b', {}, title), about ? `, ${about}` : '');
    this.holder = make('div', { className: 'plot', role: 'img', ariaLabel: title });
    this.figure = make('figure', { className: tall ? 'tall' : '' }, caption, this.holder);
    this.words = make('output', { className: 'words' });
    this.figure.append(...(note ? [make('p', { className: 'note' }, note)] : []));
    place.append(this.figure);
    const scale = (which, log) => ({ time: false, distr: log ? 3 : 1, range: () => this.#range(which) });
    this.plot = new uPlot({
      width: 300, height: 200, legend: { show: false }, cursor: { drag: { x: false, y: false }, points: { show: false } },
      scales: { x: scale('x', x.log), y: scale('y', y.log) },
      axes: [{ ...axis(x.label, x.log, x.words ?? (x.log ? powerOfTen : (v) => short(v, 6))), size: 34 }, { ...axis(y.label, y.log, y.words ?? (y.log ? powerOfTen : (v) => short(v, 6))), size: 56 }],
      series: [{}, { show: true, paths: () => null, points: { show: false } }], hooks: { draw: [(u) => this.#draw(u)] },
    }, [[1, 2], [1, 2]], this.holder);
    this.holder.append(this.words);
    this.plot.over.addEventListener('mousemove', (event) => this.#name(event.offsetX, event.offsetY));
    this.plot.over.addEventListener('mouseleave', () => { this.words.textContent = ''; });
    new ResizeObserver(() => this.#fit()).observe(this.holder);
    this.#fit();
  }

  get #shown() {
    return this.lines.filter((line) => !line.hidden?.());
  }

  #range(which) {
    const { box } = this.options;
    if (box) return this.#equalRange(box())[which];
    const { range, log } = this.options[which];
    return range ?? extent(this.#shown, which, log);
  }

  // One metre along x is as long as one along y.
  #equalRange([x0, y0, x1, y1]) {
    const width = this.plot?.bbox?.width || 300, height = this.plot?.bbox?.height || 200, unit = Math.max((x1 - x0) / width, (y1 - y0) / height);
    const around = (lo, hi, pixels) => [(lo + hi - unit * pixels) / 2, (lo + hi + unit * pixels) / 2];
    return { x: around(x0, x1, width), y: around(y0, y1, height) };
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width > 0) this.plot.setSize({ width, height });
    this.refresh();
  }

  /** Draws again after lines have changed, been shown or hidden. */
  refresh() {
    this.plot.setData([[1, 2], [1, 2]]);
  }

  #draw(u) {
    const { ctx, bbox } = u, ratio = window.devicePixelRatio || 1;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    for (const line of this.#shown) this.#drawLine(u, line, ratio);
    ctx.restore();
  }

  #drawLine(u, line, ratio) {
    const { ctx } = u, { x, y, dots, steps } = line, path = new Path2D();
    let pen = false, last;
    for (let i = 0; i < x.length; ++i) {
      const visible = Number.isFinite(y[i]) && Number.isFinite(x[i]) && !(this.options.y.log && y[i] <= 0);
      if (!visible) { pen = false; continue; }
      const px = u.valToPos(x[i], 'x', true), py = u.valToPos(y[i], 'y', true);
      if (dots) { path.moveTo(px + dots * ratio, py); path.arc(px, py, dots * ratio, 0, 2 * Math.PI); }
      else if (!pen) path.moveTo(px, py);
      else { if (steps) path.lineTo(px, last); path.lineTo(px, py); }
      [pen, last] = [true, py];
    }
    ctx.strokeStyle = ctx.fillStyle = paint(line.color);
    ctx.lineWidth = (line.width ?? 1.6) * ratio;
    ctx.setLineDash((line.dash ?? []).map((length) => length * ratio));
    if (dots) ctx.fill(path); else ctx.stroke(path);
    ctx.setLineDash([]);
    if (line.marks) this.#drawMarks(u, line, ratio);
    if (line.end && x.length) this.#drawEnd(u, line, ratio);
  }

  // Where the line has its values: filled where that holds which the line says, hollow elsewhere.
  #drawMarks(u, { x, y, color, marks }, ratio) {
    const { ctx } = u;
    x.forEach((value, i) => {
      ctx.beginPath();
      ctx.arc(u.valToPos(value, 'x', true), u.valToPos(y[i], 'y', true), 3 * ratio, 0, 2 * Math.PI);
      ctx.fillStyle = marks[i] ? paint(color) : theme('card');
      ctx.fill();
      ctx.stroke();
    });
  }

  #drawEnd(u, { x, y, end }, ratio) {
    const { ctx } = u, px = u.valToPos(x[x.length - 1], 'x', true), py = u.valToPos(y[y.length - 1], 'y', true), r = (end === 'cross' ? 6 : 4) * ratio;
    ctx.beginPath();
    if (end !== 'cross') { ctx.arc(px, py, r, 0, 2 * Math.PI); ctx.fill(); return; }
    for (const s of [-1, 1]) { ctx.moveTo(px - r, py - s * r); ctx.lineTo(px + r, py + s * r); }
    ctx.lineWidth = 3 * ratio;
    ctx.stroke();
  }

  #name(left, top) {
    let best, nearest = REACH;
    for (const line of this.#shown)
      for (let i = 0; line.label && i < line.x.length; ++i) {
        const distance = Math.hypot(this.plot.valToPos(line.x[i], 'x') - left, this.plot.valToPos(line.y[i], 'y') - top);
        if (distance < nearest) [nearest, best] = [distance, `${line.label}: ${short(line.x[i])}, ${short(line.y[i])}`];
      }
    this.words.textContent = best ?? '';
  }
}
