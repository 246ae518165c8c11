// SPDX-License-Identifier: Apache-2.0
// What runTests() tells of tests that hold, hold the second time, or never. node retry_test.mjs
import assert from 'node:assert/strict';
import { runTests } from './run_tests.mjs';

async function told(test, options = {}) {
  let [opened, closed, ended] = [0, 0, 0];
  const lines = [], page = { close: async () => { ++closed; } };
  const open = async () => { ++opened; return { page, requests: [], errors: options.errors?.(opened) ?? [] }; };
  await runTests({ it: test }, open, { ...options, say: (line) => lines.push(line), after: async () => { ++ended; } });
  const failed = process.exitCode === 1;
  process.exitCode = 0;
  assert.equal(closed, opened, 'every tab is closed');
  return { line: lines.join(), failed, ended };
}
const failing = (times) => async (open) => {
  await open();
  if (times-- > 0) throw new Error(`reason ${times}`);
};

assert.deepEqual(await told(failing(0)), { line: 'ok      it', failed: false, ended: 1 });
const flaky = await told(failing(1));
assert.match(flaky.line, /^FLAKY   it\nError: reason 0/);
assert.deepEqual([flaky.failed, flaky.ended], [false, 2]);
const never = await told(failing(9));
assert.match(never.line, /^FAILED  it\nError: reason 8[\s\S]*and again:\nError: reason 7/);
assert.deepEqual([never.failed, never.ended], [true, 2]);
const loud = await told(failing(0), { errors: () => ['a fault of the page'] });
assert.match(loud.line, /^FAILED[\s\S]*a fault of the page/);
const once = await told(failing(0), { errors: (tab) => (tab === 1 ? ['early'] : ['of WebGL']), allowed: /WebGL/ });
assert.match(once.line, /^FLAKY[\s\S]*early/);
