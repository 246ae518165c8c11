// SPDX-License-Identifier: Apache-2.0
// Scenes that run in the gallery of the documentation, in headless Chromium.
//   node gallery_test.mjs FOLDER [WORDS]     a built site, from a server as its search needs one, or its
//                                            pages as docs/site/stage.py gathers them, from the disk
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { drawn, until, withBrowser } from './browser.mjs';
import { runTests } from './run_tests.mjs';

const folder = path.resolve(process.argv[2]), isBuilt = existsSync(path.join(folder, 'index.html'));
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' };
const server = isBuilt && createServer((request, answer) => {
  const name = path.join(folder, decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  if (!existsSync(name)) answer.writeHead(404).end();
  else answer.setHeader('content-type', TYPES[path.extname(name)] ?? 'application/octet-stream').end(readFileSync(name));
});
if (server) await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
const site = server ? `http://127.0.0.1:${server.address().port}` : `file://${folder}`;
const file = server ? `${site}/gallery.html` : path.join(folder, 'gallery.html');
// Without the site's own generator: links are elements in the pages already.
if (!isBuilt) {
  const pages = readFileSync(path.join(folder, 'gallery.md'), 'utf8');
  writeFileSync(file, `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="site.css">
    <body class="md-typeset">${pages}<script src="live.js"></script></body>`);
}

const frameOf = (page) => page.frames().find((frame) => frame.url().includes('live.html'));
/** Starts the scene of a link and waits until it moves; the steps it took are certified. */
async function started(page, link) {
  await link.click();
  await page.waitForSelector('figure.live iframe');
  assert.ok(await until(page, () => document.querySelectorAll('figure.live').length === 1));
  const name = await link.getAttribute('data-scene'), frame = frameOf(page);
  assert.ok(await until(frame, (scene) => window.perpend?.scene?.scene === scene && window.perpend.frame?.time > 0.05, name), `${name} runs`);
  assert.equal(await frame.evaluate(() => window.perpend.frame.report.uncertified), 0, name);
}
/** That all that was asked for lies in the folder of the site; forgets it. */
function ownRequests({ requests }) {
  const found = requests.splice(0);
  assert.deepEqual(found.filter((url) => !url.startsWith(`${site}/`)), []);
  return found;
}

const tests = {
  async 'nothing of the engine is loaded before it is asked for'(open) {
    const tab = await open(file);
    await tab.page.waitForTimeout(300);
    assert.deepEqual(ownRequests(tab).filter((url) => url.includes('live.html')), []);
    assert.equal(await tab.page.locator('iframe').count(), 0);
    assert.ok(await tab.page.locator('a.live').count() > 20);
  },

  async 'scenes run in the page, one after the other, until they are closed'(open) {
    const tab = await open(file), { page } = tab;
    const some = page.locator('li > a.live'), count = await some.count();
    assert.ok(count >= 5);
    for (let i = 0; i < count; ++i) await started(page, some.nth(i));
    await started(page, page.locator('p > a.live[data-scene=arch_3d]').first());
    await page.click('figure.live button');
    assert.equal(await page.locator('iframe').count(), 0);
    ownRequests(tab);
  },

  async 'a body is pulled'(open) {
    const tab = await open(file), { page } = tab;
    await started(page, page.locator('a.live[data-scene=ragdoll]').first());
    const frame = frameOf(page);
    await frame.click('#play');
    await frame.click('#reset');
    assert.ok(await until(frame, () => window.perpend.frame.step === 0), 'it is at the start');
    await page.locator('figure.live').scrollIntoViewIfNeeded();
    const view = await frame.locator('#view').boundingBox();
    await drawn(frame);
    const at = await frame.evaluate(() => {
      const { stage, bodies } = window.perpend.view, { x, y } = stage.project(bodies.parts[2].group.position);
      return { x, y };
    });
    await page.mouse.move(view.x + at.x, view.y + at.y);
    await page.mouse.down();
    await page.mouse.move(view.x + at.x + 80, view.y + at.y - 60, { steps: 5 });
    await frame.evaluate(() => window.perpend.player.play(true));
    assert.ok(await until(frame, () => window.perpend.frame.pulls.length > 0), 'it is pulled');
    await page.mouse.up();
    ownRequests(tab);
  },
};

await withBrowser((open) => runTests(tests, open));
if (server) server.close();
