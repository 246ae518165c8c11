// SPDX-License-Identifier: Apache-2.0
// A page in headless Chromium with software WebGL.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from '../modules.mjs';

const { chromium } = load('playwright-core');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const SOFTWARE = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

const PATIENCE = 60;  // s that a slow machine gets; what holds is told at once

export const hasChromium = CHROMIUM !== undefined;

/** Calls act(open) where open(file or address, { hash, width, height, zoom }) gives { page, requests, errors }. */
export async function withBrowser(act, { webgl = true } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'perpend_page_'));
  const flags = webgl ? [...FLAGS, ...SOFTWARE] : [...FLAGS, '--disable-gpu', '--disable-3d-apis', '--disable-webgl', '--disable-webgl2'];
  const browser = await chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, headless: true, args: flags });
  const open = async (file, { hash = '', width = 1280, height = 800, zoom = 1 } = {}) => {
    const page = await browser.newPage(), requests = [], errors = [];
    page.setDefaultTimeout(1000 * PATIENCE);
    await page.setViewportSize({ width: Math.round(width / zoom), height: Math.round(height / zoom) });
    const url = file.startsWith('http:') ? file : `file://${path.resolve(file)}`;
    page.on('request', (request) => { if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) requests.push(request.url()); });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
    await page.goto(`${url}${hash}`);
    return { page, requests, errors };
  };
  try {
    return await act(open);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the expression holds in the page, which allows no evaluated strings. */
export async function until(page, predicate, argument, seconds = PATIENCE) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
    if (await page.evaluate(predicate, argument)) return true;
    await page.waitForTimeout(50);
  }
  return false;
}

/** Waits until what came last is drawn. */
export const drawn = (page) => page.evaluate(async () => {
  for (let k = 0; k < 2; ++k) await new Promise((done) => { requestAnimationFrame(done); });
});

export const text = (page, selector) => page.locator(selector).innerText();

/** Waits until a part of the page says what the regular expression matches. */
export async function says(page, selector, words) {
  const matches = ([place, source, flags]) => new RegExp(source, flags).test(document.querySelector(place).innerText);
  if (!await until(page, matches, [selector, words.source, words.flags])) assert.match(await text(page, selector), words);
}

/** Plots whose legend reaches beyond their place. */
export const crowdedPlots = (page) => page.evaluate(() => [...document.querySelectorAll('#plots figure')]
  .filter((figure) => figure.querySelector('.u-legend').getBoundingClientRect().bottom > figure.getBoundingClientRect().bottom + 1)
  .map((figure) => figure.querySelector('b').textContent));

/** That the list of keys starts with the first one, on any screen. */
export async function checkHelp(page) {
  await page.click('#keys');
  assert.deepEqual(await page.evaluate(() => [document.getElementById('help').open, document.getElementById('help').scrollTop]), [true, 0]);
  await page.keyboard.press('Escape');
}
