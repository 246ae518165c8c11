// SPDX-License-Identifier: Apache-2.0
// Prints all that pages show: node print_page.mjs run|compare|bench|live FILE [LINK ...]; `live`: PERPEND and the words
// of `perpend view`. Each link is what stands behind the # of the address; dark: in the dark theme; told: the
// picture and what is told of each of its parts alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modules } from '../modules.mjs';
import { drawn, until, withBrowser } from './browser.mjs';
import { pictureOf, plotsOf, stateOf, toldOf, wordsOf } from './page_text.mjs';
import { Program } from './program.mjs';

const KEYS = ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'C', 'C', 'J', 'J', '.', '.', ',', 'Escape', 'End', 'Home', '[', '[', ']', '1', '2', '3', '+', '-', '-', 'Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowDown',
  'f', 'b', 'b', 'b', 'p', 'c', 'k', 'o', 'n', 'm', 'r', 'y', 't', 'w', 'x', 'e', 'h', 'l'];
const LIVE_KEYS = KEYS.filter((key) => !/^(Arrow|End|Home|\[|\])/.test(key));  // without those that the program answers
const SIZE = { width: 920, height: 360 };  // a small picture is drawn sooner
const print = (lines) => process.stdout.write(`${lines.join('\n')}\n`);

async function printKeys(page, keys) {
  await page.locator('#view').focus();
  for (const key of keys) {
    await page.keyboard.press(key);
    print([`key ${key}: ${await page.evaluate(stateOf)}`]);
  }
}

async function saved(page, selector) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return readFileSync(await file.path(), 'utf8').trim().split('\n').map((line) => line.replace(/\d+\.\d{7,}(e-?\d+)?/g, (n) => String(+(+n).toPrecision(6))));
}

async function opened(open, file, link) {
  const dark = link.startsWith('dark'), tab = await open(file, { ...SIZE, hash: `#${link.replace(/^(dark|told)&?/, '')}` });
  if (dark) await tab.page.emulateMedia({ colorScheme: 'dark' });
  return tab;
}

async function printRun(open, file, links) {
  for (const [i, link] of links.entries()) {
    const { page, errors } = await opened(open, file, link);
    if (!await until(page, () => Boolean(window.perpend?.panel))) throw new Error(errors.join('\n'));
    await drawn(page);
    print([`== ${link}`, ...await page.evaluate(pictureOf)]);
    if (link.startsWith('told')) {
      print(await page.evaluate(toldOf));
      continue;
    }
    if (i > 0 && !link.startsWith('dark')) continue;
    print(await page.evaluate(wordsOf));
    if (i > 0) continue;
    print([...await page.evaluate(plotsOf), ...await page.evaluate(toldOf)]);
    await printKeys(page, KEYS);
    print(await saved(page, '#csv_all'));
  }
}

async function printPlots(open, file, links) {
  for (const link of links.length ? links : ['']) {
    const { page } = await opened(open, file, link);
    await until(page, () => Boolean(window.perpend?.plots));
    await drawn(page);
    print([`== ${link}`, ...await page.evaluate(wordsOf), ...await page.evaluate(plotsOf)]);
  }
}

// A page of a benchmark from its data alone, with what its plots write and draw.
async function printBench(open, file) {
  const folder = mkdtempSync(path.join(tmpdir(), 'perpend_bench_')), script = readFileSync(path.join(modules, '../dist/bench.js'), 'utf8');
  const listen = `window.inked = [];
    for (const act of ['stroke', 'fill', 'fillText']) {
      const own = CanvasRenderingContext2D.prototype[act];
      CanvasRenderingContext2D.prototype[act] = function (...words) {
        window.inked.push(act === 'fillText' ? \`writes \${words[0]}\` : \`\${act} \${act === 'fill' ? this.fillStyle : this.strokeStyle} \${this.lineWidth} \${this.getLineDash()}\`);
        return own.apply(this, words);
      };
    }`;
  try {
    writeFileSync(path.join(folder, 'bench.html'), `<!DOCTYPE html><meta charset="utf-8"><script id="data" type="application/json">${readFileSync(file)}</script><body><script>${listen}</script><script>${script}</script>`);
    const { page, errors } = await open(path.join(folder, 'bench.html'), SIZE);
    await drawn(page);
    print([...errors, ...await page.evaluate(wordsOf), ...await page.evaluate(() => [...new Set(window.inked)])]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function printLive(open, program, words) {
  const running = await Program.start(program, ...words, '--paused');
  try {
    const { page } = await open(running.address, SIZE);
    await until(page, () => Boolean(window.perpend?.view?.panel && window.perpend.frame));
    await drawn(page);
    print([...await page.evaluate(wordsOf), ...await page.evaluate(pictureOf), ...await page.evaluate(plotsOf)]);
    await page.click('#forward');
    await until(page, () => window.perpend.frame.step === 1);
    await drawn(page);
    print(await page.evaluate(pictureOf));
    await printKeys(page, LIVE_KEYS);
  } finally {
    await running.stop();
  }
}

const [what, file, ...rest] = process.argv.slice(2);
await withBrowser((open) => ({ run: printRun, live: printLive, bench: printBench })[what]?.(open, file, rest) ?? printPlots(open, file, rest));
