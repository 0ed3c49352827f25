/** Record keys of Bluesky posts. */
import { equal, match, notEqual, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { recordKeyFor } from '../../adapters/bluesky/record-key.ts';

const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;
const NOW = Date.UTC(2026, 4, 4, 10);
const anyTime = fc.integer({ min: 0, max: Date.UTC(2200, 0) });

/** The time in a key, by the published alphabet. */
function timeIn(key: string): number {
  const digits = '234567abcdefghijklmnopqrstuvwxyz';
  let number = 0n;
  for (const character of key) number = number * 32n + BigInt(digits.indexOf(character));
  return Number((number >> 10n) / 1000n);
}

void t.test('a key has the form of a TID and holds the time to the millisecond', async () => {
  fc.assert(
    fc.property(fc.string(), anyTime, (deliveryId, now) => {
      const key = recordKeyFor(deliveryId, now);
      match(key, TID);
      equal(timeIn(key), now);
    }),
  );
});

void t.test('the same step chooses the same key', async () => {
  equal(recordKeyFor('delivery-1', NOW), recordKeyFor('delivery-1', NOW));
});

void t.test('deliveries that start in the same millisecond get different keys', async () => {
  notEqual(recordKeyFor('delivery-1', NOW), recordKeyFor('delivery-2', NOW));
});

void t.test('keys sort by time', async () => {
  fc.assert(
    fc.property(anyTime, anyTime, (one, other) => {
      fc.pre(one < other);
      ok(recordKeyFor('delivery-1', one) < recordKeyFor('delivery-2', other));
    }),
  );
});
