// SPDX-License-Identifier: Apache-2.0
// The page of a live world in headless Chromium: each control does what it says, read back from the
// page's state. node live_test.mjs PERPEND
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkHelp, crowdedPlots, drawn, says, text, until, withBrowser } from './browser.mjs';
import { checkButtons, checkFaults, checkPull, holds, isStill, onScreen, setTo, shown, state } from './live_page.mjs';
import { Program } from './program.mjs';
import { BARE, checkDots, checkLegend } from './colors.mjs';
import { runTests } from './run_tests.mjs';
import * as scenes from './scenes.mjs';

const program = path.resolve(process.argv[2] ?? 'build/release/bin/perpend');
const folder = mkdtempSync(path.join(tmpdir(), 'perpend_live_'));

function fileOf(name, scene = scenes[name]) {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, typeof scene === 'string' ? scene : JSON.stringify(scene));
  return file;
}

/** A program and a page on it, which has its first frame. */
async function opened(open, name, ...words) {
  const running = await Program.start(program, fileOf(name), ...words);
  started.push(running);
  const tab = await open(running.address);
  assert.ok(await shown(tab.page), `${name}: ${tab.errors.join('; ')}`);
  return { ...tab, running };
}
const started = [];

const tests = {
  async 'run, pause, step, step back and reset, by buttons and keys'(open) {
    const { page } = await opened(open, 'slope', '--paused');
    assert.deepEqual(await state(page).then(({ time, playing, back }) => ({ time, playing, back })), { time: 0, playing: false, back: 0 });
    await checkButtons(page);
    await page.locator('#view').focus();
    await page.keyboard.press('ArrowRight');
    await holds(page, () => window.perpend.frame.step === 2, undefined, 'a key steps');
    await page.keyboard.press('ArrowLeft');
    await holds(page, () => window.perpend.frame.step === 1, undefined, 'and back');
    await page.keyboard.press(' ');
    await holds(page, () => window.perpend.player.playing && window.perpend.frame.time > 0.2, undefined, 'it runs');
    await page.keyboard.press(' ');
    await isStill(page);
    await page.keyboard.press('Home');
    await holds(page, () => window.perpend.frame.time === 0, undefined, 'reset');
  },

  async 'speed is simulated time over that of the clock'(open) {
    const { page } = await opened(open, 'wall', '--paused');
    await page.selectOption('#speed', '0.1');
    await holds(page, () => window.perpend.player.speed === 0.1, undefined, 'slow');
    const start = Date.now(), dt = scenes.wall.simulation.dt;
    await page.click('#play');
    await holds(page, () => window.perpend.frame.time > 0.1, undefined, 'it runs');
    const { time } = await state(page), passed = (Date.now() - start) / 1000;
    // A slow machine falls behind; none is ahead of the clock, but for the step that is due at first.
    assert.ok(time < 0.1 * passed + 2.5 * dt, `${time} s in ${passed} s`);
  },

  async 'dragging a body pulls it, a click selects it, beside it the camera turns'(open) {
    const { page } = await opened(open, 'slope', '--paused');
    const before = (await state(page)).poses;
    const isLifted = () => window.perpend.frame.pulls.length === 1 && window.perpend.frame.poses[7 * 2 + 2] > 0.23;
    await checkPull(page, 2, [0, -170], [isLifted], /slides: pulled with [\d.]+ N/);
    await holds(page, () => window.perpend.frame.poses[7 * 2 + 2] < 0.21, undefined, 'it falls, on one of its sides');
    assert.ok(Math.abs((await state(page)).poses[7 + 2] - before[7 + 2]) < 1e-3, 'the other one stays');
    const other = await onScreen(page, 1);
    await page.mouse.click(other.x, other.y);
    await holds(page, () => window.perpend.view.selection.body === 1 || window.perpend.view.selection.contact >= 0, undefined, 'selected');
    const camera = () => page.evaluate(() => window.perpend.view.stage.camera.position.toArray());
    const box = await page.locator('#view').boundingBox(), was = await camera();
    await page.mouse.move(box.x + 8, box.y + box.height - 90);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + box.height - 90, { steps: 4 });
    await page.mouse.up();
    await holds(page, (before) => window.perpend.view.stage.camera.position.toArray().some((x, k) => x !== before[k]), was, 'the camera turns');
  },

  async 'a rigid hold puts the point where the pointer is'(open) {
    const { page } = await opened(open, 'slope');
    await page.selectOption('#pull', 'rigid');
    const isThere = () => {
      const pull = window.perpend.frame.pulls[0];
      return pull?.rigid && Math.hypot(...pull.point.map((x, k) => x - pull.target[k])) < 1e-4;
    };
    await checkPull(page, 2, [0, -120], [isThere], /slides: held with [\d.]+ N/);
    await page.locator('#view').focus();
    await page.keyboard.press('i');
    assert.equal(await page.locator('#pull').inputValue(), 'spring');
  },

  async 'what a step tells is read below the picture, and goes with a step back'(open) {
    const { page } = await opened(open, 'press', '--paused');
    const isHidden = () => document.getElementById('told').hidden;
    assert.equal(await page.evaluate(isHidden), true);
    await page.click('#forward');
    await says(page, '#told', /^step 1: .*squeezed by a prescribed body/);
    await page.click('#back');
    await holds(page, isHidden, undefined, 'nothing was told before');
    // Steps that a page does not see are counted for it.
    await page.evaluate(() => window.perpend.tell({ step: 9, told: null, uncertified: 2 }));
    await says(page, '#told', /^2 steps not certified$/);
  },

  async 'what the graphics card holds does not grow with bodies that came and went'(open) {
    const { page } = await opened(open, 'slope', '--paused');
    const held = async () => {
      await drawn(page);
      return page.evaluate(() => window.perpend.renderer.info.memory.geometries);
    };
    const addAndRemove = async () => {
      await page.evaluate(() => window.perpend.link.send({ do: 'add', body: { kind: 'spatial', position: [0, 0, 2], mass: 1, shapes: [{ sphere: { radius: 0.1 } }] } }));
      await holds(page, () => window.perpend.view.recording.bodies.length === 4, undefined, 'another body');
      await drawn(page);
      await page.evaluate(() => window.perpend.link.send({ do: 'remove', body: 3 }));
      await holds(page, () => window.perpend.view.recording.bodies.length === 3, undefined, 'one less');
    };
    await addAndRemove();
    const first = await held();
    for (let round = 0; round < 3; ++round) await addAndRemove();
    assert.equal(await held(), first);
  },

  async 'bodies come and go while it runs, in every page'(open) {
    const { page, running } = await opened(open, 'slope');
    const second = (await open(running.address)).page;
    assert.ok(await shown(second));
    await page.evaluate(() => { window.perpend.view.stage.orbit(0.3, 0.1); window.perpend.view.set('cones', true); });
    const camera = () => page.evaluate(() => window.perpend.view.stage.camera.position.toArray().map((x) => x.toFixed(6)));
    const was = await camera();
    const { x, y } = await onScreen(page, 1);
    await page.mouse.move(x, y);
    await page.locator('#view').focus();
    await page.keyboard.press('a');
    await holds(page, () => window.perpend.view.recording.bodies.length === 4, undefined, 'another body');
    await holds(second, () => window.perpend.view.recording.bodies.length === 4, undefined, 'in the other page too');
    assert.deepEqual(await camera(), was);
    assert.equal(await page.evaluate(() => window.perpend.view.shown.cones), true);
    await holds(page, () => { const { frame, settings } = window.perpend; return settings.running && frame.time > 0.5 && frame.report.uncertified === 0; }, undefined, 'it runs on');
    await page.evaluate(() => window.perpend.view.newcomer.gui.controllersRecursive().find(({ property }) => property === 'shape').setValue('ball'));
    await page.evaluate(() => window.perpend.view.newcomer.gui.controllersRecursive().find(({ property }) => property === 'add').domElement.querySelector('button').click());
    await holds(page, () => window.perpend.view.recording.bodies.at(-1).shapes[0].kind === 'sphere', undefined, 'a ball');
    await page.evaluate(() => window.perpend.view.selection.choose({ body: 2 }));
    await page.keyboard.press('Delete');
    await holds(page, () => window.perpend.view.recording.bodies.map(({ name }) => name).join() === 'ground,stays,new_3,new_4', undefined, 'one less');
    await page.evaluate(() => window.perpend.link.send({ do: 'add', body: { kind: 'spatial', mass: -1, shapes: [{ sphere: { radius: 1 } }] } }));
    await holds(page, () => window.perpend.refusals.some((words) => /mass/.test(words)), undefined, 'refused in words');
    await page.evaluate(() => window.perpend.player.play(false));
    await isStill(page);
    await page.click('#reload');
    await holds(page, () => window.perpend.view.recording.bodies.length === 3 && window.perpend.frame?.step === 0, undefined, 'as the file says');
  },

  async 'visuals are shown, held and switched off, in the link too'(open) {
    const { page } = await opened(open, 'dressed', '--paused');
    const looks = () => page.evaluate(() => window.perpend.view.bodies.parts.map(({ look, visuals }) => look === visuals));
    const hasBox = () => page.evaluate(() => window.perpend.view.gui.controllers.some(({ property, _hidden }) => property === 'visuals' && !_hidden));
    const isPulled = () => window.perpend.frame.pulls[0]?.body === 1 && window.perpend.frame.poses[7 + 2] > 0.1;
    assert.deepEqual([await looks(), await hasBox()], [[true, true, false, true], true]);
    await checkPull(page, 1, [0, -60], [isPulled], /bare: pulled with [\d.]+ N/);
    await page.evaluate(() => window.perpend.player.play(false));
    await isStill(page);
    await page.locator('#view').focus();
    await page.keyboard.press('x');
    await drawn(page);
    assert.deepEqual(await looks(), [false, false, false, false]);
    await page.click('#share');
    assert.equal(new URLSearchParams(new URL(await page.evaluate(() => location.href)).hash.slice(1)).get('visuals'), '0');
    for (const body of [3, 1, 0]) {
      await page.evaluate((index) => window.perpend.link.send({ do: 'remove', body: index }), body);
      await holds(page, (gone) => !window.perpend.view.recording.bodies.some(({ name }) => name === gone), scenes.dressed.bodies[body].name, 'one less');
      assert.equal(await hasBox(), body > 0);
    }
  },

  async 'a body of the plane comes where the pointer is'(open) {
    const { page } = await opened(open, 'crank', '--paused');
    const from = await onScreen(page, 1);
    await page.mouse.move(from.x + 60, from.y - 90);
    await page.locator('#view').focus();
    await page.keyboard.press('a');
    await holds(page, () => window.perpend.view.recording.bodies.length === 3, undefined, 'another body');
    assert.equal(await page.evaluate(() => window.perpend.view.newcomer.wanted.level), 2);
    await page.keyboard.press('ArrowRight');
    await holds(page, () => window.perpend.frame.step === 1, undefined, 'a step');
  },

  async 'friction, gravity and options change the world while it runs'(open) {
    const { page } = await opened(open, 'slope');
    await holds(page, () => window.perpend.frame.time > 0.3, undefined, 'it runs');
    const x = async () => (await state(page)).poses[7];
    const stuck = await x(), { time } = await state(page);
    await holds(page, (then) => window.perpend.frame.time > then + 0.2, time, 'it runs on');
    assert.ok(Math.abs(await x() - stuck) < 1e-6, 'it sticks');
    await setTo(page, 'mu_0_0', 0.1);
    await holds(page, () => window.perpend.settings.friction[0].mu === 0.1, undefined, 'friction is set');
    await holds(page, (at) => window.perpend.frame.poses[7] > at + 0.05, stuck, 'it slides');
    await setTo(page, 'gravity_x', 0);
    await holds(page, () => window.perpend.settings.gravity[0] === 0, undefined, 'gravity is set');
    await setTo(page, 'gravity_z', 4);
    await holds(page, () => window.perpend.frame.poses[7 + 2] > 0.5, undefined, 'they fly');
    await setTo(page, 'law', 'box');
    await holds(page, () => window.perpend.settings.law === 'box', undefined, 'the law');
    await setTo(page, 'solver', 'keller');
    await holds(page, () => window.perpend.settings.options.find(({ name }) => name === 'solver').value === 'keller', undefined, 'the solver');
    await setTo(page, 'dt', 0.002);
    await holds(page, () => window.perpend.settings.dt === 0.002, undefined, 'the step');
    await page.evaluate(() => window.perpend.player.play(false));  // a step that takes long would be told in its place
    await isStill(page);
    await setTo(page, 'dt', -1);
    await holds(page, () => window.perpend.refusals.some((words) => /dt/.test(words)), undefined, 'refused');
    await says(page, '#notice', /dt/);
    assert.equal((await state(page)).settings.dt, 0.002);
  },

  async 'a slider drives a motor'(open) {
    const { page } = await opened(open, 'crank');
    await setTo(page, 'motor_0_0', -3);
    await holds(page, () => Math.abs(window.perpend.frame.velocities[2] + 3) < 1e-3, undefined, 'it turns back');
    await setTo(page, 'limit_0_0', 0);
    await holds(page, () => window.perpend.settings.motors[0].max_force === 0, undefined, 'it coasts');
  },

  async 'sliders set the controls of actuators, and a link has them'(open) {
    const { page } = await opened(open, 'driven');
    const panel = () => page.evaluate(() => [...window.perpend.view.panel.controllers].filter(([key]) => /^(control|motor|limit)_/.test(key)).map(([key, { controller }]) => [key, controller._name, controller._min, controller._max]));
    assert.deepEqual(await panel(), [['control_0', 'push', -1, 1], ['control_1', 'turn, rad/s', -2, 2]]);
    await holds(page, () => Math.abs(window.perpend.frame.velocities[5] - 1) < 1e-3, undefined, 'it turns as at the start');
    await setTo(page, 'control_1', -2);
    await holds(page, () => Math.abs(window.perpend.frame.velocities[5] + 2) < 1e-3, undefined, 'it turns back');
    await setTo(page, 'control_0', 0.5);
    await holds(page, () => window.perpend.frame.poses[0] > 0.9, undefined, 'it is pushed');
    await page.click('#share');
    const { hash } = new URL(await page.evaluate(() => location.href));
    assert.deepEqual(['control_0', 'control_1'].map((name) => new URLSearchParams(hash.slice(1)).get(name)), ['0.5', '-2']);
    await page.locator('.lil-gui button', { hasText: 'All to 0' }).click();
    await holds(page, () => window.perpend.settings.controls.every(({ control }) => control === 0) && Math.abs(window.perpend.frame.velocities[5]) < 1e-3, undefined, 'all to 0');
    await page.evaluate(() => window.perpend.link.send({ do: 'control', actuator: 7, value: 1 }));
    await holds(page, () => window.perpend.refusals.some((words) => /actuator must be one of the model, got 7/.test(words)), undefined, 'refused in words');
    const again = await open(await page.evaluate(() => location.origin), { hash });
    await holds(again.page, () => window.perpend.settings?.controls[0].control === 0.5, undefined, 'a link sets them');
  },

  async 'a panel says why, in every frame, and plots move on'(open) {
    const { page } = await opened(open, 'slope');
    await holds(page, () => window.perpend.frame.status.length > 4 && window.perpend.frame.time > 0.5, undefined, 'contacts');
    await page.locator('#view').focus();
    await page.keyboard.press('C');
    await holds(page, () => document.querySelectorAll('#why_rows tr').length >= 3, undefined, 'why');
    assert.match(await text(page, '#why_rows'), /µ fₙ|opposes|do not slide/);
    assert.doesNotMatch(await text(page, '#why_rows'), /✗/);
    await holds(page, () => window.perpend.view.plots.time.length > 10, undefined, 'plots move on');
    assert.ok(await page.locator('#plots figure').count() >= 5);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#csv_all')]);
    assert.match(readFileSync(await file.path(), 'utf8').split('\n')[0], /^"time \[s\]","residual"/);
  },

  async 'contact points have the colour of their set, under any law'(open) {
    const running = await Program.start(program, fileOf('sets'), '--paused');
    started.push(running);
    const { page } = await open(running.address, { hash: BARE });
    assert.ok(await shown(page));
    await page.click('#forward');
    await holds(page, () => window.perpend.frame.step === 1, undefined, 'a step');
    await checkLegend(page, () => checkDots(page, ['view'], 0, { tips: ['open', 'stick'], presses: ['press'], sticks: ['stick'], slips: ['slip'] }));
    await setTo(page, 'law', 'frictionless');
    await holds(page, () => window.perpend.settings.law === 'frictionless', undefined, 'the law');
    await page.click('#forward');
    await holds(page, () => window.perpend.frame.step === 2, undefined, 'another');
    // Which of the points under a box press is nobody's choice.
    await checkDots(page, ['view'], 0, { tips: ['press'], presses: ['press'], sticks: ['press'], slips: ['press'] }, ['stick', 'slip', 'press']);
  },

  async 'trails follow bodies, and steps back shorten them'(open) {
    const { page } = await opened(open, 'crank', '--paused');
    await page.locator('#view').focus();
    await page.keyboard.press('t');
    for (let i = 1; i <= 12; ++i) {
      await page.click('#forward');
      await holds(page, (n) => window.perpend.frame.step === n, i, 'a step');
    }
    await drawn(page);
    const trail = () => page.evaluate(() => ({ points: window.perpend.view.trails.of(1), shown: window.perpend.view.trails.lines.every(({ line }) => line.visible), now: window.perpend.frame.poses.slice(3, 5) }));
    const { points, shown: seen, now } = await trail();
    assert.equal(points.length, 3 * 13);
    assert.ok(seen);
    assert.ok(Math.hypot(points.at(-3) - now[0], points.at(-2) - now[1]) < 0.6, 'it ends at the body');
    assert.notEqual(points[0], points.at(-3));
    for (let i = 11; i >= 8; --i) {
      await page.click('#back');
      await holds(page, (n) => window.perpend.frame.step === n, i, 'a step back');
    }
    assert.deepEqual((await trail()).points, points.slice(0, 3 * 9));
  },

  async 'two pages see one world'(open) {
    const { page, running } = await opened(open, 'slope', '--paused');
    const second = (await open(running.address)).page;
    assert.ok(await shown(second));
    await page.click('#forward');
    await setTo(page, 'mu_0_0', 0.25);
    await holds(second, () => window.perpend.frame.step === 1 && window.perpend.settings.friction[0].mu === 0.25, undefined, 'the other page');
    await holds(second, () => window.perpend.view.panel.controllers.get('mu_0_0').holder.mu_0_0 === 0.25, undefined, 'its panel');
    await holds(page, () => window.perpend.frame.step === 1, undefined, 'the first page');
    assert.deepEqual((await state(second)).poses, (await state(page)).poses);
  },

  async 'a lost connection is told and comes back'(open) {
    const { page, running } = await opened(open, 'slope', '--paused');
    await running.stop();
    await holds(page, () => !window.perpend.connected, undefined, 'lost');
    await says(page, '#notice', /does not answer/);
    await page.evaluate(() => { window.perpend.scene.isOld = true; });
    const again = await Program.start(program, fileOf('slope'), '--paused', '--port', running.port);
    started.push(again);
    await holds(page, () => window.perpend.connected && !window.perpend.scene.isOld && window.perpend.frame?.step === 0, undefined, 'it is back');
    await page.click('#forward');
    await holds(page, () => window.perpend.frame?.step === 1, undefined, 'and works');
  },

  async 'a scene with faults says them in the page until it is corrected'(open) {
    const broken = JSON.stringify(scenes.slope).replace('"mass":1', '"mass":-1').replace('"mu":0.1', '"mu":"ice"');
    const running = await Program.start(program, fileOf('broken', broken));
    started.push(running);
    const { page } = await open(running.address);
    await checkFaults(page, /broken\.json:\d+:.*mass/);
    fileOf('broken', scenes.slope);
    await page.click('#again');
    assert.ok(await shown(page));
    assert.ok(await page.locator('#faults').isHidden());
  },

  async 'a page from another origin is refused'(open) {
    const { running } = await opened(open, 'slope', '--paused');
    const other = await Program.start(program, fileOf('wall'), '--paused');
    started.push(other);
    const { page, errors } = await open(other.address);
    const answer = await page.evaluate((port) => new Promise((resolve) => {
      try {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/`, 'perpend-1');
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      } catch { resolve('refused'); }
    }), running.port);
    assert.equal(answer, 'refused');
    errors.length = 0;  // the browser tells of it
  },

  async 'a phone has no sideways scrolling, and a link says what is shown'(open) {
    const running = await Program.start(program, fileOf('slope'));
    started.push(running);
    const { page } = await open(running.address, { width: 390, height: 844, hash: '#network&forces=0&by=speed' });
    assert.ok(await shown(page));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await checkHelp(page);
    const large = await open(running.address, { zoom: 1.25 });
    assert.ok(await shown(large.page));
    for (const each of [page, large.page]) assert.deepEqual(await crowdedPlots(each), []);
    const beside = await large.page.evaluate(() => ['plots', 'side'].map((id) => document.getElementById(id).getBoundingClientRect()));
    assert.ok(beside[0].right <= beside[1].left, 'plots stand beside the panels');
    const { y, height } = await large.page.locator('#play').boundingBox();
    assert.ok(y + height <= 640, `the button to run it ends at ${y + height} of 640`);
    const { network, forces, by } = await page.evaluate(() => window.perpend.view.shown);
    assert.deepEqual([network, forces, by], [true, false, 'speed']);
  },

  async 'a link sets what it says, and one is made of what was set'(open) {
    const running = await Program.start(program, fileOf('slope'), '--paused');
    started.push(running);
    const { page } = await open(running.address, { hash: '#mu=0.3&mu_0_0=0.4&gravity=1,0,-5&law=box&speed=0.5&dt=0.004' });
    assert.ok(await shown(page));
    await holds(page, () => { const { law, speed, dt, gravity, friction } = window.perpend.settings; return law === 'box' && speed === 0.5 && dt === 0.004 && gravity[2] === -5 && friction[2].mu === 0.3; }, undefined, 'all that it says');
    const { settings } = await state(page);
    assert.deepEqual(settings.friction.map(({ mu }) => mu), [0.4, 0.3, 0.3]);
    assert.deepEqual([settings.gravity, settings.dt], [[1, 0, -5], 0.004]);
    await page.click('#share');
    const link = await page.evaluate(() => location.href), again = await open(running.address, { hash: new URL(link).hash });
    for (const [name, value] of [['mu_0_0', '0.4'], ['law', 'box'], ['speed', '0.5'], ['gravity', '1,0,-5']])
      assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get(name), value, link);
    await page.click('#reload');
    await holds(page, () => window.perpend.settings?.law === 'cone', undefined, 'the file says what it said');
    await again.page.close();
    const wrong = await open(running.address, { hash: '#mu=glass' });
    await holds(wrong.page, () => window.perpend.refusals.some((words) => /mu must be a number, got glass/.test(words)), undefined, 'refused in words');
    const several = await open(running.address, { hash: '#gravity=1&mu_7_8=1&lwa=box&speed=0.5&cones' });
    for (const words of [/three numbers, got 1/, /sets mu_7_8, lwa, which is not there/])
      await says(several.page, '#notice', words);
  },

  async 'the file is read again with its own settings'(open) {
    const { page } = await opened(open, 'slope', '--paused');
    await setTo(page, 'gravity_x', 0);
    await holds(page, () => window.perpend.settings.gravity[0] === 0, undefined, 'set');
    await page.click('#reload');
    await holds(page, () => window.perpend.settings?.gravity[0] === 3 && window.perpend.frame?.step === 0, undefined, 'as the file says');
    await page.click('#forward');
    await holds(page, () => window.perpend.frame.step === 1, undefined, 'the new view works');
    await page.locator('#view').focus();
    await page.keyboard.press('ArrowRight');
    await holds(page, () => window.perpend.frame.step === 2, undefined, 'one step for one key');
    await page.waitForTimeout(200);
    assert.equal((await state(page)).step, 2);
  },
};

async function withoutWebgl(open) {
  const running = await Program.start(program, fileOf('slope'), '--paused');
  started.push(running);
  const { page } = await open(running.address);
  assert.ok(await until(page, () => document.querySelector('.missing')?.textContent.includes('no WebGL 2')));
  assert.equal(await text(page, '#scene'), 'slope');
  await page.click('#forward');
  assert.ok(await until(page, () => document.getElementById('clock').textContent.includes('step 1')), 'it runs without a picture');
}

const stopAll = async () => { for (const running of started.splice(0)) await running.stop().catch(() => {}); };
try {
  await withBrowser((open) => runTests(tests, open, { allowed: /WebSocket|ERR_CONNECTION/, after: stopAll }));
  await withBrowser((open) => runTests({ 'a browser without WebGL says so': withoutWebgl }, open, { allowed: /WebGL/, after: stopAll }), { webgl: false });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
