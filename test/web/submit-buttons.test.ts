/** Every button that sends a form shows that the request is under way, from the source of the pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';

const folder = join(projectRoot, 'web/src');

/** It shows an answer in a talk, where somebody may write the next line before it is there. */
const TALKS = new Set(["features/automations/try-it.tsx: {t('Send')}"]);

void t.test('a submit button has a state for the time of its request', (t) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  let found = 0;
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    // the button of web/src/base/form, which has the state of its form
    found += code.match(/<Submit\s+of=\{/g)?.length ?? 0;
    for (const [button, words] of code.matchAll(
      /<(?:Button|button)\b(?:[^>{]|\{[^}]*\})*type="submit"(?:[^>{]|\{[^}]*\})*>\s*([^<]*)/g,
    )) {
      found += 1;
      const name = `${file}: ${words!.trim()}`;
      if (!TALKS.has(name)) t.match(button, /\sloading=\{/, name);
    }
  }
  t.ok(found >= 18, `${found} buttons`);
  t.end();
});
