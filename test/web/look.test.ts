/** Six sizes of type, and colours with one meaning each: from the text of the pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { projectRoot } from '../../src/install/pinned.js';
import { filesIn } from '../support/imports.ts';

const SIZES = new Set(['12px', '13px', '14px', '16px', '20px', '28px']);

const sheets = readdirSync(join(projectRoot, 'web/src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(join(projectRoot, 'web/src', name), 'utf8') }));

void t.test('styles use the six sizes of type and no other', async (t) => {
  t.ok(sheets.length > 8, `${sheets.length} sheets were read`);
  const sizes = sheets.flatMap(({ name, text }) =>
    // in a chart that is drawn small, letters are written as large as they are to be read
    [...text.matchAll(/font-size:\s*(?:calc\()?([^;/]+?)(?: \/ var\(--zoom\)\))?;/g)].map(([, size]) => ({
      name,
      size: size!,
    })),
  );
  t.ok(sizes.length > 15, `${sizes.length} sizes were read`);
  t.strictSame(
    sizes.filter(({ size }) => !SIZES.has(size) && !size.startsWith('var(--mantine-font-size-')),
    [],
  );
});

void t.test('what a status means is a tone, which has a sign: no badge chooses a colour', async (t) => {
  const files = filesIn('web/src').filter(({ path }) => path !== 'web/src/base/parts/look-badge.tsx');
  t.strictSame(
    files.flatMap(({ path, code }) =>
      [...code.matchAll(/<Badge\b[^>]*\bcolor="(?!gray)[^>]*>/g)].map(([text]) => `${path}: ${text}`),
    ),
    [],
    'use LookBadge',
  );
});
