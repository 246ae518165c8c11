// SPDX-License-Identifier: Apache-2.0
// Runs tests in tabs of a browser; a page that asks anybody for anything, or reports an error, fails.
import assert from 'node:assert/strict';

/** What went wrong, in words; nothing where the test holds. */
async function attempt(test, open, { allowed, after }) {
  const tabs = [];
  const fault = await (async () => {
    await test(async (...options) => {
      tabs.push(await open(...options));
      return tabs.at(-1);
    });
    assert.deepEqual(tabs.flatMap(({ requests }) => requests), []);
    assert.deepEqual(tabs.flatMap(({ errors }) => errors).filter((words) => !allowed?.test(words)), []);
  })().catch((error) => `${error.stack}\n${tabs.flatMap(({ errors }) => errors).join('\n')}`);
  for (const { page } of tabs) await page.close();
  await after?.();
  return fault;
}

/**
 * { name: test(open) } with withBrowser()'s `open`; the third word of the command line chooses by names.
 * `allowed`: errors of the console that belong to the tests; after(): ends what a test has started.
 * A test that fails is run once more in fresh tabs: one that then holds is FLAKY, told with what failed first.
 */
export async function runTests(tests, open, options = {}) {
  const chosen = process.argv[3] ?? '', say = options.say ?? console.log;
  for (const [name, test] of Object.entries(tests).filter(([each]) => each.includes(chosen))) {
    const first = await attempt(test, open, options), second = first && await attempt(test, open, options);
    if (second) process.exitCode = 1;
    say(!first ? `ok      ${name}` : second ? `FAILED  ${name}\n${first}\nand again:\n${second}` : `FLAKY   ${name}\n${first}`);
  }
}
