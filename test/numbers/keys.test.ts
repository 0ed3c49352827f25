/** The hours and days that samples are written into (src/features/numbers/keys.ts). */
import { ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { bucketOf } from '../../src/features/numbers/keys.ts';
import { property } from '../support/property.ts';

const HOUR = 3_600_000;
const PUBLISHED = Date.parse('2026-05-04T10:20:00Z');
const bucketAfter = (hours: number) => new Date(bucketOf(PUBLISHED, PUBLISHED + hours * HOUR)).toISOString();

void t.test('hours for two days, then UTC days', async (t) => {
  t.equal(bucketAfter(0), '2026-05-04T10:00:00.000Z');
  t.equal(bucketAfter(0.7), '2026-05-04T11:00:00.000Z');
  t.equal(bucketAfter(47.9), '2026-05-06T10:00:00.000Z');
  t.equal(bucketAfter(48), '2026-05-06T10:00:00.000Z', 'the rest of that day');
  t.equal(bucketAfter(60), '2026-05-06T10:00:00.000Z');
  t.equal(bucketAfter(62), '2026-05-07T00:00:00.000Z');
  t.equal(bucketAfter(24 * 40), '2026-06-13T00:00:00.000Z');
});

void t.test('a later count never lies in an earlier bucket, so that curves keep their order', async (t) => {
  const ages = fc.tuple(
    fc.integer({ min: 0, max: 24 * HOUR }),
    fc.integer({ min: 0, max: 96 * HOUR }),
    fc.integer({ min: 0, max: 30 * HOUR }),
  );
  property(t, { arbitrary: ages, runs: 2_000 }, ([minute, age, later]) => {
    const publishedAt = PUBLISHED + minute;
    const [one, other] = [publishedAt + age, publishedAt + age + later];
    ok(bucketOf(publishedAt, one) <= bucketOf(publishedAt, other));
    ok(bucketOf(publishedAt, one) <= one);
  });
});
