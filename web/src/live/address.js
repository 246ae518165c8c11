// SPDX-License-Identifier: Apache-2.0
// What a link asks of a live world: #scene=arch&mu=0.3&law=box&gravity=0,-3&speed=0.5&paused

export const wordsOf = (hash) => new URLSearchParams(hash.slice(1));

const numbersOf = (text) => text.split(',').map(Number);

/** Commands that set what the words say. */
export function commandsOf(words, { friction, options }) {
  const commands = [];
  for (const { a, b } of friction) {
    const mu = words.get(`mu_${a}_${b}`) ?? words.get('mu');
    if (mu !== null) commands.push({ do: 'friction', a, b, mu: Number(mu) });
  }
  if (words.has('gravity')) commands.push({ do: 'gravity', value: [...numbersOf(words.get('gravity')), 0].slice(0, 3) });
  for (const { name } of options) if (words.has(name)) commands.push({ do: 'option', name, value: words.get(name) });
  if (words.has('speed')) commands.push({ do: 'speed', factor: Number(words.get('speed')) });
  if (words.has('paused')) commands.push({ do: 'pause' });
  return commands;
}

/** Words for what is set now and was not in the settings that the scene came with. */
export function changesOf(now, before) {
  const words = new URLSearchParams();
  now.friction.forEach(({ a, b, mu }, i) => { if (mu !== before.friction[i]?.mu) words.set(`mu_${a}_${b}`, mu); });
  if (String(now.gravity) !== String(before.gravity)) words.set('gravity', now.gravity.join(','));
  const values = new Map(before.options.map(({ name, value }) => [name, value]));
  for (const { name, value } of now.options) if (value !== values.get(name)) words.set(name, value);
  if (now.speed !== before.speed) words.set('speed', now.speed);
  return words;
}
