// SPDX-License-Identifier: Apache-2.0
// Makes the pictures of docs/pictures that show pages: node pictures.mjs PERPEND [scene ...]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until, withBrowser } from './test/browser.mjs';
import { Program } from './test/program.mjs';

const out = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const [program, ...wanted] = process.argv.slice(2);

// Of each scene: plots by their titles, or the picture at a moment with what is shown.
const PICTURES = {
  ellipse: { plots: ['Penetration'] },
  discs: { plots: ['Penetration'] },
  brazil_nut: { plots: ['Contacts', 'Energy', 'Residual', 'Work of the solver'] },
  card_house: { hash: '#t=1.84', file: 'card_house_page.png' },
};

async function shootPlots(page, scene, titles) {
  await page.addStyleTag({ content: '#plots { border: 0; padding: 8px } #plots h2, #plot_chooser, #plots .note, #plots .small, .moment { display: none !important } #stage, #side, #summary, #expected, header { display: none }' });
  await page.evaluate((keep) => {
    for (const figure of document.querySelectorAll('#plots figure')) if (!keep.includes(figure.querySelector('b').textContent)) figure.remove();
    if (keep.length === 1) document.querySelector('#plots .grid').style.gridTemplateColumns = 'minmax(0, 1fr)';
  }, titles);
  await page.waitForTimeout(500);
  await page.locator('#plots').screenshot({ path: path.join(out, `${scene}_plots.png`) });
}

// A card is pulled out of the house by its side.
async function shootLive(open) {
  const running = await Program.start(program, 'card_house', '--paused');
  const { page } = await open(running.address, { width: 1240, height: 860 });
  if (!await until(page, () => Boolean(window.perpend?.view))) throw new Error('live: no picture');
  const card = await page.evaluate(() => {
    const { view } = window.perpend, { x, y } = view.stage.project(view.bodies.parts[2].group.position), box = document.getElementById('view').getBoundingClientRect();
    return { x: x + box.x, y: y + box.y };
  });
  await page.mouse.move(card.x, card.y);
  await page.mouse.down();
  await page.mouse.move(card.x + 80, card.y - 120, { steps: 5 });
  await page.evaluate(() => window.perpend.player.play(true));
  await until(page, () => window.perpend.frame.time > 0.35);
  await page.evaluate(() => window.perpend.player.play(false));
  await page.waitForTimeout(1000);
  await page.screenshot({ path: path.join(out, 'live_view.png') });
  await running.stop();
}

const folder = mkdtempSync(path.join(tmpdir(), 'perpend_pictures_'));
try {
  await withBrowser(async (open) => {
    for (const [scene, { plots, hash, file }] of Object.entries(PICTURES)) {
      if (wanted.length && !wanted.includes(scene)) continue;
      execFileSync(program, ['run', scene, '--out', path.join(folder, scene)], { stdio: 'pipe' });
      const { page } = await open(path.join(folder, scene, 'run.html'), { hash: hash ?? '#t=0', width: plots?.length === 1 ? 800 : 1200, height: 900 });
      if (!await until(page, () => Boolean(window.perpend?.panel))) throw new Error(`${scene}: no picture`);
      await page.waitForTimeout(2500);
      if (plots) await shootPlots(page, scene, plots);
      else await page.screenshot({ path: path.join(out, file) });
      console.log(scene);
    }
    if (!wanted.length || wanted.includes('live')) await shootLive(open);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
