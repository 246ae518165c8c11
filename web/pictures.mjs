// SPDX-License-Identifier: Apache-2.0
// Makes the pictures of docs/pictures that show pages: node pictures.mjs PERPEND [scene ...]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until, withBrowser } from './test/browser.mjs';

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
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
