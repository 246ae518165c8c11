// SPDX-License-Identifier: Apache-2.0
// Builds each page into one script: node build.mjs [folder], by default dist/.
import { build } from 'vite';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

const root = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(root, process.argv[2] ?? 'dist');
const PAGES = { run: ['three', 'uplot', 'lil-gui'], compare: ['uplot'], bench: ['uplot'] };

// The notices that the licences of what is bundled ask for.
function notices(packages) {
  const of = (name) => {
    const folder = path.join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => entry.startsWith('LICENSE'));
    const text = readFileSync(path.join(folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}`;
  };
  const rule = '-'.repeat(80);
  return `/*!\nSPDX-License-Identifier: Apache-2.0 AND MIT\nPerpend, Apache-2.0. It contains:\n${packages.map((name) => `${rule}\n${of(name)}\n`).join('')}*/`;
}

for (const [page, packages] of Object.entries(PAGES))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      minify: 'esbuild',
      chunkSizeWarningLimit: 2000,
      // What stands in a script element must not end it.
      rollupOptions: {
        input: path.join(root, 'src', page, 'main.js'),
        output: { format: 'iife', entryFileNames: `${page}.js` },
        plugins: [{
          name: 'inside-a-script-element',
          generateBundle(_, bundle) {
            for (const chunk of Object.values(bundle)) {
              chunk.code = chunk.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
              chunk.code = `${notices(packages)}\n${chunk.code.trim()}\n`;
            }
          },
        }],
      },
    },
    esbuild: { legalComments: 'none' },
  });
