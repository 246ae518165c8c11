// SPDX-License-Identifier: Apache-2.0
// The sets that Baraff 1994 sorts contacts into. Those in C press; friction holds them (CF), is at its
// bound (NCF), or there is none that could do either. Colours are theme colours of the same names.

export const OPEN = 0, STICK = 1, SLIDE = 2;  // as recordings have them
const PRESS = 3;

export const SETS = [
  { name: 'open', set: 'NC', doc: 'no force' },
  { name: 'stick', set: 'CF', doc: 'presses; friction holds' },
  { name: 'slip', set: 'NCF', doc: 'presses; friction is at its bound' },
  { name: 'press', set: 'C', doc: 'presses; no friction' },
];
const IN_ORDER = [OPEN, PRESS, STICK, SLIDE];

/** Index into SETS of a contact. */
export function setOf({ contacts, data }, contact) {
  const status = contacts.status[contact];
  if (status === OPEN) return OPEN;
  return contacts.mu[contact] === 0 || data.law.startsWith('frictionless') ? PRESS : status;
}

/** How many of the contacts are in each set, as words. */
export function countSets(recording, contacts) {
  const counts = SETS.map(() => 0);
  for (const contact of contacts) ++counts[setOf(recording, contact)];
  return IN_ORDER.filter((i) => counts[i]).map((i) => `${counts[i]} ${SETS[i].name}`).join(', ') || 'none';
}

export const legend = () => IN_ORDER.map((i) => SETS[i]);
