import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { endingVersions } from '../../adapters/versions.ts';

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const known = {
  linkedin: { version: { version: '202608', sunset: '2027-08-15' } },
  x: { version: { version: '2', sunset: null } },
  reddit: {},
};

void t.test('a version causes a warning from 60 days before its end', async (t) => {
  t.strictSame(endingVersions(at('2027-06-15'), known), []);
  t.strictSame(endingVersions(at('2027-06-16'), known), [
    "linkedin's API version 202608 ends on 2027-08-15: update this service, or posts to linkedin will fail",
  ]);
  t.match(endingVersions(at('2027-08-16'), known), [/may have ended on 2027-08-15/]);
});

void t.test('every end is a date, and none is near today', async (t) => {
  for (const [platform, { version }] of Object.entries<Manifest>(networks)) {
    const sunset = version?.sunset ?? null;
    if (sunset !== null) t.match(sunset, /^\d{4}-\d{2}-\d{2}$/, platform);
  }
  t.strictSame(endingVersions(at('2026-11-21')), []);
});
