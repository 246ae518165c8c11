// SPDX-License-Identifier: Apache-2.0
// Runs a job with an engine of Node: an object with step() and states(). The counterpart of host.py.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const folder = process.env.PERPEND_NODE_MODULES ?? path.join(process.cwd(), 'node_modules');
const require = createRequire(path.join(folder, 'x.js'));

/// What a package of npm exports, from PERPEND_NODE_MODULES or ./node_modules.
export async function load(name, file = '') {
  const place = file ? path.join(folder, name, file) : require.resolve(name);
  return import(pathToFileURL(place));
}

export function version(name) {
  return JSON.parse(readFileSync(path.join(folder, name, 'package.json'))).version;
}

export function serve(make, engine) {
  const [job_file, out] = process.argv.slice(2);
  if (job_file === '--probe') return console.log(engine);
  const job = JSON.parse(readFileSync(job_file));
  writeFileSync(out, JSON.stringify(run(make(job.scene, job.dt, job.options), job)));
}

function run(world, job) {
  const wanted = new Set(job.samples), states = [world.states()], seconds = [];
  const deadline = performance.now() + 1000 * job.wall_limit;
  for (let step = 1; step <= job.steps; ++step) {
    const begin = performance.now();
    world.step();
    const end = performance.now();
    seconds.push((end - begin) / 1000);
    if (wanted.has(step)) states.push(world.states());
    if (end > deadline) return { refused: `took longer than ${job.wall_limit} s` };
  }
  return { step_s: seconds, states };
}
