/** What the service limits is written once: the dashboard's fields take it from `LIMITS`, which is generated. */
import t from 'tap';
import { filesIn } from '../support/imports.ts';

/** Limits of fields that are no limits of the service: minutes of an hour, the smallest number of an amount. */
const OWN = new Set(['min={0}', 'min={1}', 'max={59}']);

void t.test('no field of the dashboard has a number of its own as its limit', async (t) => {
  const files = filesIn('web/src');
  const limits = files.flatMap(({ path, code }) =>
    [...code.matchAll(/\b(?:maxLength|minLength|maxTags|max|min)=\{[^}]*\}/g)].map(([text]) => ({
      path,
      text,
    })),
  );
  t.ok(limits.length > 30, `${limits.length} limits of fields were read`);
  t.strictSame(
    limits.filter(({ text }) => /^\w+=\{[\d_]+\}$/.test(text) && !OWN.has(text)),
    [],
  );
});

void t.test('no constant of the dashboard repeats a limit by its name', async (t) => {
  const names =
    /const (?:MAX_(?:KEYWORDS|STEPS|LEVELS|CHOICES|MINUTES|BYTES|LABEL|TESTS|DAYS|BY_ID)|MIN_PASSWORD\w*)\b/;
  t.strictSame(
    filesIn('web/src').flatMap(({ path, code }) => (names.test(code) ? [path] : [])),
    [],
  );
});
