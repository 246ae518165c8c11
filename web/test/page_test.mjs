// SPDX-License-Identifier: Apache-2.0
// Pages in headless Chromium: what they draw, and that each control does what it says, read back
// from the page's state. node page_test.mjs PERPEND
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkHelp, crowdedPlots, drawn, says, text, until, withBrowser } from './browser.mjs';
import { BARE, checkDots, checkLegend } from './colors.mjs';
import { runTests } from './run_tests.mjs';
import * as scenes from './scenes.mjs';

const program = path.resolve(process.argv[2] ?? 'build/release/bin/perpend');
const folder = mkdtempSync(path.join(tmpdir(), 'perpend_pages_'));

const pages = new Map();
function pageOf(name) {
  if (!pages.has(name)) pages.set(name, madePage(name));
  return pages.get(name);
}

function madePage(name) {
  const file = path.join(folder, `${name}.json`), out = path.join(folder, name);
  writeFileSync(file, JSON.stringify(scenes[name]));
  try {
    execFileSync(program, ['run', file, '--out', out], { stdio: 'pipe' });
  } catch (error) {
    if (error.status !== 1) throw error;  // a value that is off fails the run, whose page shows it
  }
  return path.join(out, 'run.html');
}

const ready = (page) => until(page, () => Boolean(window.perpend?.panel));
/** The page at rest at its first frame. */
async function opened(open, name, options = {}) {
  const tab = await open(pageOf(name), { hash: '#t=0', ...options });
  assert.ok(await ready(tab.page), `${name}: ${tab.errors.join('; ')}`);
  assert.match(await text(tab.page, '#chips'), /steps \d+\s+step (means of \d+: )?median/);
  await drawn(tab.page);
  return tab;
}
const state = (page) => page.evaluate(() => {
  const { player, shown, selection, stage, plots } = window.perpend;
  return { frame: player.frame, time: player.time, playing: player.playing, speed: player.speed, shown: { ...shown },
           body: selection.body, joint: selection.joint, contact: selection.contact, plots: plots.plots.map(({ title }) => title),
           camera: stage.camera.position.toArray(), distance: stage.camera.position.distanceTo(stage.controls.target) };
});

/** Pixels of the picture in which red prevails. */
const redPixels = (page) => page.evaluate(() => {
  const { stage } = window.perpend;
  stage.draw();
  const { domElement: canvas } = stage.renderer, copy = document.createElement('canvas');
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext('2d');
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4) count += data[i] > data[i + 1] + 50 && data[i] > data[i + 2] + 50;
  return count;
});
const hasBox = (page, words) => page.evaluate((start) => [...document.querySelectorAll('#panel .lil-controller')].some((box) => box.checkVisibility() && box.innerText.startsWith(start)), words);
/** The body under the place of a body and a way from it. */
const bodyAt = (page, index, way) => page.evaluate(([i, d]) => {
  const { stage, bodies, selection, shown } = window.perpend, { position } = bodies.parts[i].group;
  const { x, y } = stage.project(position.clone().set(...d).add(position));
  return selection.under(x, y, 0, shown)?.body ?? -1;
}, [index, way]);
/** What a body is drawn as: colour and glow of its materials, and its opacity. */
const paintOf = (page, index) => page.evaluate((i) => {
  window.perpend.stage.draw();
  return [...window.perpend.bodies.parts[i].look.surfaces.values()].map(({ color, emissive, opacity }) => `${color.getHexString()} ${emissive.getHexString()} ${opacity}`);
}, index);
const lookFrom = (page, x, y, z) => page.evaluate((d) => window.perpend.stage.look(window.perpend.stage.frame.center.clone().set(...d).normalize()), [x, y, z]);

const tests = {
  async 'a body behind a wall is hidden, from the other side and through a transparent wall it is seen'(open) {
    const { page } = await opened(open, 'wall');
    await lookFrom(page, 0, -1, 0);
    assert.equal(await redPixels(page), 0);
    await page.keyboard.press('w');
    assert.equal((await state(page)).shown.transparentWalls, true);
    assert.ok(await redPixels(page) > 500);
    await page.keyboard.press('w');
    await lookFrom(page, 0, 1, 0);
    assert.ok(await redPixels(page) > 500);
  },

  async 'the time line, its buttons and its keys move time'(open) {
    const { page } = await opened(open, 'slope');
    assert.equal((await state(page)).frame, 0);
    await page.click('#forward');
    assert.equal((await state(page)).frame, 1);
    await page.click('#back');
    assert.equal((await state(page)).frame, 0);
    await page.locator('#view').focus();
    for (const [key, frame] of [['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['End', 100], ['Home', 0]]) {
      await page.keyboard.press(key);
      assert.equal((await state(page)).frame, frame, key);
    }
    await page.locator('#scrub').fill('40');
    assert.equal((await state(page)).frame, 40);
    assert.match(await text(page, '#clock'), /^0\.2\d* s of 0\.5/);
    await page.selectOption('#speed', '0.01');  // the end is far
    await page.click('#play');
    assert.equal((await state(page)).playing, true);
    assert.ok(await until(page, () => window.perpend.player.frame > 40));
    await page.keyboard.press(' ');
    assert.equal((await state(page)).playing, false);
    await page.selectOption('#speed', '0.1');
    assert.equal((await state(page)).speed, 0.1);
    await page.locator('#view').focus();
    await page.keyboard.press(']');
    assert.equal((await state(page)).speed, 0.25);
    await page.keyboard.press('[');
    assert.equal((await state(page)).speed, 0.1);
  },

  async 'a mesh of many triangles is unpacked and drawn'(open) {
    const { page } = await opened(open, 'hills');
    const { points, faces, corners } = await page.evaluate(() => {
      const { recording, bodies } = window.perpend, [{ points, faces }] = recording.bodies[0].shapes;
      return { points, faces, corners: bodies.meshes().map((mesh) => mesh.geometry.attributes.position?.count) };
    });
    assert.equal(faces.length, 2 * 30 * 30);
    assert.ok(corners.includes(3 * faces.length));
    for (const [x, y, z] of points) assert.ok(Math.abs(z - 0.25 * ((Math.round(10 * y) + 2 * Math.round(10 * x)) % 4)) < 1e-6);
  },

  async 'visuals are drawn and picked in place of shapes, and the shapes where visuals are off'(open) {
    const { page } = await opened(open, 'dressed');
    await lookFrom(page, 0, -1, 0);
    assert.ok(await hasBox(page, 'visuals'));
    const picked = () => Promise.all([[0, [0, 0, 1]], [0, [0, 0, 0]], [1, [0.4, 0, 0]], [2, [0, 0, 0]]].map(([i, way]) => bodyAt(page, i, way)));
    await page.evaluate(() => window.perpend.stage.draw());
    assert.deepEqual(await picked(), [0, 3, 1, 2], 'behind the ball that is not drawn is the wall');
    const red = await redPixels(page);
    assert.ok(red > 500);
    await page.locator('#view').focus();
    await page.keyboard.press('x');
    assert.equal(await redPixels(page), 0);
    assert.deepEqual(await picked(), [-1, 0, -1, 2]);
    assert.equal(await bodyAt(page, 1, [0, 0, 0]), 1, 'a body without shapes is a point');
    await page.keyboard.press('x');
    assert.equal(await redPixels(page), red);
    const without = await opened(open, 'dressed', { hash: '#t=0&visuals=0' });
    assert.equal(await redPixels(without.page), 0);
    assert.ok(!await hasBox((await opened(open, 'slope')).page, 'visuals'));
  },

  async 'each colour of a body is painted by level, by speed, where it is selected and as a wall'(open) {
    const { page } = await opened(open, 'dressed');
    assert.deepEqual(await paintOf(page, 0), ['ff0000 000000 1', '0000ff 000000 1']);
    assert.deepEqual(await paintOf(page, 3), ['00ffff 000000 1']);
    await page.evaluate(() => window.perpend.selection.choose({ body: 0 }));
    await page.locator('#view').focus();
    await page.keyboard.press('w');
    assert.deepEqual(await paintOf(page, 0), ['ff0000 5a4a00 1', '0000ff 5a4a00 1']);
    assert.deepEqual(await paintOf(page, 3), ['00ffff 000000 0.16']);
    for (const by of ['level', 'speed']) {
      await page.keyboard.press('b');
      const [one, other] = await paintOf(page, 0), [plain] = await paintOf(page, 2);
      assert.equal(one, other, by);
      assert.equal(one.slice(0, 6), plain.slice(0, 6), by);
    }
    await page.keyboard.press('b');
    await page.keyboard.press('x');
    assert.deepEqual(await paintOf(page, 0), ['0000ff 5a4a00 1']);
  },

  async 'meshes of visuals are smooth but at edges, and equal ones are one'(open) {
    const { page } = await opened(open, 'dressed');
    const meshes = await page.evaluate(() => {
      const { parts } = window.perpend.bodies, [, one, other] = parts[0].look.meshes;
      const of = ({ geometry: { attributes: { position, normal } } }) => ({ points: [...position.array], normals: [...normal.array] });
      return { corner: of(one), bowl: of(parts[1].look.meshes[0]), alike: one.geometry === other.geometry, lines: parts.map(({ look }) => look.lines.length) };
    });
    assert.ok(meshes.alike);
    assert.deepEqual(meshes.lines, [1, 0, 1, 1], 'of boxes and the ball alone');
    const triples = (numbers) => Array.from({ length: numbers.length / 3 }, (_, i) => numbers.slice(3 * i, 3 * i + 3));
    const corner = triples(meshes.corner.normals);
    assert.equal(corner.length, 30);
    for (const [i, normal] of corner.entries()) assert.deepEqual(normal.map(Math.abs).sort(), i < 24 ? [0, 0, 1] : [0, 0, 0], String(i));
    const at = triples(meshes.bowl.points), normals = triples(meshes.bowl.normals);
    assert.equal(at.length, 3 * 2 * 24 * 24);
    // Of z = x² + y²; at the rim the faces on one side are missing.
    for (const [i, [x, y]] of at.entries()) {
      if (Math.max(Math.abs(x), Math.abs(y)) > 0.58) continue;
      const length = Math.hypot(2 * x, 2 * y, 1), wanted = [-2 * x, -2 * y, 1].map((c) => c / length);
      assert.ok(Math.hypot(...wanted.map((c, k) => c - normals[i][k])) < 0.03, `${at[i]}: ${normals[i]}`);
    }
  },

  async 'the camera turns, zooms, fits and follows'(open) {
    const { page } = await opened(open, 'slope');
    const start = await state(page);
    await page.locator('#view').focus();
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown', '1', '2', '3']) {
      const before = await state(page);
      await page.keyboard.press(key);
      assert.notDeepEqual((await state(page)).camera, before.camera, key);
    }
    await page.keyboard.press('f');
    assert.deepEqual((await state(page)).camera.map((x) => x.toFixed(6)), start.camera.map((x) => x.toFixed(6)));
    await page.keyboard.press('+');
    assert.ok((await state(page)).distance < start.distance);
    await page.click('#fit');
    assert.ok(Math.abs((await state(page)).distance - start.distance) < 1e-6 * start.distance);
    await page.evaluate(() => window.perpend.selection.choose({ body: 2 }));
    await page.locator('#view').focus();
    await page.keyboard.press('l');
    assert.ok(await until(page, () => window.perpend.followed?.index === 2));
    const before = await state(page);
    await page.keyboard.press('End');
    assert.ok(await until(page, (x) => window.perpend.stage.camera.position.x > x + 0.05, before.camera[0]));
  },

  async 'every option has a key and a box in the panel'(open) {
    const { page } = await opened(open, 'slope');
    await page.locator('#view').focus();
    const keys = { p: 'points', c: 'forces', k: 'cones', o: 'open', n: 'network', m: 'joints', r: 'reactions', y: 'torques', t: 'trails', w: 'transparentWalls', x: 'visuals', e: 'edges', h: 'shadows', l: 'follow' };
    for (const [key, option] of Object.entries(keys)) {
      const before = (await state(page)).shown[option];
      await page.keyboard.press(key);
      assert.equal((await state(page)).shown[option], !before, key);
    }
    for (const by of ['level', 'speed', 'body']) {
      await page.keyboard.press('b');
      assert.equal((await state(page)).shown.by, by);
      assert.match(await text(page, '#levels'), { level: /^level 0$/, speed: /^0\s*[\d.]+ m\/s$/, body: /^$/ }[by]);
    }
    const boxes = page.locator('#panel .lil-controller.lil-boolean:not([style*="none"]), #panel .controller.boolean:not([style*="none"])');
    assert.ok(await boxes.count() >= 10, `${await boxes.count()} boxes`);
    await boxes.first().locator('input').click();
    assert.equal((await state(page)).shown.points, true);
    await page.keyboard.press('?');
    assert.match(await text(page, '#help'), /transparent walls/);
  },

  async 'pointing names a body, a click selects it, a panel says why'(open) {
    const { page } = await opened(open, 'slope');
    await page.keyboard.press('p');
    const { x, y } = await page.evaluate(() => {
      const { bodies, stage } = window.perpend, box = document.getElementById('view').getBoundingClientRect();
      const p = stage.project(bodies.parts[1].group.position);
      return { x: p.x + box.x, y: p.y + box.y };
    });
    await page.mouse.move(x, y);
    await says(page, '#tip', /^stays, 1 kg/);
    await page.mouse.click(x, y);
    await until(page, () => window.perpend.selection.body >= 0);
    assert.equal((await state(page)).body, 1);
    assert.match(await text(page, '#why_rows'), /stays/);
    await page.locator('#view').focus();
    await page.keyboard.press('.');
    assert.equal((await state(page)).body, 2);
    await page.keyboard.press('Escape');
    assert.equal((await state(page)).body, -1);
  },

  async 'a contact says what its law demands and what holds, in every frame'(open) {
    const { page } = await opened(open, 'slope');
    await page.locator('#view').focus();
    const choose = (name) => page.evaluate((wanted) => {
      const { recording, selection, player } = window.perpend, [first, last] = recording.contactRange(player.frame);
      for (let c = first; c < last; ++c) if (recording.bodyName(recording.contacts.b[c]) === wanted || recording.bodyName(recording.contacts.a[c]) === wanted) selection.choose({ contact: c });
    }, name);
    for (const frame of ['10', '90']) {
      await page.locator('#scrub').fill(frame);
      await choose('stays');
      assert.match(await text(page, '#why_rows'), /stick[\s\S]*µ = 0.5[\s\S]*✓[\s\S]*do not slide/);
      assert.doesNotMatch(await text(page, '#why_rows'), /✗/);
      await choose('slides');
      assert.match(await text(page, '#why_rows'), /slip[\s\S]*µ = 0.2236[\s\S]*opposes/);
      assert.doesNotMatch(await text(page, '#why_rows'), /✗/);
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    assert.ok((await state(page)).contact >= 0, 'the contact is followed');
  },

  async 'contact points have the colour of their set, in both themes'(open) {
    const { page } = await opened(open, 'sets', { hash: `${BARE}&t=0.005` });
    await checkLegend(page, () => checkDots(page, [], 1, { tips: ['open', 'stick'], presses: ['press'], sticks: ['stick'], slips: ['slip'] }));
    await page.locator('#view').focus();
    for (const words of [/ground · tips open, in NC/, /ground · presses press, in C[^F]/, /ground · sticks stick, in CF/, /ground · slips slip, in NCF/]) {
      for (let k = 0; k < 16 && !words.test((await text(page, '#why_rows')).replaceAll('\n', ' ')); ++k) await page.keyboard.press('C');
      assert.match((await text(page, '#why_rows')).replaceAll('\n', ' '), words);
      assert.doesNotMatch(await text(page, '#why_rows'), /✗/);
    }
  },

  async 'the table of expected values comes first and tells what is off'(open) {
    const { page } = await opened(open, 'slope');
    assert.equal(await page.evaluate(() => document.querySelector('main').firstElementChild.id), 'expected');
    assert.match(await text(page, '#expected'), /1 of 2 off/);
    const rows = await page.locator('#expected tbody tr').allInnerTexts();
    assert.match(rows[0], /stays\.displacement[\s\S]*✓ holds[\s\S]*tan of the slope/);
    assert.match(rows[1], /stays\.x[\s\S]*✗ off/);
  },

  async 'plots: empty ones are left out, others are added, saved and sought in'(open) {
    const { page } = await opened(open, 'crank');
    const { plots } = await state(page);
    assert.ok(plots.includes('Energy') && plots.includes('foot: rate of angle'), plots.join());
    assert.ok(!plots.includes('Penetration') && !plots.includes('Contacts'), plots.join());
    assert.match(await text(page, '#plots_left'), /penetration, contacts/);
    await page.selectOption('#plot_object', { label: 'knee' });
    await page.selectOption('#plot_channel', 'reaction force');
    await page.click('#plot_add');
    assert.ok((await state(page)).plots.includes('knee: reaction force'));
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('figure', { hasText: 'knee: reaction force' }).getByText('CSV').click()]);
    const lines = readFileSync(await file.path(), 'utf8').trim().split('\n');
    assert.equal(lines[0], '"time [s]","reaction force [N]"');
    assert.equal(lines.length, 202);
    const over = page.locator('figure', { hasText: 'Energy' }).locator('.u-over'), box = await over.boundingBox();
    await over.click({ position: { x: box.width / 2, y: box.height / 2 } });
    assert.ok(Math.abs((await state(page)).time - 0.5) < 0.05, String((await state(page)).time));
    await page.locator('#view').focus();
    const [all] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('v')]);
    assert.match(readFileSync(await all.path(), 'utf8').split('\n')[0], /"crank\.omega \[rad\/s\]".*"foot\.angle \[rad\]"/);
    const [picture] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
    assert.match(picture.suggestedFilename(), /^crank_.*\.png$/);
  },

  async 'levels of the plane have colours, joints tell their motor and what they exert'(open) {
    const { page } = await opened(open, 'crank');
    assert.match(await text(page, '#levels'), /level 1\s*level 2/);
    const fronts = await page.evaluate(() => [0, 1].map((i) => window.perpend.bodies.front(i)));
    assert.ok(fronts[1] > fronts[0]);
    await page.locator('#view').focus();
    await page.keyboard.press('J');
    assert.equal((await state(page)).joint, 0);
    assert.match(await text(page, '#why_rows'), /foot[\s\S]*2 rows: the anchors coincide[\s\S]*motor: at 2 rad\/s[\s\S]*N·m of 100/);
    await page.keyboard.press('g');
    assert.ok((await state(page)).plots.includes('foot: reaction force'));
  },

  async 'a joint that broke is drawn no more'(open) {
    const { page } = await opened(open, 'rope');
    const marks = () => page.evaluate(() => { window.perpend.stage.draw(); return window.perpend.joints.links.mesh.count; });
    assert.equal(await marks(), 1);
    await page.locator('#view').focus();
    await page.keyboard.press('J');
    assert.match(await text(page, '#why_rows'), /rope[\s\S]*0 rows/);
    await page.keyboard.press('End');
    assert.equal(await marks(), 0);
    assert.match(await text(page, '#why_rows'), /rope[\s\S]*broken/);
  },

  async 'a phone and 125 % zoom have no sideways scrolling, and a link sets what is shown'(open) {
    for (const size of [{ width: 390, height: 844 }, { width: 1280, height: 800, zoom: 1.25 }]) {
      const { page } = await opened(open, 'slope', { ...size, hash: '#t=0.25&cones&select=slides' });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), JSON.stringify(size));
      const { time, body, shown } = await state(page);
      assert.ok(Math.abs(time - 0.25) < 1e-6 && body === 2 && shown.cones);
      assert.deepEqual(await crowdedPlots(page), []);
      await checkHelp(page);
    }
  },
};

async function comparison(open) {
  const file = path.join(folder, 'slope.json'), out = path.join(folder, 'compared');
  pageOf('slope');
  execFileSync(program, ['compare', file, '--laws', 'cone,box', '--out', out], { stdio: 'pipe' });
  const { page } = await open(path.join(out, 'compare.html'));
  assert.ok(await until(page, () => Boolean(window.perpend?.plots)));
  assert.match(await text(page, '#chips'), /4 runs/);
  assert.equal(await page.locator('#table tbody tr').count(), 4);
  const shown = () => page.evaluate(() => window.perpend.data.runs.map((run) => `${run.law} ${run.shown}`));
  await page.locator('#laws button', { hasText: 'box' }).click();
  assert.deepEqual([...new Set(await shown())].sort(), ['box false', 'cone true']);
  assert.equal(await page.locator('.bars').last().locator('i').count(), 2);
  await page.locator('#laws button', { hasText: 'box' }).click();
  assert.deepEqual([...new Set(await shown())].sort(), ['box true', 'cone true']);
  const before = await page.evaluate(() => window.perpend.plots.trails.lines[0].x);
  await page.selectOption('#body', '1');
  assert.notDeepEqual(await page.evaluate(() => window.perpend.plots.trails.lines[0].x), before);
}

async function withoutWebgl(open) {
  const { page } = await open(pageOf('slope'));
  assert.ok(await until(page, () => document.querySelector('.missing')?.textContent.includes('no WebGL 2')));
  assert.match(await text(page, '#expected'), /stays/);
  assert.ok(await page.locator('#plots figure').count() > 2);
}

try {
  await withBrowser((open) => runTests({ ...tests, 'a comparison shows and hides runs and moves to another body': comparison }, open));
  await withBrowser((open) => runTests({ 'a browser without WebGL says so and shows tables and plots': withoutWebgl }, open, { allowed: /WebGL/ }), { webgl: false });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
