// SPDX-License-Identifier: Apache-2.0
// Colours of contact points read back from the picture, and how far apart people see colours.
import assert from 'node:assert/strict';
import { drawn, until } from './browser.mjs';

const NAMES = ['open', 'stick', 'slip', 'press'];
/** What a link says for a picture in which contact points are in sight. */
export const BARE = '#forces=0&cones=0&open&transparentWalls&edges=0&shadows=0';

/** Of each contact of a frame: its second body, and the pixels of its point that have the colour of each of NAMES. */
const dotsOf = (page, path, frame) => page.evaluate(([steps, moment, names]) => {
  const { stage, contacts, recording } = steps.reduce((from, step) => from[step], window.perpend);
  stage.draw();
  const { domElement: canvas } = stage.renderer, copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const scale = canvas.width / canvas.clientWidth, reach = 5 * scale;
  const wanted = names.map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  const rgb = wanted.map((hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)));
  const [first, last] = recording.contactRange(moment), dots = [];
  for (let contact = first; contact < last; ++contact) {
    const { x, y } = stage.project(contacts.position(contact));
    const { data } = context.getImageData(x * scale - reach, y * scale - reach, 2 * reach, 2 * reach);
    const pixels = rgb.map((color) => { let count = 0; for (let i = 0; i < data.length; i += 4) count += color.every((c, k) => Math.abs(c - data[i + k]) <= 3); return count; });
    dots.push({ body: recording.bodyName(recording.contacts.b[contact]), pixels });
  }
  return dots;
}, [path, frame, NAMES]);

/** The legend's names and colours as they are drawn. */
const legendOf = (page) => page.evaluate(() => [...document.querySelectorAll('#legend span')].map((entry) => ({
  words: entry.textContent, color: getComputedStyle(entry.querySelector('i')).backgroundColor.match(/\d+/g).map(Number),
})));

// Machado, Oliveira and Fernandes 2009, at full severity, for linear light.
const EYES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanope: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranope: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanope: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
const times = (rows, v) => rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
const linear = (rgb) => rgb.map((c) => (c <= 10.31 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
const oklab = (light) => times([[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]],
  times([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]], light).map(Math.cbrt));

/** The least distance of two colours (0 … 255 each) to any eye: in Oklab, where black and white are 1 apart. */
function distance(one, other) {
  return Math.min(...Object.values(EYES).map((eye) => {
    const [a, b] = [one, other].map((rgb) => oklab(times(eye, linear(rgb)).map((x) => Math.min(1, Math.max(0, x)))));
    return Math.hypot(...a.map((x, k) => x - b[k]));
  }));
}

const CLEAR = 0.12;  // six times what is told apart side by side

/** That points of bodies have, of the colours of these sets, those they are expected to; the page is at `frame`. */
export async function checkDots(page, path, frame, expected, among = NAMES) {
  await drawn(page);
  const seen = Object.fromEntries(Object.keys(expected).map((body) => [body, new Set()]));
  for (const { body, pixels } of await dotsOf(page, path, frame)) pixels.forEach((count, i) => { if (count > 8 && among.includes(NAMES[i])) seen[body]?.add(NAMES[i]); });
  assert.deepEqual(Object.fromEntries(Object.entries(seen).map(([body, sets]) => [body, [...sets].sort()])), expected);
}

/** That the legend names all sets in colours that any eye tells apart, as in the picture, in both themes. */
export async function checkLegend(page, checkPicture) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    assert.ok(await until(page, (theme) => window.matchMedia(`(prefers-color-scheme: ${theme})`).matches, colorScheme));
    const legend = await legendOf(page);
    assert.deepEqual(legend.map(({ words }) => words), ['open NC', 'press C', 'stick CF', 'slip NCF']);
    for (const one of legend)
      for (const other of legend)
        if (one !== other) assert.ok(distance(one.color, other.color) > CLEAR, `${colorScheme}: ${one.words}, ${other.words}: ${distance(one.color, other.color)}`);
    await checkPicture();
  }
}
