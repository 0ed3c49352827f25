/** What an event carries is read while it is handled: React clears `currentTarget` before it calls an updater of a state. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { filesWithTexts } from '../support/texts.ts';

/** A function of the state before that reads the event. */
const READS_LATER = /\((before|was|current|previous|old)\) =>[^;]{0,200}?\bevent\.(currentTarget|target)\b/;

void t.test('no updater of a state reads an event', (t) => {
  t.match("change((before) => ({ ...before, name: event.currentTarget.value }), 'name')", READS_LATER);
  for (const file of filesWithTexts())
    t.notMatch(readFileSync(join(projectRoot, file), 'utf8'), READS_LATER, file);
  t.end();
});
