// SPDX-License-Identifier: Apache-2.0
// One page with the engine, the live view and scenes in it: it needs no server and asks none.
//   node export.mjs --engine perpend_engine.js --script live.js --scenes FOLDER -o index.html
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { parseArgs } from 'node:util';
import { web } from './modules.mjs';
import { readScene } from './src/shared/scene_text.js';

const { values: given } = parseArgs({ options: { engine: { type: 'string' }, script: { type: 'string' }, scenes: { type: 'string' }, output: { type: 'string', short: 'o' } } });
for (const name of ['engine', 'script', 'scenes', 'output'])
  if (!given[name]) throw new Error('usage: node export.mjs --engine JS --script JS --scenes FOLDER -o HTML');

const text = (file) => readFileSync(file, 'utf8');
const packed = (bytes) => deflateSync(bytes, { level: 9 }).toString('base64');

function scenes(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json')).sort();
  return files.map((name) => {
    const scene = text(path.join(folder, name)), { description = '' } = readScene(scene);
    return { name: path.basename(name, '.json'), description, text: scene };
  });
}

// The parts of a page, as src/io/page/page_text.cpp puts them in.
function page(parts) {
  const frame = text(path.join(web, '../src/io/page/page.html'));
  return frame.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

const data = {
  engine: packed(readFileSync(given.engine.replace(/\.js$/, '.wasm'))),
  worker: text(given.engine) + text(path.join(web, 'src/browser/worker.js')),
  scenes: scenes(given.scenes),
};
mkdirSync(path.dirname(path.resolve(given.output)), { recursive: true });
writeFileSync(given.output, page({
  connect: "'none'; worker-src blob:",
  compile: " 'wasm-unsafe-eval' blob:",
  title: 'Live',
  data: JSON.stringify(data).replaceAll('<', '\\u003c'),
  script: text(given.script),
}));
