// SPDX-License-Identifier: Apache-2.0
// Plots of all runs of a comparison, one line or bar per run.
import { make } from '../shared/elements.js';
import { short } from '../shared/numbers.js';
import { XyPlot } from '../shared/xy_plot.js';

const CONE_VIEW = 1.6;
// What is far below rounding is 0, which has no place on a logarithmic axis.
const TINY = 1e-18;
const DEGREES = 180 / Math.PI;

export class ComparePlots {
  constructor(data, runs, place) {
    Object.assign(this, { data, runs, place, plots: [], bars: [], body: 0 });
    this.end = data.times[data.times.length - 1];
    this.#addTrajectories();
    this.#series('Distance to the exact cone', 'm', 'distance', { log: true, tall: true, about: 'of the body that is farthest from the reference' });
    this.#addForces();
    this.#series('Slip direction error', 'degrees', 'direction_error', { factor: DEGREES, about: 'between friction and the opposite of slip' });
    this.#series('Coulomb residual', 'm/s', 'coulomb_residual', { log: true, about: "by which each step misses Coulomb's law" });
    this.#series('Residual', 'relative', 'residual', { log: true, about: 'of the law that each run solves' });
    this.#series('Energy', 'J', 'energy', { reference: true, about: 'kinetic + potential' });
    this.#addBars('Distance at the end', 'm', 'final_distance');
    this.#addBars('Cost of a step', "median time over the cone's", 'cost');
  }

  get #withReference() {
    return [this.data.reference, ...this.runs];
  }

  #line(run, x, y, more = {}) {
    const width = run.reference ? 3.5 : x.length > 500 ? 1 : run.law === 'cone' ? 2.2 : 1.6;
    return { label: run.label, run, x, y, color: run.color, dash: run.dash, width, hidden: () => !run.shown, ...more };
  }

  #add(title, x, y, lines, options = {}) {
    const plot = new XyPlot(this.place, { title, x, y, lines, ...options });
    this.plots.push(plot);
    return plot;
  }

  #time() {
    return { label: 'time, s', range: [0, this.end] };
  }

  #series(title, unit, name, { log, factor = 1, reference, ...options }) {
    const runs = reference ? this.#withReference : this.runs;
    if (!runs.some((run) => run.series[name].some((v) => v > 0 || (v !== 0 && !log)))) return;
    const values = (run) => Float64Array.from(run.series[name], (v) => (log && !(v > TINY) ? NaN : factor * v));
    this.#add(title, this.#time(), { label: unit, log }, runs.map((run) => this.#line(run, this.data.times, values(run))), options);
  }

  // ---- Trajectories ----
  #path(run) {
    return run.paths[this.body];
  }

  #boxOf(runs) {
    const x = runs.flatMap((run) => Array.from(this.#path(run).x)), y = runs.flatMap((run) => Array.from(this.#path(run).y));
    const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity), most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
    return [least(x), least(y), most(x), most(y)];
  }

  // Runs that deviate by more than the extent of the reference path would make all others a dot.
  #trailBox() {
    const { reference } = this.data, own = this.#boxOf([reference]), extent = Math.hypot(own[2] - own[0], own[3] - own[1]);
    const shown = this.runs.filter((run) => run.shown), near = shown.filter((run) => run.largest_distance <= extent);
    const [x0, y0, x1, y1] = this.#boxOf([reference, ...(near.length ? near : shown)]);
    if (!(x1 >= x0)) return [-1, -1, 1, 1];
    const pad = 0.06 * Math.max(x1 - x0, y1 - y0) || 0.1;
    return [x0 - pad, y0 - pad, x1 + pad, y1 + pad];
  }

  #addTrajectories() {
    const { in_space: inSpace } = this.data, [right, up] = inSpace ? ['across gravity, m', 'across gravity, m'] : ['x, m', 'y, m'];
    this.trails = this.#add(inSpace ? 'Path of the centre of mass, from above' : 'Path of the centre of mass', { label: right }, { label: up }, this.#trailLines(),
      { box: () => this.#trailBox(), tall: true, note: 'A dot marks the end of a run, a cross that of the reference (thick, dotted). Runs that deviate by more than the extent of the reference path may leave the picture.' });
    if (inSpace) this.heights = this.#add('Height of the centre of mass', this.#time(), { label: 'height, m' }, this.#heightLines(), { tall: true });
  }

  #trailLines() {
    return this.#withReference.map((run) => this.#line(run, this.#path(run).x, this.#path(run).y, { end: run.reference ? 'cross' : 'dot' }));
  }

  #heightLines() {
    return this.#withReference.map((run) => this.#line(run, this.data.times, this.#path(run).height));
  }

  showBody(index) {
    this.body = index;
    this.trails.lines = this.#trailLines();
    if (this.heights) this.heights.lines = this.#heightLines();
    this.refresh();
  }

  // ---- Forces ----
  #addForces() {
    const { inSpace } = { inSpace: this.data.in_space }, dots = { dots: 2.2, dash: [] };
    const bound = (x, y) => ({ label: 'Coulomb', x, y, color: 'ink', width: 2.2 });
    if (!inSpace) {
      this.#add('Friction within its bounds', this.#time(), { label: 'f_t / (µ f_n)', range: [-CONE_VIEW, CONE_VIEW] },
        [...this.runs.map((run) => this.#line(run, run.forces.time, run.forces.t1, dots)), bound([0, this.end], [1, 1]), bound([0, this.end], [-1, -1])]);
      return;
    }
    const circle = Array.from({ length: 181 }, (_, i) => (i * Math.PI) / 90), beyond = (run) => run.forces.t1.filter((x, i) => Math.max(Math.abs(x), Math.abs(run.forces.t2[i])) > CONE_VIEW).length;
    const outside = this.runs.reduce((n, run) => n + beyond(run), 0);
    this.#add('Forces in the cone', { label: 'f_t1 / (µ f_n)' }, { label: 'f_t2 / (µ f_n)' },
      [...this.runs.map((run) => this.#line(run, run.forces.t1, run.forces.t2, dots)), bound(circle.map(Math.cos), circle.map(Math.sin))],
      { box: () => [-CONE_VIEW, -CONE_VIEW, CONE_VIEW, CONE_VIEW], tall: true,
        note: `The contact that uses its friction most, of those with at least a tenth of the largest load, in its own frame. On the circle it slides by Coulomb's law, outside the law is broken.${outside ? ` Beyond the plot: ${outside}.` : ''}` });
  }

  // ---- Bars ----
  #addBars(title, unit, name) {
    const place = make('div', { className: 'bars' });
    this.place.append(make('figure', {}, make('figcaption', {}, make('b', {}, title), `, ${unit}, logarithmic`), place));
    this.bars.push(() => {
      const shown = this.runs.filter((run) => run.shown && run[name] > 0), logs = shown.map((run) => Math.log10(run[name]));
      const lo = Math.floor(Math.min(...logs) - 0.3), hi = Math.max(...logs, lo + 1);
      place.replaceChildren(...shown.map((run, i) => {
        const bar = make('i', { className: run.dash.length ? 'hollow' : '' });
        bar.style.width = `${(100 * (logs[i] - lo)) / (hi - lo)}%`;
        bar.style.color = `var(--${run.color})`;
        return make('div', { title: run.label }, make('span', {}, run.law), make('span', {}, run.group), make('span', {}, bar), make('span', {}, short(run[name], 3)));
      }));
    });
  }

  refresh() {
    for (const plot of this.plots) plot.refresh();
    for (const draw of this.bars) draw();
  }
}
