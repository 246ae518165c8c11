// SPDX-License-Identifier: Apache-2.0
// Fails unless web/dist is what web/src builds to.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const web = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const fresh = mkdtempSync(path.join(tmpdir(), 'perpend_bundle_'));
try {
  execFileSync(process.execPath, [path.join(web, 'build.mjs'), fresh], { stdio: 'inherit' });
  const built = readdirSync(fresh).sort(), kept = readdirSync(path.join(web, 'dist')).sort();
  const differs = [...new Set([...built, ...kept])].filter((name) => !built.includes(name) || !kept.includes(name)
    || !readFileSync(path.join(fresh, name)).equals(readFileSync(path.join(web, 'dist', name))));
  if (differs.length) console.error(`web/dist is not what web/src builds to: ${differs.join(', ')}; npm run build --prefix web`);
  process.exitCode = differs.length ? 1 : 0;
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
