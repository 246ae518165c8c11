// SPDX-License-Identifier: Apache-2.0
// The page of a live world, read back and driven.
import assert from 'node:assert/strict';
import { until } from './browser.mjs';

export const shown = (page) => until(page, () => Boolean(window.perpend?.view));
/** What the page knows of its world. */
export const state = (page) => page.evaluate(() => {
  const { player, frame, settings, view, refusals, connected } = window.perpend;
  return { time: frame.time, step: frame.step, back: frame.back, playing: player.playing, speed: player.speed, settings, refusals, connected,
           pulls: frame.pulls, poses: [...frame.poses], status: [...frame.status], selected: { body: view.selection.body, contact: view.selection.contact, joint: view.selection.joint } };
});
export const holds = async (page, predicate, argument, words) => assert.ok(await until(page, predicate, argument), `${words}: ${JSON.stringify(await state(page)).slice(0, 600)}`);
export const text = (page, selector) => page.locator(selector).innerText();
/** Where a body is in the picture. */
export const onScreen = (page, body) => page.evaluate((index) => {
  const { view } = window.perpend, { x, y } = view.stage.project(view.bodies.parts[index].group.position);
  const box = document.getElementById('view').getBoundingClientRect();
  return { x: x + box.x, y: y + box.y };
}, body);
/** Sets a control of the panel as its own input would. */
export const setTo = (page, key, value) => page.evaluate(([name, to]) => {
  const { controller } = window.perpend.view.panel.controllers.get(name);
  controller.setValue(to);
  controller._callOnFinishChange?.();
}, [key, value]);
