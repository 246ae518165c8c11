// SPDX-License-Identifier: Apache-2.0
// The benchmark of complementarity solvers.
import { byId, make } from '../shared/elements.js';
import { XyPlot } from '../shared/xy_plot.js';
import { addProfile, fillTable, showHost, showKey, small, tidy, unique, zero } from './parts.js';

const COLORS = ['#0b8f66', '#2f8fd6', '#d1495b', '#e0a526', '#8a62c4', '#2a9d8f', '#a06a58', '#e76f51',
  '#457b9d', '#b8232f', '#5f7470', '#b5838d', '#6b6e9e', '#81b29a', '#bc6c25', '#8f8f8f'];
const percent = (v) => `${(100 * v).toFixed(v < 1 && v > 0.99 ? 2 : 0)} %`;
const sizes = (v) => ([12, 24, 48, 96, 150, 300, 600].includes(v) ? String(v) : tidy(v));
const ratios = (v) => ([0.1, 0.2, 0.5].includes(+v.toPrecision(6)) ? String(+v.toPrecision(6)) : tidy(v));

function addRatios(family, report, styles) {
  const lines = Object.entries(styles).map(([solver, style]) => {
    const own = report.rows.filter((row) => row.family === family && row.solver === solver);
    return { label: solver, ...style, x: own.map((row) => row.n), y: own.map((row) => row.ratio), marks: own.map((row) => row.solved === 1) };
  });
  return new XyPlot(byId('ratios'), { title: family, lines: lines.filter((line) => line.x.length), x: { label: 'n', log: true, words: sizes }, y: { label: 'time / Cholesky', log: true, words: ratios } });
}

export function showLcp(report) {
  const solvers = unique(report.rows.map((row) => row.solver)).filter((solver) => !solver.startsWith('eigen_'));
  const isPeer = (solver) => report.rows.some((row) => row.solver === solver && row.peer);
  const styles = Object.fromEntries(solvers.map((solver, i) => [solver, { color: COLORS[i % COLORS.length], width: solver === 'auto' || solver === 'keller' ? 3 : 1.6, dash: isPeer(solver) ? [5, 4] : undefined }]));
  showHost(report);
  showKey(styles);
  for (const { title, problems, lines } of report.profiles.filter((group) => group.lines.length))
    addProfile(byId('profiles'), `${title}: ${problems} problems`, problems, lines.map((line) => [line.solver, line.factors]), styles);
  const families = unique(report.rows.map((row) => row.family));
  for (const family of families) addRatios(family, report, styles);
  fillTable('reliability', ['set', 'solver', 'problems', 'solved', 'worst solved', 'false rays', 'status ≠ residual', 'pivots/n median', 'max', 'solved by'],
    report.reliability.map((r) => [r.set, r.solver, r.problems, { text: percent(r.solved / r.problems), bad: r.solved < r.problems },
      small(r.worst_residual, 'inf'), zero(r.false_rays), zero(r.disagreements), r.median_pivots_per_n.toFixed(2), r.largest_pivots_per_n.toFixed(2), r.answered_by]));
  const showFamily = () => fillTable('cells', ['solver', 'n', 'time µs', '/ Cholesky', '/ LU', 'solved', 'worst residual', 'pivots/n', 'drives/n', 'problems'],
    report.rows.filter((r) => r.family === byId('family').value).map((r) => [r.solver, r.n, r.time_us.toPrecision(3), r.ratio.toPrecision(3),
      r.ratio_lu.toPrecision(3), { text: percent(r.solved), bad: r.solved < 1 }, small(r.worst_residual, 'inf'), r.pivots_per_n.toFixed(2), r.drives_per_n.toFixed(2), r.problems]));
  byId('family').append(...families.map((family) => make('option', {}, family)));
  byId('family').addEventListener('change', showFamily);
  showFamily();
}
