// SPDX-License-Identifier: Apache-2.0
// The last seconds of what the steps report, in plots that move on.
import uPlot from 'uplot';
import { byId, make, onThemeChange, saveFile, theme } from '../shared/elements.js';
import { powerOfTen, short } from '../shared/numbers.js';
import { axis, csvOf, fitPlot, NOISE, WHOLE_POWERS } from '../shared/plot.js';

const MOST = 1200;       // samples
const REDRAW = 100;      // ms
const PLOTS = [
  { title: 'Residual', unit: 'relative', log: true, lines: [['residual', 'series-1'], ['residual_bound', 'series-2']] },
  { title: 'Penetration', unit: 'm', lines: [['penetration', 'series-1']] },
  { title: 'Joint error', unit: 'm', lines: [['joint_gap', 'series-1']], joints: true },
  { title: 'Energy', unit: 'J', lines: [['energy_after', 'series-1']] },
  { title: 'Contacts', unit: 'active points', lines: [['contacts', 'series-1']] },
  { title: 'Work of the solver', unit: 'of a step', lines: [['pivots', 'series-1'], ['factorisations', 'series-2']] },
  { title: 'Time of a step', unit: 'ms', lines: [['time_total', 'series-2'], ['time_solve', 'series-1']], scale: 1e3 },
];

class Rolling {
  constructor(place, { title, unit, log, lines, scale = 1 }) {
    Object.assign(this, { lines, log, scale });
    this.holder = make('div', { className: 'plot', role: 'img', ariaLabel: `${title} over time` });
    place.append(make('figure', {}, make('figcaption', {}, make('b', {}, title), `, ${unit}`), this.holder));
    const values = log ? (u, ticks) => ticks.map((v) => (v === null ? '' : powerOfTen(v))) : (u, ticks) => ticks.map((v) => short(v, 6));
    const range = log ? (u, lo, hi) => [10 ** Math.floor(Math.log10(lo ?? NOISE)), 10 ** Math.ceil(Math.log10(Math.max(hi ?? 1, 10 * (lo ?? NOISE))))]
      : (u, lo, hi) => (lo === null || lo === hi ? [Math.min(0, 2 * (lo ?? 0)), Math.max(0, 2 * (hi ?? 0)) || 1] : uPlot.rangeNum(lo, hi, 0.1, true));
    this.plot = new uPlot({
      width: 300, height: 180, scales: { x: { time: false }, y: { range, ...(log ? { distr: 3 } : {}) } }, legend: { live: true }, cursor: { drag: { x: false, y: false } },
      axes: [axis('', { values: (u, ticks) => ticks.map((v) => `${+v.toPrecision(6)} s`), space: 70, size: 30 }), axis('', { values, size: 64, ...(log ? WHOLE_POWERS : {}) })],
      series: [{ label: 't', value: (_, t) => (t === null ? '–' : `${+t.toPrecision(6)} s`) }, ...lines.map(([name, color]) => ({ label: name.replaceAll('_', ' '), stroke: () => theme(color), width: 1.4, points: { show: false }, value: (_, y) => short(y) }))],
    }, [[], ...lines.map(() => [])], this.holder);
    new ResizeObserver(() => fitPlot(this.plot, this.holder)).observe(this.holder);
  }

  draw(time, columns) {
    const shown = (y) => (y === null ? null : this.log ? Math.max(y, NOISE) : Math.abs(y) < NOISE ? 0 : this.scale * y);
    this.plot.setData([time, ...this.lines.map(([name]) => columns[name].map(shown))]);
  }
}

export class LivePlots {
  constructor(recording) {
    this.recording = recording;
    const place = byId('plots').querySelector('.grid'), wanted = PLOTS.filter(({ joints }) => !joints || recording.joints.length);
    place.replaceChildren();
    this.names = wanted.flatMap(({ lines }) => lines.map(([name]) => name));
    this.plots = wanted.map((plot) => new Rolling(place, plot));
    this.clear();
    onThemeChange(() => this.plots.forEach(({ plot }) => plot.redraw(false, true)));
  }

  /** The same world with other bodies. */
  goOn(recording) {
    this.recording = recording;
    return this;
  }

  clear() {
    this.time = [];
    this.columns = Object.fromEntries(this.names.map((name) => [name, []]));
  }

  /** A frame; one of an earlier time takes the place of all after it. */
  take({ time, step, report }) {
    while (this.time.length && this.time.at(-1) >= time) this.#drop((column) => column.pop());
    while (this.time.length >= MOST) this.#drop((column) => column.shift());
    this.time.push(time);
    // Nothing was solved before the first step.
    for (const name of this.names) this.columns[name].push(step > 0 || name.startsWith('energy') ? report[name] ?? null : null);
    this.stale = true;
  }

  #drop(act) {
    act(this.time);
    for (const name of this.names) act(this.columns[name]);
  }

  draw(now) {
    if (!this.stale || now - (this.drawn ?? -Infinity) < REDRAW) return;
    this.drawn = now;
    this.stale = false;
    for (const plot of this.plots) plot.draw(this.time, this.columns);
  }

  saveAll() {
    saveFile(`${this.recording.data.scene.replace(/\W+/g, '_')}_live.csv`, csvOf(['time [s]', ...this.names], [this.time, ...this.names.map((name) => this.columns[name])]));
  }
}
