/**
 * Runs test files one after the other in this process. Each is imported when the tests of the one before it are over;
 * one that cannot be loaded fails, and the next one runs.
 *
 *   TROUPE_TEST_FILES='["test/a.test.ts"]' node entry.ts <name of the group>
 *
 * The name is there for tap, which makes the names of a test's folders from the arguments.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import tap from 'tap';
import { closeAll } from './at-end.ts';
import { type Mark, markText } from './marks.ts';
import { HASHES_QUICKLY, quickenPasswords } from './quick-passwords.ts';

if (process.env[HASHES_QUICKLY] === '1') quickenPasswords();

let isGivenUp = false;
// What tap is asked when the time of a file is up; its own answer comes from tap.
process.on('message', (message: { tapAbort?: string }) => (isGivenUp ||= message.tapAbort === 'timeout'));
process.on('disconnect', () => process.exit(1)); // nobody reads what is found out
process.channel?.unref();
const say = (mark: Mark) => {
  tap.comment(markText(mark));
  process.send?.(mark);
};

/** A test as tap has it inside. */
interface Running {
  activeSubtests: Set<Running>;
  hookDomain: { onerror(error: unknown, type: string): void };
}
let isUncaught = false;
/** An error that nobody caught fails the test at work, or, between tests, the file (no-domains.js). */
for (const type of ['uncaughtException', 'unhandledRejection'])
  process.on(type, (error: unknown) => {
    isUncaught = true;
    atWork(tap as unknown as Running).hookDomain.onerror(error, type);
  });

function atWork(test: Running): Running {
  const [inside] = test.activeSubtests;
  return inside === undefined ? test : atWork(inside);
}

type Teardown = () => unknown;
/** The teardowns of the current file, called when its last test has ended. tap alone would call them after the last file. */
const teardowns: Teardown[] = [];
tap.teardown = (teardown: Teardown) => {
  teardowns.push(teardown);
};

async function tearDown(): Promise<void> {
  for (const teardown of teardowns.splice(0).toReversed()) {
    try {
      await teardown();
    } catch (error) {
      tap.fail(`its teardown failed: ${String(error)}`, error instanceof Error ? error : {});
    }
  }
}

/** An idle tap that did not say so is noticed after this time, ms. */
const LOOK_MS = 250;

/** tap is idle when the queue of the file's tests is empty. Its state is checked as well as its event, since some processes never got the event. */
async function untilIdle(): Promise<void> {
  while (!tap.idle) {
    const look = new AbortController();
    const { signal } = look;
    // whichever comes first ends the other, which rejects then
    await Promise.any([once(tap, 'idle', { signal }), pause(LOOK_MS, null, { signal })]);
    look.abort();
  }
}

const files = JSON.parse(process.env['TROUPE_TEST_FILES'] ?? '[]') as string[];

for (const file of files) {
  say({ begins: file });
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    const [reason] = String(error).split('\n');
    tap.fail(`it cannot be loaded: ${reason}`, error instanceof Error ? error : {});
  }
  await untilIdle();
  await tearDown();
  // After an error that nobody caught, the files that are left need another process.
  if (isUncaught || tap.results) process.exit(1);
  if (isGivenUp) await new Promise(() => {}); // until tap ends the process
}
await closeAll();
say('over');
