// SPDX-License-Identifier: Apache-2.0
// Builds each page into one script: node build.mjs FOLDER
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, modules, web } from './modules.mjs';

const PAGES = { run: ['three', 'uplot', 'lil-gui'], live: ['three', 'uplot', 'lil-gui'], compare: ['uplot'], bench: ['uplot'] };
const { build } = load('esbuild');
const out = process.argv[2];
if (!out) throw new Error('usage: node build.mjs FOLDER');

// The notices that the licences of what is bundled ask for.
function notices(packages) {
  const of = (name) => {
    const folder = path.join(modules, name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => entry.startsWith('LICENSE'));
    const text = readFileSync(path.join(folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}`;
  };
  const rule = '-'.repeat(80);
  return `/*!\nSPDX-License-Identifier: Apache-2.0 AND MIT\nPerpend, Apache-2.0. It contains:\n${packages.map((name) => `${rule}\n${of(name)}\n`).join('')}*/`;
}

async function script(page) {
  const { outputFiles: [file] } = await build({
    absWorkingDir: web,
    entryPoints: [path.join('src', page, 'main.js')],
    nodePaths: [modules],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    loader: { '.css': 'text', '.html': 'text' },
  });
  // What stands in a script element must not end it.
  return file.text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();
}

mkdirSync(out, { recursive: true });
for (const [page, packages] of Object.entries(PAGES))
  writeFileSync(path.join(out, `${page}.js`), `${notices(packages)}\n${await script(page)}\n`);
