// SPDX-License-Identifier: Apache-2.0
// What pages of benchmarks have in common: host, key, profiles, tables.
import { byId, make } from '../shared/elements.js';
import { XyPlot } from '../shared/xy_plot.js';

const FARTHEST = 1000;  // factor of the fastest where a profile ends

/** Numbers of an axis that are written. */
export const tidy = (v) => ([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].includes(v) ? String(v) : '');
export const unique = (list) => [...new Set(list)];
export const small = (v, none) => (v === null ? none : v === 0 ? '0' : v.toExponential(0));
export const zero = (v) => ({ text: v, bad: v > 0 });

export function showHost({ host, mode, skipped }) {
  byId('host').textContent = `${host.cpu}, ${host.cores} cores, ${host.compiler}, Eigen ${host.eigen} (${host.simd}), ${mode} run, one thread`;
  byId('skipped').textContent = skipped.join('; ');
}

/** Styles: solver → { color, width, dash }. */
export function showKey(styles) {
  byId('key').append(...Object.entries(styles).map(([solver, { color, dash }]) => {
    const line = make('i');
    line.style.borderColor = color;
    line.style.borderTopStyle = dash ? 'dashed' : 'solid';
    return make('span', {}, line, solver);
  }));
}

/** Share of problems solved within a factor of the fastest; `profiles`: [solver, factors]. */
export function addProfile(place, title, problems, profiles, styles) {
  const lines = profiles.filter(([, factors]) => factors.length).map(([label, factors]) => {
    const share = factors.map((_, k) => (100 * (k + 1)) / problems);
    return { label, ...styles[label], steps: true, x: [1, ...factors.map((f) => Math.min(f, FARTHEST)), FARTHEST],
             y: [factors[0] > 1 ? 0 : share[0], ...share, share.at(-1)] };
  });
  return new XyPlot(place, { title, lines, x: { label: 'factor of the fastest', log: true, range: [1, FARTHEST], words: tidy }, y: { label: '% solved', range: [0, 100] } });
}

/** Cells are texts, or { text, bad }. */
export function fillTable(id, head, lines) {
  byId(id).replaceChildren(make('tr', {}, ...head.map((text) => make('th', {}, text))),
    ...lines.map((line) => make('tr', {}, ...line.map((cell) => make('td', { className: cell?.bad ? 'bad' : '' }, String(cell?.text ?? cell ?? ''))))));
}
