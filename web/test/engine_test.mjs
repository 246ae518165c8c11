// SPDX-License-Identifier: Apache-2.0
// The page that has the engine in it, in headless Chromium. node engine_test.mjs PAGE [WORDS]
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { says, text, withBrowser } from './browser.mjs';
import { checkButtons, checkFaults, checkPull, holds, setTo, shown, state } from './live_page.mjs';
import { runTests } from './run_tests.mjs';
import * as scenes from './scenes.mjs';

const file = path.resolve(process.argv[2] ?? 'build/wasm/page/index.html');

async function opened(open, hash, options = {}) {
  const tab = await open(file, { hash, ...options });
  assert.ok(await shown(tab.page), tab.errors.join('; '));
  return tab;
}
const stepped = async (page, count) => {
  await page.evaluate((n) => window.perpend.player.step(n), count);
  await holds(page, (n) => window.perpend.frame.step === n, count, `${count} steps`);
  return page.evaluate(() => ({ hash: window.perpend.frame.hash, time: window.perpend.frame.time }));
};

// Scenes whose bodies stand in the frames of their principal axes, as golden poses are given; of the
// first ones every bit is that of the portable build (docs/browser.md).
const SAME = ['hello', 'bouncing_balls', 'ellipse'];
const CLOSE = ['backspin_ball', 'box_on_ground', 'card_house', 'dominoes', 'dzhanibekov', 'newton_cradle', 'pinched_capsule', 'tumble'];
const golden = JSON.parse(readFileSync(new URL('../../tests/golden/golden.json', import.meta.url), 'utf8'));
const GOLDEN_SECONDS = 0.25, TOLERANCE = 1e-6;

/** The largest difference of a coordinate from the golden poses. */
const differenceOf = (page, poses) => page.evaluate((expected) => {
  const { frame, scene } = window.perpend, width = scene.in_space ? 7 : 3;
  const moved = scene.bodies.filter(({ slot }) => slot !== undefined);
  const found = moved.filter(({ name }) => expected[name]).map(({ name, slot }) => expected[name].map((value, i) => Math.abs(value - frame.poses[width * slot + i])));
  return Math.max(...found.flat());
}, poses);

const tests = {
  async 'a planar scene runs from a file, without a request'(open) {
    const { page } = await opened(open, '');
    assert.equal(await text(page, '#scene'), 'double_action_jack');
    await checkButtons(page);
  },

  async 'a scene in space runs, and another one follows it'(open) {
    const { page } = await opened(open, '#scene=robot_arm');
    await holds(page, () => window.perpend.frame.time > 0.1 && window.perpend.frame.report.uncertified === 0, undefined, 'it runs');
    await page.selectOption('#scenes', 'card_house');
    await holds(page, () => window.perpend.scene?.scene === 'card_house' && window.perpend.frame?.time > 0.02, undefined, 'the next scene');
    assert.match(await page.evaluate(() => location.hash), /scene=card_house/);
  },

  async 'what was wrong with one link is not told of the next scene'(open) {
    const { page } = await opened(open, '#scene=hello&links=3');
    await says(page, '#notice', /links, which is not there/);
    await page.evaluate(() => { location.hash = 'scene=chain&links=3'; });
    await holds(page, () => window.perpend.scene?.scene === 'chain' && window.perpend.frame?.time > 0, undefined, 'the next scene');
    assert.equal(await text(page, '#notice'), '');
  },

  async 'a step that is not solved in a second is given up'(open) {
    const { page } = await opened(open, '#scene=wall_impact');
    await holds(page, () => {
      const { frame } = window.perpend;
      window.longest = Math.max(window.longest ?? 0, frame.report.time_total);
      return frame.time > 0.4;
    }, undefined, 'the ball is in the wall');
    assert.ok(await page.evaluate(() => window.longest < 4), 'the page answers');
  },

  async 'a body is pulled'(open) {
    const { page } = await opened(open, '#scene=ragdoll&paused');
    const head = 2, was = (await state(page)).poses.slice(7 * head, 7 * head + 2);
    const follows = ([index, [x, y]]) => Math.hypot(window.perpend.frame.poses[7 * index] - x, window.perpend.frame.poses[7 * index + 1] - y) > 0.2;
    await checkPull(page, head, [150, -60], [follows, [head, was]], /head: pulled with [\d.]+ N/);
  },

  // Its faces are found without Qhull.
  async 'a hull of points is added and falls'(open) {
    const { page } = await opened(open, '#scene=robot_arm&paused');
    const points = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [0.1 * (k & 1), 0.05 * (k & 2), 0.025 * (k & 4)]);
    const bodies = await page.evaluate(() => window.perpend.scene.bodies.length);
    await page.evaluate((corners) => window.perpend.link.send({ do: 'add', body: { name: 'stone', kind: 'spatial', mass: 1, position: [2, 2, 0.02], shapes: [{ hull: { vertices: corners } }] } }), points);
    await holds(page, (count) => window.perpend.view.recording.bodies.length === count, bodies + 1, 'one more');
    await stepped(page, 40);
    assert.equal(await page.evaluate(() => window.perpend.frame.report.uncertified), 0);
    assert.deepEqual((await state(page)).refusals, []);
  },

  async 'steps taken again have the same bits'(open) {
    const { page } = await opened(open, '#scene=card_house&paused');
    const { hash } = await stepped(page, 120);
    await page.evaluate(() => window.perpend.player.step(-60));
    await holds(page, () => window.perpend.frame.step === 60, undefined, 'back');
    await page.evaluate(() => window.perpend.player.step(60));
    await holds(page, () => window.perpend.frame.step === 120, undefined, 'and on');
    assert.equal(await page.evaluate(() => window.perpend.frame.hash), hash);
  },

  async 'scenes move as in the portable build'(open) {
    const { page } = await opened(open, '#scene=arch&paused');
    for (const name of [...SAME, ...CLOSE]) {
      await page.evaluate((to) => { window.perpend.scene = undefined; location.hash = `scene=${to}&paused`; }, name);
      await holds(page, (to) => window.perpend.scene?.scene === to && window.perpend.frame?.step === 0 && window.perpend.view?.scene === window.perpend.scene, name, name);
      const { hash } = await stepped(page, Math.round(GOLDEN_SECONDS / (await state(page)).settings.dt));
      const far = await differenceOf(page, golden[name].poses);
      assert.ok(far < TOLERANCE, `${name}: ${far}`);
      if (SAME.includes(name)) assert.equal(hash, golden[name].hash.gcc, name);
    }
  },

  // Joints of many kinds of blocks, in motion: a factor that is compiled wrong shows here.
  async 'every step of a pulled arm is certified'(open) {
    const { page } = await opened(open, '#scene=robot_arm&paused');
    await page.evaluate(() => window.perpend.link.send({ do: 'grab', body: 5, point: [0.1, 0.05, 0.02], target: [0.5, 0.5, 0.3] }));
    for (let step = 5; step <= 40; step += 5) {
      await page.evaluate(() => window.perpend.player.step(5));
      await holds(page, (n) => window.perpend.frame.step === n, step, `${step} steps`);
      const { uncertified, joint_residual } = await page.evaluate(() => window.perpend.frame.report);
      assert.equal(uncertified, 0, `step ${step}`);
      assert.ok(joint_residual < 1e-14, `step ${step}: ${joint_residual}`);
    }
  },

  async 'a link sets parameters, friction and law'(open) {
    const { page } = await opened(open, '#scene=chain&links=7&law=box&mu=0.25&paused');
    assert.equal(await page.evaluate(() => window.perpend.scene.bodies.length), 8);
    await holds(page, () => window.perpend.settings.law === 'box', undefined, 'the law');
    await page.click('#share');
    assert.match(await page.evaluate(() => location.hash), /scene=chain.*law=box.*links=7/);
  },

  async 'a file of the user runs, and its faults are told'(open) {
    const { page } = await opened(open, '#paused');
    const given = (name, content) => page.setInputFiles('#file', { name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await given('slope.json', JSON.stringify(scenes.slope));
    await holds(page, () => window.perpend.scene?.scene === 'slope' && window.perpend.frame?.time > 0.1, undefined, 'it runs');
    await setTo(page, 'mu_0_0', 0.1);
    await holds(page, () => window.perpend.settings.friction[0].mu === 0.1, undefined, 'friction is set');
    await given('broken.json', JSON.stringify(scenes.slope).replace('"mass":1', '"mass":-1'));
    await checkFaults(page, /broken\.json:\d+:.*mass/);
    await page.selectOption('#scenes', 'hello');
    await holds(page, () => window.perpend.scene?.scene === 'hello' && window.perpend.frame, undefined, 'a good one after it');
  },

  async 'it runs from a static server'(open) {
    const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(readFileSync(file)));
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    try {
      const { page, errors } = await open(`http://127.0.0.1:${server.address().port}/`, { hash: '#scene=arch' });
      assert.ok(await shown(page), errors.join('; '));
      await holds(page, () => window.perpend.frame.time > 0.05, undefined, 'it runs');
    } finally {
      server.close();
    }
  },
};

await withBrowser((open) => runTests(tests, open));
