// SPDX-License-Identifier: Apache-2.0
// Runs tests in tabs of a browser; a page that asks anybody for anything, or reports an error, fails.
import assert from 'node:assert/strict';

let failed = 0;

async function runOne(name, test, open, { allowed, after }) {
  const tabs = [];
  try {
    await test(async (...options) => {
      tabs.push(await open(...options));
      return tabs.at(-1);
    });
    assert.deepEqual(tabs.flatMap(({ requests }) => requests), []);
    assert.deepEqual(tabs.flatMap(({ errors }) => errors).filter((words) => !allowed?.test(words)), []);
    console.log(`ok      ${name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${name}\n${error.stack}\n${tabs.flatMap(({ errors }) => errors).join('\n')}`);
  }
  for (const { page } of tabs) await page.close();
  await after?.();
}

/**
 * { name: test(open) } with withBrowser()'s `open`; the third word of the command line chooses by names.
 * `allowed`: errors of the console that belong to the tests; after(): ends what a test has started.
 */
export async function runTests(tests, open, options = {}) {
  const chosen = process.argv[3] ?? '';
  for (const [name, test] of Object.entries(tests)) if (name.includes(chosen)) await runOne(name, test, open, options);
  process.exitCode = failed ? 1 : 0;
}
