// SPDX-License-Identifier: Apache-2.0
// What a link asks of a live world: #scene=arch&mu=0.3&law=box&gravity=0,-3&speed=0.5&paused

import { SHOWN } from '../run/actions.js';

export const wordsOf = (hash) => new URLSearchParams(hash.slice(1));

// What is no number goes as it stands, to be refused in words.
const numberOf = (text) => (text.trim() && Number.isFinite(+text) ? +text : text);

function vectorOf(text) {
  const axes = text.split(',').map(numberOf);
  return axes.length === 2 ? [...axes, 0] : axes;
}

/** Names in a link that set nothing here. */
export function strangeOf(words, { friction, controls, options }, parameters = {}) {
  const known = new Set(['scene', 'mu', 'gravity', 'speed', 'paused', ...Object.keys(SHOWN), ...Object.keys(parameters),
    ...friction.map(({ a, b }) => `mu_${a}_${b}`), ...controls.map(({ actuator }) => `control_${actuator}`), ...options.map(({ name }) => name)]);
  return [...words.keys()].filter((name) => !known.has(name));
}

/** Commands that set what the words say. */
export function commandsOf(words, { friction, controls, options }) {
  const commands = [];
  for (const { a, b } of friction) {
    const mu = words.get(`mu_${a}_${b}`) ?? words.get('mu');
    if (mu !== null) commands.push({ do: 'friction', a, b, mu: numberOf(mu) });
  }
  for (const { actuator } of controls) {
    const value = words.get(`control_${actuator}`);
    if (value !== null) commands.push({ do: 'control', actuator, value: numberOf(value) });
  }
  if (words.has('gravity')) commands.push({ do: 'gravity', value: vectorOf(words.get('gravity')) });
  for (const { name } of options) if (words.has(name)) commands.push({ do: 'option', name, value: words.get(name) });
  if (words.has('speed')) commands.push({ do: 'speed', factor: numberOf(words.get('speed')) });
  if (words.has('paused')) commands.push({ do: 'pause' });
  return commands;
}

/** Words for what is set now and was not in the settings that the scene came with. */
export function changesOf(now, before) {
  const words = new URLSearchParams();
  now.friction.forEach(({ a, b, mu }, i) => { if (mu !== before.friction[i]?.mu) words.set(`mu_${a}_${b}`, mu); });
  now.controls.forEach(({ actuator, control }, i) => { if (control !== before.controls[i]?.control) words.set(`control_${actuator}`, control); });
  if (String(now.gravity) !== String(before.gravity)) words.set('gravity', now.gravity.join(','));
  const values = new Map(before.options.map(({ name, value }) => [name, value]));
  for (const { name, value } of now.options) if (value !== values.get(name)) words.set(name, value);
  if (now.speed !== before.speed) words.set('speed', now.speed);
  return words;
}
