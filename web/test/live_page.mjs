// SPDX-License-Identifier: Apache-2.0
// The page of a live world, read back and driven.
import assert from 'node:assert/strict';
import { drawn, says, text, until } from './browser.mjs';

export const shown = async (page) => await until(page, () => Boolean(window.perpend?.view)) && (await drawn(page), true);
/** What the page knows of its world. */
export const state = (page) => page.evaluate(() => {
  const { player, frame, settings, view, refusals, connected } = window.perpend;
  return { time: frame.time, step: frame.step, back: frame.back, playing: player.playing, speed: player.speed, pulls: frame.pulls, refusals, connected, settings,
           poses: [...frame.poses], status: [...frame.status], selected: { body: view.selection.body, contact: view.selection.contact, joint: view.selection.joint } };
});
export const holds = async (page, predicate, argument, words) => assert.ok(await until(page, predicate, argument), `${words}: ${JSON.stringify(await state(page)).slice(0, 600)}`);
/** Waits until no more frames of a paused world are on their way. */
export async function isStill(page) {
  await holds(page, () => !window.perpend.player.playing, undefined, 'it pauses');
  const keeps = () => {
    const { frame } = window.perpend, now = performance.now(), kept = window.perpend.kept?.frame === frame;
    if (!kept) window.perpend.kept = { frame, since: now };
    return kept && now - window.perpend.kept.since > 300;
  };
  await holds(page, keeps, undefined, 'it stands still');
}
/** Where a body is in the picture, once the frame that came last is drawn. */
export async function onScreen(page, body) {
  await drawn(page);
  return page.evaluate((index) => {
    const { view } = window.perpend, { x, y } = view.stage.project(view.bodies.parts[index].group.position);
    const box = document.getElementById('view').getBoundingClientRect();
    return { x: x + box.x, y: y + box.y };
  }, body);
}
/** Sets a control of the panel as its own input would. */
export const setTo = (page, key, value) => page.evaluate(([name, to]) => {
  const { controller } = window.perpend.view.panel.controllers.get(name);
  controller.setValue(to);
  controller._callOnFinishChange?.();
}, [key, value]);

/** Runs it, pauses, goes to the start, a step on and one back, by buttons. */
export async function checkButtons(page) {
  if (!(await state(page)).playing) await page.click('#play');
  await holds(page, () => window.perpend.player.playing && window.perpend.frame.time > 0.2, undefined, 'it runs');
  assert.equal(await text(page, '#play'), 'Pause');
  await page.click('#play');
  await isStill(page);
  for (const [button, step] of [['#reset', 0], ['#forward', 1], ['#forward', 2], ['#back', 1]]) {
    await page.click(button);
    await holds(page, (n) => window.perpend.frame.step === n, step, `${button}: step ${step}`);
  }
}

/**
 * From the start, where the body is still under the pointer: drags it by some pixels until `follows` holds of the
 * page, and lets it go; `words`: what the page tells of it.
 */
export async function checkPull(page, body, [right, down], [follows, argument], words) {
  await page.evaluate(() => window.perpend.player.play(false));
  await isStill(page);
  await page.click('#reset');
  await holds(page, () => window.perpend.frame.step === 0, undefined, 'it is at the start');
  const { x, y } = await onScreen(page, body);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.evaluate(() => window.perpend.player.play(true));
  await holds(page, follows, argument, 'it follows');
  await says(page, '#pulls', words);
  await page.mouse.up();
  await holds(page, () => window.perpend.frame.pulls.length === 0, undefined, 'it is let go');
}

export async function checkFaults(page, words) {
  assert.ok(await until(page, () => document.getElementById('faults')?.hidden === false), 'faults are told');
  assert.match(await text(page, '#faults pre'), words);
}
