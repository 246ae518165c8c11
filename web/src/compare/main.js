// SPDX-License-Identifier: Apache-2.0
// Words, table and filters of a comparison.
import uPlotStyle from 'uplot/dist/uPlot.min.css';
import { addStyle, byId as element, onThemeChange } from '../shared/elements.js';
import pageStyle from '../shared/page.css';
import { floats } from '../shared/unpack.js';
import style from './compare.css';
import body from './compare.html';
import { ComparePlots } from './plots.js';

addStyle(uPlotStyle, pageStyle, style);
document.body.insertAdjacentHTML('afterbegin', body);
const data = JSON.parse(element('data').textContent);
const unpack = (object) => Object.fromEntries(Object.entries(object).map(([name, text]) => [name, floats(text)]));
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
const LAW_COLORS = 10;

// ---- Runs ----
const unique = (values) => [...new Set(values)];
const laws = unique(data.runs.map((run) => run.law));
const steps = unique(data.runs.map((run) => run.dt)).sort((a, b) => a - b);
const solvers = unique(data.runs.map((run) => run.solver));
const colors = {};
laws.filter((law) => law !== 'cone').forEach((law, i) => { colors[law] = `law-${i % LAW_COLORS}`; });
colors.cone = 'ink';
data.times = floats(data.times);
for (const run of [data.reference, ...data.runs]) {
  run.series = unpack(run.series);
  run.forces = unpack(run.forces);
  run.paths = run.paths.map(unpack);
  run.color = colors[run.law];
  run.dash = DASHES[steps.indexOf(run.dt) % DASHES.length];
  run.group = solvers.length > 1 ? `${run.solver}, ${run.dt} s` : `${run.dt} s`;
  run.label = `${run.law}, ${run.group}`;
  run.shown = true;
}
Object.assign(data.reference, { reference: true, color: 'soft', dash: [1, 4], label: `reference: cone, ${data.reference.dt} s` });

const plots = new ComparePlots(data, data.runs, document.querySelector('#plots > div'));
plots.refresh();

// ---- Filters ----
const hidden = { law: new Set(), dt: new Set(), solver: new Set() };
function apply() {
  for (const run of data.runs) run.shown = Object.keys(hidden).every((key) => !hidden[key].has(run[key]));
  plots.refresh();
}
function addFilters(place, key, values, swatch, words) {
  if (values.length < 2) return;
  for (const value of values) {
    const button = document.createElement('button'), mark = document.createElement('i');
    swatch(mark, value);
    button.append(mark, words(value));
    button.title = 'Click to hide or show; double click to show it alone';
    button.setAttribute('aria-pressed', 'true');
    const draw = () => [...place.children].forEach((b, i) => b.setAttribute('aria-pressed', String(!hidden[key].has(values[i]))));
    button.addEventListener('click', () => { if (!hidden[key].delete(value)) hidden[key].add(value); draw(); apply(); });
    button.addEventListener('dblclick', () => { hidden[key] = new Set(values.filter((other) => other !== value)); draw(); apply(); });
    place.append(button);
  }
}
addFilters(element('laws'), 'law', laws, (mark, law) => { mark.style.color = `var(--${colors[law]})`; }, (law) => law);
addFilters(element('steps'), 'dt', steps, (mark, dt) => { mark.style.borderTopStyle = ['solid', 'dashed', 'dotted', 'dotted'][steps.indexOf(dt) % 4]; }, (dt) => `${dt} s`);
addFilters(element('solvers'), 'solver', solvers, (mark) => { mark.style.display = 'none'; }, (solver) => solver);
data.bodies.forEach((name, i) => element('body').add(new Option(name, i)));
element('body_choice').hidden = data.bodies.length < 2;
element('body').addEventListener('change', (event) => plots.showBody(+event.target.value));
if (data.bodies.length < data.bodies_in_all) element('notes').textContent = `Paths of the ${data.bodies.length} bodies that come farthest from the reference, of ${data.bodies_in_all}.`;

// ---- Words ----
const short = (value, digits = 3) => (value === null ? '–' : value === 0 ? '0' : Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5 ? value.toExponential(1) : String(+value.toPrecision(digits)));
function chip(text, kind) {
  const span = document.createElement('span');
  span.textContent = text;
  if (kind) span.className = kind;
  element('chips').append(span);
}
window.perpend = { data, plots };
const failed = data.runs.filter((run) => run.failure);
element('scene').textContent = `${data.scene}: laws compared`;
element('description').textContent = data.description;
chip(`${data.runs.length} runs`);
const uncertified = data.runs.filter((run) => run.uncertified > 0), cut = data.runs.filter((run) => !run.failure && !run.complete);
if (failed.length) chip(`${failed.length} failed`, 'bad');
if (cut.length) chip(`${cut.length} stopped before the end`, 'bad');
if (uncertified.length) chip(`steps not certified in ${uncertified.length} of ${data.runs.length} runs`, 'bad');
if (!failed.length && !cut.length && !uncertified.length) chip('every step of every run certified', 'ok');
chip(`reference: exact cone, step ${data.reference.dt} s`, data.reference.failure ? 'bad' : '');
element('failures').textContent = [data.reference, ...data.runs].filter((run) => run.failure).map((run) => `${run.label}: ${run.failure}`).join('\n');

const status = (run) => (run.failure ? `failed at ${short(run.simulated)} s` : !run.complete ? `stopped at ${short(run.simulated)} s` : run.uncertified ? `${run.uncertified} steps not certified` : 'ok');
const against = (run) => (run.complete && data.reference.complete ? run.energy_lost - data.reference.energy_lost : null);
const COLUMNS = [
  ['law', (run) => run.law], ['solver', (run) => run.solver], ['step, s', (run) => run.dt], ['status', status],
  ['distance at the end, m', (run) => short(run.final_distance)], ['largest, m', (run) => short(run.largest_distance)],
  ['slip direction error, °', (run) => short(run.direction_error * 180 / Math.PI)], ['outside the cone, N s', (run) => short(run.cone_excess)],
  ['Coulomb residual, m/s', (run) => short(run.coulomb_residual)], ['residual', (run) => short(run.residual)], ['its bound', (run) => short(run.residual_bound)],
  ['more energy lost, J', (run) => short(against(run))], ['cost, × cone', (run) => short(run.cost)],
  ['pivots per step', (run) => short(run.pivots)], ['factorisations', (run) => short(run.factorisations)]];
const MATRIX_COLUMNS = [
  ['law', (run) => run.law], ['solver', (run) => run.solver], ['step, s', (run) => run.dt], ['problems', (run) => run.lead.problems],
  ['size', (run) => run.lead.size], ['missing rank', (run) => run.lead.missing], ['of short rank', (run) => run.lead.deficient],
  ['smallest / largest singular value', (run) => short(run.lead.smallest)], ['unsolved by block', (run) => run.lead.block_unsolved],
  ['unsolved by lemke', (run) => run.lead.lemke_unsolved], ['distance at the end, m', (run) => short(run.final_distance)]];
function addRow(table, run, columns) {
  const row = table.querySelector('tbody').insertRow();
  columns.forEach(([, words], i) => {
    const cell = row.insertCell();
    if (i === 0) {
      const mark = document.createElement('i');
      mark.style.color = `var(--${run.color})`;
      cell.append(mark);
    }
    if (words === status && run.failure) cell.className = 'bad';
    cell.append(words(run));
  });
}
function fill(table, runs, columns) {
  const head = table.querySelector('thead').insertRow();
  for (const [title] of columns) head.append(Object.assign(document.createElement('th'), { textContent: title }));
  for (const run of runs) addRow(table, run, columns);
}
const measured = data.runs.filter((run) => run.lead);
fill(document.querySelector('#table table'), data.runs, COLUMNS);
fill(document.querySelector('#matrices table'), measured, MATRIX_COLUMNS);
element('matrices').hidden = !measured.length;
onThemeChange(() => plots.refresh());
