// SPDX-License-Identifier: Apache-2.0
// Title, table of expected beside computed values, summary.
import { byId, make } from '../shared/elements.js';
import { short } from '../shared/numbers.js';

const digits = (value) => (value === null ? 'not reached' : short(value, 9));

function showHeader(data) {
  byId('scene').textContent = data.scene;
  byId('description').textContent = data.description;
  const summary = new Map(data.summary), chip = (text, className = '') => byId('chips').append(make('span', { className }, text));
  chip(summary.get('status'), summary.get('status') === 'ok' ? 'ok' : 'bad');
  for (const name of ['law', 'solver', 'dt', 'steps']) chip(`${name} ${summary.get(name)}`);
  if (summary.get('steps') !== '0') chip(`step ${summary.get('step')}`.replace(', longest', '; longest'));
}

function showExpectations({ expectations }) {
  byId('expected').hidden = !expectations.length;
  if (!expectations.length) return;
  const failed = expectations.filter((row) => !row.holds).length;
  byId('expected').querySelector('h2').textContent = failed ? `Expected beside computed: ${failed} of ${expectations.length} off` : 'Expected beside computed: all hold';
  byId('expected').querySelector('tbody').append(...expectations.map((row) => make('tr', { className: row.holds ? 'ok' : 'bad' },
    make('td', {}, row.name), make('td', {}, digits(row.computed)), make('td', {}, digits(row.expected)),
    make('td', {}, `± ${short(row.tolerance, 2)}`), make('td', {}, row.holds ? '✓ holds' : '✗ off'), make('td', {}, row.why))));
}

function showSummary(data) {
  const body = byId('summary').querySelector('tbody'), other = data.other_summary && new Map(data.other_summary);
  if (other) body.append(make('tr', { className: 'head' }, make('td'), make('td', {}, data.label), make('td', {}, data.other_label)));
  for (const [name, value] of data.summary.concat(data.notes))
    body.append(make('tr', {}, make('td', {}, name), make('td', {}, value), ...(other ? [make('td', {}, other.get(name) ?? '')] : [])));
  const { count, rows } = data.frames;
  if (count < rows) byId('summary').append(make('p', { className: 'note' }, `The animation shows ${count} of ${rows} recorded states to keep this file small; the recording has all of them.`));
  if (data.log) byId('summary').append(make('p', { className: 'note' }, data.log));
}

export function showWords(data) {
  showHeader(data);
  showExpectations(data);
  showSummary(data);
}
