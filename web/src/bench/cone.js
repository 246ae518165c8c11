// SPDX-License-Identifier: Apache-2.0
// The benchmark of the exact friction cone.
import { byId } from '../shared/elements.js';
import { addProfile, fillTable, showHost, showKey, small, unique, zero } from './parts.js';

const COLORS = ['#0b8f66', '#2f8fd6', '#8a62c4', '#e0a526', '#d1495b', '#e76f51', '#a06a58'];
const share = (part, whole) => ({ text: `${((100 * part) / whole).toPrecision(4)} %`, bad: part < whole });

export function showCone(report) {
  for (const section of document.querySelectorAll('section')) section.hidden = !report[section.dataset.part].length;
  const solvers = unique(report.profiles.map((row) => row.solver));
  const styles = Object.fromEntries(solvers.map((solver, i) => [solver, { color: COLORS[i % COLORS.length], width: solver === 'perpend' ? 3 : 1.6, dash: solver.startsWith('siconos') ? [5, 4] : undefined }]));
  showHost(report);
  showKey(styles);
  for (const set of unique(report.profiles.map((row) => row.set))) {
    const rows = report.profiles.filter((row) => row.set === set), { problems } = rows[0];
    addProfile(byId('charts'), `${set}: ${problems} problems`, problems, rows.map((row) => [row.solver, row.ratios]), styles);
  }
  fillTable('reliability', ['set', 'problems', 'solved', 'at the floor', 'false claims', 'worst claimed', 'factorisations median', 'mean', 'most', 'solved by'],
    report.reliability.map((r) => [r.set, r.problems, share(r.solved, r.problems), r.at_floor, zero(r.false_claims), small(r.worst_residual, ''),
      r.median_factorisations, r.mean_factorisations.toFixed(1), r.most_factorisations, r.answered_by]));
  fillTable('cost', ['contacts', 'rows', 'problems', 'cold / LLT', 'warm / LLT', 'factorisations cold', 'warm'],
    report.cost.map((r) => [r.contacts, r.rows, r.problems, r.cold.toPrecision(3), r.warm.toPrecision(3), r.cold_factorisations, r.warm_factorisations]));
  fillTable('sparse', ['family', 'bodies', 'contacts', 'status', 'residual', 'factorisations', 'solved by', 'condensed'],
    report.sparse.map((r) => [r.family, r.bodies, r.contacts, { text: r.status, bad: r.status !== 'solved' }, small(r.residual, ''), r.factorisations,
      r.answered_by, r.condensed ? r.condensed.toPrecision(3) : '']));
}
