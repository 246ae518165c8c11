// SPDX-License-Identifier: Apache-2.0
// One plot with its title, legend and CSV, around uPlot.
import uPlot from 'uplot';
import { make, saveFile, theme } from './elements.js';
import { powerOfTen, short } from './numbers.js';

export const NOISE = 1e-16;  // values below are rounding of 1

export function axis(label, options) {
  const grid = { stroke: () => theme('grid'), width: 1 };
  if (options.filter) grid.filter = options.filter;
  return { label, stroke: () => theme('soft'), grid, ticks: { ...grid, size: 5 }, font: '11px system-ui, sans-serif', labelFont: '12px system-ui, sans-serif', labelSize: 18, ...options };
}

const LABEL = 18;  // pixels between labels

// Of a logarithmic axis only powers of ten have lines, as many as there is room for.
function wholePowers(u, ticks) {
  const powers = ticks.map((v) => (powerOfTen(v) ? Math.round(Math.log10(v)) : undefined));
  const room = Math.max(2, u.bbox.height / (window.devicePixelRatio || 1) / LABEL);
  const every = Math.ceil(powers.filter((power) => power !== undefined).length / room);
  return ticks.map((v, i) => (powers[i] % every === 0 ? v : null));
}
export const WHOLE_POWERS = { filter: wholePowers };

/** Fits a plot with its legend, of as many lines as that takes, into its holder. */
export function fitPlot(plot, holder) {
  const width = holder.clientWidth;
  if (!width) return;
  plot.setSize({ width, height: plot.height });
  // The plot lays itself, and with it the legend, out at the end of this task.
  queueMicrotask(() => plot.setSize({ width, height: holder.clientHeight - plot.root.querySelector('.u-legend').offsetHeight }));
}

function seriesOf(line) {
  return {
    label: line.label, stroke: () => theme(line.color), width: line.thin ? 1 : 1.6, dash: line.dash, spanGaps: false,
    points: { show: line.y.length < 3, fill: () => theme(line.color) }, value: (_, y) => short(y),
  };
}

// Of values over many powers of ten the floor is as far down as the plot goes.
const drawn = (y, log, least) => (log ? (y > 0 || least ? Math.max(y, least ?? NOISE) : null) : Math.abs(y) < NOISE ? 0 : Number.isNaN(y) ? null : y);

/** All lines over one axis of times. */
function table(lines, log, least) {
  const tables = lines.map((line) => [Array.from(line.x), Array.from(line.y, (y) => drawn(y, log, least))]);
  const alike = lines.every((line) => line.x === lines[0].x);
  return alike ? [tables[0][0], ...tables.map((t) => t[1])] : uPlot.join(tables);
}

export function csvOf(header, columns) {
  const rows = [header.map((name) => `"${name.replaceAll('"', '""')}"`).join(',')];
  for (let i = 0; i < columns[0].length; ++i) rows.push(columns.map((column) => column[i] ?? '').join(','));
  return `${rows.join('\n')}\n`;
}

/**
 * { title, unit, lines: [{label, x, y, color, dash, thin}], log, least, onSeek, onRemove } in `place`; on a
 * logarithmic axis what is below `least` is drawn there.
 */
export class Plot {
  constructor(place, options) {
    const { title, unit, lines, log, least, onSeek, onRemove } = options;
    this.data = table(lines, log, least);
    this.title = title;
    const csv = make('button', { className: 'small', title: `Save ${title} as CSV`, onclick: () => this.save(lines, unit) }, 'CSV');
    this.caption = make('figcaption', {}, make('b', {}, title), unit ? `, ${unit}` : '', csv);
    if (onRemove) this.caption.append(make('button', { className: 'small', title: 'Remove this plot', ariaLabel: `Remove ${title}`, onclick: () => { this.remove(); onRemove(this); } }, '×'));
    this.holder = make('div', { className: 'plot', role: 'img', ariaLabel: `${title} over time` });
    this.cursor = make('i', { className: 'moment' });
    this.figure = make('figure', {}, this.caption, this.holder);
    place.append(this.figure);
    this.plot = new uPlot(this.#options(lines, log), this.data, this.holder);
    this.plot.over.append(this.cursor);
    this.plot.over.addEventListener('click', () => { if (this.plot.cursor.left >= 0) onSeek?.(this.plot.posToVal(this.plot.cursor.left, 'x')); });
    new ResizeObserver(() => this.#fit()).observe(this.holder);
    this.#fit();
  }

  #options(lines, log) {
    const values = log ? (u, ticks) => ticks.map((v) => (v === null ? '' : powerOfTen(v))) : (u, ticks) => ticks.map((v) => short(v, 6));
    const flat = this.data.slice(1).every((column) => column.every((y) => y === null || y === column[0]));
    const y = log ? { distr: 3, range: (u, lo, hi) => [10 ** Math.floor(Math.log10(lo)), 10 ** Math.ceil(Math.log10(Math.max(hi, lo * 10)))] }
      : flat ? { range: (u, lo, hi) => [Math.min(0, 2 * (lo ?? 0)), Math.max(0, 2 * (hi ?? 0)) || 1] } : {};
    return {
      width: 300, height: 200, scales: { x: { time: false }, y }, legend: { live: true },
      cursor: { drag: { x: true, y: false }, points: { size: 6 } },
      axes: [axis('', { values: (u, ticks) => ticks.map((v) => `${+v.toPrecision(6)} s`), space: 70, size: 30 }), axis('', { values, size: 64, ...(log ? WHOLE_POWERS : {}) })],
      series: [{ label: 't', value: (_, t) => (t === null ? '–' : `${+t.toPrecision(6)} s`) }, ...lines.map(seriesOf)],
    };
  }

  #fit() {
    fitPlot(this.plot, this.holder);
    this.moveTo(this.time);
  }

  /** Marks the moment shown. */
  moveTo(time) {
    this.time = time;
    if (time === undefined) return;
    const x = this.plot.valToPos(time, 'x'), inside = x >= 0 && x <= this.plot.over.clientWidth;
    this.cursor.style.transform = `translateX(${x}px)`;
    this.cursor.hidden = !inside;
  }

  repaint() {
    this.plot.redraw(false, true);
  }

  save(lines, unit) {
    saveFile(`${this.title.replace(/\W+/g, '_')}.csv`, csvOf(['time [s]', ...lines.map((line) => `${line.label} [${line.unit ?? unit}]`)], this.data));
  }

  remove() {
    this.plot.destroy();
    this.figure.remove();
  }
}
